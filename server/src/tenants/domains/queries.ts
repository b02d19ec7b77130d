import { type Selectable, sql } from 'kysely'
import type { TenantDomain } from '@steward/contract/federation/schemas'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { TenantDomainTable } from '../../db/types.ts'
import { type ProofOutcome, recordOf } from './dns.ts'

export type DomainRow = Selectable<TenantDomainTable>

/** Days that a verified domain keeps routing sign-ins after its record went missing. */
const graceDays = 14
const graceMs = graceDays * 86_400_000

/** Until when a domain with a missing record keeps routing sign-ins. */
export const graceEnd = (missingSince: Date): Date => new Date(missingSince.getTime() + graceMs)

/**
 * Saves the result of a check. A record that is found verifies the domain; one that can't be looked up doesn't end the
 * verification.
 */
export async function storeOutcome(
  tx: TenantTransaction,
  domain: string,
  outcome: ProofOutcome,
  now: Date,
): Promise<DomainRow | undefined> {
  return tx
    .updateTable('tenant_domain')
    .set({
      last_checked_at: now,
      last_outcome: outcome,
      ...(outcome === 'found' ? { verified_at: sql<Date>`coalesce(verified_at, ${now})`, missing_since: null } : {}),
    })
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('domain', '=', domain)
    .returningAll()
    .executeTakeFirst()
}

/** Sets since when the record of a domain is missing, or ends its verification. */
export async function changeProof(
  tx: TenantTransaction,
  domain: string,
  change: { missing_since: Date } | { verified_at: null },
): Promise<void> {
  await tx.updateTable('tenant_domain').set(change).where('tenant_id', '=', tenantIdOf(tx)).where('domain', '=', domain).execute()
}

export const viewOf = (row: DomainRow): TenantDomain => ({
  domain: row.domain,
  isVerified: row.verified_at !== null,
  verifiedAt: row.verified_at?.toISOString() ?? null,
  missingSince: row.missing_since?.toISOString() ?? null,
  routesUntil: row.verified_at && row.missing_since ? graceEnd(row.missing_since).toISOString() : null,
  recordName: row.domain,
  recordValue: recordOf(row.token),
  createdAt: row.created_at.toISOString(),
  lastCheckedAt: row.last_checked_at?.toISOString() ?? null,
  lastOutcome: row.last_outcome,
})

/** The domains of the tenant by name. */
export const readDomains = (tx: TenantTransaction): Promise<DomainRow[]> =>
  tx.selectFrom('tenant_domain').selectAll().where('tenant_id', '=', tenantIdOf(tx)).orderBy('domain').execute()

export const findDomain = (tx: TenantTransaction, domain: string): Promise<DomainRow | undefined> =>
  tx.selectFrom('tenant_domain').selectAll().where('tenant_id', '=', tenantIdOf(tx)).where('domain', '=', domain).executeTakeFirst()

/** Until the transaction ends, no one else adds a domain to the tenant. */
export async function lockDomains(tx: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tenant_domain' || ${tenantIdOf(tx)}::text, 0))`.execute(tx)
}

export async function countDomains(tx: TenantTransaction): Promise<number> {
  const { count } = await tx
    .selectFrom('tenant_domain')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantIdOf(tx))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns undefined if the tenant already has the domain. */
export const insertDomain = (tx: TenantTransaction, domain: string, token: string): Promise<DomainRow | undefined> =>
  tx
    .insertInto('tenant_domain')
    .values({ tenant_id: tenantIdOf(tx), domain, token })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Returns whether the tenant had the domain. */
export async function deleteDomain(tx: TenantTransaction, domain: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('tenant_domain')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('domain', '=', domain)
    .returning('domain')
    .executeTakeFirst()
  return row !== undefined
}
