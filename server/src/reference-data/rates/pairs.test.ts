import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDecimals } from '@steward/contract/rules/decimals'
import { matchingPairs, sortPairs, toRate } from './pairs.ts'
import type { Quote } from './queries.ts'

const rate = fc.oneof(
  fc.constantFrom('1', '2', '0.5', '1.000000000000001', '0.999999999999999999', '1.0000000000000001', '3', '0.333333333333333'),
  fc.tuple(fc.nat(1_000_000), fc.nat(999_999)).map(([whole, fraction]) => `${whole}.${String(fraction).padStart(6, '0')}1`),
)
const quotes = fc.array(rate, { minLength: 1, maxLength: 12 }).map((rates): Quote[] => [
  ...rates.map((exchangeRate, index) => ({
    currencyCode: `A${String.fromCharCode(65 + index)}`,
    currencyName: `Currency ${index}`,
    exchangeRate,
    asOfDate: '2026-01-31',
  })),
  { currencyCode: 'USD', currencyName: 'US dollar', exchangeRate: '1', asOfDate: undefined },
])

test('sorts by the rates that are shown, with codes breaking ties', () => {
  fc.assert(
    fc.property(quotes, fc.constantFrom('asc' as const, 'desc' as const), (all, sortOrder) => {
      const pairs = matchingPairs(all, 'USD', {})
      expect(pairs).toHaveLength(all.length * (all.length - 1))
      const rates = sortPairs(pairs, { sort: 'exchangeRate', sortOrder }).map(toRate)
      for (const [index, next] of rates.entries()) {
        const last = rates[index - 1]
        if (!last) continue
        const difference = compareDecimals(last.exchangeRate, next.exchangeRate) * (sortOrder === 'asc' ? 1 : -1)
        expect(difference).toBeLessThanOrEqual(0)
        const key = (one: typeof next) => one.fromCurrencyCode + one.toCurrencyCode
        if (difference === 0) expect(key(last) < key(next)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})
