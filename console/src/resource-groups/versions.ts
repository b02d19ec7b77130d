import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import type { ConflictField, Side } from '../ui/form/conflict.ts'
import type { Changes } from './allocation.ts'
import { packageIdOf } from './assignments.ts'
import type { VersionedList } from './queries.ts'
import { formatShare } from './labels.ts'

/** Resolves conflicts between two administrators who allocate the same product: each version's package by resource group. */

const packagesById = (list: VersionedList): ReadonlyMap<string, string> =>
  new Map(list.data.items.map((group) => [group.resourceGroupId, packageIdOf(group)]))

/** Whether all packages are the same; a default, a name or a resource group without a package does not count. */
export function samePackages(a: VersionedList, b: VersionedList): boolean {
  const [before, after] = [packagesById(a), packagesById(b)]
  return [...new Set([...before.keys(), ...after.keys()])].every((id) => (before.get(id) ?? '0') === (after.get(id) ?? '0'))
}

interface Versions {
  mine: Changes
  base: VersionedList
  theirs: VersionedList
}

/** One field for each resource group that still exists. */
export function conflictFields({ mine, base, theirs }: Versions, percentageOf: (packageId: string) => number): ConflictField[] {
  const before = packagesById(base)
  const share = (packageId: string) => formatShare(percentageOf(packageId))
  return theirs.data.items.map((group: ResourceGroup) => {
    const id = group.resourceGroupId
    const was = before.get(id) ?? '0'
    return { id, label: group.name, base: share(was), mine: share(mine.get(id) ?? was), theirs: share(packageIdOf(group)) }
  })
}

/** The changes to apply to their version where mine was chosen. */
export function resolvedChanges({ mine, base, theirs }: Versions, sides: Record<string, Side>): Changes {
  const before = packagesById(base)
  return new Map(
    theirs.data.items.flatMap((group) => {
      const id = group.resourceGroupId
      const wanted = mine.get(id) ?? before.get(id) ?? '0'
      return sides[id] === 'mine' && wanted !== packageIdOf(group) ? [[id, wanted] as const] : []
    }),
  )
}
