import { sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import { examinedEvents } from '@steward/contract/system-log/constants'
import type { listArchivedEvents } from '@steward/contract/system-log/endpoints'
import { timeText } from '../db/log-slice.ts'
import type { TenantContext } from '../db/tenant.ts'
import { logPageOf } from '../http/log-paging.ts'
import type { ArchivedLog, ArchivedRow } from '../log-archive/archived-log.ts'
import { isOneOf } from '../log-archive/read.ts'
import type { ArchiveService } from '../log-archive/service.ts'
import { eventsPart } from './events.ts'
import type { EventRow } from './queries.ts'

export const archivedSystemLog: ArchivedLog = {
  table: 'system_log',
  id: 'system_log_id',
  name: 'system-log',
  line: sql`json_build_object(
    'id', system_log_id, 'occurredAt', ${timeText}, 'kind', kind, 'outcome', outcome, 'userId', user_id, 'username', username,
    'address', host(address), 'userAgent', user_agent, 'requestId', request_id, 'details', details)`,
}

/** An event of the system log as a line of an archived month; names and values are those of the API. */
interface ArchivedEvent extends ArchivedRow {
  kind: string
  outcome: EventRow['outcome']
  userId: string | null
  username: string
  address: string | null
  userAgent: string
  requestId: string | null
  details: Record<string, unknown>
}

const rowOf = (event: ArchivedEvent): EventRow => ({
  at: event.occurredAt,
  system_log_id: event.id,
  kind: event.kind,
  outcome: event.outcome,
  user_id: event.userId,
  username: event.username,
  address: event.address,
  user_agent: event.userAgent,
  request_id: event.requestId,
  details: event.details,
})

type Query = QueryOf<typeof listArchivedEvents>

/** As `planOf` filters the events of the database. */
function matcherOf({ kind, outcome, userId, address, search }: Query): (event: ArchivedEvent) => boolean {
  const text = search?.toLowerCase()
  const isFound = (event: ArchivedEvent) =>
    text === undefined ||
    text === '' ||
    [event.username, event.userAgent].some((value) => value.toLowerCase().includes(text)) ||
    event.requestId === search
  return (event) =>
    isOneOf(kind, event.kind) &&
    (outcome === undefined || event.outcome === outcome) &&
    isOneOf(userId, event.userId ?? '') &&
    (address === undefined || event.address === address) &&
    isFound(event)
}

/**
 * The events of an archived month, as the log lists its own.
 * @throws not_found, invalid_request, archive_unavailable, archive_damaged
 */
export async function listEventsOf(archive: ArchiveService, ctx: TenantContext, archiveId: string, query: Query) {
  const page = logPageOf(query)
  const slice = await archive.read(ctx, archiveId, { isMatch: matcherOf(query), rowOf }, { ...page, examined: examinedEvents })
  return eventsPart(page, slice, { from: undefined, until: undefined })
}
