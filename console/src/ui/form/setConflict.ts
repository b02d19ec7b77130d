import type { ConflictField, Side } from './conflict.ts'

export const sameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id) => b.includes(id))

export interface SetVersions {
  base: readonly string[]
  mine: readonly string[]
  theirs: readonly string[]
}

interface SetLabels {
  /** What a member of the set is called. */
  nameOf: (id: string) => string
  present: string
  absent: string
}

/** Two versions of a set (groups of a user, actions of a role), a field for each member that either of them touched. */
export function setConflict({ base, mine, theirs }: SetVersions, { nameOf, present, absent }: SetLabels): ConflictField[] {
  const label = (list: readonly string[], id: string) => (list.includes(id) ? present : absent)
  const touched = [...new Set([...base, ...mine, ...theirs])].filter(
    (id) => mine.includes(id) !== base.includes(id) || theirs.includes(id) !== base.includes(id),
  )
  return touched.map((id) => ({ id, label: nameOf(id), base: label(base, id), mine: label(mine, id), theirs: label(theirs, id) }))
}

/** The set after choosing, for each member that differs, one of both versions; where they agree they agree. */
export function resolvedSet({ mine, theirs }: Pick<SetVersions, 'mine' | 'theirs'>, sides: Record<string, Side>): string[] {
  const all = [...new Set([...mine, ...theirs])]
  return all.filter((id) => ((sides[id] ?? 'theirs') === 'mine' ? mine : theirs).includes(id))
}

/** What was added to a set and what was taken away. */
export function difference(before: readonly string[], after: readonly string[]): { added: string[]; removed: string[] } {
  const had = new Set(before)
  const has = new Set(after)
  return { added: after.filter((id) => !had.has(id)), removed: before.filter((id) => !has.has(id)) }
}
