import { listSearch } from '../shared/search.ts'

/** Those of the contract's `schemeFields` that are columns, repeated because this file is in the first chunk; a test compares them. */
export const sorts = [
  'currencySchemeCode',
  'currencySchemeName',
  'anchorCurrencyCode',
  'sourceName',
  'updateIntervalInDays',
  'isDefault',
  'isActive',
] as const
export const defaultSort = 'currencySchemeCode'

/** Parses the search parameters of the list of currency schemes. */
export const schemesSearch = listSearch(sorts)
