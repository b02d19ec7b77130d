import type { Group } from '@steward/contract/groups/schemas'
import { compareText } from '../i18n/format.ts'

/** The effect of a group change on a user's roles: names in alphabetical order. */
export interface RoleEffect {
  gained: string[]
  lost: string[]
}

/** The names of the roles that these groups grant; disabled groups grant none. */
export function rolesOfGroups(groups: readonly Group[], groupIds: readonly string[]): string[] {
  const held = groups.filter((group) => groupIds.includes(group.groupId) && group.status === 'Enabled')
  return [...new Set(held.flatMap((group) => (group.roles ?? []).map((role) => role.roleName)))].sort(compareText)
}

/** The roles gained and lost when a user's groups change. A role that another group still grants is not lost. */
export function roleEffect(groups: readonly Group[], before: readonly string[], after: readonly string[]): RoleEffect {
  const had = rolesOfGroups(groups, before)
  const has = rolesOfGroups(groups, after)
  return { gained: has.filter((role) => !had.includes(role)), lost: had.filter((role) => !has.includes(role)) }
}
