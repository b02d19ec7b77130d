import type { GroupStatus } from '@steward/contract/groups/schemas'
import { choicesParam, given, idsParam, pageQuery, queryParam, sortFrom, tableSearch, type TableSearch } from '../ui/table/search.ts'

/** URL state of the groups page. */
export interface GroupsSearch extends TableSearch {
  /** Part of a name. */
  q?: string
  status?: GroupStatus[]
  /** Role ids. */
  role?: string[]
}

const statuses = ['Enabled', 'Disabled'] as const satisfies readonly GroupStatus[]
/** Same as the contract's `groupSorts`; repeated because this file is in the first chunk. A test compares them. */
export const sorts = ['groupName', 'createdTime', 'userCount', 'roleCount', 'status'] as const
export const defaultSort = 'groupName'

/** Reads the page's search parameters; invalid values are dropped. */
export function groupsSearch(raw: Record<string, unknown>): GroupsSearch {
  return given<GroupsSearch>({
    ...tableSearch(raw, sorts),
    q: queryParam(raw),
    status: choicesParam(raw.status, statuses),
    role: idsParam(raw.role),
  })
}

export const isFiltered = (search: GroupsSearch): boolean => [search.q, search.status, search.role].some((filter) => filter !== undefined)

/** A patch that clears search and filters. */
export const noFilters = { q: undefined, status: undefined, role: undefined } satisfies Partial<GroupsSearch>

/** Filters and sort for the list and the export. */
export const filterQuery = (search: GroupsSearch) => ({
  search: search.q,
  groupStatus: search.status,
  roleId: search.role,
  sort: sortFrom(search.sort, sorts, defaultSort),
})

/** The list call of the page. */
export const listInput = (search: GroupsSearch) => ({ ...pageQuery(search), ...filterQuery(search) })
