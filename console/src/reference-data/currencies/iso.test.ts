import { expect, test } from 'vitest'
import { isCurrencyName } from '@steward/contract/rules/name-rules'
import { isoCurrencies, shortName } from './iso.ts'

test('offers the currencies in use with their names', () => {
  const offered = isoCurrencies()
  expect(offered).toContainEqual({ code: 'EUR', name: 'Euro' })
  expect(offered.length).toBeGreaterThan(150)
  expect(offered.filter(({ name }) => /\(\d{4}/.test(name))).toEqual([])
})

test('every proposed name is valid', () => {
  for (const currency of isoCurrencies()) expect([currency, isCurrencyName(shortName(currency))]).toEqual([currency, true])
})

test.each([
  ['EUR', 'Euro', 'Euro'],
  ['HKD', 'Hong Kong Dollar', 'Hong Kong Dollar'],
  ['AED', 'United Arab Emirates Dirham', 'AED Dirham'],
  ['NEW', "People's coin", 'People’s coin'],
  ['OLD', 'Old coin (used until 1999)', 'OLD 1999'],
  ['BAM', '兌換マルクと非常に長い名前を持つ通貨', '兌換マルクと非常に長い名前を持つ'],
])('%s, %s, becomes %s', (code, name, short) => {
  expect(shortName({ code, name })).toBe(short)
})
