import { availableResourceGroupProducts, resourceGroupProducts } from '@steward/contract/rules/resource-group-products'
import { hasWords } from '@steward/contract/rules/search-words'
import { hasPermission } from '../session/permissions/permissions.ts'
import { queryClient } from '../api/query.ts'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { ChoiceQuery } from '../ui/form/choiceSource.ts'
import { tabName } from './products.ts'
import { resourceGroupsQuery } from './queries.ts'

/** The resource groups of all products whose names have a text; values are paths below the page. */
export const resourceGroupsMatching = (text: string): ChoiceQuery<Choice[]> => ({
  queryKey: ['choices', 'resource-groups', text],
  queryFn: async () => {
    const products = availableResourceGroupProducts(resourceGroupProducts, hasPermission)
    const lists = await Promise.all(products.map(({ productCode }) => queryClient.fetchQuery(resourceGroupsQuery(productCode))))
    const isFound = hasWords(text)
    return products.flatMap((product, index) =>
      (lists[index]?.data.items ?? [])
        .filter(({ name }) => isFound(name))
        .map(({ name, resourceGroupId }) => ({ value: `${product.tab}/${resourceGroupId}`, label: name, detail: tabName(product) })),
    )
  },
  meta: { tables: ['resource_group', 'resource_group_group', 'user_group'] },
})
