import { m } from '@steward/contract/paraglide/messages'
import type { FactorAudience } from '@steward/contract/rules/factors'
import type {
  EmailDomains,
  LogRetention,
  SecondFactor,
  SessionPolicy,
  SignInAddresses,
  TenantSettings,
} from '@steward/contract/rules/settings-schemas'
import { factorLabels } from './userLabels.ts'

/** Tenant settings as their page names them. What the page does not show, history and previews leave out, too. */

export const audienceLabels: Record<FactorAudience, () => string> = {
  nobody: m.tenant_settings_factor_nobody,
  administrators: m.tenant_settings_factor_administrators,
  everybody: m.tenant_settings_factor_everybody,
}

type SettingField = keyof (Omit<TenantSettings, 'userDetails'> &
  SessionPolicy &
  Omit<SecondFactor, 'since'> &
  EmailDomains &
  SignInAddresses &
  LogRetention)

export const settingFieldLabels: Record<SettingField, () => string> = {
  featurePreviewAccess: m.tenant_settings_preview_access,
  lifetimeMinutes: m.tenant_settings_lifetime,
  inactivityMinutes: m.tenant_settings_inactivity,
  audience: m.tenant_settings_factor_audience,
  kinds: m.tenant_settings_factor_kinds,
  graceDays: m.tenant_settings_factor_grace,
  rememberDays: m.tenant_settings_factor_remember,
  requiresProviderFactor: m.tenant_settings_factor_provider,
  requiresResetApproval: m.tenant_settings_factor_approval,
  providerContexts: m.tenant_settings_factor_contexts,
  domains: m.tenant_settings_domains,
  ranges: m.tenant_settings_addresses,
  auditLogDays: m.tenant_settings_retention_audit,
  systemLogDays: m.tenant_settings_retention_system,
}

/** Values that are codes, by field. */
export const settingValueLabels: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  audience: audienceLabels,
  kinds: factorLabels,
}
