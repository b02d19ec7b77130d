import { m } from '@steward/contract/paraglide/messages'
import type { FileKind } from '@steward/contract/rules/exports'

export const kindLabels: Record<FileKind, () => string> = {
  users: m.files_kind_users,
  groups: m.files_kind_groups,
  roles: m.files_kind_roles,
  provisioning: m.files_kind_provisioning,
  'data-entitlements': m.files_kind_data_entitlements,
  'model-entitlements': m.files_kind_model_entitlements,
  tags: m.files_kind_tags,
  'audit-log': m.menu_audit_log,
  'audit-log-lines': m.files_kind_audit_log_lines,
  'system-log': m.menu_system_log,
  jobs: m.menu_job_log,
  rejectedUsers: m.files_kind_rejected_users,
  rejectedCurrencies: m.files_kind_rejected_currencies,
  rejectedSchemes: m.files_kind_rejected_schemes,
  rejectedRates: m.files_kind_rejected_rates,
}

/** The permission needed to see the data, as the pages label it. */
export const permissionLabels: Record<FileKind, () => string> = {
  users: m.users_view_permission,
  groups: m.groups_view_permission,
  roles: m.roles_view_permission,
  provisioning: m.scim_permission,
  'data-entitlements': m.licenses_view_permission,
  'model-entitlements': m.licenses_view_permission,
  tags: m.tags_view_permission,
  'audit-log': m.audit_permission,
  'audit-log-lines': m.audit_permission,
  'system-log': m.events_permission,
  jobs: m.jobs_permission,
  rejectedUsers: m.users_edit_permission,
  rejectedCurrencies: m.currencies_edit_permission,
  rejectedSchemes: m.schemes_edit_permission,
  rejectedRates: m.schemes_edit_permission,
}
