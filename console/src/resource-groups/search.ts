import { given, queryParam, tableSearch, type TableSearch } from '../ui/table/search.ts'

/** Search parameters of the resource groups page. */
export interface ResourceGroupsSearch extends TableSearch {
  /** Part of the name of a resource group or of a group it is assigned to. */
  q?: string
}

const sorts = ['name', 'packagePercentage'] as const
export const defaultSort = 'name'

/** Parses the page's search parameters; invalid ones are left out. */
export function resourceGroupsSearch(raw: Record<string, unknown>): ResourceGroupsSearch {
  return given<ResourceGroupsSearch>({ ...tableSearch(raw, sorts), q: queryParam(raw) })
}
