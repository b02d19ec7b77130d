import { linkOptions, type LinkOptions } from '@tanstack/react-router'
import type { HistoryEntry } from '@steward/contract/history/schemas'
import type { Can } from '../audit-log/undoReason.ts'

/** The page of a record as a change left it, for users, groups and roles that the user can see. */
export function asOfLink({ parts: [part], occurredAt, change }: HistoryEntry, can: Can): LinkOptions | undefined {
  if (part === undefined || change === null) return undefined
  const { category, entityId } = part
  const search = { moment: occurredAt }
  if (category === 'User' && can('Admin.ViewUsers') && can('Navigation.UserManagement'))
    return linkOptions({ to: '/user-administration/users/$userId', params: { userId: entityId }, search })
  if (category === 'Group' && can('Admin.ViewGroups') && can('Navigation.GroupManagement'))
    return linkOptions({ to: '/user-administration/groups/$groupId', params: { groupId: entityId }, search })
  if (category === 'Role' && can('Admin.ViewRoles') && can('Navigation.RoleManagementWithFeatureFlags'))
    return linkOptions({ to: '/user-administration/roles/$roleId', params: { roleId: entityId }, search })
  return undefined
}
