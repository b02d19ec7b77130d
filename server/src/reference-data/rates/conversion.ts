import type { QueryOf, ResponseOf } from '@steward/contract/http'
import type { convertAmount } from '@steward/contract/reference-data/rates'
import { problem } from '@steward/contract/errors'
import { canonicalDecimal, quotient } from '@steward/contract/rules/decimals'
import type { TenantTransaction } from '../../db/tenant.ts'
import { toRate } from './pairs.ts'
import { type Quote, readQuotes } from './queries.ts'
import { type RateSource, mustBeCurrencies } from './source.ts'

type Conversion = ResponseOf<typeof convertAmount>

/**
 * An amount in another currency, rounded once, with the given rates that it was computed from.
 * @param today the day that an error names if the request names none
 * @throws currency_unknown, rate_missing
 */
export async function convert(
  tx: TenantTransaction,
  source: RateSource,
  { amount, fromCurrencyCode, toCurrencyCode, asOfDate }: QueryOf<typeof convertAmount>,
  today: string,
): Promise<Conversion> {
  await mustBeCurrencies(tx, { fromCurrencyCode, toCurrencyCode })
  const quotes = await readQuotes(tx, source, asOfDate, [fromCurrencyCode, toCurrencyCode])
  const quoteOf = (code: string): Quote => {
    const quote = quotes.find(({ currencyCode }) => currencyCode === code)
    if (!quote) throw problem('rate_missing', { currencyCode: code, asOfDate: asOfDate ?? today })
    return quote
  }
  const [from, to] = [quoteOf(fromCurrencyCode), quoteOf(toCurrencyCode)]
  const anchor = quoteOf(source.anchorCurrencyCode)
  const used = from === to ? [] : [from, to].filter((quote) => quote !== anchor)
  const { currencySchemeCode, vintage } = source
  return {
    amount: canonicalDecimal(amount),
    result: from === to ? canonicalDecimal(amount) : quotient([amount, to.exchangeRate], [from.exchangeRate]),
    currencySchemeCode,
    vintage,
    rate: from === to ? sameCurrency(from, asOfDate ?? today) : toRate({ from, to }),
    steps: used.map((quote) => toRate({ from: anchor, to: quote })),
  }
}

const sameCurrency = ({ currencyCode, asOfDate }: Quote, day: string): Conversion['rate'] => ({
  fromCurrencyCode: currencyCode,
  toCurrencyCode: currencyCode,
  exchangeRate: '1',
  isDerived: true,
  asOfDate: asOfDate ?? day,
})
