import type { FederationProtocol } from '@steward/contract/catalog/identity-providers'
import type { FederationAttempt, FederationCheck, ProviderEndpoints } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { PersonName } from '@steward/contract/rules/person-name'
import type { Tone } from '../ui/display/Badge.tsx'
import { personName } from '../i18n/format.ts'
import { formatDate } from '../i18n/time.ts'

export type Parameters = Readonly<Record<string, string | number | boolean>>

/** A parameter as text; empty if it is missing. */
export const textIn = (parameters: Parameters, name: string): string => String(parameters[name] ?? '')

/** A time parameter as a day. */
export function dayIn(parameters: Parameters, name: string): string {
  const text = textIn(parameters, name)
  return Number.isNaN(Date.parse(text)) ? text : formatDate(text)
}

/** An administrator to choose from a list. */
export const administratorLabel = (one: PersonName & { username: string }): string => `${personName(one)} (${one.username})`

export const protocolName = (protocol: FederationProtocol): string => (protocol === 'oidc' ? m.sso_protocol_oidc() : m.sso_protocol_saml())

export function outcomeName(outcome: FederationCheck['outcome']): string {
  switch (outcome) {
    case 'passed':
      return m.sso_outcome_passed()
    case 'warning':
      return m.sso_outcome_warning()
    case 'failed':
      return m.sso_outcome_failed()
  }
}

export const endpointNames: Record<keyof ProviderEndpoints, () => string> = {
  signIn: m.sso_endpoint_sign_in,
  token: m.sso_endpoint_token,
  userInfo: m.sso_endpoint_user_info,
  keys: m.sso_endpoint_keys,
  logout: m.sso_endpoint_logout,
}

const isEndpoint = (name: string): name is keyof ProviderEndpoints => name in endpointNames

/** The label of a provider endpoint; an unknown name is shown as it is. */
export const endpointName = (name: string): string => (isEndpoint(name) ? endpointNames[name]() : name)

export const attemptTone: Record<FederationAttempt['outcome'], Tone> = { success: 'success', failure: 'danger', pending: 'neutral' }

export function attemptOutcome({ outcome, isTest, kind }: Pick<FederationAttempt, 'outcome' | 'isTest' | 'kind'>): string {
  switch (outcome) {
    case 'success':
      return isTest ? m.sso_attempt_success_test() : m.sso_attempt_success()
    case 'failure':
      return kind === 'sign_out' ? m.sso_attempt_sign_out_failure() : m.sso_attempt_failure()
    case 'pending':
      return m.sso_attempt_pending()
  }
}
