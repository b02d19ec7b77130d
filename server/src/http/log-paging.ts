import { problem } from '@steward/contract/errors'
import { type DateRangeDays, rangeStart } from '@steward/contract/rules/date-ranges'
import type { Direction, Position, Range } from '../db/log-slice.ts'

/** Ranges and positions of the logs, as their calls have them. */

/** Positions of entries whose ids the product chose; other ids are UUIDs. */
export const writtenWithText = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([A-Za-z0-9][\w.:-]{0,99})$/
const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/

export const cursorOf = ({ at, id }: Position): string => Buffer.from(`${at}_${id}`).toString('base64url')

export function readCursor(cursor: string, form = written): Position | undefined {
  const [, at, id] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return at === undefined || id === undefined || Number.isNaN(Date.parse(at)) ? undefined : { at, id }
}

/** The position of a single entry, if it is still kept. */
export function readKeptCursor(cursor: string, keptSince: Date): Position | undefined {
  const position = readCursor(cursor)
  return position !== undefined && Date.parse(position.at) >= keptSince.getTime() ? position : undefined
}

const invalid = (field: string) => problem('invalid_request', {}, { fields: [{ field: `query.${field}`, code: 'invalid_value' }] })

function positionIn(field: string, cursor: string | undefined, form?: RegExp): Position | undefined {
  if (cursor === undefined) return undefined
  const position = readCursor(cursor, form)
  if (position === undefined) throw invalid(field)
  return position
}

const defaultDays = 7

/**
 * The range of a filter: its days, or its times, since when entries are kept.
 * @throws invalid_request
 */
export function rangeOf(filter: { days?: number; from?: string; until?: string }, now: Date, keptSince?: Date): Range {
  const range = askedRange(filter, now)
  if (keptSince === undefined || (range.from !== undefined && Date.parse(range.from) >= keptSince.getTime())) return range
  return { ...range, from: keptSince.toISOString() }
}

function askedRange({ days, from, until }: { days?: number; from?: string; until?: string }, now: Date): Range {
  if (from === undefined && until === undefined) {
    // Checked by the contract.
    return { from: rangeStart((days ?? defaultDays) as DateRangeDays, now.toISOString()), until: undefined }
  }
  if (days !== undefined) throw invalid('days')
  if (from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until)) throw invalid('until')
  return { from, until }
}

export interface LogPage {
  from: Position | undefined
  direction: Direction
  limit: number
}

/** @throws invalid_request */
export function logPageOf({ before, after, limit }: { before?: string; after?: string; limit: number }, form?: RegExp): LogPage {
  if (before !== undefined && after !== undefined) throw invalid('after')
  if (after !== undefined) return { from: positionIn('after', after, form), direction: 'newer', limit }
  return { from: positionIn('before', before, form), direction: 'older', limit }
}

/** Both ends of a page; where the call stopped early, it continues behind the last entry that it examined. */
export function logPartOf(
  { direction, from }: LogPage,
  { hasMore, examinedTo }: { hasMore: boolean; examinedTo: Position | undefined },
  ends: { newest: Position | undefined; oldest: Position | undefined },
  range: Range,
) {
  const isMore = hasMore || examinedTo !== undefined
  const isOlder = direction === 'older'
  const newest = isOlder ? ends.newest : (examinedTo ?? ends.newest)
  const oldest = isOlder ? (examinedTo ?? ends.oldest) : ends.oldest
  return {
    newest: newest ? cursorOf(newest) : null,
    oldest: oldest ? cursorOf(oldest) : null,
    hasNewer: isOlder ? from !== undefined : isMore,
    hasOlder: isOlder ? isMore : true,
    examinedTo: examinedTo?.at ?? null,
    from: range.from ?? null,
    until: range.until ?? null,
  }
}
