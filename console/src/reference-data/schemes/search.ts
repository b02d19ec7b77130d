import { given, textParam } from '../../ui/table/search.ts'
import { listSearch, type ListSearch } from '../shared/search.ts'

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

/** Search parameters of the list of currency schemes. */
export interface SchemesSearch extends ListSearch {
  /** The code of the scheme whose form is open. */
  edit?: string
}

const readList = listSearch(sorts)

/** Parses the search parameters of the list of currency schemes. */
export function schemesSearch(raw: Record<string, unknown>): SchemesSearch {
  return given<SchemesSearch>({ ...readList(raw), edit: textParam(raw.edit) })
}
