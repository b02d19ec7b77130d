import type { FederationStepCode } from '@steward/contract/catalog/federation-codes'
import type { FederationStep } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { exactTime } from '../i18n/time.ts'
import { reasonText } from './reasonMessages.ts'
import { type Parameters, textIn } from './labels.ts'

const labels: Record<FederationStepCode, () => string> = {
  sent_to_provider: m.sso_trace_sent_to_provider,
  returned: m.sso_trace_returned,
  state: m.sso_trace_state,
  issuer: m.sso_trace_issuer,
  token_exchange: m.sso_trace_token_exchange,
  message_decoded: m.sso_trace_message_decoded,
  destination: m.sso_trace_destination,
  decrypted: m.sso_trace_decrypted,
  signature: m.sso_trace_signature,
  audience: m.sso_trace_audience,
  recipient: m.sso_trace_recipient,
  metadata_read: m.sso_trace_metadata_read,
  nonce: m.sso_trace_nonce,
  in_response_to: m.sso_trace_in_response_to,
  validity: m.sso_trace_validity,
  replay: m.sso_trace_replay,
  user_info: m.sso_trace_user_info,
  subject: m.sso_trace_subject,
  claims: m.sso_trace_claims,
  user: m.sso_trace_user,
  groups: m.sso_trace_groups,
  factor: m.sso_trace_factor,
  administrator: m.sso_trace_administrator,
  session: m.sso_trace_session,
}

/** What each step of a sign-in verifies. */
export const stepText = ({ code }: FederationStep): string => labels[code]()

const detailNames: Record<string, () => string> = {
  address: m.sso_detail_address,
  parameters: m.sso_detail_parameters,
  issuer: m.sso_detail_issuer,
  expected: m.sso_detail_expected,
  received: m.sso_detail_received,
  status: m.sso_detail_status,
  body: m.sso_detail_body,
  algorithm: m.sso_detail_algorithm,
  keyId: m.sso_detail_key_id,
  certificate: m.sso_detail_certificate,
  audience: m.sso_detail_audience,
  notBefore: m.sso_detail_not_before,
  notAfter: m.sso_detail_not_after,
  subject: m.sso_detail_subject,
  email: m.sso_detail_email,
  groups: m.sso_detail_groups,
  username: m.sso_detail_username,
  found: m.sso_detail_found,
  added: m.sso_detail_added,
  removed: m.sso_detail_removed,
  error: m.sso_detail_error,
  description: m.sso_detail_description,
  domain: m.sso_detail_domain,
  method: m.sso_detail_method,
  reason: m.sso_attempt_reason,
  part: m.sso_detail_part,
  format: m.sso_detail_format,
  now: m.sso_detail_now,
  isSigned: m.sso_detail_request_signed,
  isAssertionSigned: m.sso_detail_assertion_signed,
  isResponseSigned: m.sso_detail_response_signed,
}

const foundNames: Record<string, () => string> = {
  subject: m.sso_found_subject,
  username: m.sso_found_username,
  email: m.sso_found_email,
  new: m.sso_found_new,
}

const moments: ReadonlySet<string> = new Set(['notBefore', 'notAfter', 'now'])

/** Labels for the values checked in a step. */
export function stepDetails(details: Parameters): { key: string; term: string; value: string }[] {
  return Object.keys(details)
    .map((key) => ({ key, term: detailNames[key]?.() ?? key, value: valueOf(key, details) }))
    .filter(({ value }) => value !== '')
}

function valueOf(key: string, details: Parameters): string {
  const text = textIn(details, key)
  if (key === 'reason') return reasonText(details) || text
  if (key === 'found') return foundNames[text]?.() ?? text
  return moments.has(key) && !Number.isNaN(Date.parse(text)) ? exactTime(text) : text
}
