import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvBatches } from './csv-batches.ts'
import { CsvSyntaxError, csvRecords } from './csv-records.ts'

async function* pieces(text: string, sizes: readonly number[]) {
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] || 1
    yield text.slice(at, at + size)
    at += size
  }
}

type Outcome = { records: [number, ...string[]][]; failedAt?: number }

async function outcomeOf(records: AsyncIterable<{ line: number; cells: string[] }>): Promise<Outcome> {
  const outcome: Outcome = { records: [] }
  try {
    for await (const { line, cells } of records) outcome.records.push([line, ...cells])
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error
    outcome.failedAt = error.line
  }
  return outcome
}

async function* flat(text: AsyncIterable<string>) {
  for await (const batch of csvBatches(text)) yield* batch
}

const cell = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '\t', '\f', '\u00a0', '.'), maxLength: 4 })
const quoted = fc.string({ unit: fc.constantFrom('a', '""', ',', '\n', '\r\n', ' '), maxLength: 5 }).map((text) => `"${text}"`)
const stray = fc.constantFrom('"', 'a"b', '"a"b', '""a')
const lineOf = (delimiter: string, cells: fc.Arbitrary<string>) =>
  fc.array(cells, { minLength: 1, maxLength: 4 }).map((all) => all.join(delimiter))
const file = fc.constantFrom(',', ';', '\t').chain((delimiter) =>
  fc
    .tuple(
      fc.constantFrom('', '\n', ' \r\n'),
      fc.oneof(fc.constant(['code', 'day', 'rate'].join(delimiter)), lineOf(delimiter, fc.oneof(cell, quoted))),
      fc.array(
        fc.oneof({ weight: 8, arbitrary: lineOf(delimiter, cell) }, lineOf(delimiter, fc.oneof(cell, quoted)), lineOf(delimiter, stray)),
        {
          maxLength: 12,
        },
      ),
      fc.array(fc.constantFrom('\n', '\r\n', '\r', '\n\n'), { minLength: 12, maxLength: 12 }),
      fc.boolean(),
    )
    .map(([before, header, lines, breaks, isEnded]) => {
      const all = [header, ...lines].map((line, index) => line + (breaks[index] ?? '\n')).join('')
      return before + (isEnded ? all : all.trimEnd())
    }),
)

test('reads what the parser reads, however the text arrives', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }), async (text, sizes) => {
      const [batches, records] = [await outcomeOf(flat(pieces(text, sizes))), await outcomeOf(csvRecords(pieces(text, sizes)))]
      // For an open quote the parser names the line after the last record, which can be empty.
      expect(batches.failedAt ?? 0).toBeGreaterThanOrEqual(records.failedAt ?? 0)
      expect(batches.failedAt === undefined).toBe(records.failedAt === undefined)
      // The parser stops early where it fails.
      expect(batches.records.slice(0, records.records.length)).toEqual(records.records)
      if (records.failedAt === undefined) expect(batches).toEqual(records)
    }),
    { numRuns: 2_000 },
  )
}, 60_000)

test('names the line of a record without end', async () => {
  const text = `a,b\n1,2\n${'x'.repeat(300_000)}\n3,4\n`
  expect(await outcomeOf(flat(pieces(text, [10_000])))).toEqual({
    records: [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
    failedAt: 3,
  })
  expect(await outcomeOf(csvRecords(pieces(text, [10_000])))).toMatchObject({ failedAt: 3 })
})
