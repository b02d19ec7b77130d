import type { ResourceGroupPackage } from '../catalog/types.ts'
import { baselineOf, exceedsPackageQuota, packageChoices, unassignedPackageId } from './resource-group-packages.ts'

/**
 * Compares packages of resource groups with their actual usage, for the what-if mode of the allocation screen
 * (second specification file, sections 3 to 5). Pure, and the same for the live allocation and a what-if.
 */

/** A resource group's usage of a quota over a number of days, in the quota's own unit. */
export interface GroupUsage {
  resourceGroupId: string
  quotaName: string
  mean: number
  /** The peak at any time. */
  peak: number
}

/** A resource group with its current or tried package; '0' or null for none. */
export interface TriedPackage {
  resourceGroupId: string
  packageId: string | null
}

/**
 * `over`: the peak exceeded the quota. `under`: half of the quota would have covered the peak. `unknown`: there are no
 * measurements.
 */
export type Fit = 'over' | 'fits' | 'under' | 'unknown'

export interface LabelFit {
  quotaName: string
  /** The package's quota; 0 without a package. */
  quota: number
  /** Null without measurements. */
  mean: number | null
  peak: number | null
  fit: Fit
}

export interface GroupFit {
  resourceGroupId: string
  packageId: string | null
  /** In the order of the packages. */
  labels: LabelFit[]
  /** `over` if one label is over, `under` if all measured labels are under. */
  fit: Fit
  /** The smallest package on offer that would have covered every peak; null if none would, or without measurements. */
  neededPackageId: string | null
}

/** If usage never exceeded this share of a quota, part of it could go to others. */
const idleShare = 0.5

/** The quota labels that packages of a product allocate. */
const sharedQuotas = (packages: readonly ResourceGroupPackage[]): string[] => [
  ...new Set(packages.flatMap((one) => one.definitions.map((definition) => definition.name))),
]

/** Compares a quota with its usage. */
export function fitOf(quota: number, usage: Pick<GroupUsage, 'peak'> | undefined): Fit {
  if (usage === undefined) return 'unknown'
  if (usage.peak > quota) return 'over'
  return usage.peak < quota * idleShare ? 'under' : 'fits'
}

function fitOfAll(labels: readonly LabelFit[]): Fit {
  const measured = labels.filter((label) => label.fit !== 'unknown')
  if (measured.length === 0) return 'unknown'
  if (measured.some((label) => label.fit === 'over')) return 'over'
  return measured.every((label) => label.fit === 'under') ? 'under' : 'fits'
}

const quotasOf = (given: ResourceGroupPackage | undefined): ReadonlyMap<string, number> =>
  new Map(given?.definitions.map(({ name, value }) => [name, value]))

type UsageByGroup = ReadonlyMap<string, ReadonlyMap<string, GroupUsage>>

function byGroup(usage: readonly GroupUsage[]): UsageByGroup {
  const found = new Map<string, Map<string, GroupUsage>>()
  for (const one of usage) {
    const known = found.get(one.resourceGroupId)
    if (known) known.set(one.quotaName, one)
    else found.set(one.resourceGroupId, new Map([[one.quotaName, one]]))
  }
  return found
}

const offered = (packages: readonly ResourceGroupPackage[]): ResourceGroupPackage[] => {
  const ids = new Set(packageChoices(packages).map((choice) => choice.value))
  return packages.filter((one) => ids.has(one.resourceGroupPackageId)).toSorted((a, b) => baselineOf(a) - baselineOf(b))
}

const holds = (given: ReadonlyMap<string, number>, used: ReadonlyMap<string, GroupUsage>, quotas: readonly string[]): boolean =>
  quotas.every((name) => (used.get(name)?.peak ?? 0) <= (given.get(name) ?? 0))

/** Returns how a resource group would have fared with a package. */
export type Judge = (tried: TriedPackage) => GroupFit

/**
 * Compares packages of resource groups with their usage; quotas that no package allocates are ignored. The same question
 * returns the same object, so that a screen only rerenders rows whose result changed.
 */
