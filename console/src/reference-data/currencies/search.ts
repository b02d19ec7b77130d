import { listSearch } from '../shared/search.ts'

/** Those of the contract's `currencyFields` that are columns, repeated because this file is in the first chunk; a test compares them. */
export const sorts = ['currencyCode', 'currencyName', 'isActive', 'updatedBy', 'updatedAt'] as const
export const defaultSort = 'currencyCode'

/** Parses the search parameters of the list of currencies. */
export const currenciesSearch = listSearch(sorts)
