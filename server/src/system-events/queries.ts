import { type Kysely, type RawBuilder, sql } from 'kysely'
import { examinedEvents } from '@steward/contract/system-log/constants'
import type { CsvSource } from '../db/csv-copy.ts'
import { type Direction, type Plan, type Position, type Slice, readLogSlice, timeText, within } from '../db/log-slice.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Database } from '../db/types.ts'
import type { CountedStep } from './hours.ts'

export interface EventRow {
  /** ISO 8601 in UTC with microseconds. */
  at: string
  system_log_id: string
  kind: string
  outcome: 'success' | 'failure'
  user_id: string | null
  username: string
  address: string | null
  user_agent: string
  request_id: string | null
  details: Record<string, unknown>
}

export type Step = 'hour' | 'day'

const columns = sql`occurred_at, system_log_id, kind, outcome, user_id, username, host(address) as address, user_agent, request_id, details`
/** Of the rows that `columns` selected, where the address is text. */
const chosen = sql`occurred_at, system_log_id, kind, outcome, user_id, username, address, user_agent, request_id, details`

/** The events behind a position that match a filter. */
export function readSlice(
  tx: TenantTransaction,
  plan: Plan,
  page: { from: Position | undefined; direction: Direction; limit: number },
): Promise<Slice<EventRow>> {
  const log = { from: sql`system_log`, id: 'system_log_id', columns, chosen }
  return readLogSlice<EventRow>(tx, log, plan, { ...page, examined: examinedEvents })
}

export async function findEvent(tx: TenantTransaction, { at, id }: Position): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select ${timeText} as at, ${columns} from system_log
     where tenant_id = ${tenantIdOf(tx)}::uuid and occurred_at = ${at}::timestamptz and system_log_id = ${id}::uuid`.execute(tx)
  return rows[0]
}

function matching(tenantId: string, { range, leading, others }: Plan): RawBuilder<unknown> {
  const all = [
    sql`tenant_id = ${tenantId}::uuid`,
    ...within(range),
    ...(leading.length > 0 ? [sql`(${sql.join(leading, sql` or `)})`] : []),
    ...others,
  ]
  return sql`from system_log where ${sql.join(all, sql` and `)}`
}

const counts = (step: Step) => sql`
  date_bin(${`1 ${step}`}::interval, occurred_at, 'epoch') as at, count(*) filter (where outcome = 'success')::int as success,
  count(*) filter (where outcome = 'failure')::int as failure`

/** How many events there are in each step and of each outcome. */
export async function countEvents(tx: TenantTransaction, plan: Plan, step: Step): Promise<CountedStep[]> {
  const { rows } = await sql<CountedStep>`select ${counts(step)} ${matching(tenantIdOf(tx), plan)} group by 1`.execute(tx)
  return rows
}

/** The same of the newest `examinedEvents` of the leading filters, which are compared with the others; and the oldest one's time. */
export async function countExamined(
  tx: TenantTransaction,
  { range, leading, others }: Plan,
  step: Step,
): Promise<{ steps: CountedStep[]; examinedTo: Date | undefined }> {
  const { rows } = await sql<CountedStep & { examined: number; oldest: Date }>`
    with examined as materialized (
      select occurred_at, outcome, (${sql.join(others, sql` and `)}) is true as is_match
        ${matching(tenantIdOf(tx), { range, leading, others: [] })} order by occurred_at desc limit ${examinedEvents + 1})
    select step.*, total.examined, total.oldest
      from (select count(*)::int as examined, min(occurred_at) as oldest from examined) total
           left join (select ${counts(step)} from examined where is_match group by 1) step on true`.execute(tx)
  const [first] = rows
  const isPartial = first !== undefined && first.examined > examinedEvents
  // Without a match there is one row, of the total alone.
  return { steps: rows.filter(({ at }) => at !== null), examinedTo: isPartial ? first.oldest : undefined }
}

/** When the first event was written that is kept; for ranges without a start. */
export async function firstEventAt(tx: TenantTransaction, keptSince: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select occurred_at as at from system_log where tenant_id = ${tenantIdOf(tx)}::uuid and occurred_at >= ${keptSince} order by occurred_at limit 1`.execute(
    tx,
  )
  return rows[0]?.at
}

/** The filtered log as CSV, newest first. */
export function exportedEvents(kysely: Kysely<Database>, tenantId: string, plan: Plan): CsvSource {
  const rows = matching(tenantId, plan)
  return {
    rows: sql`
      select csv_time(occurred_at) as "timestamp", kind, outcome, csv_text(username) as user, user_id as "userId", host(address) as address,
             csv_text(user_agent) as "userAgent", csv_text(request_id) as "requestId", csv_text(details::text) as details
        ${rows} order by occurred_at desc, system_log_id desc`.compile(kysely),
    count: sql<{ n: number }>`select count(*)::int as n ${rows}`.compile(kysely),
  }
}
