import type { FieldFault } from '@steward/contract/errors'
import { domainOf, isAllowedEmail } from '@steward/contract/rules/settings'
import type { ChangeListener } from '../../db/listen.ts'
import type { Db } from '../../db/pool.ts'
import type { TenantTransaction } from '../../db/tenant.ts'
import type { Bind } from '../../http/binding.ts'
import { type Policies, type SessionTimes, createPolicies } from './policies.ts'
import { bindTenantInfoRoutes } from './routes.ts'
import { type TenantInfoPorts, createSettingService } from './service.ts'

/** What tenants have settled; needed by sign-in and invitations before the settings themselves can be put together. */
export interface TenantPolicies extends Policies {
  /** Tells for any number of addresses why nobody may be invited there, by the domains that the transaction's tenant allows. */
  emailRefusal(tx: TenantTransaction): Promise<(email: string) => FieldFault | undefined>
}

/** @param defaults of the installation */
export function createTenantPolicies(db: Db, changes: ChangeListener, defaults: SessionTimes): TenantPolicies {
  const policies = createPolicies(db, changes, defaults)
  return {
    ...policies,
    async emailRefusal(tx) {
      const { emailDomains } = await policies.read(tx)
      return (email) =>
        isAllowedEmail(email, emailDomains)
          ? undefined
          : { field: 'email', code: 'email_domain_refused', parameters: { domain: domainOf(email) } }
    },
  }
}

/** Binds the tenant, its applications and its settings. */
export function bindTenantInfo(bind: Bind, ports: TenantInfoPorts, defaults: SessionTimes): void {
  bindTenantInfoRoutes(bind, ports.db, createSettingService(ports), defaults)
}
