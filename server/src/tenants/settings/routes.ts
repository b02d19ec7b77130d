import { apps } from '@steward/contract/catalogue/apps'
import { isLicensed } from '@steward/contract/rules/licenses'
import { getSetting, getTenant, listTenantApps, putSetting } from '@steward/contract/tenants/endpoints'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { withTenant } from '../../db/tenant.ts'
import type { Bind } from '../../http/binding.ts'
import { contextOf } from '../../http/context.ts'
import type { Principal } from '../../http/principal.ts'
import { type TenantFacts, gatherTenantFacts } from '../../access/permission-inputs.ts'
import { clientOf } from '../../session/client.ts'
import type { SessionTimes } from './policies.ts'
import { findTenant } from './queries.ts'
import type { SettingCaller, SettingService } from './service.ts'

const callerOf = ({ principal, request }: { principal: Principal; request: FastifyRequest }): SettingCaller => ({
  principal,
  requestId: request.id,
  address: clientOf(request).address,
})

/** Binds the tenant, its applications and its store of settings. */
export function bindTenantInfoRoutes(bind: Bind, db: Db, settings: SettingService, defaults: SessionTimes): void {
  bind(getSetting, async (call) => {
    const { value, version } = await settings.read(callerOf(call), { ...call.query, key: call.params.key })
    call.setEtag(version)
    return value
  })

  bind(putSetting, async (call) => {
    const { saved, version } = await settings.save(callerOf(call), call.body, call.ifMatch)
    call.setEtag(version)
    return saved
  })

  bind(getTenant, async ({ principal, request }) => {
    const row = await withTenant(db, contextOf(principal, request.id), findTenant, { readOnly: true })
    return {
      tenantId: row.tenant_id,
      tenantName: row.tenant_name,
      displayName: row.display_name || row.tenant_name,
      createdTime: row.created_at.toISOString(),
      isFederated: row.is_federated,
      sessionDefaults: { lifetimeMinutes: defaults.maxSeconds / 60, inactivityMinutes: defaults.idleSeconds / 60 },
      callerAddress: clientOf(request).address ?? null,
    }
  })

  bind(listTenantApps, async ({ principal, request }) =>
    licensedApps(await withTenant(db, contextOf(principal, request.id), gatherTenantFacts, { readOnly: true })),
  )
}

/** The applications that a licence of the tenant opens now, in the catalogue's order. */
function licensedApps({ licences, asOf }: TenantFacts) {
  return apps.flatMap(({ appName, displayName, purpose, productCodes }) => {
    const codes: readonly string[] = productCodes
    const held = licences.filter((one) => one.kind === 'application' && codes.includes(one.productCode) && isLicensed(one, asOf))
    const endDate = held
      .map((one) => one.endDate)
      .toSorted()
      .at(-1)
    return endDate === undefined
      ? []
      : [{ appName, displayName, purpose, productCodes: [...new Set(held.map((one) => one.productCode))], endDate }]
  })
}
