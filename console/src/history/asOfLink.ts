import { linkOptions, type LinkOptions } from '@tanstack/react-router'
import type { HistoryEntry } from '@steward/contract/history/schemas'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { Can } from '../audit-log/undoReason.ts'

const pasts: Readonly<Record<string, { kind: 'user' | 'group' | 'role'; permission: PermissionName }>> = {
  User: { kind: 'user', permission: 'Admin.ViewUsers' },
  Group: { kind: 'group', permission: 'Admin.ViewGroups' },
  Role: { kind: 'role', permission: 'Admin.ViewRoles' },
}

/** The page of a record as a change left it, for users, groups and roles that the user can see. */
export function asOfLink({ parts: [part], occurredAt, change }: HistoryEntry, can: Can): LinkOptions | undefined {
  const past = part && pasts[part.category]
  // The page is that of access, for people who can see users.
  if (part === undefined || past === undefined || change === null || !can('Admin.ViewUsers') || !can(past.permission)) return undefined
  return linkOptions({ to: '/user-administration/access/as-of', search: { record: past.kind, id: part.entityId, asOf: occurredAt } })
}
