import type { ResourceGroupPackage } from '../catalogue/types.ts'

/** Shares of a product's quota that packages stand for (second specification file, sections 5 and 9). */

/** The package id that means: no package. */
export const unassignedPackageId = '0'

/** The baseline of a package: the number packages are compared by; 0 when it has none. */
export const baselineOf = (given: Pick<ResourceGroupPackage, 'definitions'> | undefined): number =>
  given?.definitions.find((definition) => definition.isBaseline)?.value ?? 0

const highestBaseline = (packages: readonly ResourceGroupPackage[]): number =>
  packages.reduce((highest, one) => Math.max(highest, baselineOf(one)), 0)

/** In whole percent, truncated; 0 if not a number. Multiplied first, so that 29 of 100 is 29. */
const percent = (part: number, whole: number): number => {
  const share = Math.trunc((part * 100) / whole)
  return Number.isFinite(share) ? share : 0
}

/** The share of the highest baseline that a package stands for; 0 for an unknown package or none. */
export const packagePercentage = (packageId: string | null, packages: readonly ResourceGroupPackage[]): number =>
  percent(baselineOf(packages.find((one) => one.resourceGroupPackageId === packageId)), highestBaseline(packages))

type PackageId = string | null

const sumOf = (packageIds: readonly PackageId[], packages: readonly ResourceGroupPackage[]): number => {
  const baselines = new Map(packages.map((one) => [one.resourceGroupPackageId, baselineOf(one)]))
  return packageIds.reduce((total, id) => total + (id === null ? 0 : (baselines.get(id) ?? 0)), 0)
}

/**
 * The share of the highest baseline in use when one more package is assigned: the baselines of the assigned packages and
 * the one to come. Truncated, for people to read; whether it is too much is decided by `exceedsPackageQuota`.
 */
export const packageQuota = (
  assignedPackageIds: readonly PackageId[],
  addedPackageId: PackageId,
  packages: readonly ResourceGroupPackage[],
): number => percent(sumOf([...assignedPackageIds, addedPackageId], packages), highestBaseline(packages))

/** What is left of the quota in whole percent, truncated, so that a package of this size always fits; 0 when nothing is. */
export function packageQuotaLeft(assignedPackageIds: readonly PackageId[], packages: readonly ResourceGroupPackage[]): number {
  const highest = highestBaseline(packages)
  return percent(Math.max(0, highest - sumOf(assignedPackageIds, packages)), highest)
}

/** Whether packages amount to more than the whole quota, were it by less than a percent; that is never assigned. */
export const exceedsPackageQuota = (packageIds: readonly PackageId[], packages: readonly ResourceGroupPackage[]): boolean =>
  sumOf(packageIds, packages) > highestBaseline(packages)

export interface PackageChoice {
  value: string
  label: string
}

const collator = new Intl.Collator('en', { numeric: true })

/**
 * What the package field offers: packages that may be created, one for each baseline (the 'default' package where it is
 * among equals), and '0' for none; by label ascending, numbers as numbers.
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
