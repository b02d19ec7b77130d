import type { PermissionName } from '../rules/permission-names.ts'

/** What has a history, and the permission to see it: that of the record (docs/adr/034). */
export const historyPermissions = {
  user: 'Admin.ViewUsers',
  group: 'Admin.ViewGroups',
  role: 'Admin.ViewRoles',
  apiKey: 'Admin.ViewApiKeys',
  logStream: 'Admin.TenantAdministrator',
  resourceGroup: 'Admin.ViewResourceGroups',
  licenses: 'Navigation.Licenses',
  singleSignOn: 'Admin.ConfigureSSO',
  provisioning: 'Admin.ManageScimTokens',
  settings: 'Admin.EditTenantSettings',
  /** Everything that changes in the tenant. */
  tenant: 'Navigation.AuditLog',
} as const satisfies Record<string, PermissionName>

export type HistoryRecord = keyof typeof historyPermissions

// Object.keys widens to string; the record's keys are exactly the names.
export const historyRecords = Object.keys(historyPermissions) as [HistoryRecord, ...HistoryRecord[]]

/** Records of which a tenant has many. */
const identified = ['user', 'group', 'role', 'apiKey', 'logStream', 'resourceGroup'] as const satisfies readonly HistoryRecord[]

export const hasId = (record: HistoryRecord): boolean => identified.some((one) => one === record)

/** The most records of one request, values of one field and entries of one page. */
export const shownParts = 20
export const shownValues = 20
