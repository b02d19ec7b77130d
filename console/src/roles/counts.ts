import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'

export const usersOf = (role: Role): number => role.roleDetails?.userCount ?? 0
export const groupsOf = (role: Role): number => role.roleDetails?.groupCount ?? role.groups?.length ?? 0
export const actionsOf = (role: Role): number => role.roleDetails?.actionCount ?? role.actions?.length ?? 0

/** "56 people" and "2 groups": the current members of a role. */
export const reachOf = (role: Role): { people: string; groups: string } => ({
  people: m.roles_people({ count: usersOf(role) }),
  groups: m.roles_group_count({ count: groupsOf(role) }),
})
