import { pageQuery, sortFrom, tableSearch, textParam, type TableSearch } from '../ui/table/search.ts'

/** What of the roles page lives in its URL. */
export interface RolesSearch extends TableSearch {
  /** Part of a name. */
  q?: string
  /** Names of actions; a role that holds one of them is shown. */
  action?: string[]
}

/** As the contract's `roleSorts`; written again because this file is in the first chunk, and a test compares them. */
export const sorts = ['roleName', 'createdTime', 'userCount', 'groupCount'] as const
export const defaultSort = 'roleName'

function actionsParam(value: unknown): string[] | undefined {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const names = given.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= 100).slice(0, 50)
  return names.length > 0 ? names : undefined
}

/** Reads the page's search parameters; what makes no sense is left out. */
export function rolesSearch(raw: Record<string, unknown>): RolesSearch {
  const q = textParam(raw.q)?.trim().slice(0, 100)
  const action = actionsParam(raw.action)
  return { ...tableSearch(raw, sorts), ...(q ? { q } : {}), ...(action ? { action } : {}) }
}

export const isFiltered = (search: RolesSearch): boolean => search.q !== undefined || search.action !== undefined

/** A change that takes search and filters away. */
export const noFilters = { q: undefined, action: undefined } satisfies Partial<RolesSearch>

/** The filters and the sort as the list and the export take them. */
export const filterQuery = (search: RolesSearch) => ({
  search: search.q,
  actionName: search.action,
  sort: sortFrom(search.sort, sorts, defaultSort),
})

/** The list call behind the page. */
export const listInput = (search: RolesSearch) => ({ ...pageQuery(search), ...filterQuery(search) })
