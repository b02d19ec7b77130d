import { administratorRoleName } from '@steward/contract/rules/name-rules'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usersOf } from './counts.ts'

/** Why somebody without it may not edit groups; undefined for who may. */
export const editReason = (mayEdit: boolean): string | undefined => (mayEdit ? undefined : m.groups_edit_reason())

const reservedReason = (group: Group): string | undefined =>
  group.isReserved ? m.error_group_reserved({ groupName: group.groupName }) : undefined

/** Why a group cannot be disabled. */
export const disableReason = (group: Group): string | undefined => reservedReason(group)

/** Why members cannot be added or removed here: they come from the identity provider, as the group itself does. */
export const membersReason = (group: Group): string | undefined =>
  group.isManagedByProvider ? m.error_group_managed_elsewhere() : undefined

/** Why a group cannot be renamed. */
export const renameReason = (group: Group): string | undefined => reservedReason(group) ?? membersReason(group)

/** Why a group cannot be deleted: it is reserved, comes from the provider, or holds users (specification 2, section 4). */
export const deleteReason = (group: Group): string | undefined =>
  renameReason(group) ?? (usersOf(group) > 0 ? m.error_group_not_empty() : undefined)

/** Why the group keeps a role: the reserved group is there for it. */
export const roleReason = (group: Group, roleName: string): string | undefined =>
  group.isReserved && roleName === administratorRoleName ? m.error_group_reserved({ groupName: group.groupName }) : undefined
