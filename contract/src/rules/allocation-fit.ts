import type { ResourceGroupPackage } from '../catalogue/types.ts'
import { baselineOf, exceedsPackageQuota, packageChoices, unassignedPackageId } from './resource-group-packages.ts'

/**
 * How packages would have held what resource groups really used: what the what-if mode of the allocation screen shows
 * (second specification file, sections 3 to 5). Pure, and the same for the live allocation and one that is only tried.
 */

/** What a resource group used of a quota in a span of days, in the quota's own unit. */
export interface GroupUsage {
  resourceGroupId: string
  quotaName: string
  mean: number
  /** The most there was at any time. */
  peak: number
}

/** A resource group with the package it has, or would have; '0' or null for none. */
export interface TriedPackage {
  resourceGroupId: string
  packageId: string | null
}

/**
 * `over`: the peak was more than the quota. `under`: half of the quota would have held the peak. `unknown`: nothing was
 * measured.
 */
export type Fit = 'over' | 'fits' | 'under' | 'unknown'

export interface LabelFit {
  quotaName: string
  /** What the package gives of it; 0 without a package. */
  quota: number
  /** Null where nothing was measured. */
  mean: number | null
  peak: number | null
  fit: Fit
}

export interface GroupFit {
  resourceGroupId: string
  packageId: string | null
  /** In the order in which the packages name them. */
  labels: LabelFit[]
  /** `over` if one label is over, `under` if all that were measured are under. */
  fit: Fit
  /** The smallest package on offer that would have held every peak; null where none would, or nothing was measured. */
  neededPackageId: string | null
}

/** Of a quota that more than this part was never used of, a part could go to others. */
const idleShare = 0.5

/** The quota labels that packages of a product share out. */
const sharedQuotas = (packages: readonly ResourceGroupPackage[]): string[] => [
  ...new Set(packages.flatMap((one) => one.definitions.map((definition) => definition.name))),
]

/** Whether a quota held what was used of it. */
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

/** Answers how a resource group would have fared with a package. */
export type Judge = (tried: TriedPackage) => GroupFit

/**
 * Judges packages of resource groups by what these used; usage of quotas that no package shares out is left aside. The same
 * question is answered with the same object, so that a screen draws again only what is judged differently.
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

/** How each resource group would have fared. */
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

/** What all resource groups together have and used of a quota. */
export interface SharedQuota {
  quotaName: string
  /** The sum of what their packages give. */
  quota: number
  /** The largest package's: what there is to share out. */
  whole: number
  /** The sum of the means; peaks need not have come at the same time. Null where nothing was measured. */
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
 * An allocation made from the usage: every resource group that was measured is given the smallest package that would have
 * held its peaks, the smallest needs first, and as much as is left where that is less. Who was not measured keeps what they
 * have. Answers the package of every resource group, '0' for none; never more than the quota, unless what is kept already is.
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
