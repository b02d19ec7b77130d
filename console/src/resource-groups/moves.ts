import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { unassignedPackageId } from '@steward/contract/rules/resource-group-packages'
import type { Changes } from './allocation.ts'
import { packageIdOf } from './assignments.ts'
import type { PackageTable } from './packageTable.ts'

/** Moving a share of the quota from one resource group to another: pure functions. */

export interface QuotaMove {
  from: string
  to: string
  /** In whole percent of the quota. */
  percentage: number
}

type Groups = readonly ResourceGroup[]

/** The packages of both after the move; undefined if no packages have these shares, or if the move would exceed the quota. */
export function packagesAfter(groups: Groups, table: PackageTable, { from, to, percentage }: QuotaMove): Changes | undefined {
  const [giver, taker] = [from, to].map((id) => groups.find((group) => group.resourceGroupId === id))
  if (!giver || !taker || giver === taker || percentage <= 0) return undefined
  const packageOf = (group: ResourceGroup, share: number) =>
    table.choicesOf(packageIdOf(group)).find((choice) => choice.percentage === share)?.value
  const smaller = packageOf(giver, table.percentageOf(packageIdOf(giver)) - percentage)
  const larger = packageOf(taker, table.percentageOf(packageIdOf(taker)) + percentage)
  if (smaller === undefined || larger === undefined) return undefined
  // The default keeps a package.
  if (giver.default && smaller === unassignedPackageId) return undefined
  const rest = groups.filter((group) => group !== giver && group !== taker).map(packageIdOf)
  if (table.exceeds([...rest, smaller, larger])) return undefined
  return new Map([
    [from, smaller],
    [to, larger],
  ])
}

/** The shares that can move, smallest first. */
export function movableShares(groups: Groups, table: PackageTable, { from, to }: Pick<QuotaMove, 'from' | 'to'>): number[] {
  const giver = groups.find((group) => group.resourceGroupId === from)
  if (!giver) return []
  const heldId = packageIdOf(giver)
  return table
    .choicesOf(heldId)
    .map((choice) => table.percentageOf(heldId) - choice.percentage)
    .filter((percentage) => packagesAfter(groups, table, { from, to, percentage }) !== undefined)
    .toSorted((a, b) => a - b)
}

/** The resource groups that can take a share of another one. */
export const takersOf = (groups: Groups, table: PackageTable, from: string): ResourceGroup[] =>
  groups.filter(({ resourceGroupId: to }) => to !== from && movableShares(groups, table, { from, to }).length > 0)
