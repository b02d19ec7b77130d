import type { FieldFault } from '@steward/contract/errors'
import { domainOf, isAllowedEmail } from '@steward/contract/rules/settings'
import type { ChangeListener } from '../../db/listen.ts'
import type { Db } from '../../db/pool.ts'
import type { TenantTransaction } from '../../db/tenant.ts'
import { type Installation, type Policies, createPolicies } from './policies.ts'

/** The tenant's policies for sign-in and invitations. */
export interface TenantPolicies extends Policies {
  /** Returns for any number of addresses why the transaction's tenant doesn't allow invitations there, by its allowed domains. */
  emailRefusal(tx: TenantTransaction): Promise<(email: string) => FieldFault | undefined>
}

export function createTenantPolicies(db: Db, changes: ChangeListener, installation: Installation): TenantPolicies {
  const policies = createPolicies(db, changes, installation)
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
