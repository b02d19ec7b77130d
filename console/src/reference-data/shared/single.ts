import { problemStatus } from '../../api/problem.ts'

/** Thrown where a list of one is empty: the item was deleted, or the URL names none. */
class Missing extends Error {
  constructor() {
    super('missing')
    this.name = 'Missing'
  }
}

/** The item of a list of one. Tags, currencies and schemes have no call for a single one (second specification file, section 7). */
export function single<T extends { version: number }>(items: readonly T[]): { data: T; etag: string | undefined } {
  const [data] = items
  if (data === undefined) throw new Missing()
  return { data, etag: etagOf(data) }
}

/** The ETag of a version that came with a list. */
export const etagOf = ({ version }: { version: number }): string => `"${version}"`

/** Whether there is no such item; an id that is malformed in the URL answers 400. */
export const isMissing = (error: unknown): boolean => error instanceof Missing || [400, 404].includes(problemStatus(error) ?? 0)
