import type { ResourceGroupPackage } from '@steward/contract/catalog/types'
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

/** Rules for allocating packages (second specification file, sections 4, 5 and 9). Pure; the caller has locked the product. */

/** A resource group's allocation of a product's quota. */
export interface Held {
  resourceGroupId: string
  packageId: string | null
}

/**
 * The package to allocate to a resource group now.
 * @param heldId its current package, which it can always keep
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
 * Checks one more package against the allocations of the others.
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
 * Checks a full list of assignments against the current ones; returns the new assignments, without those of '0'. A list that
 * only removes packages is never refused because the rest exceeds the quota.
 * @throws resource_group_unknown, resource_group_listed_twice, default_without_package, default_listed_twice,
 * package_quota_full, package_quota_exceeded, allocation_over_100, and the errors of `mustBeAssignable`; each at its field
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
