import type { QueryOf, ResponseOf } from '@steward/contract/http'
import { domainOf } from '@steward/contract/rules/settings'
import type { signInMethods } from '@steward/contract/session/endpoints'
import type { Db } from '../db/pool.ts'
import { findFederation, findTenantOfDomain } from './queries.ts'

/** The sign-in methods of a tenant, or of an email domain. */
export function createSignInMethods(db: Db) {
  return {
    async of({ tenantName, email }: QueryOf<typeof signInMethods>): Promise<ResponseOf<typeof signInMethods>> {
      // A named tenant takes precedence over the domain.
      const name = tenantName ?? (email === undefined ? null : ((await findTenantOfDomain(db, domainOf(email))) ?? null))
      const federation = name === null ? undefined : await findFederation(db, name)
      return federation
        ? { tenantName: name, password: federation.hasPassword, identityProvider: federation.providerName ?? name }
        : { tenantName: name, password: true, identityProvider: null }
    },
  }
}

export type SignInMethods = ReturnType<typeof createSignInMethods>
