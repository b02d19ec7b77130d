import { foldedFields } from '@steward/contract/audit-log/constants'
import type { Direction, Position, Slice } from '../db/log-slice.ts'
import type { EntryRow } from './queries.ts'

/** The entries of one request about one entity. */
export interface Change {
  /** The newest entry. */
  first: EntryRow
  type: EntryRow['type']
  fieldCount: number
  fields: EntryRow[]
}

/** Entries that one page of changes reads at most; a longer change continues on the next page. */
const entriesOfPage = 10_000
const batch = 500

export interface ChangeSlice {
  changes: Change[]
  /** The last entry of the changes, in the direction of reading. */
  last: Position | undefined
  hasMore: boolean
  examinedTo: Position | undefined
}

/** Entries with the same key are one change. */
const keyOf = (row: EntryRow) => JSON.stringify([row.at, row.request_id, row.category, row.entity_id])
const strongest = ['Create', 'Delete', 'Update'] as const
export const positionOf = (row: EntryRow): Position => ({ at: row.at, id: row.audit_entry_id })

/** Reads changes until there are `limit`, entry by entry in the order of the log. */
export async function readChanges(
  read: (from: Position | undefined, limit: number) => Promise<Slice<EntryRow>>,
  { from, direction, limit }: { from: Position | undefined; direction: Direction; limit: number },
): Promise<ChangeSlice> {
  const entriesOf = new Map<string, EntryRow[]>()
  let last = from
  let seen = 0
  for (;;) {
    const slice = await read(last, batch)
    for (const row of slice.rows) {
      const entries = entriesOf.get(keyOf(row))
      if (entries) entries.push(row)
      else if (entriesOf.size === limit) return done({ hasMore: true, examinedTo: undefined })
      else entriesOf.set(keyOf(row), [row])
      last = positionOf(row)
      seen++
    }
    if (!slice.hasMore || seen >= entriesOfPage) return done(slice)
  }

  function done({ hasMore, examinedTo }: Pick<Slice<EntryRow>, 'hasMore' | 'examinedTo'>): ChangeSlice {
    const changes = [...entriesOf.values()].map((entries) => changeOf(direction === 'older' ? entries.toReversed() : entries))
    return { changes, last, hasMore, examinedTo }
  }
}

/** @param entries in the order of writing, at least one */
export function changeOf(entries: readonly EntryRow[], shown = foldedFields): Change {
  const first = entries.at(-1)
  if (first === undefined) throw new Error('A change has entries')
  const type = strongest.find((one) => entries.some((entry) => entry.type === one)) ?? first.type
  return { first, type, fieldCount: entries.length, fields: entries.slice(0, shown) }
}
