import type { FederationCheckCode } from '@steward/contract/catalog/federation-codes'
import type { FederationProtocol } from '@steward/contract/catalog/identity-providers'
import type { FederationCheck } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../i18n/time.ts'
import { withReason } from './reasonMessages.ts'
import { dayIn, endpointName, type Parameters, protocolName, textIn } from './labels.ts'

type Message = (parameters: Parameters, outcome: FederationCheck['outcome']) => string

const address = (parameters: Parameters) => ({ address: textIn(parameters, 'address') })
const issuer = (parameters: Parameters) => ({ issuer: textIn(parameters, 'issuer'), expected: textIn(parameters, 'expected') })
const certificate = (parameters: Parameters) => ({ subject: textIn(parameters, 'subject'), date: dayIn(parameters, 'notAfter') })
const seconds = (parameters: Parameters) => ({ seconds: formatNumber(Math.abs(Number(parameters['seconds'] ?? 0))) })

function endpoint(parameters: Parameters) {
  return { endpoint: endpointName(textIn(parameters, 'endpoint')), address: textIn(parameters, 'address') }
}

function certificateText(parameters: Parameters, outcome: FederationCheck['outcome']): string {
  const reason = textIn(parameters, 'reason')
  if (reason === 'weak_key') return m.sso_check_certificate_weak({ subject: textIn(parameters, 'subject') })
  if (reason === 'unreadable') return m.sso_check_certificate_unreadable()
  // A certificate with a reason is unusable even if the outcome isn't failed, because another certificate is valid.
  if (outcome === 'failed' || reason !== '') return m.sso_check_certificate_failed(certificate(parameters))
  return outcome === 'warning' ? m.sso_check_certificate_warning(certificate(parameters)) : m.sso_check_certificate(certificate(parameters))
}

function protocol(parameters: Parameters): string {
  const given = textIn(parameters, 'protocol')
  const known: readonly FederationProtocol[] = ['oidc', 'saml']
  return (
    known
      .filter((one) => given === '' || given === one)
      .map(protocolName)
      .join(' / ') || given
  )
}

const messages: Record<FederationCheckCode, Message> = {
  reachable: (p, outcome) => (outcome === 'failed' ? m.sso_check_reachable_failed(address(p)) : m.sso_check_reachable(address(p))),
  readable: (p, outcome) =>
    outcome === 'failed' ? m.sso_check_readable_failed({ protocol: protocol(p) }) : m.sso_check_readable({ protocol: protocol(p) }),
  issuer: (p, outcome) => (outcome === 'failed' ? m.sso_check_issuer_failed(issuer(p)) : m.sso_check_issuer(issuer(p))),
  endpoint: (p, outcome) =>
    outcome === 'failed'
      ? m.sso_check_endpoint_failed(endpoint(p))
      : outcome === 'warning'
        ? m.sso_check_endpoint_warning(endpoint(p))
        : m.sso_check_endpoint(endpoint(p)),
  endpoint_missing: (p) => m.sso_check_endpoint_missing(endpoint(p)),
  keys: (p, outcome) => (outcome === 'failed' ? m.sso_check_keys_failed() : m.sso_check_keys({ count: textIn(p, 'count') })),
  certificate: certificateText,
  certificate_missing: () => m.sso_check_certificate_missing(),
  clock: (p, outcome) => (outcome === 'passed' ? m.sso_check_clock(seconds(p)) : m.sso_check_clock_warning(seconds(p))),
  algorithms: (p, outcome) =>
    outcome === 'failed' ? m.sso_check_algorithms_failed() : m.sso_check_algorithms({ algorithms: textIn(p, 'algorithms') }),
  pkce: (_, outcome) => (outcome === 'passed' ? m.sso_check_pkce() : m.sso_check_pkce_warning()),
  client_authentication: (p, outcome) =>
    outcome === 'warning'
      ? m.sso_check_client_authentication_warning({ method: textIn(p, 'method') })
      : m.sso_check_client_authentication({ method: textIn(p, 'method') }),
  logout: (_, outcome) => (outcome === 'passed' ? m.sso_check_logout() : m.sso_check_logout_warning()),
}

/** The text of a metadata check. */
export const checkText = ({ code, outcome, parameters }: FederationCheck): string =>
  withReason(messages[code](parameters, outcome), parameters)
