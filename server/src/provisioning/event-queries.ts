import { sql } from 'kysely'
import type { ErrorParameters } from '@steward/contract/errors'
import type { QueryOf } from '@steward/contract/http'
import type { Language } from '@steward/contract/languages'
import type { ProvisioningEvent, ProvisioningEventDetail } from '@steward/contract/provisioning/schemas'
import type { listProvisioningEvents } from '@steward/contract/provisioning/endpoints'
import type { CsvSource } from '../db/csv-copy.ts'
import { literally } from '../db/like.ts'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Row } from '../db/types.ts'
import { errorText } from '../http/problems.ts'
import { loggedRefusal } from './scim/refusals.ts'

type Filter = Omit<QueryOf<typeof listProvisioningEvents>, 'limit' | 'offset'>

/** The maximum total of filtered lists; more is not counted (second specification file, section 3). */
const countedUpTo = 10_000

const defaultOutcomes = ['changed', 'unchanged', 'failed', 'limited'] as const

interface Replays {
  /** The latest replay that was not a dry run. */
  replayed_by: string | null
  is_done: boolean
}
export type EventRow = Row<'provisioning_event'> & Replays
type ListedRow = Omit<EventRow, 'body' | 'changes'>

const replays = sql`
  (select r.provisioning_event_id from provisioning_event r
    where r.tenant_id = e.tenant_id and r.replay_of = e.provisioning_event_id and not r.is_dry_run
    order by r.provisioning_event_id desc limit 1) as replayed_by,
  exists (select from provisioning_event r
           where r.tenant_id = e.tenant_id and r.replay_of = e.provisioning_event_id and not r.is_dry_run
             and r.outcome in ('changed', 'unchanged')) as is_done`

function conditions(tenantId: string, filter: Filter) {
  const all = [
    sql`e.tenant_id = ${tenantId}::uuid`,
    sql`e.outcome = any(${filter.outcome && filter.outcome.length > 0 ? filter.outcome : defaultOutcomes}::text[])`,
  ]
  if (filter.search) {
    all.push(
      sql`(e.resource_name ilike ${`%${literally(filter.search)}%`} or e.resource_id = ${filter.search} or e.request_id = ${filter.search})`,
    )
  }
  if (filter.operation && filter.operation.length > 0) all.push(sql`e.operation = any(${filter.operation}::text[])`)
  if (filter.resourceType) all.push(sql`e.resource_type = ${filter.resourceType}`)
  if (filter.scimTokenId) all.push(sql`e.scim_token_id = ${filter.scimTokenId}`)
  if (filter.dryRun !== undefined) all.push(sql`e.is_dry_run = ${filter.dryRun === 'true'}`)
  if (filter.from) all.push(sql`e.occurred_at >= ${filter.from}::timestamptz`)
  if (filter.to) all.push(sql`e.occurred_at < ${filter.to}::timestamptz`)
  return sql.join(all, sql` and `)
}

/** A page of the log, newest first, with the total up to the counting limit. */
export async function readEventPage(tx: TenantTransaction, filter: Filter, page: { limit: number; offset: number }) {
  const { rows } = await sql<ListedRow>`
    select e.tenant_id, e.provisioning_event_id, e.occurred_at, e.operation, e.resource_type, e.resource_id, e.resource_name, e.outcome,
           e.is_dry_run, e.method, e.path, e.is_body_cut, e.status, e.scim_type, e.code, e.parameters, e.detail, e.change_count, e.duration_ms,
           e.scim_token_id, e.token_name, e.address, e.user_agent, e.request_id, e.replay_of, e.replayed_by_name, ${replays}
      from provisioning_event e where ${conditions(tenantIdOf(tx), filter)}
     order by e.provisioning_event_id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n
      from (select from provisioning_event e where ${conditions(tenantIdOf(tx), filter)} limit ${countedUpTo + 1}) matching`.execute(tx)
  const n = counted.rows[0]?.n ?? 0
  return { rows, totalCount: Math.min(n, countedUpTo), totalIsExact: n <= countedUpTo }
}

/** Counts of more than this are not complete. */
const countedAtMost = 50_000

interface HourRow {
  hour: Date
  changed: number
  unchanged: number
  failed: number
  limited: number
}

