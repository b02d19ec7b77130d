import { m } from '@steward/contract/paraglide/messages'

/** The settings of the tenant by their labels, with the ids of their fields on the page. */
export const settingFields = [
  { id: 'preview-access', label: m.tenant_settings_preview_access },
  { id: 'session-length', label: m.tenant_settings_lifetime },
  { id: 'idle-timeout', label: m.tenant_settings_inactivity },
  { id: 'second-factor', label: m.tenant_settings_factor },
  { id: 'email-domains', label: m.tenant_settings_domains },
  { id: 'sign-in-addresses', label: m.tenant_settings_addresses },
  { id: 'account-creation', label: m.tenant_settings_creation },
  { id: 'audit-log-retention', label: m.tenant_settings_retention_audit },
  { id: 'system-log-retention', label: m.tenant_settings_retention_system },
] as const
