import { expect, test } from 'vitest'
import { historySeries } from './history.ts'

const history = {
  fromCurrencyCode: 'USD',
  toCurrencyCode: 'EUR',
  isDerived: false,
  series: [
    {
      vintage: '2025-Q4',
      status: 'Published' as const,
      points: [
        { asOfDate: '2025-11-30', exchangeRate: '0.91' },
        { asOfDate: '2025-12-31', exchangeRate: '0.920000000000000001' },
      ],
    },
    { vintage: '2026-Q1', status: 'Draft' as const, points: [{ asOfDate: '2026-01-31', exchangeRate: '0.93' }] },
  ],
}

test('lines all vintages up over the dates of all, and keeps every digit to read', () => {
  const { times, series } = historySeries(history, '2025-Q4')
  expect(times).toEqual(['2025-11-30', '2025-12-31', '2026-01-31'])
  expect(series.map(({ texts }) => texts)).toEqual([
    [null, null, '0.93'],
    ['0.91', '0.920000000000000001', null],
  ])
  expect(series[1]?.values[1]).toBe(0.92)
})

test('draws the vintage that is looked at above the others, drafts dashed, and leaves out what has no rates', () => {
  const empty = { vintage: '2026-Q2', status: 'Draft' as const, points: [] }
  const { series } = historySeries({ ...history, series: [...history.series, empty] }, '2025-Q4')
  expect(series.map(({ color, dashed }) => ({ color, dashed }))).toEqual([
    { color: 'info', dashed: true },
    { color: 'accent', dashed: false },
  ])
})
