/**
 * What single sign-on says about itself, as codes: the console has words for each. Where a code has parameters, they stand
 * beside it.
 */

/** What reading a provider's metadata looks at, in this order. */
export const federationCheckCodes = [
  /** `address` */
  'reachable',
  /** `protocol` */
  'readable',
  /** `issuer`; failed: `issuer`, `expected` */
  'issuer',
  /** `endpoint` ('signIn', 'token', 'keys', …), `address` */
  'endpoint',
  /** Failed: no endpoint of a kind that sign-in needs: `endpoint` */
  'endpoint_missing',
  /** `count`; the keys by which tokens are checked could be read */
  'keys',
  /** `subject`, `notAfter`; warning within 60 days of the end, failed after it or before its start */
  'certificate',
  /** No signing certificate at all */
  'certificate_missing',
  /** `seconds` by which the provider's clock differs from ours */
  'clock',
  /** What of ours the provider supports: `algorithms` */
  'algorithms',
  /** PKCE with S256 (RFC 7636); warning where the provider does not say that it supports it */
  'pkce',
  /** `method` by which this server shows who it is at the token endpoint */
  'client_authentication',
  /** Whether the provider offers logout */
  'logout',
] as const
export type FederationCheckCode = (typeof federationCheckCodes)[number]

/** The steps of one sign-in through the provider, in this order as far as they apply. */
export const federationStepCodes = [
  /** `address` (origin and path, without parameters) */
  'sent_to_provider',
  /** What came back: names of the parameters or the kind of message: `parameters` */
  'returned',
  'state',
  /** `issuer`, failed: `expected` (RFC 9207, mix-up) */
  'issuer',
  /** The code was turned into tokens: `status` */
  'token_exchange',
  'message_decoded',
  'destination',
  'decrypted',
  /** `algorithm`, `keyId` or `certificate` */
  'signature',
  /** `audience`, `expected` */
  'audience',
  'recipient',
  'nonce',
  'in_response_to',
  /** `notBefore`, `notAfter` */
  'validity',
  'replay',
  'user_info',
  /** `subject` */
  'subject',
  /** `email`, `groups` (a count) */
  'claims',
  /** `username`; details `found` is 'subject', 'username', 'email' or 'new' */
  'user',
  /** `added`, `removed`: counts */
  'groups',
  'administrator',
  'session',
] as const
export type FederationStepCode = (typeof federationStepCodes)[number]

/** Why a sign-in through the provider was refused. */
export const federationRefusalCodes = [
  // The flow
  'flow_unknown',
  'flow_expired',
  'flow_used',
  'browser_unknown',
  'code_unknown',
  // What the provider answered
  /** `error`, `description` */
  'provider_refused',
  /** `address` */
  'provider_unreachable',
  'provider_answer_invalid',
  /** `expected`, `received` */
  'issuer_wrong',
  'audience_wrong',
  'recipient_wrong',
  'destination_wrong',
  'signature_missing',
  'signature_invalid',
  /** `algorithm` */
  'algorithm_refused',
  'nonce_wrong',
  'nonce_missing',
  'in_response_to_wrong',
  'unsolicited',
  'expired',
  'not_yet_valid',
  'replayed',
  'decryption_failed',
  'token_exchange_failed',
  'client_authentication_failed',
  'user_info_subject_wrong',
  'xml_refused',
  'status_not_success',
  // What we make of it
  'subject_missing',
  'email_missing',
  'email_unverified',
  'email_invalid',
  /** `domain` */
  'email_domain_refused',
  'address_refused',
  'user_disabled',
  /** The user of this name is tied to another subject of the provider. */
  'user_linked_elsewhere',
  'tenant_disabled',
  'configuration_changed',
  'unexpected',
] as const
export type FederationRefusalCode = (typeof federationRefusalCodes)[number]

/** What an administrator should look at before it becomes a failure. */
export const federationWarningCodes = [
  /** `subject`, `notAfter`, `days`; `slot` */
  'certificate_expiring',
  'certificate_expired',
  /** All certificates of the provider were kept from earlier metadata. */
  'certificate_kept',
  'client_secret_expiring',
  'client_secret_expired',
  /** Our own key: `notAfter`, `days` */
  'key_expiring',
  'key_expired',
  /** The break-glass administrator cannot sign in with a password any more: `username` */
  'break_glass_unusable',
  /** A mapping names a group that is gone. */
  'group_missing',
  /** A draft waits whose test sign-in failed or was never made. */
  'draft_untested',
] as const
export type FederationWarningCode = (typeof federationWarningCodes)[number]
