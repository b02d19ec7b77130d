import type { QueryOf } from '@steward/contract/http'
import type { exportExchangeRates, listExchangeRates } from '@steward/contract/reference-data/rates'
import type { ExchangeRate } from '@steward/contract/reference-data/rates-schemas'
import { compareDecimals, quotient } from '@steward/contract/rules/decimals'
import { hasWords } from '@steward/contract/rules/search-words'
import type { Quote } from './queries.ts'

export type RateFilter = Pick<QueryOf<typeof exportExchangeRates>, 'fromCurrencyCode' | 'toCurrencyCode' | 'isDerived' | 'search'>
export type RateOrder = Pick<QueryOf<typeof listExchangeRates>, 'sort' | 'sortOrder'>

/** Two currencies of a vintage: only pairs that are shown get their rate computed. */
export interface Pair {
  from: Quote
  to: Quote
}

/** The pairs that match, by their first and second code. `quotes` are sorted, with the anchor's. */
export function matchingPairs(quotes: readonly Quote[], anchor: string, filter: RateFilter): Pair[] {
  const { fromCurrencyCode, toCurrencyCode, isDerived, search } = filter
  const isSearched = search ? searcher(search) : () => true
  const froms = quotes.filter(
    ({ currencyCode }) =>
      (fromCurrencyCode === undefined || currencyCode === fromCurrencyCode) &&
      (isDerived === undefined || isDerived === (currencyCode !== anchor)),
  )
  const tos = quotes
    .filter(({ currencyCode }) => toCurrencyCode === undefined || currencyCode === toCurrencyCode)
    .map((quote) => ({ quote, matches: isSearched(quote) }))
  return froms.flatMap((from) => {
    const matches = isSearched(from)
    return tos.filter((to) => to.quote !== from && (matches || to.matches)).map((to) => ({ from, to: to.quote }))
  })
}

/** Whether all words of a search are in the code and name of a currency. */
export function searcher(search: string): (currency: Pick<Quote, 'currencyCode' | 'currencyName'>) => boolean {
  const isFound = hasWords(search)
  return ({ currencyCode, currencyName }) => isFound(currencyCode, currencyName)
}

/** The pairs, which come by code, in the order of a sort; codes break ties. */
export function sortPairs(pairs: readonly Pair[], { sort, sortOrder }: RateOrder): readonly Pair[] {
  const direction = sortOrder === 'asc' ? 1 : -1
  if (sort === 'exchangeRate') return sortByRate(pairs, direction)
  if (sort === 'fromCurrencyCode' && sortOrder === 'asc') return pairs
  const compare = comparisons[sort]
  return pairs.toSorted((a, b) => direction * compare(a, b))
}

const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
const comparisons = {
  fromCurrencyCode: (a: Pair, b: Pair) => byText(a.from.currencyCode, b.from.currencyCode),
  toCurrencyCode: (a: Pair, b: Pair) => byText(a.to.currencyCode, b.to.currencyCode),
  asOfDate: (a: Pair, b: Pair) => byText(dateOf(a), dateOf(b)),
}

/** Floats that differ by a larger share are of rates that differ: both have more than 15 digits. */
const certainDifference = 4e-14

/** Compares rates as floats, and exactly only where these are too close. */
function sortByRate(pairs: readonly Pair[], direction: 1 | -1): readonly Pair[] {
  const rated: { pair: Pair; approximate: number; exact?: string }[] = pairs.map((pair) => ({
    pair,
    approximate: Number(pair.to.exchangeRate) / Number(pair.from.exchangeRate),
  }))
  rated.sort((a, b) => {
    const difference = a.approximate - b.approximate
    if (Math.abs(difference) > certainDifference * a.approximate) return direction * difference
    a.exact ??= rateOf(a.pair)
    b.exact ??= rateOf(b.pair)
    return direction * compareDecimals(a.exact, b.exact)
  })
  return rated.map(({ pair }) => pair)
}

const isGiven = ({ from }: Pair) => from.asOfDate === undefined

/** As given against the anchor, or computed. */
const rateOf = ({ from, to }: Pair): string =>
  from.asOfDate === undefined ? to.exchangeRate : quotient([to.exchangeRate], [from.exchangeRate])

/** A computed rate is as old as the older one that it is computed from. */
function dateOf({ from, to }: Pair): string {
  if (from.asOfDate === undefined) return to.asOfDate ?? ''
  return to.asOfDate === undefined || from.asOfDate < to.asOfDate ? from.asOfDate : to.asOfDate
}

/** A pair with its rate. */
export const toRate = (pair: Pair): ExchangeRate => ({
  fromCurrencyCode: pair.from.currencyCode,
  toCurrencyCode: pair.to.currencyCode,
  exchangeRate: rateOf(pair),
  isDerived: !isGiven(pair),
  asOfDate: dateOf(pair),
})
