import { choiceParam, given, queryParam, tableSearch, type TableSearch } from '../ui/table/search.ts'

/** URL state of the licenses page. */
export interface LicensesSearch extends TableSearch {
  /** Search terms; a license matches if its text contains all of them. */
  q?: string
  state?: LicenseState
  /** Applications on a time axis instead of cards. */
  view?: 'timeline'
}

/** Same as the contract's; repeated because this file is in the first chunk. */
const states = ['licensed', 'lapsed'] as const
export type LicenseState = (typeof states)[number]
const sorts = ['productName', 'productCode', 'continent', 'peril', 'endDate'] as const

/** The kinds of licenses, as in the route. */
const licenseTypes = ['applications', 'data', 'models', 'quotas'] as const
export type LicenseType = (typeof licenseTypes)[number]
/** The kind in a route; undefined if there is no such kind. */
export const licenseType = (type: string): LicenseType | undefined => choiceParam(type, licenseTypes)

/** Reads the page's search parameters; invalid values are dropped. */
export function licensesSearch(raw: Record<string, unknown>): LicensesSearch {
  return given<LicensesSearch>({
    ...tableSearch(raw, sorts),
    q: queryParam(raw, 200),
    state: choiceParam(raw.state, states),
    view: choiceParam(raw.view, ['timeline']),
  })
}

export const isFiltered = (search: LicensesSearch): boolean => search.q !== undefined || search.state !== undefined

/** A patch that clears search and filter. */
export const noFilters = { q: undefined, state: undefined } satisfies Partial<LicensesSearch>
