import { login } from '@steward/contract/session/endpoints'
import type { TenantSettingKey } from '@steward/contract/rules/settings-schemas'
import { getSetting, putSetting } from '@steward/contract/tenants/endpoints'
import { type CallOptions, type TestApp, type TestTenant, type TestUser, password } from './app.ts'

/** Trusts the client address that a test sends; an environment for `startTestApp`. */
export const behindProxy = { STEWARD_TRUST_PROXY: 'loopback' }

/** Headers of a call from an address. */
export const from = (address: string): { headers: Record<string, string> } => ({ headers: { 'x-forwarded-for': address } })

export function saveTenantSetting(
  app: TestApp,
  tenant: TestTenant,
  key: TenantSettingKey,
  value: unknown,
  options: CallOptions & { ifMatch?: string },
) {
  const body = { key, level: 'Tenant' as const, levelId: tenant.tenantId, value: JSON.stringify(value) }
  return app.call(putSetting, { body, ifMatch: options.ifMatch }, options)
}

export function readTenantSetting(app: TestApp, tenant: TestTenant, key: string, options: CallOptions) {
  return app.call(getSetting, { params: { key }, query: { level: 'Tenant', levelId: tenant.tenantId } }, options)
}

/** Signs in from an address and returns the whole response. */
export function signInFrom(app: TestApp, tenant: TestTenant, user: Pick<TestUser, 'username'>, address: string, secret = password) {
  return app.call(login, { body: { tenantName: tenant.tenantName, username: user.username, password: secret } }, from(address))
}
