import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { nearestFitting, packageIdOf } from './assignments.ts'
import type { PackageTable } from './packageTable.ts'

/** An allocation while it is edited: pure functions for both modes of the screen. */

/** The packages that differ from the server's, by resource group; '0' for none. */
export type Changes = ReadonlyMap<string, string>

export const noChanges: Changes = new Map()

export type Move =
  | { kind: 'choose'; id: string; packageId: string }
  /** By dragging: the package closest to a share. */
  | { kind: 'resize'; id: string; percentage: number }
  /** By arrow key: the next larger or smaller package. */
  | { kind: 'step'; id: string; by: 1 | -1 }
  /** A complete allocation. */
  | { kind: 'take'; packageIds: ReadonlyMap<string, string> }
  | { kind: 'reset' }

export interface Ground {
  groups: readonly ResourceGroup[]
  table: PackageTable
  /** A what-if can exceed the quota; otherwise moves and steps stop at 100%. */
  mayExceed: boolean
}

export const chosenId = (group: ResourceGroup, changes: Changes): string => changes.get(group.resourceGroupId) ?? packageIdOf(group)

/** The allocation after a move; the same object if nothing changes. */
export function moved(changes: Changes, move: Move, { groups, table, mayExceed }: Ground): Changes {
  if (move.kind === 'reset') return noChanges
  if (move.kind === 'take') {
    return new Map(
      groups.flatMap((group) => {
        const id = move.packageIds.get(group.resourceGroupId)
        return id === undefined || id === packageIdOf(group) ? [] : [[group.resourceGroupId, id] as const]
      }),
    )
  }
  const group = groups.find((one) => one.resourceGroupId === move.id)
  if (group === undefined) return changes
  const now = chosenId(group, changes)
  const others = groups.filter((one) => one !== group).map((one) => chosenId(one, changes))
  const fits = (packageId: string) => mayExceed || !table.isLarger(packageId, now) || !table.exceeds([...others, packageId])
  const choices = table.choicesOf(packageIdOf(group))
  const next =
    move.kind === 'choose'
      ? move.packageId
      : move.kind === 'resize'
        ? nearestFitting(choices, move.percentage, fits)?.value
        : choices[choices.findIndex((choice) => choice.value === now) + move.by]?.value
  if (next === undefined || next === now || !fits(next)) return changes
  const after = new Map(changes)
  if (next === packageIdOf(group)) after.delete(group.resourceGroupId)
  else after.set(group.resourceGroupId, next)
  return after
}

/** Why an allocation cannot be applied: it exceeds the quota. One that only reduces shares can always be applied. */
export function isTooMuch(changes: Changes, { groups, table }: Pick<Ground, 'groups' | 'table'>): boolean {
  const isRaised = groups.some((group) => table.isLarger(chosenId(group, changes), packageIdOf(group)))
  return isRaised && table.exceeds(groups.map((group) => chosenId(group, changes)))
}

/** The largest share that a resource group could have given the others' shares, in whole percent. */
export function mostFor(changes: Changes, id: string, { groups, table, mayExceed }: Ground): number {
  const group = groups.find((one) => one.resourceGroupId === id)
  if (mayExceed || group === undefined) return 100
  const now = chosenId(group, changes)
  const others = groups.filter((one) => one !== group).map((one) => chosenId(one, changes))
  const fits = (packageId: string) => !table.isLarger(packageId, now) || !table.exceeds([...others, packageId])
  return Math.max(0, ...table.choicesOf(packageIdOf(group)).flatMap((choice) => (fits(choice.value) ? [choice.percentage] : [])))
}
