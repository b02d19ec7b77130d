import { sql } from 'kysely'
import { type Arrivals, within } from '../db/arrivals.ts'
import { timeText } from '../db/log-slice.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import { longestDelayDays } from './ingest.ts'
import type { EventRow } from './queries.ts'

export type ArrivedEvent = EventRow

/** The events of some kinds; of all if none is given. */
export type ArrivedEvents = Arrivals & { kinds: readonly string[] }

const chosen = (tx: TenantTransaction, { kinds, ...arrivals }: ArrivedEvents) => sql`
  ${within(tx, 'system_log_id', arrivals, longestDelayDays + 1)} and (cardinality(${kinds}::text[]) = 0 or kind = any(${kinds}::text[]))`

/** Events in the order in which they were written, for streams. Services report some long after they happened. */
export async function readArrivedEvents(tx: TenantTransaction, arrivals: ArrivedEvents): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${timeText} as at, system_log_id, kind, outcome, user_id, username, host(address) as address, user_agent, request_id, details
      from system_log where ${chosen(tx, arrivals)} order by system_log_id limit ${arrivals.limit}`.execute(tx)
  return rows
}

/** How many there are, up to the limit. */
export async function countArrivedEvents(tx: TenantTransaction, arrivals: ArrivedEvents): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (select from system_log where ${chosen(tx, arrivals)} limit ${arrivals.limit}) waiting`.execute(tx)
  return rows[0]?.n ?? 0
}
