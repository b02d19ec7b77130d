import { tableSearch, textParam, type TableSearch } from '../ui/table/search.ts'

/** What of the page of resource groups lives in its URL. */
export interface ResourceGroupsSearch extends TableSearch {
  /** Part of a name, of a resource group or of a group it is assigned to. */
  q?: string
}

const sorts = ['name', 'packagePercentage'] as const
export const defaultSort = 'name'

/** Reads the page's search parameters; what makes no sense is left out. */
export function resourceGroupsSearch(raw: Record<string, unknown>): ResourceGroupsSearch {
  const q = textParam(raw.q)?.trim().slice(0, 100)
  return { ...tableSearch(raw, sorts), ...(q ? { q } : {}) }
}
