import { baselineOf, packagePercentage, unassignedPackageId } from '@steward/contract/rules/resource-group-packages'
import { choicesFor, type ChoiceOfPackage } from './assignments.ts'
import type { Packages } from './queries.ts'

/** The packages of a product, computed once: up to a hundred resource groups need them with every pointer move. */
export interface PackageTable {
  packages: Packages
  /** In whole percent of the quota; 0 for no package. */
  percentageOf: (packageId: string) => number
  /** The choices of a resource group that has this package, by share. */
  choicesOf: (heldId: string) => readonly ChoiceOfPackage[]
  /** Whether these packages together exceed the quota. */
  exceeds: (packageIds: readonly string[]) => boolean
  /** Whether the first of two packages is the larger. */
  isLarger: (packageId: string, than: string) => boolean
}

export function packageTable(packages: Packages): PackageTable {
  const sizes = new Map(packages.map((one) => [one.resourceGroupPackageId, baselineOf(one)]))
  const percentages = new Map(packages.map(({ resourceGroupPackageId: id }) => [id, packagePercentage(id, packages)]))
  const whole = Math.max(0, ...sizes.values())
  const offered = choicesFor(packages)
  const choices = new Map(offered.map((choice) => [choice.value, offered]))
  const size = (packageId: string) => sizes.get(packageId) ?? 0
  return {
    packages,
    percentageOf: (packageId) => percentages.get(packageId) ?? 0,
    choicesOf(heldId) {
      const known = choices.get(heldId)
      if (known) return known
      const found = heldId === unassignedPackageId ? offered : choicesFor(packages, heldId)
      choices.set(heldId, found)
      return found
    },
    exceeds: (packageIds) => packageIds.reduce((sum, id) => sum + size(id), 0) > whole,
    isLarger: (packageId, than) => size(packageId) > size(than),
  }
}
