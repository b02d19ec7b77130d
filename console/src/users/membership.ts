import type { Group } from '@steward/contract/groups'
import { m } from '@steward/contract/paraglide/messages'
import type { ConflictField, Side } from '../ui/conflict.ts'

/** Two versions of a user's groups, a field for each group that either of them touched. */
export function membershipConflict(
  groups: readonly Group[],
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): ConflictField[] {
  const word = (list: readonly string[], id: string) => (list.includes(id) ? m.users_member() : m.users_not_member())
  return touched(base, mine, theirs).map((id) => ({
    id,
    label: groups.find((group) => group.groupId === id)?.groupName ?? id,
    base: word(base, id),
    mine: word(mine, id),
    theirs: word(theirs, id),
  }))
}

function touched(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const all = [...new Set([...base, ...mine, ...theirs])]
  return all.filter((id) => mine.includes(id) !== base.includes(id) || theirs.includes(id) !== base.includes(id))
}

/** The groups after choosing, for each that differs, one of both versions; where they agree they agree. */
export function resolvedMembership(mine: readonly string[], theirs: readonly string[], sides: Record<string, Side>): string[] {
  const all = [...new Set([...mine, ...theirs])]
  return all.filter((id) => ((sides[id] ?? 'theirs') === 'mine' ? mine : theirs).includes(id))
}
