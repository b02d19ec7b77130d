import { resourceGroupProducts } from '@steward/contract/rules/resource-group-products'
import type { ProductWithGroups } from './queries.ts'

/** The product whose tab a path names. Separate from its name, which needs the catalog: routes are in the first chunk. */
export const productOf = (tab: string): { tab: string; productCode: ProductWithGroups } | undefined =>
  resourceGroupProducts.find((product) => product.tab === tab)
