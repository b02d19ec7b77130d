import { z } from 'zod'
import type { FederationCheck } from '@steward/contract/federation/schemas'
import { knock } from '../endpoint-checks.ts'
import type { ProviderSource, ReadProvider, ReadingTools } from '../protocol.ts'
import { clockToleranceSeconds } from '../clock.ts'
import { FetchFailed, type FetchSafely } from '../../outgoing/safe-fetch.ts'
import { type DiscoveryDocument, authenticationOf, believedAlgorithms } from './client.ts'

/** The path of discovery documents below the issuer (OpenID Connect Discovery 1.0, section 4). */
export const discoveryPath = '/.well-known/openid-configuration'

const address = z.url({ protocol: /^https?$/ }).max(2048)
const texts = z.array(z.string()).max(200)

/** The stored parts of a discovery document. */
const documentSchema = z.object({
  issuer: address,
  authorization_endpoint: address.optional(),
  token_endpoint: address.optional(),
  jwks_uri: address.optional(),
  userinfo_endpoint: address.optional(),
  end_session_endpoint: address.optional(),
  scopes_supported: texts.optional(),
  prompt_values_supported: texts.optional(),
  claims_supported: texts.optional(),
  response_types_supported: texts.optional(),
  code_challenge_methods_supported: texts.optional(),
  token_endpoint_auth_methods_supported: texts.optional(),
  id_token_signing_alg_values_supported: texts.optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  backchannel_logout_supported: z.boolean().optional(),
})

/** Whether a text looks like a discovery document. */
export const isDiscoveryText = (text: string): boolean => /^\s*\{/.test(text) && text.includes('"authorization_endpoint"')

type Note = (code: FederationCheck['code'], outcome: FederationCheck['outcome'], parameters?: FederationCheck['parameters']) => void

/** Reads a discovery document and checks what sign-in will need. */
export async function readMetadata(source: ProviderSource, { fetch, now, clientBy = 'secret' }: ReadingTools): Promise<ReadProvider> {
  const checks: FederationCheck[] = []
  const note: Note = (code, outcome, parameters = {}) => void checks.push({ code, outcome, parameters })
  const text = source.kind === 'text' ? source.text : await fetchText(addressOf(source.url), fetch, now, note)
  if (text === undefined) return { provider: undefined, checks }
  const document = parse(text)
  if (!document) {
    note('readable', 'failed', { protocol: 'oidc' })
    return { provider: undefined, checks }
  }
  note('readable', 'passed', { protocol: 'oidc' })
  checkIssuer(document, source, note)
  checks.push(...(await endpointChecks(document, fetch)))
  await checkKeys(document, fetch, note)
  const algorithms = believedAlgorithms(document)
  note('algorithms', algorithms.length > 0 ? 'passed' : 'failed', { algorithms: algorithms.join(', ') })
  note('pkce', document.code_challenge_methods_supported?.includes('S256') ? 'passed' : 'warning')
  const method = authenticationOf(document, clientBy === 'secret')
  const methods = document.token_endpoint_auth_methods_supported
  note('client_authentication', methods === undefined || methods.includes(method) ? 'passed' : 'warning', { method })
  note('logout', document.end_session_endpoint === undefined ? 'warning' : 'passed')
  return {
    provider: {
      protocol: 'oidc',
      issuer: document.issuer,
      endpoints: {
        signIn: document.authorization_endpoint ?? null,
        token: document.token_endpoint ?? null,
        userInfo: document.userinfo_endpoint ?? null,
        keys: document.jwks_uri ?? null,
        logout: document.end_session_endpoint ?? null,
      },
      certificates: [],
      details: { document },
    },
    checks,
  }
}

/** People paste the issuer as often as the URL of its document. */
export function addressOf(url: string): string {
  return url.includes('/.well-known/') ? url : `${url.replace(/\/+$/, '')}${discoveryPath}`
}

async function fetchText(url: string, fetch: FetchSafely, now: () => Date, note: Note): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' } })
    if (!answer.ok) {
      note('reachable', 'failed', { address: url, reason: `HTTP ${answer.status}` })
      return undefined
    }
    note('reachable', 'passed', { address: url })
    noteClock(answer.headers.get('date'), now, note)
    return await answer.text()
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    note('reachable', 'failed', { address: url, reason: error.fault })
    return undefined
  }
}

function noteClock(date: string | null, now: () => Date, note: Note): void {
  const theirs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(theirs)) return
  const seconds = Math.round((theirs - now().getTime()) / 1000)
  note('clock', Math.abs(seconds) > clockToleranceSeconds ? 'warning' : 'passed', { seconds })
}

function parse(text: string): DiscoveryDocument | undefined {
  try {
    const result = documentSchema.safeParse(JSON.parse(text))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}

/**
 * The issuer must be the one whose document was requested (Discovery 1.0, section 4.3), apart from a trailing slash. An issuer for
 * many directories, such as Entra's `common`, would let users of every directory in.
 */
function checkIssuer({ issuer }: DiscoveryDocument, source: ProviderSource, note: Note): void {
  if (/[{}]|%7B/i.test(issuer)) return note('issuer', 'failed', { issuer, expected: '' })
  if (source.kind === 'text') return note('issuer', 'passed', { issuer })
  const expected = addressOf(source.url).replace(/\/\.well-known\/.*$/, '')
  const isSame = issuer.replace(/\/$/, '') === expected
  return note('issuer', isSame ? 'passed' : 'failed', { issuer, expected })
}

/** Browsers call the first; the server calls the others. */
function endpointChecks(document: DiscoveryDocument, fetch: FetchSafely): Promise<FederationCheck[]> {
  const needed = [
    ['signIn', document.authorization_endpoint, 'browser'],
    ['token', document.token_endpoint, 'server'],
    ['keys', document.jwks_uri, 'server'],
  ] as const
  return Promise.all(
    needed.map(async ([endpoint, address, caller]) =>
      address === undefined
        ? { code: 'endpoint_missing' as const, outcome: 'failed' as const, parameters: { endpoint } }
        : (await knock(fetch, endpoint, address, caller)).check,
    ),
  )
}

async function checkKeys({ jwks_uri: url }: DiscoveryDocument, fetch: FetchSafely, note: Note): Promise<void> {
  if (url === undefined) return
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' } })
    const keys = z.object({ keys: z.array(z.object({ kty: z.string() })) }).safeParse(answer.ok ? await answer.json() : undefined)
    const count = keys.success ? keys.data.keys.length : 0
    note('keys', count > 0 ? 'passed' : 'failed', { count, address: url })
  } catch (error) {
    note('keys', 'failed', { count: 0, address: url, reason: error instanceof FetchFailed ? error.fault : 'unreadable' })
  }
}
