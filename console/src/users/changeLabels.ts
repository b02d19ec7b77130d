import { secretFields, type AuditCategory, type AuditField } from '@steward/contract/catalogue/activity'
import { m } from '@steward/contract/paraglide/messages'
import { formatLastDay } from '../i18n/expiry.ts'
import { formatMoment } from '../i18n/time.ts'
import { statusLabels } from './labels.ts'

/** Labels for changes in the audit log: fields as their forms and tables name them, and their values. */

const fieldLabels: Record<AuditField, () => string> = {
  acceptedAt: m.audit_field_accepted_at,
  acceptedBy: m.audit_field_accepted_by,
  actions: m.roles_column_actions,
  addresses: m.audit_field_addresses,
  adminGroupName: m.sso_admin_group,
  adminUsername: m.sso_break_glass,
  allAccess: m.resource_groups_access_all,
  anchorCurrencyCode: m.schemes_field_anchor,
  apiKeyName: m.keys_column_name,
  acceptsResponseSignature: m.sso_response_signature,
  assertionAudience: m.sso_assertion_audience,
  claimNames: m.sso_claims,
  clientAuthentication: m.sso_client_authentication,
  clientId: m.sso_client_id,
  clientSecret: m.sso_client_secret,
  clientSecretExpiresAt: m.sso_client_secret_expires,
  continent: m.licenses_continent,
  costCenter: m.audit_field_cost_center,
  currencyCode: m.audit_field_currency_code,
  currencyCount: m.vintages_column_currencies,
  currencyName: m.audit_field_currency_name,
  currencySchemeCode: m.audit_field_scheme_code,
  currencySchemeId: m.audit_category_currency_scheme,
  currencySchemeName: m.audit_field_scheme_name,
  decidedAt: m.audit_field_decided_at,
  decidedByName: m.audit_field_decided_by,
  department: m.audit_field_department,
  description: m.roles_column_description,
  displayName: m.audit_field_display_name,
  division: m.audit_field_division,
  domain: m.sso_domain,
  email: m.users_column_email,
  emails: m.audit_field_emails,
  employeeNumber: m.audit_field_employee_number,
  endDate: m.licenses_end_date,
  entitlements: m.audit_field_entitlements,
  entryKey: m.audit_category_setting,
  expiresAt: m.keys_field_expires,
  externalId: m.audit_field_external_id,
  factorName: m.audit_field_factor_name,
  familyName: m.users_field_family_name,
  fingerprint: m.audit_field_fingerprint,
  firstAsOfDate: m.audit_field_first_as_of,
  flagName: m.audit_category_feature_flag,
  givenName: m.users_field_given_name,
  groupMappings: m.sso_mappings,
  groupName: m.groups_column_name,
  groups: m.users_column_groups,
  holderName: m.keys_held_by,
  ims: m.audit_field_ims,
  isActive: m.tags_column_active,
  isAdministrator: m.users_access_administrator,
  isDefault: m.resource_groups_default,
  isDisabled: m.users_status_disabled,
  isDryRun: m.scim_dry_run,
  isEnabled: m.open_models_is_enabled,
  isInMetadata: m.audit_field_in_metadata,
  isOn: m.scim_limit_on,
  isReserved: m.groups_reserved,
  issuer: m.sso_issuer,
  key: m.keys_key,
  keyId: m.sso_detail_key_id,
  keyPrefix: m.keys_column_prefix,
  kind: m.audit_field_kind,
  lastAsOfDate: m.audit_field_last_as_of,
  level: m.audit_field_level,
  levelId: m.audit_field_level_id,
  licenseCode: m.audit_field_license_code,
  locale: m.audit_field_locale,
  locked: m.audit_field_locked_weights,
  managedByProvider: m.audit_field_managed_by_provider,
  manager: m.audit_field_manager,
  maxConcurrency: m.open_models_concurrency,
  metadataUrl: m.sso_metadata_url,
  minimumUsers: m.scim_limit_minimum,
  name: m.audit_field_name_parts,
  nickName: m.audit_field_nickname,
  notAfter: m.sso_detail_not_after,
  notBefore: m.sso_detail_not_before,
  note: m.esg_note,
  organization: m.audit_field_organization,
  packageName: m.resource_groups_package,
  password: m.users_field_password,
  percentage: m.audit_field_percentage,
  peril: m.licenses_peril,
  phoneNumbers: m.audit_field_phone_numbers,
  photos: m.audit_field_photos,
  preferredLanguage: m.audit_field_preferred_language,
  previousExpiresAt: m.keys_previous_until,
  priority: m.audit_field_priority,
  privateKey: m.audit_field_private_key,
  productCode: m.licenses_product_code,
  productName: m.licenses_product,
  profileUrl: m.audit_field_profile_page,
  protocol: m.sso_protocol,
  providerName: m.sso_provider_name,
  publishedAt: m.vintages_column_published_at,
  publishedBy: m.vintages_column_published_by,
  push: m.notification_settings_push,
  quotaName: m.audit_category_quota,
  rateCount: m.vintages_column_rates,
  reason: m.audit_field_reason,
  releasedUntil: m.audit_field_released_until,
  resourceGroupName: m.resource_groups_column_name,
  resourceGroupPackageId: m.resource_groups_package,
  restoredFrom: m.audit_field_restored_from,
  revokedAt: m.audit_field_revoked_at,
  roleName: m.roles_column_name,
  roles: m.users_column_roles,
  sharePercent: m.scim_limit_share,
  slot: m.sso_connection,
  sourceName: m.vintages_column_source,
  startDate: m.audit_field_start_date,
  state: m.sso_state,
  status: m.users_column_status,
  stoppedAt: m.audit_field_stopped_at,
  subject: m.sso_detail_subject,
  tagName: m.tags_column_name,
  tags: m.jobs_column_tags,
  tenantName: m.audit_field_tenant_name,
  termsVersion: m.audit_field_terms_version,
  timezone: m.settings_time_zone,
  title: m.audit_field_job_title,
  token: m.scim_column_token,
  tokenName: m.scim_column_name,
  tokenPrefix: m.scim_column_prefix,
  updateIntervalInDays: m.schemes_field_interval,
  userAgent: m.sso_attempt_device,
  userId: m.users_field_id,
  username: m.users_field_username,
  usernames: m.groups_tab_members,
  userType: m.users_field_user_type,
  value: m.sso_test_value,
  verifiedAt: m.sso_domain_since,
  vintage: m.vintages_column_vintage,
  weights: m.audit_field_weights,
  x509Certificates: m.audit_field_x509_certificates,
}
const labelOfField: ReadonlyMap<string, () => string> = new Map(Object.entries(fieldLabels))

