import { once } from 'node:events'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCsv } from '../db/csv-copy.ts'
import { operator } from '../db/tenant.ts'
import { type TestDatabase, createTestDatabase } from '../testing/database.ts'
import { csvStream } from './csv-stream.ts'
import { withoutFormulaGuard } from './csv.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The database's output for a query, without the header. */
async function written(query: RawBuilder<unknown>): Promise<string> {
  const { db } = database
  const count = sql<{ n: number }>`select 1 as n`.compile(db.kysely)
  const source = { rows: query.compile(db.kysely), count }
  const copy = await copyCsv(db, { tenantId: '0199c0de-1111-7c11-9d59-3b8f5f1c2a44' }, source)
  try {
    const file = await text(copy.stream)
    return file.slice(file.indexOf('\n') + 1)
  } finally {
    await copy.close()
  }
}

const cell = (value: string) => written(sql`select csv_text(${value}) as cell, 1 as other`)

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '|calc', '\tx', '\rx'])('%j is text to a spreadsheet', async (value) => {
  expect(parse(await cell(value))).toEqual([[`'${value}`, '1']])
  expect(withoutFormulaGuard(`'${value}`)).toBe(value)
})

test('numbers, booleans, lists and null stay unchanged', async () => {
  const values = sql`${-1} as n, ${true} as b, ${null} as nothing, csv_text(${''}) as empty, cardinality(${['a', "b'\\"]}::text[]) as list`
  expect(await written(sql`select ${values}`)).toBe('-1,t,,,2\n')
  expect(await cell("'quoted'")).toBe("'quoted',1\n")
})

test('dates are written as in the contract', async () => {
  expect(await written(sql`select csv_time(${'2026-03-14T10:26:53.589+01:00'}::timestamptz) as moment`)).toBe('2026-03-14T09:26:53.589Z\n')
})

test('a reader finds the exact cells that were written', async () => {
  // The database has no text with a zero byte, or with half a character.
  const character = fc.constantFrom(...`ab"',;\\$1\n\r\t=+-@ä\u{1F600}`)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: character, minLength: 1 }), { minLength: 1, maxLength: 5 }), async (cells) => {
      const columns = sql.join(cells.map((value, index) => sql`csv_text(${value}) as ${sql.ref(`c${index}`)}`))
      const [read] = parse(await written(sql`select 'x', ${columns}`), { record_delimiter: '\n' })
      expect(read?.slice(1).map(withoutFormulaGuard)).toEqual(cells.map(withoutFormulaGuard))
    }),
    { numRuns: 30 },
  )
})

test('a tenant whose readers are slow leaves a turn to others', async () => {
  const { db } = database
  const rows = sql`select repeat('a', 1000) as cell from generate_series(1, 2000)`
  const source = { rows: rows.compile(db.kysely), count: sql<{ n: number }>`select 2000 as n`.compile(db.kysely) }
  const fileOf = (tenantId: string) => csvStream(db, { tenantId, requestId: '', actor: operator }, source)
  const slow = Array.from({ length: 4 }, () => fileOf('0199c0de-1111-7c11-9d59-3b8f5f1c2a44'))
  // Each gets its first bytes, and is not read on.
  await Promise.all(slow.slice(0, 3).map((stream) => once(stream, 'readable')))
  expect(await text(fileOf('0199c0de-2222-7c11-9d59-3b8f5f1c2a44'))).toContain('cell')
  for (const stream of slow) stream.destroy()
})
