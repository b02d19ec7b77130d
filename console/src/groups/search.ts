import type { GroupStatus } from '@steward/contract/groups/schemas'
import { choicesParam, idsParam, pageQuery, sortFrom, tableSearch, textParam, type TableSearch } from '../ui/table/search.ts'

/** What of the groups page lives in its URL. */
export interface GroupsSearch extends TableSearch {
  /** Part of a name. */
  q?: string
  status?: GroupStatus[]
  /** Ids of roles. */
  role?: string[]
}

const statuses = ['Enabled', 'Disabled'] as const satisfies readonly GroupStatus[]
/** As the contract's `groupSorts`; written again because this file is in the first chunk, and a test compares them. */
export const sorts = ['groupName', 'createdTime', 'userCount', 'roleCount', 'status'] as const
export const defaultSort = 'groupName'

/** Reads the page's search parameters; what makes no sense is left out. */
export function groupsSearch(raw: Record<string, unknown>): GroupsSearch {
  const q = textParam(raw.q)?.trim().slice(0, 100)
  const status = choicesParam(raw.status, statuses)
  const role = idsParam(raw.role)
  return { ...tableSearch(raw, sorts), ...(q ? { q } : {}), ...(status ? { status } : {}), ...(role ? { role } : {}) }
}

export const isFiltered = (search: GroupsSearch): boolean => [search.q, search.status, search.role].some((filter) => filter !== undefined)

/** A change that takes search and filters away. */
export const noFilters = { q: undefined, status: undefined, role: undefined } satisfies Partial<GroupsSearch>

/** The filters and the sort as the list and the export take them. */
export const filterQuery = (search: GroupsSearch) => ({
  search: search.q,
  groupStatus: search.status,
  roleId: search.role,
  sort: sortFrom(search.sort, sorts, defaultSort),
})

/** The list call behind the page. */
export const listInput = (search: GroupsSearch) => ({ ...pageQuery(search), ...filterQuery(search) })
