import { queryOptions } from '@tanstack/react-query'
import { listCurrencies, saveCurrency } from '@steward/contract/reference-data/currencies'
import type { Currency } from '@steward/contract/reference-data/currencies-schemas'
import { api, apiWithEtag } from '../../api/client.ts'
import { endpointQuery, listQuery, queryClient } from '../../api/query.ts'
import { saveOnTop } from '../shared/saveOnTop.ts'
import { single } from '../shared/single.ts'
import type { ListSearch } from '../shared/search.ts'
import { orderOf, quoted, whereOf, windowOf } from '../shared/where.ts'
import { defaultSort, sorts } from './search.ts'

/** Tables that affect a currency. */
export const currencyTables = ['currency'] as const

/** The filters and the sort in the form that the list and the export need. */
export const filterQuery = (search: ListSearch) => ({
  ...orderOf(search.sort, sorts, defaultSort),
  where: whereOf(['currencyCode', 'currencyName'], search),
})

/** The page of the list for a URL. */
export const currenciesQuery = (search: ListSearch) =>
  listQuery(listCurrencies, currencyTables, { query: { ...windowOf(search), ...filterQuery(search) } })

/** Every currency, for pickers; codes are read without a limit (second specification file, section 7). */
export const allCurrenciesQuery = endpointQuery(listCurrencies, currencyTables, { query: { limit: 0 } })

/** A currency with the version that was loaded, as ETag. */
export interface VersionedCurrency {
  data: Currency
  etag: string | undefined
}

/** One currency, and its version as ETag. */
export const currencyQuery = (currencyCode: string) =>
  queryOptions({
    queryKey: [listCurrencies.id, 'one', currencyCode] as const,
    queryFn: async ({ signal }): Promise<VersionedCurrency> =>
      single((await api(listCurrencies, { query: { where: `currencyCode = ${quoted(currencyCode)}`, limit: 1 }, signal })).items),
    meta: { tables: currencyTables },
  })

/** Loads the current version, bypassing the cache. */
export const readCurrencyAgain = (currencyCode: string): Promise<VersionedCurrency> =>
  queryClient.fetchQuery({ ...currencyQuery(currencyCode), staleTime: 0 })

export type CurrencyRow = Pick<Currency, 'currencyCode' | 'currencyName' | 'isActive'>

/** Creates a currency, or changes the one loaded in version `ifMatch`, and puts the saved one into the cache. */
export async function writeCurrency(
  { currencyCode, currencyName, isActive }: CurrencyRow,
  ifMatch: string | undefined,
): Promise<VersionedCurrency> {
  const { data, etag } = await apiWithEtag(saveCurrency, { body: [{ currencyCode, currencyName, isActive }], ifMatch })
  const saved = { data, etag }
  queryClient.setQueryData(currencyQuery(data.currencyCode).queryKey, saved)
  return saved
}

export const setCurrencyActive = ({ currencyCode }: Currency, isActive: boolean): Promise<void> =>
  saveOnTop({
    read: () => readCurrencyAgain(currencyCode),
    isDone: (currency) => currency.isActive === isActive,
    save: (currency, ifMatch) => writeCurrency({ ...currency, isActive }, ifMatch),
  })
