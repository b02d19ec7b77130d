import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { hasWords } from '@steward/contract/rules/search-words'
import { compareText } from '../i18n/format.ts'
import type { TablePage } from '../ui/table/page.ts'
import { pageQuery } from '../ui/table/search.ts'
import { defaultSort, type ResourceGroupsSearch } from './search.ts'

/** The page of the list for a URL. All resource groups of a product are loaded, since the remaining quota depends on all. */
export function pageOf(groups: readonly ResourceGroup[], search: ResourceGroupsSearch): TablePage<ResourceGroup> {
  const isFound = hasWords(search.q ?? '')
  const found = groups.filter((group) => isFound(group.name, ...group.groups.map((one) => one.groupName)))
  const sort = search.sort ?? defaultSort
  const direction = sort.startsWith('-') ? -1 : 1
  const byName = (a: ResourceGroup, b: ResourceGroup) => compareText(a.name, b.name)
  const byShare = (a: ResourceGroup, b: ResourceGroup) => a.packagePercentage - b.packagePercentage || byName(a, b)
  const compare = sort.endsWith('packagePercentage') ? byShare : byName
  const { limit, offset } = pageQuery(search)
  const items = found.toSorted((a, b) => direction * compare(a, b)).slice(offset, offset + limit)
  return { items, count: items.length, totalCount: found.length, totalIsExact: true }
}
