import type { PermissionName } from './permission-names.ts'

/** What can be exported, and the permission to see that data: to make the file, and again to download it. */
export const exportPermissions = {
  users: 'Admin.ViewUsers',
  groups: 'Admin.ViewGroups',
  roles: 'Admin.ViewRoles',
} as const satisfies Record<string, PermissionName>

export type ExportKind = keyof typeof exportPermissions

export const exportKinds = Object.keys(exportPermissions) as [ExportKind, ...ExportKind[]] // the keys of the object above

/** Days for which a file is kept once it is ready. */
export const temporaryFileDays = 7
