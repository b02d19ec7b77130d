import { findProduct } from '@steward/contract/catalog/index'
import type { ResourceGroupProduct } from '@steward/contract/rules/resource-group-products'
import { m } from '@steward/contract/paraglide/messages'

/** The label of a tab: the product's name, and "Platform" as in its route. */
export function tabName({ tab, productCode }: Pick<ResourceGroupProduct, 'tab' | 'productCode'>): string {
  return tab === 'platform' ? m.resource_groups_tab_platform() : (findProduct(productCode)?.productName ?? productCode)
}
