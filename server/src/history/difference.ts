import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { getDifference } from '@steward/contract/history/endpoints'
import { shownParts, shownValues } from '@steward/contract/history/records'
import type { ResponseOf } from '@steward/contract/http'
import { readMarksAt } from '../audit-log/change-records.ts'
import { readStates } from '../audit-log/entity-states.ts'
import { textOf, timeText } from '../db/log-table.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { entriesOf, idsIn, partsOf } from './entries.ts'
import { type HistoryRow, keysOf, readEntries, readNames } from './queries.ts'
import type { Scope } from './scope.ts'

/** Entries of the audit log that are compared. */
const mostEntries = 200_000

interface Span {
  /** ISO 8601, both exclusive of what comes later than their millisecond. */
  from: string
  to: string
}

type Totals = ResponseOf<typeof getDifference>['counts']
type NetRow = HistoryRow & { totals: Totals; moments: string[]; has_more_moments: boolean }

/** What differs between two moments, in the entries of the audit log: of each field the first value before and the last one after. */
export async function readDifference(
  tx: TenantTransaction,
  scope: Scope,
  span: Span,
  page: { limit: number; offset: number },
): Promise<ResponseOf<typeof getDifference>> {
  await mustBeComparable(tx, scope, span)
  const rows = await netRows(tx, scope, span, page)
  const [first] = rows
  const differing = rows.filter(({ audit_entry_id: id }) => id !== null)
  const entries = await readEntries(tx, scope, first?.moments ?? [])
  const names = await readNames(tx, idsIn([...differing, ...entries]))
  const stateOf = await readStates(tx, [...differing, ...entries])
  const marks = await readMarksAt(tx, [...new Set(entries.map(({ at }) => at))])
  const counts = first?.totals ?? []
  return {
    partCount: counts.reduce((sum, { count }) => sum + count, 0),
    counts,
    parts: partsOf(differing, { names, stateOf }),
    changes: entriesOf(entries, [], { names, stateOf, changes: marks }),
    hasMoreChanges: first?.has_more_moments ?? false,
  }
}

/** @throws difference_too_large */
async function mustBeComparable(tx: TenantTransaction, scope: Scope, span: Span): Promise<void> {
  const branches = keysOf(scope).map(
    ({ from, condition }) =>
      sql`(select from ${from} join audit_entry e on ${between(tx, span)} and ${condition} limit ${mostEntries + 1})`,
  )
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${sql.join(branches, sql` union all `)}) found`.execute(tx)
  if ((rows[0]?.n ?? 0) > mostEntries) throw problem('difference_too_large', { limit: mostEntries })
}

const between = (tx: TenantTransaction, { from, to }: Span) => sql`
  e.tenant_id = ${tenantIdOf(tx)}::uuid and e.occurred_at >= ${afterMillisecond(from)}::timestamptz and e.occurred_at < ${afterMillisecond(to)}::timestamptz`

const afterMillisecond = (moment: string) => new Date(Date.parse(moment) + 1).toISOString()

/**
 * The page of entities that differ, a row for each of the first values of their fields. An entity was there before unless the first
 * thing that happened to its existence was its creation, and is there unless the last one was its deletion.
 */
async function netRows(tx: TenantTransaction, scope: Scope, span: Span, { limit, offset }: { limit: number; offset: number }) {
  const branches = keysOf(scope).map(
    ({ from, condition }) => sql`select e.* from ${from} join audit_entry e on ${between(tx, span)} and ${condition}`,
  )
  const { rows } = await sql<NetRow>`
    with entry as materialized (${sql.join(branches, sql` union `)}),
         entity as (
           select category, entity_id, max(occurred_at) as last_at,
                  (array_agg(type order by occurred_at, audit_entry_id) filter (where type <> 'Update'))[1] = 'Create' as is_new,
                  (array_agg(type order by occurred_at desc, audit_entry_id desc) filter (where type <> 'Update'))[1] = 'Delete' as is_gone
             from entry group by category, entity_id),
         field as (
           select category, entity_id, field_name, subject_id,
                  (array_agg(previous_value order by occurred_at, audit_entry_id))[1] as previous_value,
                  (array_agg(current_value order by occurred_at desc, audit_entry_id desc))[1] as current_value,
                  (array_agg(audit_entry_id order by occurred_at desc, audit_entry_id desc))[1] as audit_entry_id
             from entry group by category, entity_id, field_name, subject_id),
         differing as (
           select f.*, e.last_at, case when is_new then 'Create' when is_gone then 'Delete' else 'Update' end as type
             from field f join entity e using (category, entity_id)
            where f.previous_value is distinct from f.current_value
              and not (coalesce(is_new, false) and coalesce(is_gone, false))),
         ranked as (
           select *, dense_rank() over (order by type = 'Update', last_at desc, category, entity_id) as rank,
                  row_number() over kind as place, (count(*) over (partition by category, entity_id, field_name, subject_id is null, current_value is null))::int as count
             from differing
           window kind as (partition by category, entity_id, field_name, subject_id is null, current_value is null order by audit_entry_id)),
         moment as (
           select distinct e.occurred_at from entry e join differing d using (category, entity_id, field_name)
            where e.subject_id is not distinct from d.subject_id order by 1 desc limit ${shownParts + 1})
    select ${timeText} as at, entry.audit_entry_id, ranked.type, ranked.category, ranked.entity_id, entry.entity_name, ranked.subject_id,
           ranked.field_name, ranked.previous_value, ranked.current_value, entry.actor_type, entry.actor_id, entry.actor_name,
           entry.request_id, ranked.count, false as is_partial, summary.*
      from (select coalesce((select json_agg(json_build_object('category', category, 'type', type, 'count', n) order by n desc, category, type)
                               from (select category, type, count(*)::int as n from (select distinct category, entity_id, type from differing) one
                                      group by category, type) total), '[]') as totals,
                   array(select ${textOf(sql`occurred_at`)} from moment order by occurred_at desc limit ${shownParts}) as moments,
                   (select count(*) > ${shownParts} from moment) as has_more_moments) summary
           left join ranked on rank > ${offset} and rank <= ${offset + limit} and place <= ${shownValues}
           left join entry on entry.audit_entry_id = ranked.audit_entry_id
     order by rank, place`.execute(tx)
  return rows
}
