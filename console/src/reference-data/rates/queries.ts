import { useQuery } from '@tanstack/react-query'
import { convertAmount, exchangeRateHistory, exportExchangeRates, listExchangeRates } from '@steward/contract/reference-data/rates'
import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { api } from '../../api/client.ts'
import { endpointQuery, listQuery } from '../../api/query.ts'
import { saveFile } from '../../exports/download.ts'
import { orderOf, windowOf } from '../shared/where.ts'
import { schemeTables } from '../schemes/queries.ts'
import type { VintageKey } from '../vintages/queries.ts'
import { defaultKind, defaultRateSort, type RateKind, rateSortFields, type RatesSearch } from './search.ts'

const isDerivedOf = { given: 'false', derived: 'true', all: undefined } as const satisfies Record<RateKind, string | undefined>

/** The page of a vintage's rates for a URL. */
export function ratesQuery({ scheme, vintage }: VintageKey, search: RatesSearch) {
  return listQuery(listExchangeRates, schemeTables, {
    query: {
      currencySchemeCode: scheme,
      vintage,
      asOfDate: search.asOf,
      isDerived: isDerivedOf[search.kind ?? defaultKind],
      search: search.q,
      ...windowOf(search),
      ...orderOf(search.sort, rateSortFields, defaultRateSort),
    },
  })
}

/** The newest given rate of each currency. */
const givenQuery = ({ scheme, vintage }: VintageKey) =>
  endpointQuery(listExchangeRates, schemeTables, {
    query: { currencySchemeCode: scheme, vintage, isDerived: 'false', limit: 5_000 },
  })

/** The currencies of a vintage, the anchor first; undefined while they load. */
export function useVintageCurrencies(key: VintageKey): string[] | undefined {
  const { data } = useQuery(givenQuery(key))
  if (data === undefined) return undefined
  return [...new Set([data.anchorCurrencyCode, ...data.exchangeRates.map((rate) => rate.toCurrencyCode).toSorted()])]
}

/** A rate over its as-of dates, in the newest vintages of a scheme. */
export const historyQuery = (scheme: string, pair: { from: string; to: string }) =>
  listQuery(exchangeRateHistory, schemeTables, {
    query: { currencySchemeCode: scheme, fromCurrencyCode: pair.from, toCurrencyCode: pair.to },
  })

interface Conversion {
  amount: string
  from: string
  to: string
  asOf?: string | undefined
}

export const conversionQuery = ({ scheme, vintage }: VintageKey, { amount, from, to, asOf }: Conversion) =>
  listQuery(convertAmount, schemeTables, {
    query: { currencySchemeCode: scheme, vintage, amount, fromCurrencyCode: from, toCurrencyCode: to, asOfDate: asOf },
  })

/** Saves the given rates of all as-of dates, as an upload takes them. */
export async function downloadRates({ currencySchemeCode, vintage }: Pick<Vintage, 'currencySchemeCode' | 'vintage'>): Promise<void> {
  const content = await api(exportExchangeRates, { query: { currencySchemeCode, vintage, isDerived: 'false' } })
  saveFile(new Blob([content], { type: 'text/csv' }), `rates-${fileText(currencySchemeCode)}-${fileText(vintage)}.csv`)
}

/** A name in the name of a file. */
const fileText = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
