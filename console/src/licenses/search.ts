import { choiceParam, tableSearch, textParam, type TableSearch } from '../ui/table/search.ts'

/** What of the page of licences lives in its URL. */
export interface LicensesSearch extends TableSearch {
  /** Words that all stand in a licence's text. */
  q?: string
  state?: LicenseState
}

/** As the contract's; written again because this file is in the first chunk. */
const states = ['licensed', 'lapsed'] as const
export type LicenseState = (typeof states)[number]
const sorts = ['productName', 'productCode', 'continent', 'peril', 'endDate'] as const

/** The kinds of licences, as in the route. */
const licenseTypes = ['applications', 'data', 'models', 'quotas'] as const
export type LicenseType = (typeof licenseTypes)[number]
/** The kind that a route names; undefined where there is none of that name. */
export const licenseType = (type: string): LicenseType | undefined => choiceParam(type, licenseTypes)

/** Reads the page's search parameters; what makes no sense is left out. */
export function licensesSearch(raw: Record<string, unknown>): LicensesSearch {
  const q = textParam(raw.q)?.trim().slice(0, 200)
  const state = choiceParam(raw.state, states)
  return { ...tableSearch(raw, sorts), ...(q ? { q } : {}), ...(state ? { state } : {}) }
}

export const isFiltered = (search: LicensesSearch): boolean => search.q !== undefined || search.state !== undefined

/** A change that takes search and filter away. */
export const noFilters = { q: undefined, state: undefined } satisfies Partial<LicensesSearch>
