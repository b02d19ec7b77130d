import { sql } from 'kysely'
import type { Db } from './pool.ts'
import { asOwner } from './tenant.ts'
import { nameOfTenant, stagingName } from './transaction-names.ts'

/** Covers the instant between the making of an ID and the first write of its transaction. */
const marginMs = 1_000

/**
 * The moment before which no transaction that is still open can have made IDs of the tenant: entries of its logs up to it are complete,
 * however late their transactions commit. A transaction that has no transaction ID, or is still staging a file, has written none yet: its
 * entries will be later. Those of other tenants that can take long have names, and are left out. The clock is read before the transactions
 * are: what begins between the two is later, too.
 */
export async function settledUntil(db: Db, tenantId: string): Promise<Date> {
  const { rows } = await asOwner(
    db,
    'maintenance',
    (tx) =>
      sql<{ at: Date }>`
        select least(statement_timestamp() - make_interval(secs => ${marginMs / 1_000}), min(xact_start)) as at
          from pg_stat_activity
         where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()
           and (application_name = ${stagingName}
                or application_name like ${nameOfTenant('%')} and application_name <> ${nameOfTenant(tenantId)}) is not true`.execute(tx),
    { readOnly: true },
  )
  const [row] = rows
  if (!row) throw new Error('An aggregate returned no row')
  return row.at
}
