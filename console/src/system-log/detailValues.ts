import type { SessionEndReason, SignInFailureReason } from '@steward/contract/catalog/activity'
import type { FederationRefusalCode } from '@steward/contract/catalog/federation-codes'
import { products } from '@steward/contract/catalog/products'
import { eventTypeText } from '@steward/contract/message-text'
import { m } from '@steward/contract/paraglide/messages'
import type { DeprovisioningLimitDecision } from '@steward/contract/provisioning/constants'
import { kindLabels } from '../exports/fileLabels.ts'
import { plainRefusal } from '../federation/refusalMessages.ts'

type Texts = Record<string, () => string>

const reasons: Record<SessionEndReason | SignInFailureReason | 'push_gone', () => string> = {
  address: m.events_value_reason_address,
  code: m.events_value_reason_code,
  disabled: m.events_value_reason_user_disabled,
  expired: m.events_value_reason_expired,
  factors_reset: m.users_activity_factors_reset,
  identity_provider: m.events_value_reason_identity_provider,
  inactivity: m.events_value_reason_inactivity,
  locked: m.events_value_reason_locked,
  not_activated: m.events_value_reason_not_activated,
  passkey: m.events_value_reason_passkey,
  password: m.events_value_reason_password,
  password_changed: m.users_activity_password_changed,
  password_set: m.users_activity_password_set,
  provider_sign_out: m.events_value_reason_provider_sign_out,
  push_gone: m.events_value_reason_push_gone,
  reported: m.users_activity_sign_in_reported,
  revoked: m.events_value_reason_revoked,
  revoked_by_administrator: m.events_value_reason_revoked_by_administrator,
  sign_out: m.users_activity_sign_out,
  signed_in_again: m.events_value_reason_signed_in_again,
  sso_change: m.events_value_reason_sso_change,
  tenant_disabled: m.events_value_reason_tenant_disabled,
  token_replayed: m.events_value_reason_token_replayed,
  unknown_user: m.events_value_reason_unknown_user,
  user_deleted: m.events_value_reason_user_deleted,
  user_disabled: m.events_value_reason_user_disabled,
}

const decisions: Record<DeprovisioningLimitDecision, () => string> = {
  keep: m.scim_limit_keep,
  release: m.scim_limit_release,
  resume: m.scim_limit_resume,
}

/** Refusals whose texts elsewhere name what was expected and received, which events don't have. */
const refusals = {
  algorithm_refused: m.events_refusal_algorithm_refused,
  audience_wrong: m.events_refusal_audience_wrong,
  destination_wrong: m.events_refusal_destination_wrong,
  email_domain_refused: m.events_refusal_email_domain_refused,
  issuer_wrong: m.events_refusal_issuer_wrong,
  provider_refused: m.events_refusal_provider_refused,
  provider_unreachable: m.events_refusal_provider_unreachable,
  recipient_wrong: m.events_refusal_recipient_wrong,
} satisfies Partial<Record<FederationRefusalCode, () => string>>

const flagValues: Texts = {
  going: m.events_value_flag_going,
  'not set': m.events_value_flag_not_set,
  off: m.tenant_settings_off,
  on: m.tenant_settings_on,
  stopped: m.events_value_flag_stopped,
}

/** The texts of coded values, by the name of the detail. */
const texts: Record<string, Texts> = {
  change: { packages: m.events_value_packages, removed: m.events_detail_removed, set: m.events_value_change_set },
  channel: { email: m.notification_settings_email, push: m.events_value_channel_push },
  decision: decisions,
  from: flagValues,
  kind: {
    authenticator: m.events_value_method_authenticator,
    passkey: m.events_value_method_passkey,
    application: m.access_compare_applications,
    data: m.events_value_kind_data,
    model: m.licenses_models,
    package: m.events_value_packages,
    quota: m.licenses_quotas,
  },
  method: {
    authenticator: m.events_value_method_authenticator,
    oidc: m.sso_protocol_oidc,
    passkey: m.events_value_method_passkey,
    password: m.login_password,
    recovery_code: m.events_value_method_recovery_code,
    saml: m.events_value_method_saml,
  },
  operation: {
    bulk: m.scim_op_bulk,
    create: m.scim_filter_create,
    delete: m.scim_filter_delete,
    patch: m.scim_filter_patch,
    replace: m.scim_filter_replace,
  },
  product: Object.fromEntries(products.map(({ productCode, productName }) => [productCode, () => productName])),
  reason: reasons,
  refusal: refusals,
  scope: {
    everyone: m.events_value_scope_everyone,
    tenant: m.events_value_scope_tenant,
    user: m.events_value_scope_user,
  },
  template: {
    activation: m.events_value_template_activation,
    federated: m.events_value_template_federated,
    factor_changed: m.events_value_template_factor_changed,
    feedback: m.feedback_title,
    notification: m.events_value_template_notification,
    password_changed: m.users_activity_password_changed,
    provisioning_stopped: m.events_value_template_provisioning_stopped,
    reset: m.events_value_template_reset,
  },
  tenants: { all: m.events_value_scope_everyone, this: m.events_value_scope_tenant },
  to: flagValues,
  what: {
    ...kindLabels,
    currencies: m.currencies_tab,
    currencySchemes: m.schemes_tab,
    data_entitlements: m.files_kind_data_entitlements,
    'exchange rates': m.rates_title,
    model_entitlements: m.files_kind_model_entitlements,
    vintages: m.vintages_title,
  },
}

/** The text of a coded value of an event's detail; undefined for names, and for what a mail server answered. */
export function codedText(name: string, code: string): string | undefined {
  // Own keys only: services choose names of their own.
  const known = Object.hasOwn(texts, name) ? texts[name] : undefined
  if (known !== undefined && Object.hasOwn(known, code)) return known[code]?.()
  if (name === 'refusal') return plainRefusal(code)
  if (name === 'messageType') return eventTypeText(code)?.displayName
  return undefined
}
