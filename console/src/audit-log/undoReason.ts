import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { permissionLabel } from '../session/permissions/permissionLabel.ts'

export type Can = (name: PermissionName) => boolean

/** The permission to change a kind of record, by its category in the audit log. The server decides; this only says so early. */
const editPermissions: Readonly<Record<string, PermissionName>> = {
  'API key': 'Admin.EditApiKeys',
  Currency: 'Admin.EditCurrencies',
  'Currency scheme': 'Admin.EditCurrencySchemes',
  Group: 'Admin.EditGroups',
  'Log stream': 'Admin.TenantAdministrator',
  'Resource group': 'Admin.EditResourceGroups',
  Role: 'Admin.EditRoles',
  'Saved view': 'Admin.TenantAdministrator',
  Setting: 'Admin.EditTenantSettings',
  Tag: 'Admin.EditTags',
  User: 'Admin.EditUsers',
}

/** Why a change of these records cannot be undone by this person; undefined if they have the permissions for it. */
export function undoReason(parts: readonly { category: string }[], can: Can): string | undefined {
  const missing = parts.map(({ category }) => editPermissions[category]).find((name) => name !== undefined && !can(name))
  return missing === undefined ? undefined : m.changes_undo_reason({ permission: permissionLabel(missing) })
}
