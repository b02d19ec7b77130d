import { problem } from '@steward/contract/errors'

/** A position in the log: entries of one transaction have the same time, and their ids are in the order of writing. */
export interface Position {
  /** ISO 8601 in UTC with microseconds, as the database gives it. */
  at: string
  id: string
}

const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/

export const cursorOf = ({ at, id }: Position): string => Buffer.from(`${at}_${id}`).toString('base64url')

export function readCursor(cursor: string): Position | undefined {
  const [, at, id] = written.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return at === undefined || id === undefined || Number.isNaN(Date.parse(at)) ? undefined : { at, id }
}

/** @throws invalid_request */
export function positionIn(field: string, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const position = readCursor(cursor)
  if (position === undefined) throw problem('invalid_request', {}, { fields: [{ field: `query.${field}`, code: 'invalid_value' }] })
  return position
}
