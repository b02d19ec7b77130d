import type { Group } from '@steward/contract/groups/schemas'
import { compareText } from '../i18n/format.ts'

/** What a change of groups does to a user's roles; names, by alphabet. */
export interface RoleEffect {
  gained: string[]
  lost: string[]
}

/** The names of the roles that these groups give; disabled groups give none. */
export function rolesOfGroups(groups: readonly Group[], groupIds: readonly string[]): string[] {
  const held = groups.filter((group) => groupIds.includes(group.groupId) && group.status === 'Enabled')
  return [...new Set(held.flatMap((group) => (group.roles ?? []).map((role) => role.roleName)))].sort(compareText)
}

/** Which roles come and go when a user's groups change. A role that another group still gives is not lost. */
export function roleEffect(groups: readonly Group[], before: readonly string[], after: readonly string[]): RoleEffect {
  const had = rolesOfGroups(groups, before)
  const has = rolesOfGroups(groups, after)
  return { gained: has.filter((role) => !had.includes(role)), lost: had.filter((role) => !has.includes(role)) }
}
