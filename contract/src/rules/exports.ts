import type { PermissionName } from './permission-names.ts'

/** What can be exported, and the permission to see that data: to make the file, and again to download it. */
export const exportPermissions = {
  users: 'Admin.ViewUsers',
  groups: 'Admin.ViewGroups',
  roles: 'Admin.ViewRoles',
  provisioning: 'Admin.ManageScimTokens',
  'data-entitlements': 'Navigation.Licenses',
  'model-entitlements': 'Navigation.Licenses',
} as const satisfies Record<string, PermissionName>

export type ExportKind = keyof typeof exportPermissions

/** Every kind of temporary file, and the permission to see what it holds: exports, and the rows that an import refused. */
export const filePermissions = { ...exportPermissions, rejectedUsers: 'Admin.EditUsers' } as const satisfies Record<string, PermissionName>

export type FileKind = keyof typeof filePermissions

export const fileKinds = Object.keys(filePermissions) as [FileKind, ...FileKind[]] // the keys of the object above

/** Days for which a file is kept once it is ready. */
export const temporaryFileDays = 7
