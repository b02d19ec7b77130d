import type { ResourceGroupPackage } from '@steward/contract/catalogue/types'
import { problem } from '@steward/contract/errors'
import type { Assignment } from '@steward/contract/resource-groups/schemas'
import {
  baselineOf,
  exceedsPackageQuota,
  packagePercentage,
  packageQuota,
  packageQuotaLeft,
  unassignedPackageId,
} from '@steward/contract/rules/resource-group-packages'

/** What may be assigned (second specification file, sections 4, 5 and 9). Pure; the caller holds the product's lock. */

/** What a resource group has of a product's quota. */
export interface Held {
  resourceGroupId: string
  packageId: string | null
}

/**
 * A package that a resource group may be given now.
 * @param heldId what it has: that it may keep, whatever it is
 * @throws package_unknown, package_unavailable, baseline_required
 */
export function mustBeAssignable(
  packageId: string,
  { packages, heldId = null, field }: { packages: readonly ResourceGroupPackage[]; heldId?: string | null; field: string },
): void {
  if (packageId === heldId) return
  const wanted = packages.find((one) => one.resourceGroupPackageId === packageId)
  if (!wanted) throw problem('package_unknown', {}, { field })
  if (wanted.isUncreatable) throw problem('package_unavailable', { packageName: wanted.packageName }, { field })
  if (!wanted.definitions.some((definition) => definition.isBaseline)) throw problem('baseline_required', {}, { field })
}

/**
 * One more package beside those of the others.
 * @throws package_quota_full, package_quota_exceeded
 */
export function mustFit(
  others: readonly (string | null)[],
  packageId: string,
  packages: readonly ResourceGroupPackage[],
  field: string,
): void {
  if (!exceedsPackageQuota([...others, packageId], packages)) return
  const left = packageQuotaLeft(others, packages)
  if (left === 0) throw problem('package_quota_full', {}, { field })
  throw problem('package_quota_exceeded', { left, wanted: packagePercentage(packageId, packages) }, { field })
}

/**
 * A full assignment list against what is assigned now; answers the assignments it makes, those of '0' left out. A list that
 * only takes away is never refused for what is left being too much.
 * @throws resource_group_unknown, resource_group_listed_twice, default_without_package, default_listed_twice, package_quota_full,
 *   package_quota_exceeded, allocation_over_100 and whatever `mustBeAssignable` refuses; each beside its field
 */
export function plannedAssignments(
  held: readonly Held[],
  given: readonly Assignment[],
  packages: readonly ResourceGroupPackage[],
): Assignment[] {
  const heldBy = new Map(held.map((one) => [one.resourceGroupId, one.packageId]))
  const seen = new Set<string>()
  const raised: number[] = []
  let hasDefault = false
  for (const [index, { resourceGroupId, resourceGroupPackageId: packageId, default: isDefault }] of given.entries()) {
    const heldId = heldBy.get(resourceGroupId)
    if (heldId === undefined) throw problem('resource_group_unknown', {}, { field: `${index}.resourceGroupId` })
    if (seen.has(resourceGroupId)) throw problem('resource_group_listed_twice', {}, { field: `${index}.resourceGroupId` })
    seen.add(resourceGroupId)
    if (isDefault && hasDefault) throw problem('default_listed_twice', {}, { field: `${index}.default` })
    hasDefault ||= isDefault
    if (packageId === unassignedPackageId) {
      if (isDefault) throw problem('default_without_package', {}, { field: `${index}.default` })
      continue
    }
    mustBeAssignable(packageId, { packages, heldId, field: `${index}.resourceGroupPackageId` })
    const baseline = (id: string | null) => baselineOf(packages.find((one) => one.resourceGroupPackageId === id))
    if (baseline(packageId) > baseline(heldId)) raised.push(index)
  }
  const planned = given.filter((one) => one.resourceGroupPackageId !== unassignedPackageId)
  const ids = planned.map((one) => one.resourceGroupPackageId)
  if (raised.length > 0 && exceedsPackageQuota(ids, packages)) {
    const [only, ...more] = raised
    const raisedOne = only === undefined || more.length > 0 ? undefined : given[only]
    if (raisedOne) {
      const others = planned.filter((one) => one !== raisedOne).map((one) => one.resourceGroupPackageId)
      mustFit(others, raisedOne.resourceGroupPackageId, packages, `${only}.resourceGroupPackageId`)
    }
    throw problem('allocation_over_100', { percentage: packageQuota(ids, null, packages) }, { field: 'assignments' })
  }
  return planned
}
