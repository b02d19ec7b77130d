import { listCurrencySchemes, saveCurrencyScheme } from '@steward/contract/reference-data/currencies'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { api, apiWithEtag } from '../../api/client.ts'
import { endpointQuery, listQuery } from '../../api/query.ts'
import { saveOnTop } from '../shared/saveOnTop.ts'
import type { ListSearch } from '../shared/search.ts'
import { etagOf, single } from '../shared/single.ts'
import { orderOf, quoted, whereOf, windowOf } from '../shared/where.ts'
import { defaultSort, sorts } from './search.ts'

/** Tables behind schemes, their vintages and rates: a vintage's row changes with its rates, and the newest is shown with its scheme. */
export const schemeTables = ['currency_scheme', 'currency_vintage'] as const

/** The filters and the sort in the form that the list and the export need. */
export const filterQuery = (search: ListSearch) => ({
  ...orderOf(search.sort, sorts, defaultSort),
  where: whereOf(['currencySchemeCode', 'currencySchemeName', 'sourceName'], search),
})

/** The page of the list for a URL. */
export const schemesQuery = (search: ListSearch) =>
  listQuery(listCurrencySchemes, schemeTables, { query: { ...windowOf(search), ...filterQuery(search) } })

/** One scheme, as a list of one; empty if no scheme has this code. */
export const schemeQuery = (currencySchemeCode: string) =>
  endpointQuery(listCurrencySchemes, schemeTables, { query: { where: `currencySchemeCode = ${quoted(currencySchemeCode)}`, limit: 1 } })

/** The default scheme, as a list of at most one. */
export const defaultSchemeQuery = endpointQuery(listCurrencySchemes, schemeTables, { query: { where: 'isDefault = true', limit: 1 } })

/** A scheme with the version that was loaded, as ETag. */
export interface VersionedScheme {
  data: CurrencyScheme
  etag: string | undefined
}

export const versioned = (scheme: CurrencyScheme): VersionedScheme => ({ data: scheme, etag: etagOf(scheme) })

/** Loads the current version, bypassing the cache. */
export async function readScheme(currencySchemeCode: string): Promise<VersionedScheme> {
  const { items } = await api(listCurrencySchemes, { query: { where: `currencySchemeCode = ${quoted(currencySchemeCode)}`, limit: 1 } })
  return single(items)
}

/** The fields of a scheme that people choose. */
export type SchemeRow = Pick<
  CurrencyScheme,
  | 'currencySchemeCode'
  | 'currencySchemeName'
  | 'anchorCurrencyCode'
  | 'sourceName'
  | 'externalId'
  | 'updateIntervalInDays'
  | 'isActive'
  | 'isDefault'
>

const rowOf = (scheme: SchemeRow): SchemeRow => ({
  currencySchemeCode: scheme.currencySchemeCode,
  currencySchemeName: scheme.currencySchemeName,
  anchorCurrencyCode: scheme.anchorCurrencyCode,
  sourceName: scheme.sourceName,
  externalId: scheme.externalId,
  updateIntervalInDays: scheme.updateIntervalInDays,
  isActive: scheme.isActive,
  isDefault: scheme.isDefault,
})

/** Creates a scheme, or changes the one loaded in version `ifMatch`. */
export async function writeScheme(row: SchemeRow, ifMatch: string | undefined): Promise<VersionedScheme> {
  const { data, etag } = await apiWithEtag(saveCurrencyScheme, { body: [rowOf(row)], ifMatch })
  return { data, etag }
}

export const setSchemeActive = ({ currencySchemeCode }: CurrencyScheme, isActive: boolean): Promise<void> =>
  saveOnTop({
    read: () => readScheme(currencySchemeCode),
    isDone: (scheme) => scheme.isActive === isActive,
    save: (scheme, ifMatch) => writeScheme({ ...scheme, isActive }, ifMatch),
  })

export const makeSchemeDefault = ({ currencySchemeCode }: CurrencyScheme): Promise<void> =>
  saveOnTop({
    read: () => readScheme(currencySchemeCode),
    isDone: (scheme) => scheme.isDefault,
    save: (scheme, ifMatch) => writeScheme({ ...scheme, isDefault: true }, ifMatch),
  })
