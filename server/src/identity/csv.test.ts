import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine, withoutFormulaGuard } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is text to a spreadsheet', (text) => {
  expect(parse(csvLine([text]))).toEqual([[`'${text}`]])
  expect(withoutFormulaGuard(`'${text}`)).toBe(text)
})

test('numbers, booleans and nothing stay what they are', () => {
  expect(csvLine([-1, true, null, undefined, ''])).toBe('-1,true,,,\r\n')
  expect(csvCell("'quoted'")).toBe("'quoted'")
})

test('a reader finds the cells that were written', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (cells) => {
      fc.pre(!cells[0]?.startsWith('\uFEFF'))
      const [read] = parse(csvLine(['x', ...cells]), { relax_column_count: true })
      expect(read?.slice(1).map(withoutFormulaGuard)).toEqual(cells.map(withoutFormulaGuard))
    }),
  )
})
