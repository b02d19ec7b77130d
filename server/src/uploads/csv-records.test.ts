import { expect, test } from 'vitest'
import { CsvSyntaxError, csvRecords, matchHeader } from './csv-records.ts'

async function* pieces(text: string, size = 7) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string) {
  const records: [number, ...string[]][] = []
  for await (const { line, cells } of csvRecords(pieces(text))) records.push([line, ...cells])
  return records
}

test.each([',', ';', '\t'])('reads cells separated by %j, with the lines they begin in', async (delimiter) => {
  const file = ['a,b', '', '1,"two', 'lines, ""quoted"""', ' 3 ,4', '5'].join('\r\n').replace(/,(?! )/g, delimiter)
  expect(await read(file)).toEqual([
    [1, 'a', 'b'],
    [3, '1', 'two\nlines, "quoted"'],
    [5, '3', '4'],
    [6, '5'],
  ])
})

test('takes the delimiter of most cells, outside of quotes', async () => {
  expect(await read('\n"a,b,c";d\n1;2\n')).toEqual([
    [2, 'a,b,c', 'd'],
    [3, '1', '2'],
  ])
  expect(await read('')).toEqual([])
})

test.each([
  ['a quote that stays open', 'a,b\n1,2\n"3,4\n5,6\n', 3],
  ['a quote within a cell', 'a,b\n1,2\n3,4"5"\n', 3],
  ['a record without end', `a,b\n1,"${'x\n'.repeat(200_000)}`, 2],
])('names the line of %s', async (_, text, line) => {
  const failure = await read(text).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CsvSyntaxError)
  expect(failure).toMatchObject({ line })
})

test('passes on what fails while reading, and stops reading when no one wants more', async () => {
  const failure = new Error('gone')
  async function* failing() {
    yield 'a,b\n1,2\n'
    throw failure
  }
  await expect(Array.fromAsync(csvRecords(failing()))).rejects.toBe(failure)
  let given = 0
  let isClosed = false
  async function* endless() {
    try {
      for (;;) {
        given++
        yield 'a,b\n'.repeat(10_000)
      }
    } finally {
      isClosed = true
    }
  }
  for await (const { line } of csvRecords(endless())) if (line > 20_000) break
  await expect.poll(() => isClosed).toBe(true)
  expect(given).toBeLessThan(20)
})

test('matches headers, and names columns that are unknown, missing or there twice', () => {
  const columns = { headers: { code: 'code', currencycode: 'code', rate: 'rate' }, required: ['rate'], ignored: new Set(['note']) } as const
  expect(matchHeader(['Currency Code', 'RATE', 'Note', ''], columns)).toEqual({
    columns: ['code', 'rate', undefined, undefined],
    faults: [],
  })
  expect(matchHeader(['code', 'currency_code', 'constructor'], columns).faults).toEqual([
    { kind: 'unknown', name: 'constructor' },
    { kind: 'twice', name: 'code' },
    { kind: 'missing', name: 'rate' },
  ])
})
