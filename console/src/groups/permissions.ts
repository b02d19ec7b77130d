import { administratorRoleName } from '@steward/contract/rules/name-rules'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usersOf } from './groupDetails.ts'
import { unchangeable } from '../session/permissions/permissions.ts'

/** Why the user can't edit groups; undefined with the permission. */
export const editReason = (mayEdit: boolean): string | undefined => (mayEdit ? undefined : unchangeable(m.groups_edit_reason()))

const reservedReason = (group: Group): string | undefined =>
  group.isReserved ? m.error_group_reserved({ groupName: group.groupName }) : undefined

/** Why a group can't be disabled. */
export const disableReason = (group: Group): string | undefined => reservedReason(group)

/** Why members can't be added or removed here: the identity provider manages the group and its members. */
export const membersReason = (group: Group): string | undefined =>
  group.isManagedByProvider ? m.error_group_managed_elsewhere() : undefined

/** Why a group can't be renamed. */
export const renameReason = (group: Group): string | undefined => reservedReason(group) ?? membersReason(group)

/** Why a group can't be deleted: it is reserved, managed by the provider, or has users (specification 2, section 4). */
export const deleteReason = (group: Group): string | undefined =>
  renameReason(group) ?? (usersOf(group) > 0 ? m.groups_delete_members_first({ count: usersOf(group) }) : undefined)

/** Why a role can't be removed: the reserved group always has it. */
export const roleReason = (group: Group, roleName: string): string | undefined =>
  group.isReserved && roleName === administratorRoleName ? m.error_group_reserved({ groupName: group.groupName }) : undefined
