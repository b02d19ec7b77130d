import { choiceParam, given, queryParam, tableSearch, type TableSearch } from '../../ui/table/search.ts'

/** Whether a tag, currency or scheme is offered, as a filter in the URL. */
export type ActiveStatus = 'active' | 'inactive'

/** Search parameters of the lists of reference data. */
export interface ListSearch extends TableSearch {
  /** Part of a name or code. */
  q?: string
  status?: ActiveStatus
}

/** Parses the search parameters of a list with these sorts; invalid ones are left out. */
export const listSearch =
  (sorts: readonly string[]) =>
  (raw: Record<string, unknown>): ListSearch =>
    given<ListSearch>({ ...tableSearch(raw, sorts), q: queryParam(raw), status: choiceParam(raw.status, ['active', 'inactive']) })

export const isFiltered = (search: ListSearch): boolean => search.q !== undefined || search.status !== undefined

/** A change that clears search and filters. */
export const noFilters = { q: undefined, status: undefined } satisfies Partial<ListSearch>
