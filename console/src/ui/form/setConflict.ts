import type { ConflictField, Side } from './conflict.ts'

export const sameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id) => b.includes(id))

export interface SetVersions {
  base: readonly string[]
  mine: readonly string[]
  theirs: readonly string[]
}

interface SetLabels {
  /** The label of a member. */
  nameOf: (id: string) => string
  present: string
  absent: string
}

/** Two versions of a set (a user's groups, a role's actions), with a field for each member that either version changed. */
export function setConflict({ base, mine, theirs }: SetVersions, { nameOf, present, absent }: SetLabels): ConflictField[] {
  const label = (list: readonly string[], id: string) => (list.includes(id) ? present : absent)
  const touched = [...new Set([...base, ...mine, ...theirs])].filter(
    (id) => mine.includes(id) !== base.includes(id) || theirs.includes(id) !== base.includes(id),
  )
  return touched.map((id) => ({ id, label: nameOf(id), base: label(base, id), mine: label(mine, id), theirs: label(theirs, id) }))
}

/** The set after choosing a version for each member that differs. */
export function resolvedSet({ mine, theirs }: Pick<SetVersions, 'mine' | 'theirs'>, sides: Record<string, Side>): string[] {
  const all = [...new Set([...mine, ...theirs])]
  return all.filter((id) => ((sides[id] ?? 'theirs') === 'mine' ? mine : theirs).includes(id))
}

/** What was added to a set and what was removed. */
export function difference(before: readonly string[], after: readonly string[]): { added: string[]; removed: string[] } {
  const had = new Set(before)
  const has = new Set(after)
  return { added: after.filter((id) => !had.has(id)), removed: before.filter((id) => !has.has(id)) }
}
