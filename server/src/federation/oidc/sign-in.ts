import * as openid from 'openid-client'
import type { FederationClaim } from '@steward/contract/federation/schemas'
import {
  type AssertionAudience,
  type Begun,
  type Completion,
  type FederatedIdentity,
  type Flow,
  type Incoming,
  type ProtocolTools,
  type ProviderSetup,
  type Remembered,
  type Step,
  createSteps,
} from '../protocol.ts'
import { authenticationOf, clientOf, documentOf } from './client.ts'
import { namePartsOf } from '../full-name.ts'
import { watchFailures } from './failures.ts'
import { type Refusal, refusalOf, shown } from './refusals.ts'

type Steps = ReturnType<typeof createSteps>
type Claims = Record<string, unknown>

/** Starts a sign-in: authorization code flow with PKCE (RFC 7636), state and nonce. */
export async function begin(setup: ProviderSetup, flow: Flow, tools: ProtocolTools): Promise<Begun> {
  const config = await clientOf(setup, tools)
  const { steps, note } = createSteps(tools.now)
  const verifier = openid.randomPKCECodeVerifier()
  const nonce = openid.randomNonce()
  const document = documentOf(setup.details)
  const prompt = document.prompt_values_supported?.includes('select_account') ? 'select_account' : 'login'
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: setup.relyingParty.responseUrl,
    scope: scopeOf(document.scopes_supported),
    state: flow.flowId,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(flow.loginHint === undefined ? {} : { login_hint: flow.loginHint }),
    // A test again would otherwise sign in the same person silently.
    ...(flow.isTest ? { prompt } : {}),
  })
  note('sent_to_provider', 'passed', { address: `${url.origin}${url.pathname}` })
  return {
    departure: { kind: 'redirect', url: url.href },
    remember: { nonce, verifier, ...(flow.isTest ? { isTest: 'true' } : {}) },
    steps,
  }
}

/** Groups are requested by scope if the provider has one of that name; others send them without. */
function scopeOf(supported: readonly string[] | undefined): string {
  return ['openid', 'profile', 'email', ...(supported?.includes('groups') ? ['groups'] : [])].join(' ')
}

/** Checks a response against its flow, exchanges the code and reads the identity. */
export async function complete(
  setup: ProviderSetup,
  remembered: Remembered,
  incoming: Incoming,
  tools: ProtocolTools,
): Promise<Completion> {
  const trace = createSteps(tools.now)
  let received: Claims | undefined
  const refuse = ({ code, step, parameters }: Refusal): Completion => {
    trace.note(step, 'failed', parameters)
    return { kind: 'refused', code, parameters, steps: trace.steps, claims: received && claimsOf(received) }
  }
  const answer = incoming.url.searchParams
  trace.note('returned', 'passed', { parameters: [...answer.keys()].join(', ').slice(0, 300) })
  const mixUp = issuerFault(setup, answer)
  if (mixUp) return refuse(mixUp)
  const error = answer.get('error')
  if (error !== null) {
    return refuse({
      code: 'provider_refused',
      step: 'returned',
      parameters: { error: shown(error), description: shown(answer.get('error_description')) },
    })
  }
  const watched = watchFailures(tools.fetch)
  let hasToken = false
  try {
    const { config, tokens, audience } = await exchange(setup, remembered, incoming, { ...tools, fetch: watched.fetch })
    hasToken = true
    const claims = tokens.claims()
    if (!claims) return refuse({ code: 'provider_answer_invalid', step: 'token_exchange', parameters: {} })
    received = claims
    noteToken(trace, tokens.id_token ?? '', claims, exchangeDetails(setup, audience))
    const more = await userInfo(setup, config, tokens.access_token, claims, trace)
    const identity = identityOf(setup, { ...more, ...claims }, { claims, text: tokens.id_token ?? '' })
    trace.note('subject', 'passed', { subject: identity.subject })
    noteClaims(trace, identity, { ...more, ...claims })
    return {
      kind: 'accepted',
      identity,
      steps: trace.steps,
      ...(audience === setup.assertionAudience ? {} : { assertionAudience: audience }),
    }
  } catch (caught) {
    if (caught instanceof SubjectMismatch) return refuse({ code: 'user_info_subject_wrong', step: 'user_info', parameters: {} })
    const refusal = refusalOf(caught, { hasToken, failed: watched.last() })
    if (!refusal) throw caught
    return refuse(refusal)
  }
}

interface Exchanged {
  config: openid.Configuration
  tokens: Awaited<ReturnType<typeof openid.authorizationCodeGrant>>
  audience: AssertionAudience
}

/**
 * Exchanges the code for tokens. In a test, a client that signs with its key tries the other audience too if the provider refuses the
 * first: providers differ in what they expect (RFC 7523, section 3; issuers by draft-ietf-oauth-rfc7523bis).
 */
async function exchange(setup: ProviderSetup, remembered: Remembered, incoming: Incoming, tools: ProtocolTools): Promise<Exchanged> {
  const attempt = async (audience: AssertionAudience): Promise<Exchanged> => {
    const config = await clientOf({ ...setup, assertionAudience: audience }, tools)
    const tokens = await openid.authorizationCodeGrant(config, incoming.url, {
      expectedState: incoming.url.searchParams.get('state') ?? openid.skipStateCheck,
      expectedNonce: remembered['nonce'] ?? '',
      pkceCodeVerifier: remembered['verifier'] ?? '',
      idTokenExpected: true,
    })
    return { config, tokens, audience }
  }
  const { assertionAudience: audience } = setup
  try {
    return await attempt(audience)
  } catch (error) {
    const isRefused = refusalOf(error, { hasToken: false })?.code === 'client_authentication_failed'
    if (!isRefused || setup.clientSecret !== null || remembered['isTest'] === undefined) throw error
    try {
      return await attempt(audience === 'issuer' ? 'token_endpoint' : 'issuer')
    } catch (second) {
      throw refusalOf(second, { hasToken: false })?.code === 'client_authentication_failed' ? error : second
    }
  }
}

