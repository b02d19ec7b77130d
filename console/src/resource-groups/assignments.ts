import type { ResourceGroup, Assignment } from '@steward/contract/resource-groups/schemas'
import { baselineOf, packageChoices, packagePercentage, unassignedPackageId } from '@steward/contract/rules/resource-group-packages'
import type { Packages } from './queries.ts'

/** Packages of resource groups as the screens use them: '0' means none. */

export const packageIdOf = (group: Pick<ResourceGroup, 'resourceGroupPackage'>): string =>
  group.resourceGroupPackage?.resourceGroupPackageId ?? unassignedPackageId

export interface ChoiceOfPackage {
  value: string
  /** Its share, in whole percent. */
  percentage: number
  /** The name of a package that only its current resource group can keep. */
  keptName?: string
}

/**
 * The packages a resource group can have, by share, including its current one even if it is no longer offered. If an offered package
 * has the same baseline, the current one replaces it in the list.
 */
export function choicesFor(packages: Packages, heldId: string = unassignedPackageId): ChoiceOfPackage[] {
  const choices: ChoiceOfPackage[] = packageChoices(packages).map(({ value }) => ({
    value,
    percentage: packagePercentage(value, packages),
  }))
  const held = packages.find((one) => one.resourceGroupPackageId === heldId)
  if (held === undefined || choices.some((choice) => choice.value === heldId)) return choices
  const equal = choices.findIndex((choice) => baselineOfId(choice.value, packages) === baselineOf(held))
  const percentage = packagePercentage(heldId, packages)
  if (equal >= 0) return choices.with(equal, { value: heldId, percentage })
  return [...choices, { value: heldId, percentage, keptName: held.packageName }].toSorted((a, b) => a.percentage - b.percentage)
}

const baselineOfId = (packageId: string, packages: Packages): number =>
  baselineOf(packages.find((one) => one.resourceGroupPackageId === packageId))

/** The assignment list with some packages changed; a resource group that loses its package is no longer the default. */
export function assignmentsWith(groups: readonly ResourceGroup[], changed: ReadonlyMap<string, string>): Assignment[] {
  return groups.flatMap((group) => {
    const packageId = changed.get(group.resourceGroupId) ?? packageIdOf(group)
    if (packageId === unassignedPackageId) return []
    return [{ default: group.default, resourceGroupId: group.resourceGroupId, resourceGroupPackageId: packageId }]
  })
}

/** The assignment list with another default. */
export const assignmentsWithDefault = (groups: readonly ResourceGroup[], resourceGroupId: string): Assignment[] =>
  assignmentsWith(groups, new Map()).map((one) => ({ ...one, default: one.resourceGroupId === resourceGroupId }))

/** The available choice closest to a share; the smaller one of a tie. */
export function nearestFitting(
  choices: readonly ChoiceOfPackage[],
  percentage: number,
  fits: (packageId: string) => boolean,
): ChoiceOfPackage | undefined {
  const away = (choice: ChoiceOfPackage) => Math.abs(choice.percentage - percentage)
  let nearest: ChoiceOfPackage | undefined
  for (const choice of choices) if ((nearest === undefined || away(choice) < away(nearest)) && fits(choice.value)) nearest = choice
  return nearest
}
