import type { FieldFault } from '@steward/contract/errors'
import { domainOf, isAllowedEmail } from '@steward/contract/rules/settings'
import type { ChangeListener } from '../../db/listen.ts'
import type { Db } from '../../db/pool.ts'
import type { TenantTransaction } from '../../db/tenant.ts'
import { type Policies, type SessionTimes, createPolicies } from './policies.ts'

/** The tenant's policies for sign-in and invitations. */
export interface TenantPolicies extends Policies {
  /** Returns for any number of addresses why the transaction's tenant doesn't allow invitations there, by its allowed domains. */
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
