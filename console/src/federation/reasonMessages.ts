import { m } from '@steward/contract/paraglide/messages'
import { dayIn, type Parameters, textIn } from './labels.ts'

/** Texts for the server's `reason` of a check, a step or a refusal; reasons without a text need none. */
const messages: Record<string, (parameters: Parameters) => string> = {
  not_public: m.sso_reason_not_public,
  unknown_host: m.sso_reason_unknown_host,
  not_https: m.sso_reason_not_https,
  has_credentials: m.sso_reason_credentials,
  too_many_redirects: m.sso_reason_redirects,
  other_scheme: m.sso_reason_redirects,
  too_large: m.sso_reason_too_large,
  timed_out: m.sso_reason_timed_out,
  certificate_refused: m.sso_reason_web_certificate,
  unreachable: m.sso_reason_unreachable,
  document_type: m.sso_reason_document_type,
  not_well_formed: m.sso_reason_not_well_formed,
  comment: m.sso_reason_odd_xml,
  processing_instruction: m.sso_reason_odd_xml,
  too_deep: m.sso_reason_odd_xml,
  not_metadata: m.sso_reason_not_metadata,
  no_provider: m.sso_reason_no_provider,
  several_providers: (p) => m.sso_reason_several_providers({ issuers: textIn(p, 'issuers') }),
  metadata_expired: (p) => m.sso_reason_metadata_expired({ date: dayIn(p, 'validUntil') }),
  no_assertion: m.sso_reason_structure,
  several_assertions: m.sso_reason_structure,
  several_responses: m.sso_reason_structure,
  identifier_twice: m.sso_reason_structure,
  assertion_misplaced: m.sso_reason_structure,
  signature_misplaced: m.sso_reason_structure,
  form: m.sso_reason_signature_form,
  response_only: m.sso_reason_response_only,
  encrypted_cbc: m.sso_reason_encrypted_cbc,
  transient: m.sso_reason_transient,
  name_id_policy: m.sso_reason_name_id_policy,
  no_identifier: m.sso_reason_no_identifier,
  no_name_id: m.sso_reason_no_name_id,
  no_subject: m.sso_reason_no_name_id,
  groups_elsewhere: m.sso_reason_groups_elsewhere,
  certificate_expired: m.sso_reason_certificate_expired,
}

/** The text of the reason; empty if none exists. */
export function reasonText(parameters: Parameters): string {
  const reason = textIn(parameters, 'reason')
  const status = /^HTTP (\d{3})$/.exec(reason)?.[1]
  if (status !== undefined) return m.sso_reason_http({ status })
  return Object.hasOwn(messages, reason) ? (messages[reason]?.(parameters) ?? '') : ''
}

/** A sentence followed by the reason. */
export const withReason = (text: string, parameters: Parameters): string => [text, reasonText(parameters)].filter(Boolean).join(' ')
