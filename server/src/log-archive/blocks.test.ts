import { expect, test } from 'vitest'
import type { ArchiveBlock } from '../db/types.ts'
import type { ObjectStore } from '../object-store/store.ts'
import { blocksOf, linesOf, readBlocks } from './blocks.ts'
import type { ArchivedRow } from './archived-log.ts'
import { readArchiveSlice } from './read.ts'

const count = 200
const idOf = (n: number) => `0199c0de-2222-7c11-9d59-${String(n).padStart(12, '0')}`

interface Entry extends ArchivedRow {
  text: string
}

/** Newest first; three entries share each moment. */
const entries = Array.from({ length: count }, (_, index): Entry => {
  const n = count - 1 - index
  return {
    id: idOf(n),
    occurredAt: `2019-03-14T09:${String(Math.floor(n / 3) % 60).padStart(2, '0')}:00.00000${Math.floor(n / 180)}Z`,
    text: `Entry é ${n}, ${'of some length '.repeat(10)}`,
  }
}).toSorted((a, b) => (`${a.occurredAt}${a.id}` < `${b.occurredAt}${b.id}` ? 1 : -1))

const rowOf = ({ id, occurredAt: at }: Entry) => ({ id, at })

async function build() {
  const lines = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  async function* chunks() {
    // Cuts through lines and letters.
    for (let at = 0; at < lines.length; at += 777) yield lines.subarray(at, at + 777)
  }
  const blocks: ArchiveBlock[] = []
  const pieces: Buffer[] = []
  for await (const { compressed, block } of blocksOf(chunks(), 5_000)) {
    blocks.push(block)
    pieces.push(compressed)
  }
  const content = Buffer.concat(pieces)
  let reads = 0
  const store: Pick<ObjectStore, 'read'> = {
    read: async (_, { offset, bytes }) => {
      reads++
      return content.subarray(offset, offset + bytes)
    },
  }
  return { lines, archive: { object_key: 'x', blocks }, store: store as ObjectStore, reads: () => reads }
}

test('blocks have whole lines, and together what was written', async () => {
  const { lines, archive, store } = await build()
  expect(archive.blocks.length).toBeGreaterThan(5)
  expect(archive.blocks.reduce((sum, { rows }) => sum + rows, 0)).toBe(count)
  const read: Buffer[] = []
  for await (const block of readBlocks(store, archive)) read.push(await linesOf(block))
  expect(Buffer.concat(read).equals(lines)).toBe(true)
})

test('pages lead through all blocks, both ways, and read few of them', async () => {
  const { archive, store, reads } = await build()
  const page = { limit: 7, examined: 1_000 }
  const all = entries.map(({ id }) => id)
  const older: string[] = []
  let from: { at: string; id: string } | undefined
  for (let hasMore = true; hasMore;) {
    const before = reads()
    const slice = await readArchiveSlice(store, archive, { isMatch: () => true, rowOf }, { ...page, from, direction: 'older' })
    expect(reads() - before).toBeLessThanOrEqual(2)
    older.push(...slice.rows.map((row) => row.id))
    const last = slice.rows.at(-1)
    from = last && { at: last.at, id: last.id }
    hasMore = slice.hasMore
  }
  expect(older).toEqual(all)
  const newer: string[] = []
  for (let hasMore = true; hasMore;) {
    const slice = await readArchiveSlice(store, archive, { isMatch: () => true, rowOf }, { ...page, from, direction: 'newer' })
    newer.push(...slice.rows.map((row) => row.id))
    const last = slice.rows.at(-1)
    from = last && { at: last.at, id: last.id }
    hasMore = slice.hasMore
  }
  expect(newer).toEqual(all.toReversed().slice(1))
})

test('a search stops after so many entries, and goes on from there', async () => {
  const { archive, store } = await build()
  const isOldest = ({ id }: Entry) => id === entries.at(-1)?.id
  const page = { limit: 5, examined: 150, direction: 'older' as const }
  const first = await readArchiveSlice(store, archive, { isMatch: isOldest, rowOf }, { ...page, from: undefined })
  expect(first).toEqual({ rows: [], hasMore: false, examinedTo: { at: entries[149]?.occurredAt, id: entries[149]?.id } })
  const second = await readArchiveSlice(store, archive, { isMatch: isOldest, rowOf }, { ...page, from: first.examinedTo })
  expect(second.rows.map((row) => row.id)).toEqual([entries.at(-1)?.id])
  expect(second.examinedTo).toBeUndefined()
})
