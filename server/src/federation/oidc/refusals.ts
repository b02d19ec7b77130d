import * as openid from 'openid-client'
import type { FederationRefusalCode, FederationStepCode } from '@steward/contract/catalog/federation-codes'
import { FetchFailed } from '../../outgoing/safe-fetch.ts'
import type { FailedCall } from './failures.ts'

/** Why the exchange of a code failed, and at which step. */
export interface Refusal {
  code: FederationRefusalCode
  step: FederationStepCode
  parameters: Record<string, string | number>
}

const refusal = (code: FederationRefusalCode, step: FederationStepCode, parameters: Refusal['parameters'] = {}): Refusal => ({
  code,
  step,
  parameters,
})

/**
 * Maps the library's errors to our codes; undefined if the response was not at fault.
 * @param failed the provider's last unsuccessful response, whose status and body are added for the trace
 */
export function refusalOf(
  error: unknown,
  { hasToken, failed }: { hasToken: boolean; failed?: FailedCall | undefined },
): Refusal | undefined {
  const found = faultFound(error, hasToken)
  if (!found || !failed || found.code === 'provider_unreachable') return found
  const isNamed = found.parameters['error'] !== undefined && found.parameters['error'] !== ''
  return { ...found, parameters: { ...found.parameters, status: failed.status, ...(isNamed ? {} : { body: shown(failed.body) }) } }
}

function faultFound(error: unknown, hasToken: boolean): Refusal | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof FetchFailed) {
      return refusal('provider_unreachable', hasToken ? 'signature' : 'token_exchange', { address: cause.host, reason: cause.fault })
    }
  }
  if (error instanceof openid.ResponseBodyError) return bodyRefusal(error)
  if (error instanceof openid.WWWAuthenticateChallengeError) {
    return hasToken ? refusal('provider_answer_invalid', 'user_info') : refusal('client_authentication_failed', 'token_exchange')
  }
  if (error instanceof openid.AuthorizationResponseError) {
    return refusal('provider_refused', 'returned', { error: shown(error.error), description: shown(error.error_description) })
  }
  return error instanceof openid.ClientError ? clientRefusal(error) : undefined
}

function bodyRefusal(error: openid.ResponseBodyError): Refusal {
  const parameters = { status: error.status, error: shown(error.error), description: shown(error.error_description) }
  const isClient = error.error === 'invalid_client' || error.error === 'unauthorized_client'
  return refusal(isClient ? 'client_authentication_failed' : 'token_exchange_failed', 'token_exchange', parameters)
}

interface ClaimFault {
  claim?: string
  claims?: Record<string, unknown>
  expected?: unknown
  header?: { alg?: string }
  alg?: string
}

/** The library puts the reason in a nested cause. */
function faultOf(error: Error): ClaimFault {
  for (let cause: unknown = error.cause; typeof cause === 'object' && cause !== null;) {
    if (cause instanceof Error) cause = cause.cause
    else return cause
  }
  return {}
}

function clientRefusal(error: openid.ClientError): Refusal {
  const fault = faultOf(error)
  const received = fault.claim === undefined ? undefined : fault.claims?.[fault.claim]
  const compared = { expected: shown(fault.expected), received: shown(received) }
  switch (error.code) {
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return refusal(fault.claim === 'nbf' ? 'not_yet_valid' : 'expired', 'validity', { claim: shown(fault.claim) })
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      if (fault.claim === 'iss') return refusal('issuer_wrong', 'issuer', compared)
      if (fault.claim === 'nonce') return refusal('nonce_wrong', 'nonce')
      return refusal('audience_wrong', 'audience', compared)
    case 'OAUTH_KEY_SELECTION_FAILED':
      return refusal('signature_invalid', 'signature', { algorithm: shown(fault.header?.alg), reason: 'key_unknown' })
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return refusal('algorithm_refused', 'signature', { algorithm: shown(fault.alg ?? fault.header?.alg) })
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return refusal('provider_answer_invalid', 'token_exchange')
    case 'OAUTH_INVALID_RESPONSE':
      return invalidRefusal(error, fault)
    default:
      return refusal('provider_answer_invalid', 'token_exchange', { reason: shown(error.code) })
  }
}

function invalidRefusal(error: Error, fault: ClaimFault): Refusal {
  const { message } = error.cause instanceof Error ? error.cause : error
  if (fault.header !== undefined) return refusal('algorithm_refused', 'signature', { algorithm: shown(fault.header.alg) })
  if (message.includes('signature verification failed')) return refusal('signature_invalid', 'signature')
  if (message.includes('"nonce"')) return refusal('nonce_missing', 'nonce')
  if (message.includes('"iss"')) return refusal('issuer_wrong', 'issuer', { expected: '', received: '' })
  return refusal('provider_answer_invalid', 'token_exchange', { reason: message.slice(0, 200) })
}

/** Provider text for a trace: short, and without anything that could be a token. */
export function shown(value: unknown): string {
  const text = Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value)
  return text.replace(/[\w-]{20,}\.[\w-]{20,}\.[\w-]*/g, '…').slice(0, 300)
}

/** An object as JSON, since a custom toString cannot be trusted. */
const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
