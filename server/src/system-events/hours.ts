import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, asOwner, tenantIdOf } from '../db/tenant.ts'
import type { SystemLogFilter } from './filter.ts'

/** The part with the sum of those that were added up. */
const summed = '00000000-0000-0000-0000-000000000000'

export interface CountedStep {
  at: Date
  success: number
  failure: number
}

/** Kept counts of the events from one full hour (UTC) to another, in steps. */
export async function countHours(
  tx: TenantTransaction,
  { kind, outcome }: Pick<SystemLogFilter, 'kind' | 'outcome'>,
  { from, until, step }: { from: Date; until: Date; step: 'hour' | 'day' },
): Promise<CountedStep[]> {
  const conditions = [
    sql`tenant_id = ${tenantIdOf(tx)}::uuid and hour >= ${from} and hour < ${until}`,
    ...(kind?.length ? [sql`kind = any(${kind}::text[])`] : []),
    ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
  ]
  const { rows } = await sql<CountedStep>`
    select date_bin(${`1 ${step}`}::interval, hour, 'epoch') as at, coalesce(sum(n) filter (where outcome = 'success'), 0)::int as success,
           coalesce(sum(n) filter (where outcome = 'failure'), 0)::int as failure
      from system_log_hour where ${sql.join(conditions, sql` and `)} group by 1`.execute(tx)
  return rows
}

/** Adds up what statements counted, and removes the counts of months that were dropped. */
export async function sumHours(db: Db): Promise<void> {
  await asOwner(db, 'maintenance', async (tx) => {
    await sql`
      with part as (delete from system_log_hour where part <> ${summed}::uuid returning tenant_id, hour, kind, outcome, n)
      insert into system_log_hour as h (tenant_id, hour, kind, outcome, part, n)
      select tenant_id, hour, kind, outcome, ${summed}::uuid, sum(n) from part group by 1, 2, 3, 4
          on conflict on constraint system_log_hour_pk do update set n = h.n + excluded.n`.execute(tx)
    // Events of months without a partition are in the default one.
    await sql`
      delete from system_log_hour
       where not exists (select from system_log_default)
         and hour < (select min(to_date(right(relname, 7), 'YYYY_MM'))::timestamp at time zone 'UTC'
                       from pg_inherits join pg_class on pg_class.oid = inhrelid
                      where inhparent = 'system_log'::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$')`.execute(tx)
  })
}
