import { given, pageQuery, queryParam, sortFrom, tableSearch, type TableSearch } from '../ui/table/search.ts'

/** Search parameters of the roles page. */
export interface RolesSearch extends TableSearch {
  /** Part of a name. */
  q?: string
  /** Names of actions; roles with at least one of them are shown. */
  action?: string[]
}

/** The contract's `roleSorts`, repeated because this file is in the first chunk; a test compares them. */
export const sorts = ['roleName', 'createdTime', 'userCount', 'groupCount'] as const
export const defaultSort = 'roleName'

function actionsParam(value: unknown): string[] | undefined {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const names = given.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= 100).slice(0, 50)
  return names.length > 0 ? names : undefined
}

/** Parses the page's search parameters; invalid ones are left out. */
export function rolesSearch(raw: Record<string, unknown>): RolesSearch {
  return given<RolesSearch>({ ...tableSearch(raw, sorts), q: queryParam(raw), action: actionsParam(raw.action) })
}

export const isFiltered = (search: RolesSearch): boolean => search.q !== undefined || search.action !== undefined

/** A change that clears search and filters. */
export const noFilters = { q: undefined, action: undefined } satisfies Partial<RolesSearch>

/** The filters and the sort in the form that the list and the export need. */
export const filterQuery = (search: RolesSearch) => ({
  search: search.q,
  actionName: search.action,
  sort: sortFrom(search.sort, sorts, defaultSort),
})

/** The list call behind the page. */
export const listInput = (search: RolesSearch) => ({ ...pageQuery(search), ...filterQuery(search) })