const categoryLabels: Record<AuditCategory, () => string> = {
  'API key': m.audit_category_api_key,
  Currency: m.audit_category_currency,
  'Currency scheme': m.audit_category_currency_scheme,
  'Currency vintage': m.audit_category_currency_vintage,
  'Data entitlement': m.audit_category_data_entitlement,
  'ESG scores': m.audit_category_esg_scores,
  'Feature flag': m.audit_category_feature_flag,
  Group: m.audit_category_group,
  Job: m.audit_category_job,
  Licence: m.audit_category_license,
  'Model entitlement': m.audit_category_model_entitlement,
  'Notification subscription': m.audit_category_notification_subscription,
  'Open model': m.audit_category_open_model,
  'Deprovisioning limit': m.audit_category_deprovisioning_limit,
  'Push subscription': m.audit_category_push_subscription,
  Quota: m.audit_category_quota,
  'Resource group': m.audit_category_resource_group,
  Role: m.audit_category_role,
  'SCIM token': m.audit_category_scim_token,
  'Second factor': m.audit_category_second_factor,
  Setting: m.audit_category_setting,
  'Single sign-on': m.audit_category_single_sign_on,
  Tag: m.audit_category_tag,
  Tenant: m.audit_category_tenant,
  User: m.audit_category_user,
}
const labelOfCategory: ReadonlyMap<string, () => string> = new Map(Object.entries(categoryLabels))

/** The kind of the changed object. */
export const categoryLabel = (category: string): string => labelOfCategory.get(category)?.() ?? category

/** `password_changed` → "Password changed": for names without a label. */
export const plainLabel = (name: string): string => {
  const text = name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The label of the changed field. */
export function fieldLabel({ category, fieldName: name }: { category: string; fieldName: string }): string {
  // In notification settings this is a switch; elsewhere it is an address.
  if (name === 'email' && category === 'Notification subscription') return m.notification_settings_email()
  return labelOfField.get(name)?.() ?? plainLabel(name)
}

/** Labels of coded values, by field and value. */
const labelOfValue: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    'assertionAudience issuer': m.sso_issuer,
    'assertionAudience token_endpoint': m.sso_endpoint_token,
    'clientAuthentication client_secret_basic': m.sso_client_by_secret,
    'clientAuthentication client_secret_post': m.sso_client_by_secret,
    'clientAuthentication private_key_jwt': m.sso_client_by_key,
    'kind Cancel': m.audit_value_cancel,
    'kind Reprioritize': m.audit_value_reprioritize,
    'level Tenant': m.audit_category_tenant,
    'level User': m.audit_category_user,
    'priority High': m.audit_value_priority_high,
    'priority Low': m.audit_value_priority_low,
    'priority Medium': m.audit_value_priority_medium,
    'priority VeryHigh': m.audit_value_priority_very_high,
    'priority VeryLow': m.audit_value_priority_very_low,
    'protocol oidc': m.sso_protocol_oidc,
    'protocol saml': m.sso_protocol_saml,
    'slot active': m.sso_state_active,
    'slot draft': m.audit_value_draft,
    'state ACTIVE': m.sso_state_active,
    'state Accepted': m.audit_value_accepted,
    'state INACTIVE': m.sso_state_inactive,
    'state Pending': m.audit_value_pending,
    'state Refused': m.audit_value_refused,
    'state TESTING': m.sso_state_testing,
    'state kept': m.audit_value_kept,
    'state released': m.audit_value_released,
    'state stopped': m.audit_value_stopped,
    'state watching': m.audit_value_watching,
    'status active': m.sso_key_active,
    'status Active': m.users_status_confirmed,
    'status Disabled': m.groups_status_disabled,
    'status Draft': m.vintages_status_draft,
    'status Enabled': m.groups_status_enabled,
    'status next': m.audit_value_key_next,
    'status Published': m.vintages_status_published,
    'status previous': m.audit_value_key_previous,
    'userType endUser': m.audit_value_end_user,
    'userType service': m.audit_value_service,
    ...Object.fromEntries(Object.entries(statusLabels).map(([status, word]) => [`status ${status}`, word])),
    ...Object.fromEntries(secretFields.map((field) => [`${field} changed`, m.audit_value_new_secret])),
  }),
)

/** A timestamp in PostgreSQL's format. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/
/** Fields that are shown as dates without a time. */
const dayFields: ReadonlySet<string | null> = new Set<AuditField>(['clientSecretExpiresAt', 'expiresAt'])

/** The label of a field's value. */
export function valueLabel(fieldName: string | null, value: string | null): string | null {
  if (value === null) return null
  if (value === 'true') return m.ui_yes()
  if (value === 'false') return m.ui_no()
  if (moment.test(value)) return dayFields.has(fieldName) ? formatLastDay(value) : formatMoment(value)
  return labelOfValue.get(`${fieldName} ${value}`)?.() ?? value
}