/** How this client authenticated, for the trace. */
function exchangeDetails(setup: ProviderSetup, audience: AssertionAudience): Step['details'] {
  const document = documentOf(setup.details)
  const method = authenticationOf(document, setup.clientSecret !== null)
  if (method !== 'private_key_jwt') return { method }
  return { method, audience: audience === 'issuer' ? setup.issuer : (document.token_endpoint ?? '') }
}

/** The response must come from the provider we asked (RFC 9207); otherwise a code could be sent to the wrong token endpoint. */
function issuerFault(setup: ProviderSetup, answer: URLSearchParams): Refusal | undefined {
  const received = answer.getAll('iss')
  const isPromised = documentOf(setup.details).authorization_response_iss_parameter_supported === true
  if (received.length === 0 && !isPromised) return undefined
  if (received.length === 1 && received[0] === setup.issuer) return undefined
  return { code: 'issuer_wrong', step: 'issuer', parameters: { expected: setup.issuer, received: shown(received) } }
}

/** The library has already checked these; the trace shows the accepted values. */
function noteToken({ note }: Steps, token: string, claims: openid.IDToken, exchanged: Step['details']): void {
  const header: { alg?: string; kid?: string } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
  note('token_exchange', 'passed', exchanged)
  note('issuer', 'passed', { issuer: claims.iss })
  note('signature', 'passed', { algorithm: shown(header.alg), keyId: shown(header.kid) })
  note('audience', 'passed', { audience: shown(claims.aud) })
  note('nonce', 'passed')
  note('validity', 'passed', { notAfter: new Date(claims.exp * 1000).toISOString() })
}

class SubjectMismatch extends Error {}

/** Reads claims missing from the identity token from the user info endpoint, whose subject must match (Core 1.0, 5.3.2). */
async function userInfo(
  setup: ProviderSetup,
  config: openid.Configuration,
  accessToken: string,
  claims: openid.IDToken,
  { note }: Steps,
): Promise<Claims> {
  const { email, givenName, familyName, groups } = namesOf(setup)
  const isComplete = [email, givenName, familyName, groups].every((name) => claims[name] !== undefined)
  if (isComplete || setup.endpoints.userInfo === null) return {}
  // Compared here rather than by the library, so that the trace can tell it from an unreadable response.
  const answer = await openid.fetchUserInfo(config, accessToken, openid.skipSubjectCheck)
  if (answer.sub !== claims.sub) throw new SubjectMismatch()
  note('user_info', 'passed')
  return answer
}

const namesOf = ({ claimNames }: ProviderSetup) => ({
  email: claimNames.email ?? 'email',
  givenName: claimNames.givenName ?? 'given_name',
  familyName: claimNames.familyName ?? 'family_name',
  groups: claimNames.groups ?? 'groups',
})

function identityOf(setup: ProviderSetup, claims: Claims, idToken: { claims: Claims; text: string }): FederatedIdentity {
  const names = namesOf(setup)
  const text = (name: string) => textsOf(claims[name])[0]
  const groups = claims[names.groups]
  const { identifier } = setup.claimNames
  return {
    subject: text(identifier ?? 'sub') ?? '',
    logoutSubject: text('sub'),
    email: text(names.email),
    // Some providers write booleans as text.
    emailIsVerified: claims['email_verified'] !== false && claims['email_verified'] !== 'false',
    ...namePartsOf({ givenName: text(names.givenName), familyName: text(names.familyName) }, text('name') ?? text('displayName')),
    groups: groups === undefined ? undefined : textsOf(groups),
    // Not from the user info endpoint, which tells about the user and not about this sign-in.
    authentication: { methods: textsOf(idToken.claims['amr']), contexts: textsOf(idToken.claims['acr']) },
    claims: claimsOf(claims),
    providerSession: { sessionId: text('sid'), details: { idToken: idToken.text } },
  }
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []))

/** Protocol claims that do not help with setup. */
const leftOut = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'jti', 'rt_hash'])

function claimsOf(claims: Claims): FederationClaim[] {
  return Object.entries(claims)
    .filter(([name]) => !leftOut.has(name))
    .slice(0, 100)
    .map(([name, value]) => ({ name, values: valuesOf(value).slice(0, 200).map(shown) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

const valuesOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : [typeof value === 'object' && value !== null ? JSON.stringify(value) : value]

function noteClaims({ note }: Steps, { email, groups }: FederatedIdentity, claims: Claims): void {
  // For users in many groups, Entra sends a URL instead of the groups.
  const isOverflowing = claims['hasgroups'] !== undefined || JSON.stringify(claims['_claim_names'] ?? '').includes('groups')
  const isFine = email !== undefined && !isOverflowing
  note('claims', isFine ? 'passed' : 'warning', {
    email: email ?? '',
    ...(groups === undefined ? {} : { groups: groups.length }),
    ...(isOverflowing ? { reason: 'too_many_groups' } : {}),
  })
}
