import { problem } from '@steward/contract/errors'
import {
  availableResourceGroupProducts,
  type ResourceGroupProduct,
  resourceGroupProducts,
} from '@steward/contract/rules/resource-group-products'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { Gate, Principal } from '../http/principal.ts'

/** A product that has resource groups. */
export type ProductWithGroups = (typeof resourceGroupProducts)[number]['productCode']

/** Those of the codes that are products with resource groups. */
export const productsOf = (codes: readonly string[]): ProductWithGroups[] =>
  resourceGroupProducts.map(({ productCode }) => productCode).filter((code) => codes.includes(code))

const flagOf = (product: ResourceGroupProduct): PermissionName[] =>
  product.flagName === undefined ? [] : [`FeatureFlags.${product.flagName}`]

const asked: PermissionName[] = [
  ...new Set(resourceGroupProducts.flatMap((product: ResourceGroupProduct) => [...product.permissions, ...flagOf(product)])),
]

/**
 * Resource group administrators see those of the products available to them, by app access and flag (second specification file,
 * sections 2 and 5).
 * @throws forbidden
 */
export async function mustHaveProduct(isGranted: Gate['isGranted'], principal: Principal, productCode: ProductWithGroups): Promise<void> {
  const granted = new Map<PermissionName, boolean>()
  for (const name of asked) granted.set(name, await isGranted(principal, name))
  const available = availableResourceGroupProducts<ResourceGroupProduct>(resourceGroupProducts, (name) => granted.get(name) === true)
  if (available.some((product) => product.productCode === productCode)) return
  const product: ResourceGroupProduct | undefined = resourceGroupProducts.find((one) => one.productCode === productCode)
  const needed = product === undefined ? [] : [...flagOf(product), ...product.permissions]
  throw problem('forbidden', { permission: needed.find((name) => granted.get(name) !== true) ?? 'Navigation.ResourceGroupsManagement' })
}