export function allocationJudge(usage: readonly GroupUsage[], packages: readonly ResourceGroupPackage[]): Judge {
  const used = byGroup(usage)
  const quotas = sharedQuotas(packages)
  const given = new Map(packages.map((one) => [one.resourceGroupPackageId, quotasOf(one)]))
  const choices = offered(packages)
  const nothing = quotasOf(undefined)
  const needs = new Map<string, string | null>()
  const judged = new Map<string, GroupFit>()
  const neededBy = (resourceGroupId: string, mine: ReadonlyMap<string, GroupUsage>): string | null => {
    const known = needs.get(resourceGroupId)
    if (known !== undefined) return known
    const id = needed(mine, quotas, choices, given)
    needs.set(resourceGroupId, id)
    return id
  }
  return ({ resourceGroupId, packageId }) => {
    const key = JSON.stringify([resourceGroupId, packageId])
    const known = judged.get(key)
    if (known) return known
    const mine = used.get(resourceGroupId) ?? new Map<string, GroupUsage>()
    const has = (packageId === null ? undefined : given.get(packageId)) ?? nothing
    const labels = quotas.map((quotaName): LabelFit => {
      const quota = has.get(quotaName) ?? 0
      const measured = mine.get(quotaName)
      return { quotaName, quota, mean: measured?.mean ?? null, peak: measured?.peak ?? null, fit: fitOf(quota, measured) }
    })
    const fit = fitOfAll(labels)
    const neededPackageId = fit === 'unknown' ? null : neededBy(resourceGroupId, mine)
    const judgement = { resourceGroupId, packageId, labels, fit, neededPackageId }
    judged.set(key, judgement)
    return judgement
  }
}

/** The result for each resource group. */
export const allocationFit = (
  allocation: readonly TriedPackage[],
  usage: readonly GroupUsage[],
  packages: readonly ResourceGroupPackage[],
): GroupFit[] => allocation.map(allocationJudge(usage, packages))

function needed(
  used: ReadonlyMap<string, GroupUsage>,
  quotas: readonly string[],
  choices: readonly ResourceGroupPackage[],
  given: ReadonlyMap<string, ReadonlyMap<string, number>>,
): string | null {
  if (holds(new Map(), used, quotas)) return unassignedPackageId
  return choices.find((one) => holds(given.get(one.resourceGroupPackageId) ?? new Map(), used, quotas))?.resourceGroupPackageId ?? null
}

/** Quota and usage of all resource groups together. */
export interface SharedQuota {
  quotaName: string
  /** The sum over the packages. */
  quota: number
  /** The quota of the largest package, which is all there is to allocate. */
  whole: number
  /** The sum of the means, because peaks can occur at different times. Null without measurements. */
  mean: number | null
  over: number
  under: number
}

/** The labels of a product over all its resource groups. */
export function sharedQuotaFit(fits: readonly GroupFit[], packages: readonly ResourceGroupPackage[]): SharedQuota[] {
  return sharedQuotas(packages).map((quotaName) => {
    const labels = fits.flatMap((fit) => fit.labels.filter((label) => label.quotaName === quotaName))
    const measured = labels.filter((label) => label.mean !== null)
    return {
      quotaName,
      quota: labels.reduce((sum, label) => sum + label.quota, 0),
      whole: packages.reduce((most, one) => Math.max(most, quotasOf(one).get(quotaName) ?? 0), 0),
      mean: measured.length === 0 ? null : measured.reduce((sum, label) => sum + (label.mean ?? 0), 0),
      over: labels.filter((label) => label.fit === 'over').length,
      under: labels.filter((label) => label.fit === 'under').length,
    }
  })
}

/**
 * Derives an allocation from usage: every measured resource group gets the smallest package that would have covered its
 * peaks, smallest needs first, or what is left if that is less. Groups without measurements keep their package.
 * Returns the package of every resource group, '0' for none. Never exceeds the quota, unless the kept packages already do.
 */
export function fittedAllocation(
  allocation: readonly TriedPackage[],
  usage: readonly GroupUsage[],
  packages: readonly ResourceGroupPackage[],
): Map<string, string> {
  const fits = allocationFit(allocation, usage, packages)
  const choices = offered(packages)
  const largest = choices.at(-1)
  const sizeOf = new Map(packages.map((one) => [one.resourceGroupPackageId, baselineOf(one)]))
  const size = (id: string) => sizeOf.get(id) ?? 0
  const wanted = (fit: GroupFit): string => fit.neededPackageId ?? largest?.resourceGroupPackageId ?? unassignedPackageId
  const measured = fits.filter((fit) => fit.fit !== 'unknown').toSorted((a, b) => size(wanted(a)) - size(wanted(b)))
  const kept = fits.filter((fit) => fit.fit === 'unknown')
  const result = new Map(kept.map((fit) => [fit.resourceGroupId, fit.packageId ?? unassignedPackageId]))
  const given: string[] = [...result.values()]
  for (const fit of measured) {
    const best = choices.findLast(
      (one) => baselineOf(one) <= size(wanted(fit)) && !exceedsPackageQuota([...given, one.resourceGroupPackageId], packages),
    )
    const id = wanted(fit) === unassignedPackageId ? unassignedPackageId : (best?.resourceGroupPackageId ?? unassignedPackageId)
    result.set(fit.resourceGroupId, id)
    given.push(id)
  }
  return result
}
