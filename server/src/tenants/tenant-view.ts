import { apps } from '@steward/contract/catalog/apps'
import type { ResponseOf } from '@steward/contract/http'
import { isLicensed } from '@steward/contract/rules/licenses'
import type { getTenant, listTenantApps } from '@steward/contract/tenants/endpoints'
import { type TenantInputs, gatherTenantInputs } from '../access/permission-inputs.ts'
import type { Db } from '../db/pool.ts'
import { withTenant } from '../db/tenant.ts'
import type { Caller } from '../http/caller.ts'
import type { Installation } from './settings/policies.ts'
import { findTenant, readAdministrators } from './settings/queries.ts'

/** Enough to find someone to ask. */
const mostAdministrators = 10

/** The caller's tenant and the applications it is licensed for. */
export function createTenantView(db: Db, { sessions, logs, region }: Installation) {
  return {
    async read(caller: Caller): Promise<ResponseOf<typeof getTenant>> {
      const { row, administrators } = await withTenant(
        db,
        caller,
        async (tx) => ({ row: await findTenant(tx), administrators: await readAdministrators(tx, mostAdministrators) }),
        { readOnly: true },
      )
      return {
        tenantId: row.tenant_id,
        tenantName: row.tenant_name,
        displayName: row.display_name || row.tenant_name,
        createdTime: row.created_at.toISOString(),
        isFederated: row.is_federated,
        licenseCode: row.license_code,
        region: region ?? null,
        administrators: administrators.map((one) => ({
          userId: one.user_id,
          givenName: one.given_name,
          familyName: one.family_name,
          email: one.email,
        })),
        sessionDefaults: { lifetimeMinutes: sessions.maxSeconds / 60, inactivityMinutes: sessions.idleSeconds / 60 },
        logRetention: logs,
        callerAddress: caller.address ?? null,
      }
    },

    async apps(caller: Caller): Promise<ResponseOf<typeof listTenantApps>> {
      return licensedApps(await withTenant(db, caller, gatherTenantInputs, { readOnly: true }))
    },
  }
}

export type TenantView = ReturnType<typeof createTenantView>

/** The applications that the tenant currently has a license for, in the catalog's order. */
function licensedApps({ licenses, asOf }: TenantInputs) {
  return apps.flatMap(({ appName, displayName, purpose, productCodes }) => {
    const codes: readonly string[] = productCodes
    const held = licenses.filter((one) => one.kind === 'application' && codes.includes(one.productCode) && isLicensed(one, asOf))
    const endDate = held
      .map((one) => one.endDate)
      .toSorted()
      .at(-1)
    return endDate === undefined
      ? []
      : [{ appName, displayName, purpose, productCodes: [...new Set(held.map((one) => one.productCode))], endDate }]
  })
}
