import { randomBytes } from 'node:crypto'
import { problem } from '@steward/contract/errors'
import type { TenantDomain } from '@steward/contract/federation/schemas'
import { constraintOf } from '../../db/constraint.ts'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, withTenant } from '../../db/tenant.ts'
import { lookForProof } from './dns.ts'
import { countDomains, deleteDomain, findDomain, insertDomain, lockDomains, readDomains, storeOutcome, viewOf } from './queries.ts'

const mostDomains = 50

export interface DomainContext {
  db: Db
  settings: {
    /** Name servers for domain verification; those of the machine if empty. */
    dnsServers: readonly string[]
    now: () => Date
  }
}

/** Domains of a tenant: added by anyone who can configure single sign-on, routing sign-ins once a DNS record verifies them. */
export function createDomains({ db, settings }: DomainContext) {
  return {
    list: (ctx: TenantContext): Promise<TenantDomain[]> =>
      withTenant(db, ctx, async (tx) => (await readDomains(tx)).map(viewOf), { readOnly: true }),

    /** @throws domain_exists, domain_limit_reached */
    add: (ctx: TenantContext, domain: string): Promise<TenantDomain> =>
      withTenant(db, ctx, async (tx) => {
        // One after another, so that the limit isn't exceeded.
        await lockDomains(tx)
        if ((await countDomains(tx)) >= mostDomains) throw problem('domain_limit_reached', { limit: mostDomains })
        const row = await insertDomain(tx, domain, randomBytes(18).toString('base64url'))
        if (!row) throw problem('domain_exists', {}, { field: 'domain' })
        return viewOf(row)
      }),

    /** @throws not_found, domain_taken */
    async verify(ctx: TenantContext, domain: string): Promise<TenantDomain> {
      const named = await withTenant(db, ctx, (tx) => findDomain(tx, domain), { readOnly: true })
      if (!named) throw problem('not_found')
      const outcome = await lookForProof(domain, named.token, settings.dnsServers)
      try {
        const row = await withTenant(db, ctx, (tx) => storeOutcome(tx, domain, outcome, settings.now()))
        if (!row) throw problem('not_found')
        return viewOf(row)
      } catch (error) {
        if (constraintOf(error) === 'tenant_domain_owner_unique') throw problem('domain_taken')
        throw error
      }
    },

    /** @throws not_found */
    remove: (ctx: TenantContext, domain: string): Promise<void> =>
      withTenant(db, ctx, async (tx) => {
        if (!(await deleteDomain(tx, domain))) throw problem('not_found')
      }),
  }
}

export type Domains = ReturnType<typeof createDomains>
