import { problem } from '@steward/contract/errors'
import { exceedsPackageQuota, packageQuota } from '@steward/contract/rules/resource-group-packages'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { mustBeAssignable } from './allocation.ts'
import { lockProduct, moveVersionOn } from './lock.ts'
import { packagesOf } from './packages.ts'
import { type ProductWithGroups, productsOf } from './products.ts'
import { assignmentsOf } from './queries.ts'

/**
 * Runs work that puts resource groups of products back as they were, with the rules of an allocation.
 * @throws package_unknown, package_unavailable, baseline_required, allocation_over_100
 */
export async function puttingBack(tx: TenantTransaction, productCodes: readonly string[], work: () => Promise<void>): Promise<void> {
  const products = productsOf(productCodes).toSorted()
  const held = new Map<ProductWithGroups, Map<string, string | null>>()
  for (const code of products) {
    await lockProduct(tx, tenantIdOf(tx), code)
    held.set(code, await packagesHeld(tx, code))
  }
  await work()
  for (const code of products) {
    await mustFitAgain(tx, code, held.get(code) ?? new Map())
    await moveVersionOn(tx, code)
  }
}

const packagesHeld = async (tx: TenantTransaction, code: ProductWithGroups) =>
  new Map((await assignmentsOf(tx, code)).map((one) => [one.resource_group_id, one.resource_group_package_id]))

async function mustFitAgain(tx: TenantTransaction, code: ProductWithGroups, before: ReadonlyMap<string, string | null>): Promise<void> {
  const packages = await packagesOf(tx, code)
  const after = await packagesHeld(tx, code)
  const changed = [...after].filter(([id, packageId]) => packageId !== null && packageId !== (before.get(id) ?? null))
  for (const [, packageId] of changed) if (packageId !== null) mustBeAssignable(packageId, { packages, field: 'changeId' })
  const all = [...after.values()]
  if (changed.length === 0 || !exceedsPackageQuota(all, packages)) return
  throw problem('allocation_over_100', { percentage: packageQuota(all, null, packages) })
}
