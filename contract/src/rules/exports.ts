import type { PermissionName } from './permission-names.ts'

/** Everything that can be exported, with the permission to create the file and to download it. */
export const exportPermissions = {
  users: 'Admin.ViewUsers',
  groups: 'Admin.ViewGroups',
  roles: 'Admin.ViewRoles',
  provisioning: 'Admin.ManageScimTokens',
  'data-entitlements': 'Navigation.Licenses',
  'model-entitlements': 'Navigation.Licenses',
  tags: 'Admin.ViewTags',
  'audit-log': 'Navigation.AuditLog',
  'audit-log-lines': 'Navigation.AuditLog',
  'system-log': 'Navigation.SystemLog',
  jobs: 'Navigation.JobLog',
} as const satisfies Record<string, PermissionName>

export type ExportKind = keyof typeof exportPermissions

/** JSON Lines (jsonlines.org): a JSON object on each line. */
export const jsonLinesType = 'application/jsonl'

/** The kinds that are JSON Lines; the others are CSV. */
export const jsonLinesKinds: ReadonlySet<string> = new Set<ExportKind>(['audit-log-lines'])

/** Every kind of temporary file, with the permission for its data: exports, and the rows that an import or upload refused. */
export const filePermissions = {
  ...exportPermissions,
  rejectedUsers: 'Admin.EditUsers',
  rejectedCurrencies: 'Admin.EditCurrencies',
  rejectedSchemes: 'Admin.EditCurrencySchemes',
  rejectedRates: 'Admin.EditCurrencySchemes',
} as const satisfies Record<string, PermissionName>

export type FileKind = keyof typeof filePermissions

export const fileKinds = Object.keys(filePermissions) as [FileKind, ...FileKind[]] // the keys of the object above

/** The longest list that is streamed as a download; longer ones are exported in the background. */
export const mostStreamedRows = 50_000

/** Days until a finished file is deleted. */
export const temporaryFileDays = 7
