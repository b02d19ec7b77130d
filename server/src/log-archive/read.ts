import type { Direction, Position, Slice } from '../db/log-slice.ts'
import type { ObjectStore } from '../object-store/store.ts'
import { type ArchiveObject, readBlock } from './blocks.ts'
import type { ArchivedRow } from './archived-log.ts'

export interface ArchivePage {
  from: Position | undefined
  direction: Direction
  limit: number
  /** Entries to compare at most. */
  examined: number
}

/** How the archived entries of a log become rows of it, and which of them a filter lets through. */
export interface Reading<Archived extends ArchivedRow, Read> {
  isMatch(archived: Archived): boolean
  rowOf(archived: Archived): Read
}

/** Whether one of a filter's values is this one; a filter without values lets everything through. */
export const isOneOf = (values: readonly string[] | undefined, value: string): boolean =>
  values === undefined || values.length === 0 || values.includes(value)

/** The entries behind a position that match, as `readLogSlice` answers those of the database. Memory is that of a block. */
export async function readArchiveSlice<Archived extends ArchivedRow, Read>(
  store: ObjectStore,
  archive: ArchiveObject,
  { isMatch, rowOf }: Reading<Archived, Read>,
  { from, direction, limit, examined }: ArchivePage,
): Promise<Slice<Read>> {
  const isOlder = direction === 'older'
  const rows: Read[] = []
  let count = 0
  let last: Position | undefined
  for (const index of indexesBehind(archive, from, isOlder)) {
    const entries = await readBlock<Archived>(store, archive, index)
    for (const entry of isOlder ? entries : entries.toReversed()) {
      const position = { at: entry.occurredAt, id: entry.id }
      if (from !== undefined && (isOlder ? compare(position, from) >= 0 : compare(position, from) <= 0)) continue
      if (count === examined) return { rows, hasMore: false, examinedTo: last }
      count++
      last = position
      if (!isMatch(entry)) continue
      if (rows.length === limit) return { rows, hasMore: true, examinedTo: undefined }
      rows.push(rowOf(entry))
    }
  }
  return { rows, hasMore: false, examinedTo: undefined }
}

/** Times and ids are texts of one form each, so they are in the order of their letters. */
function compare(a: Position, b: Position): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  if (a.id !== b.id) return a.id < b.id ? -1 : 1
  return 0
}

/** The blocks that can have entries behind a position, in the direction of reading. */
function indexesBehind({ blocks }: ArchiveObject, from: Position | undefined, isOlder: boolean): number[] {
  const indexes = [...blocks.keys()]
  if (from === undefined) return isOlder ? indexes : indexes.toReversed()
  // Those whose newest entry is newer; the last of them has the position.
  const newer = blocks.filter((block) => compare(block, from) > 0).length
  return isOlder ? indexes.slice(Math.max(0, newer - 1)) : indexes.slice(0, newer).toReversed()
}
