/**
 * Codes for the checks, steps and errors of single sign-on. The console has a text for each. Parameters are listed
 * next to their code.
 */

/** Checks on a provider's metadata, in order. */
export const federationCheckCodes = [
  /** `address` */
  'reachable',
  /** `protocol` */
  'readable',
  /** `issuer`; failed: `issuer`, `expected` */
  'issuer',
  /** `endpoint` ('signIn', 'token', 'keys', …), `address` */
  'endpoint',
  /** Failed: an endpoint that sign-in needs is missing: `endpoint` */
  'endpoint_missing',
  /** `count` of keys for verifying tokens */
  'keys',
  /** `subject`, `notAfter`; a warning in the last 60 days, failed once expired or before it is valid */
  'certificate',
  /** No signing certificate */
  'certificate_missing',
  /** `seconds` between the provider's clock and ours */
  'clock',
  /** Our algorithms that the provider supports: `algorithms` */
  'algorithms',
  /** PKCE with S256 (RFC 7636); a warning if the provider does not announce support */
  'pkce',
  /** `method` of client authentication at the token endpoint */
  'client_authentication',
  /** Whether the provider supports logout */
  'logout',
] as const
export type FederationCheckCode = (typeof federationCheckCodes)[number]

/** The steps of a sign-in through the provider, in order. Not every protocol has all of them. */
export const federationStepCodes = [
  /** `address` (origin and path, without parameters) */
  'sent_to_provider',
  /** The names of the parameters, or the kind of message, that came back: `parameters` */
  'returned',
  'state',
  /** `issuer`, failed: `expected` (RFC 9207, mix-up) */
  'issuer',
  /** The code was exchanged for tokens: `status` */
  'token_exchange',
  'message_decoded',
  'destination',
  'decrypted',
  /** `algorithm`, `keyId` or `certificate` */
  'signature',
  /** `audience`, `expected` */
  'audience',
  'recipient',
  /** The provider's metadata was read again, because it signed with a key that was not known; failed: `reason` */
  'metadata_read',
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
  /** Whether the provider asked for a second factor, if the tenant requires it: `received` */
  'factor',
  /** `username`; `found` in the details is 'subject', 'username', 'email' or 'new' */
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
  // The provider's response
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
  // Matching the user and tenant
  'subject_missing',
  'email_missing',
  'email_unverified',
  'email_invalid',
  /** `domain` */
  'email_domain_refused',
  'address_refused',
  /** Users come from SCIM provisioning, and this one did not. */
  'user_not_provisioned',
  'user_disabled',
  /** The tenant requires that the provider asks for a second factor: `received` */
  'factor_missing',
  /** The user with this name is linked to another subject of the provider. */
  'user_linked_elsewhere',
  'tenant_disabled',
  'configuration_changed',
  'unexpected',
] as const
export type FederationRefusalCode = (typeof federationRefusalCodes)[number]

/** Warnings for administrators before something fails. */
export const federationWarningCodes = [
  /** `subject`, `notAfter`, `days`; `slot` */
  'certificate_expiring',
  'certificate_expired',
  /** All certificates of the provider come from earlier metadata. */
  'certificate_kept',
  'client_secret_expiring',
  'client_secret_expired',
  /** Our own key expires: `notAfter`, `days` */
  'key_expiring',
  'key_expired',
  /** The break-glass administrator can no longer sign in with a password: `username` */
  'break_glass_unusable',
  /** A mapping refers to a deleted group. */
  'group_missing',
  /** There is a draft whose test sign-in failed or was never run. */
  'draft_untested',
] as const
export type FederationWarningCode = (typeof federationWarningCodes)[number]
