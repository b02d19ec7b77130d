import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { ConflictField, Side } from '../ui/form/conflict.ts'
import { resolvedSet, setConflict } from '../ui/form/setConflict.ts'

/** Two versions of a user's groups, with a field for each group that either of them changed. */
export function membershipConflict(
  groups: readonly Group[],
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): ConflictField[] {
  const nameOf = (id: string) => groups.find((group) => group.groupId === id)?.groupName ?? id
  return setConflict({ base, mine, theirs }, { nameOf, present: m.users_member(), absent: m.users_not_member() })
}

/** The groups after a conflict is resolved: the chosen version for each group that differs; the others are the same in both. */
export const resolvedMembership = (mine: readonly string[], theirs: readonly string[], sides: Record<string, Side>): string[] =>
  resolvedSet({ mine, theirs }, sides)
