import { expect, test } from 'vitest'
import { anchorChoice, noScheme, schemeRow, schemeSchema } from './schemeForm.ts'

const read = (updateIntervalInDays: string) =>
  schemeSchema.safeParse({
    ...noScheme,
    currencySchemeCode: 'RATES',
    currencySchemeName: 'Rates',
    anchorCurrencyCode: anchorChoice('USD'),
    updateIntervalInDays,
  })

test.each([
  ['0', 0],
  [' 92 ', 92],
  ['1,000', 1_000],
  ['３１', 31],
])('reads an update interval of %j as %d days', (typed, days) => {
  expect(schemeRow(read(typed).data ?? noScheme).updateIntervalInDays).toBe(days)
})

test.each(['', '5,001', '-1', '1.5', '1e3', 'weekly'])('refuses %j as an update interval', (typed) => {
  expect(read(typed).error?.issues.map(({ path }) => path)).toEqual([['updateIntervalInDays']])
})
