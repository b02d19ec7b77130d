import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import type { FederationRefusalCode, FederationStepCode } from '@steward/contract/catalog/federation-codes'
import {
  type Departure,
  type Incoming,
  type ProtocolTools,
  type ProviderLogout,
  type ProviderSession,
  type ProviderSetup,
  createSteps,
} from '../protocol.ts'
import { clockToleranceSeconds } from '../clock.ts'
import { believedAlgorithms, clientOf, documentOf } from './client.ts'

/** The URL that starts a logout at the provider (OpenID Connect RP-Initiated Logout 1.0). */
export async function logout(setup: ProviderSetup, session: ProviderSession, tools: ProtocolTools): Promise<Departure | undefined> {
  if (setup.endpoints.logout === null) return undefined
  const config = await clientOf(setup, tools)
  const { idToken } = session.details
  const url = openid.buildEndSessionUrl(config, {
    post_logout_redirect_uri: setup.relyingParty.afterLogoutUrl,
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
  })
  return { kind: 'redirect', url: url.href }
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** The maximum age of a logout token; used ones are remembered for as long. */
const mostAgeSeconds = 600

/** Reads a logout token posted by the provider's server (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
export async function readLogout(setup: ProviderSetup, incoming: Incoming, tools: ProtocolTools): Promise<ProviderLogout> {
  const trace = createSteps(tools.now)
  const refuse = (step: FederationStepCode, code: FederationRefusalCode, parameters: Record<string, string> = {}): ProviderLogout => {
    trace.note(step, 'failed', parameters)
    return { kind: 'refused', code, parameters, steps: trace.steps }
  }
  const token = incoming.form['logout_token']
  const { jwks_uri: jwksUri, ...document } = documentOf(setup.details)
  if (token === undefined || jwksUri === undefined || setup.clientId === null) {
    return refuse('returned', 'provider_answer_invalid')
  }
  try {
    const keys = createRemoteJWKSet(new URL(jwksUri), {
      [customFetch]: (url, { headers, method, signal }) => tools.fetch(url, { headers, method, signal }),
    })
    const { payload } = await jwtVerify(token, keys, {
      issuer: setup.issuer,
      audience: setup.clientId,
      algorithms: believedAlgorithms({ jwks_uri: jwksUri, ...document }),
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: mostAgeSeconds,
      requiredClaims: ['iat', 'jti', 'events'],
      currentDate: tools.now(),
    })
    const { sub, sid, events, nonce, jti = '' } = payload
    const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
    const sessionId = typeof sid === 'string' ? sid : undefined
    if (!isLogout || nonce !== undefined || (sub === undefined && sessionId === undefined)) {
      return refuse('returned', 'provider_answer_invalid')
    }
    const until = new Date(tools.now().getTime() + (mostAgeSeconds + clockToleranceSeconds) * 1000)
    if (!(await tools.once(`logout ${setup.issuer} ${jti}`, until))) return refuse('replay', 'replayed')
    return { kind: 'end', subject: sub, sessionIds: sessionId === undefined ? [] : [sessionId], answer: { kind: 'empty' } }
  } catch (error) {
    if (error instanceof errors.JOSEError) return refuse('signature', 'signature_invalid', { reason: error.code })
    throw error
  }
}
