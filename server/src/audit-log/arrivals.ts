import { sql } from 'kysely'
import { type Arrivals, shownLength, within } from '../db/arrivals.ts'
import { timeText } from '../db/log-slice.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { EntryRow } from './queries.ts'

export type ArrivedEntry = EntryRow

/** A change is written in its transaction, which takes minutes at the longest. */
const longestDelayDays = 1

/** Entries in the order in which they were written, for streams; long values are cut. */
export async function readArrivedEntries(tx: TenantTransaction, arrivals: Arrivals): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${timeText} as at, audit_entry_id, type, category, entity_id, entity_name, subject_id, field_name,
           left(previous_value, ${shownLength}) as previous_value, left(current_value, ${shownLength}) as current_value,
           actor_type, actor_id, actor_name, request_id
      from audit_entry
     where ${within(tx, 'audit_entry_id', arrivals, longestDelayDays)}
     order by audit_entry_id limit ${arrivals.limit}`.execute(tx)
  return rows
}

/** Which of these entries belong to a change of an entity that has entries behind `last`, by ID. */
export async function continuedEntries(tx: TenantTransaction, entries: readonly EntryRow[], last: string): Promise<Set<string>> {
  const times = entries.map(({ at }) => at).toSorted()
  // Of both, so that neither looks at more partitions, also far behind the end of the log.
  const isOfTheirTime = (row: string) =>
    sql`${sql.ref(`${row}.occurred_at`)} between ${times.at(0)}::timestamptz and ${times.at(-1)}::timestamptz`
  const { rows } = await sql<{ audit_entry_id: string }>`
    select e.audit_entry_id from audit_entry e
     where e.tenant_id = ${tenantIdOf(tx)}::uuid and e.audit_entry_id = any(${entries.map(({ audit_entry_id: id }) => id)}::uuid[])
       and ${isOfTheirTime('e')}
       and exists (select from audit_entry more
                    where more.tenant_id = ${tenantIdOf(tx)}::uuid and more.entity_id = e.entity_id and more.occurred_at = e.occurred_at
                      and more.category = e.category and more.audit_entry_id > ${last}::uuid and ${isOfTheirTime('more')})`.execute(tx)
  return new Set(rows.map((row) => row.audit_entry_id))
}

/** How many there are, up to the limit. */
export async function countArrivedEntries(tx: TenantTransaction, arrivals: Arrivals): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from audit_entry where ${within(tx, 'audit_entry_id', arrivals, longestDelayDays)} limit ${arrivals.limit}) waiting`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}
