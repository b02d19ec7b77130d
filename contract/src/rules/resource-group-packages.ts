import type { ResourceGroupPackage } from '../catalog/types.ts'

/** Packages as shares of a product's quota (second specification file, sections 5 and 9). */

/** The package id for no package. */
export const unassignedPackageId = '0'

/** The baseline of a package: the number packages are compared by; 0 if it has none. */
export const baselineOf = (given: Pick<ResourceGroupPackage, 'definitions'> | undefined): number =>
  given?.definitions.find((definition) => definition.isBaseline)?.value ?? 0

const highestBaseline = (packages: readonly ResourceGroupPackage[]): number =>
  packages.reduce((highest, one) => Math.max(highest, baselineOf(one)), 0)

/** In whole percent, truncated; 0 for NaN. Multiplies first, so that 29 of 100 is 29. */
const percent = (part: number, whole: number): number => {
  const share = Math.trunc((part * 100) / whole)
  return Number.isFinite(share) ? share : 0
}

/** A package's share of the highest baseline; 0 for an unknown package or none. */
export const packagePercentage = (packageId: string | null, packages: readonly ResourceGroupPackage[]): number =>
  percent(baselineOf(packages.find((one) => one.resourceGroupPackageId === packageId)), highestBaseline(packages))

type PackageId = string | null

const sumOf = (packageIds: readonly PackageId[], packages: readonly ResourceGroupPackage[]): number => {
  const baselines = new Map(packages.map((one) => [one.resourceGroupPackageId, baselineOf(one)]))
  return packageIds.reduce((total, id) => total + (id === null ? 0 : (baselines.get(id) ?? 0)), 0)
}

/**
 * The share of the highest baseline in use with one more package: the baselines of the assigned packages and the new
 * one. Truncated, for display; `exceedsPackageQuota` decides whether it is too much.
 */
export const packageQuota = (
  assignedPackageIds: readonly PackageId[],
  addedPackageId: PackageId,
  packages: readonly ResourceGroupPackage[],
): number => percent(sumOf([...assignedPackageIds, addedPackageId], packages), highestBaseline(packages))

/** The free share of the quota in whole percent, truncated, so that a package of this size always fits; 0 if nothing is free. */
export function packageQuotaLeft(assignedPackageIds: readonly PackageId[], packages: readonly ResourceGroupPackage[]): number {
  const highest = highestBaseline(packages)
  return percent(Math.max(0, highest - sumOf(assignedPackageIds, packages)), highest)
}

/** Whether packages exceed the quota, even by less than a percent; that is never assigned. */
export const exceedsPackageQuota = (packageIds: readonly PackageId[], packages: readonly ResourceGroupPackage[]): boolean =>
  sumOf(packageIds, packages) > highestBaseline(packages)

export interface PackageChoice {
  value: string
  label: string
}

const collator = new Intl.Collator('en', { numeric: true })

/**
 * The options of the package field: packages that can be created, one for each baseline (the 'default' package wins
 * a tie), and '0' for none; by label ascending, with numeric order.
 */
export function packageChoices(packages: readonly ResourceGroupPackage[]): PackageChoice[] {
  const chosen = new Map<number, ResourceGroupPackage>()
  for (const one of packages) {
    if (one.isUncreatable || one.packageName === unassignedPackageId) continue
    const baseline = baselineOf(one)
    if (!chosen.has(baseline) || one.packageName.toLowerCase() === 'default') chosen.set(baseline, one)
  }
  const choices = [...chosen.values()].map(({ resourceGroupPackageId }) => ({
    value: resourceGroupPackageId,
    label: `${packagePercentage(resourceGroupPackageId, packages)}%`,
  }))
  return [{ value: unassignedPackageId, label: '0%' }, ...choices].sort((a, b) => collator.compare(a.label, b.label))
}
