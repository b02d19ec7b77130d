import { getSetting, getTenant, listTenantApps, putSetting } from '@steward/contract/tenants/endpoints'
import type { FastifyRequest } from 'fastify'
import type { Bind } from '../../http/binding.ts'
import { callerOf } from '../../http/caller.ts'
import type { Principal } from '../../http/principal.ts'
import { clientOf } from '../../http/client.ts'
import type { TenantView } from '../tenant-view.ts'
import type { SettingCaller, SettingService } from './service.ts'

interface SettingCall {
  principal: Principal
  request: FastifyRequest
}

const settingCallerOf = ({ principal, request }: SettingCall): SettingCaller => ({
  principal,
  requestId: request.id,
  address: clientOf(request).address,
})

/** Binds the tenant, its applications and its settings. */
export function bindTenantRoutes(bind: Bind, settings: SettingService, tenant: TenantView): void {
  bind(getSetting, async (call) => {
    const { asOf, ...of } = call.query
    const { value, version } = await settings.read(settingCallerOf(call), { ...of, key: call.params.key }, asOf)
    if (asOf === undefined) call.setEtag(version)
    return value
  })

  bind(putSetting, async (call) => {
    const { saved, version } = await settings.save(settingCallerOf(call), call.body, call.ifMatch)
    call.setEtag(version)
    return saved
  })

  bind(getTenant, async (call) => tenant.read(callerOf(call)))
  bind(listTenantApps, async (call) => tenant.apps(callerOf(call)))
}