/** The operations of the last 24 hours by hour and outcome, oldest first, and whether all were counted. */
export async function readHours(tx: TenantTransaction): Promise<{ hours: HourRow[]; isComplete: boolean }> {
  const since = sql`date_trunc('hour', now()) - interval '23 hours'`
  // Ids begin with their time, so the newest are read from the key.
  const { rows } = await sql<HourRow & { all_counted: string }>`
    with recent as materialized (
      select e.occurred_at, e.outcome from provisioning_event e
       where e.tenant_id = ${tenantIdOf(tx)}::uuid
         and e.provisioning_event_id >= (lpad(to_hex((extract(epoch from ${since}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
         and e.outcome <> 'read' and not e.is_dry_run
       order by e.provisioning_event_id desc limit ${countedAtMost + 1})
    select h.hour,
           count(*) filter (where r.outcome = 'changed')::int as changed,
           count(*) filter (where r.outcome = 'unchanged')::int as unchanged,
           count(*) filter (where r.outcome = 'failed')::int as failed,
           count(*) filter (where r.outcome = 'limited')::int as limited,
           (select count(*) from recent) as all_counted
      from generate_series(${since}, now(), interval '1 hour') h(hour)
      left join recent r on r.occurred_at >= h.hour and r.occurred_at < h.hour + interval '1 hour'
     group by h.hour order by h.hour`.execute(tx)
  return {
    hours: rows.map(({ hour, changed, unchanged, failed, limited }) => ({ hour, changed, unchanged, failed, limited })),
    isComplete: rows.every((row) => Number(row.all_counted) <= countedAtMost),
  }
}

/** The filtered log, newest first, as CSV. */
export function exportedEvents({ kysely }: Pick<Db, 'kysely'>, tenantId: string, filter: Filter): CsvSource {
  const matching = sql`from provisioning_event e where ${conditions(tenantId, filter)}`
  return {
    rows: sql`
      select csv_time(e.occurred_at) as "occurredTime", e.operation, e.resource_type as "resourceType", csv_text(e.resource_id) as "resourceId",
             csv_text(e.resource_name) as "resourceName", e.outcome, e.is_dry_run as "dryRun", e.status, e.code, csv_text(e.detail) as detail,
             e.change_count as changes, csv_text(e.token_name) as token, host(e.address) as address, csv_text(e.user_agent) as client,
             e.request_id as "requestId", e.replay_of as "replayOf"
        ${matching} order by e.provisioning_event_id desc`.compile(kysely),
    count: sql<{ n: number }>`select count(*)::int as n ${matching}`.compile(kysely),
  }
}

export async function findEvent(tx: TenantTransaction, eventId: string): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select e.*, ${replays} from provisioning_event e
     where e.tenant_id = ${tenantIdOf(tx)}::uuid and e.provisioning_event_id = ${eventId}`.execute(tx)
  return rows[0]
}

/** An id for an entry that has not been written yet. */
export async function nextEventId(tx: TenantTransaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The database gave no id')
  return id
}

/** Whether an operation can be replayed: on a user or group, not a dry run, failed, stored completely, and not replayed successfully yet. */
export const isReplayable = (row: Omit<EventRow, 'body' | 'changes'>): boolean =>
  (row.outcome === 'failed' || row.outcome === 'limited') &&
  row.resource_type !== null &&
  !row.is_dry_run &&
  !row.is_body_cut &&
  row.operation !== 'read' &&
  row.operation !== 'bulk' &&
  !row.is_done

/** Why an operation failed, as text: the product's rule that refused it, or else the message sent to the provider. */
function messageOf({ code, parameters, detail, status }: ListedRow, language: Language): string | null {
  if (status < 400) return null
  if (code !== null) {
    const named = parameters === null ? {} : (JSON.parse(parameters) as ErrorParameters) // written by the recorder
    const text = loggedRefusal(code, named, language) ?? errorText(code, named, language)
    if (text !== code) return text
  }
  return detail
}

export function toEvent(row: ListedRow, language: Language): ProvisioningEvent {
  return {
    eventId: row.provisioning_event_id,
    occurredAt: row.occurred_at.toISOString(),
    operation: row.operation,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    resourceName: row.resource_name,
    outcome: row.outcome,
    isDryRun: row.is_dry_run,
    status: row.status,
    message: messageOf(row, language),
    changeCount: row.change_count,
    tokenName: row.token_name,
    scimTokenId: row.scim_token_id,
    durationMs: row.duration_ms,
    isReplayable: isReplayable(row),
    replayedBy: row.replayed_by,
  }
}

export function toEventDetail(row: EventRow, language: Language): ProvisioningEventDetail {
  return {
    ...toEvent(row, language),
    method: row.method,
    path: row.path,
    body: row.body === null ? null : (JSON.parse(row.body) as unknown),
    isBodyCut: row.is_body_cut,
    // Written by the recorder in the contract's shape.
    changes: row.changes === null ? [] : (JSON.parse(row.changes) as ProvisioningEventDetail['changes']),
    scimType: row.scim_type,
    code: row.code,
    detail: row.detail,
    address: row.address,
    userAgent: row.user_agent,
    requestId: row.request_id,
    replayOf: row.replay_of,
    replayedByName: row.replayed_by_name,
  }
}
