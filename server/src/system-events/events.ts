import type { SystemEvent } from '@steward/contract/system-log/schemas'
import type { Position, Range, Slice } from '../db/log-slice.ts'
import { deviceName } from '../http/device.ts'
import { type LogPage, cursorOf, logPartOf } from '../http/log-paging.ts'
import type { EventRow } from './queries.ts'

/** Rows as the API answers them. */

const positionOf = (row: EventRow): Position => ({ at: row.at, id: row.system_log_id })

export const toEvent = (row: EventRow): SystemEvent => ({
  cursor: cursorOf(positionOf(row)),
  occurredAt: row.at,
  kind: row.kind,
  outcome: row.outcome,
  userId: row.user_id,
  username: row.username,
  address: row.address,
  device: row.user_agent ? deviceName(row.user_agent) : null,
  userAgent: row.user_agent,
  requestId: row.request_id,
  details: row.details,
})

export function eventsPart(page: LogPage, slice: Slice<EventRow>, range: Range) {
  const rows = page.direction === 'older' ? slice.rows : slice.rows.toReversed()
  const [first, last] = [rows[0], rows.at(-1)]
  const ends = { newest: first && positionOf(first), oldest: last && positionOf(last) }
  return { items: rows.map(toEvent), ...logPartOf(page, slice, ends, range) }
}
