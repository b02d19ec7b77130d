import type { FederationRefusalCode } from '@steward/contract/catalog/federation-codes'
import { m } from '@steward/contract/paraglide/messages'
import { withReason } from './reasonMessages.ts'
import { type Parameters, textIn } from './labels.ts'

const pair = (p: Parameters) => ({ expected: textIn(p, 'expected'), received: textIn(p, 'received') })

/** Why a sign-in was refused, and what an administrator can do about it. */
const messages: Record<FederationRefusalCode, readonly [why: (p: Parameters) => string, advice: (p: Parameters) => string]> = {
  flow_unknown: [() => m.sso_refusal_flow_unknown(), m.sso_advice_again],
  flow_expired: [() => m.sso_refusal_flow_expired(), m.sso_advice_again],
  flow_used: [() => m.sso_refusal_flow_used(), m.sso_advice_again],
  browser_unknown: [() => m.sso_refusal_browser_unknown(), m.sso_advice_again],
  code_unknown: [() => m.sso_refusal_code_unknown(), m.sso_advice_again],
  provider_refused: [
    (p) => m.sso_refusal_provider_refused({ error: textIn(p, 'error'), description: textIn(p, 'description') }).trim(),
    m.sso_advice_assign,
  ],
  provider_unreachable: [(p) => m.sso_refusal_provider_unreachable({ address: textIn(p, 'address') }), m.sso_advice_reach],
  provider_answer_invalid: [() => m.sso_refusal_provider_answer_invalid(), m.sso_advice_values],
  issuer_wrong: [(p) => m.sso_refusal_issuer_wrong(pair(p)), m.sso_advice_metadata],
  audience_wrong: [(p) => m.sso_refusal_audience_wrong(pair(p)), m.sso_advice_values],
  recipient_wrong: [(p) => m.sso_refusal_recipient_wrong(pair(p)), m.sso_advice_values],
  destination_wrong: [(p) => m.sso_refusal_destination_wrong(pair(p)), m.sso_advice_values],
  signature_missing: [
    (p) => (p['part'] === 'assertion' ? m.sso_refusal_assertion_unsigned() : m.sso_refusal_signature_missing()),
    m.sso_advice_sign,
  ],
  signature_invalid: [() => m.sso_refusal_signature_invalid(), m.sso_advice_certificate],
  algorithm_refused: [(p) => m.sso_refusal_algorithm_refused({ algorithm: textIn(p, 'algorithm') }), m.sso_advice_sign],
  nonce_wrong: [() => m.sso_refusal_nonce_wrong(), m.sso_advice_attack],
  nonce_missing: [() => m.sso_refusal_nonce_missing(), m.sso_advice_values],
  in_response_to_wrong: [() => m.sso_refusal_in_response_to_wrong(), m.sso_advice_attack],
  unsolicited: [() => m.sso_refusal_unsolicited(), m.sso_advice_start],
  expired: [() => m.sso_refusal_expired(), m.sso_advice_clock],
  not_yet_valid: [() => m.sso_refusal_not_yet_valid(), m.sso_advice_clock],
  replayed: [() => m.sso_refusal_replayed(), m.sso_advice_attack],
  decryption_failed: [() => m.sso_refusal_decryption_failed(), m.sso_advice_ourkey],
  token_exchange_failed: [() => m.sso_refusal_token_exchange_failed(), m.sso_advice_client],
  client_authentication_failed: [() => m.sso_refusal_client_authentication_failed(), m.sso_advice_client],
  user_info_subject_wrong: [() => m.sso_refusal_user_info_subject_wrong(), m.sso_advice_attack],
  xml_refused: [() => m.sso_refusal_xml_refused(), m.sso_advice_attack],
  status_not_success: [
    () => m.sso_refusal_status_not_success(),
    (p) => (p['reason'] === 'name_id_policy' ? m.sso_advice_identifier() : m.sso_advice_assign()),
  ],
  subject_missing: [() => m.sso_refusal_subject_missing(), m.sso_advice_identifier],
  email_missing: [() => m.sso_refusal_email_missing(), m.sso_advice_claims],
  email_unverified: [() => m.sso_refusal_email_unverified(), m.sso_advice_verify],
  email_invalid: [() => m.sso_refusal_email_invalid(), m.sso_advice_claims],
  email_domain_refused: [(p) => m.sso_refusal_email_domain_refused({ domain: textIn(p, 'domain') }), m.sso_advice_settings],
  address_refused: [() => m.sso_refusal_address_refused(), m.sso_advice_settings],
  user_not_provisioned: [() => m.sso_refusal_user_not_provisioned(), m.sso_advice_provision],
  factor_missing: [() => m.sso_refusal_factor_missing(), m.sso_advice_factor],
  user_disabled: [() => m.sso_refusal_user_disabled(), m.sso_advice_user],
  user_linked_elsewhere: [() => m.sso_refusal_user_linked_elsewhere(), m.sso_advice_linked],
  tenant_disabled: [() => m.sso_refusal_tenant_disabled(), m.sso_advice_operator],
  configuration_changed: [() => m.sso_refusal_configuration_changed(), m.sso_advice_again],
  unexpected: [() => m.sso_refusal_unexpected(), m.sso_advice_operator],
}

export interface Refusal {
  code: FederationRefusalCode
  parameters: Parameters
}

/** Why a sign-in through the provider was refused, for administrators. */
export const refusalText = ({ code, parameters }: Refusal): string => withReason(messages[code][0](parameters), parameters)

/** How an administrator can fix it. */
export const refusalAdvice = ({ code, parameters }: Refusal): string => messages[code][1](parameters)

/** Codes whose message needs parameters, which only administrators get. */
const parametrised: ReadonlySet<string> = new Set<FederationRefusalCode>([
  'provider_refused',
  'provider_unreachable',
  'issuer_wrong',
  'audience_wrong',
  'recipient_wrong',
  'destination_wrong',
  'algorithm_refused',
  'email_domain_refused',
])

const isKnown = (code: string): code is FederationRefusalCode => Object.hasOwn(messages, code)

/** Why a sign-in was refused, for the person affected; undefined if the message needs parameters. */
export const plainRefusal = (code: string): string | undefined =>
  isKnown(code) && !parametrised.has(code) ? refusalText({ code, parameters: {} }) : undefined
