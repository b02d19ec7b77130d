import type { FederationRefusalCode } from '@steward/contract/catalog/federation-codes'
import { m } from '@steward/contract/paraglide/messages'

/** What the person affected can do; everything else is for an administrator to fix, who sees the cause. */
const messages: Partial<Record<FederationRefusalCode, () => string>> = {
  flow_unknown: m.login_refusal_again,
  flow_expired: m.login_refusal_again,
  flow_used: m.login_refusal_again,
  browser_unknown: m.login_refusal_again,
  code_unknown: m.login_refusal_again,
  configuration_changed: m.login_refusal_again,
  unsolicited: m.login_refusal_again,
  replayed: m.login_refusal_again,
  provider_refused: m.login_refusal_not_allowed,
  status_not_success: m.login_refusal_not_allowed,
  provider_unreachable: m.login_refusal_unreachable,
  email_missing: m.login_refusal_email,
  email_unverified: m.login_refusal_email,
  email_invalid: m.login_refusal_email,
  email_domain_refused: m.login_refusal_domain,
  address_refused: m.login_refusal_network,
  user_not_provisioned: m.login_refusal_no_account,
  factor_missing: m.login_refusal_factor,
  user_disabled: m.login_refusal_disabled,
  user_linked_elsewhere: m.login_refusal_linked,
  tenant_disabled: m.login_refusal_tenant,
}

const isKnown = (code: string): code is FederationRefusalCode => Object.hasOwn(messages, code)

/** Why a sign-in through the company's provider was refused, without the terms of administrators. */
export const refusalForPerson = (code: string): string => (isKnown(code) ? messages[code] : undefined)?.() ?? m.login_refusal_setup()
