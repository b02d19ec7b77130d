import type { FederationCheck } from '@steward/contract/federation-schemas'
import type { ProviderSource, ReadProvider } from '../protocol.ts'
import { type FetchFault, FetchFailed, type SafeFetch } from '../safe-fetch.ts'
import { type ReadMetadata, readMetadata } from './metadata.ts'

interface Reader {
  fetch: SafeFetch
  now: () => Date
}

const accept = 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1'

/** Reads a provider's metadata from its address or its text, and looks at what sign-in will need of it. */
export async function readProvider(source: ProviderSource, reader: Reader): Promise<ReadProvider> {
  if (source.kind === 'text') return withEndpoints(readMetadata(source.text, reader.now()), [], reader)
  const address = source.url
  const unreachable = (reason: string): ReadProvider => ({
    provider: undefined,
    checks: [{ code: 'reachable', outcome: 'failed', parameters: { address, reason } }],
  })
  try {
    const answer = await reader.fetch(address, { headers: { accept } })
    if (!answer.ok) return unreachable(`HTTP ${answer.status}`)
    const checks: FederationCheck[] = [
      { code: 'reachable', outcome: 'passed', parameters: { address } },
      ...clockChecks(answer, reader.now()),
    ]
    return await withEndpoints(readMetadata(await answer.text(), reader.now()), checks, reader)
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    return unreachable(error.fault)
  }
}

/** Seconds that a provider's clock may differ before sign-ins begin to fail. */
const tolerableSkewSeconds = 60

function clockChecks(answer: Response, now: Date): FederationCheck[] {
  // What a cache kept tells the time of then.
  const ageMs = Number(answer.headers.get('age') ?? 0) * 1_000
  const theirs = Date.parse(answer.headers.get('date') ?? '') + ageMs
  if (Number.isNaN(theirs)) return []
  const seconds = Math.round((theirs - now.getTime()) / 1_000)
  return [{ code: 'clock', outcome: Math.abs(seconds) > tolerableSkewSeconds ? 'warning' : 'passed', parameters: { seconds } }]
}

/** Addresses that nobody may be sent to; others that this server cannot reach may well be reached by people's browsers. */
const unusable: ReadonlySet<FetchFault> = new Set(['malformed', 'not_https', 'has_credentials'])

/** Knocks at the addresses that people will be sent to. */
async function withEndpoints({ provider, checks }: ReadMetadata, before: FederationCheck[], reader: Reader): Promise<ReadProvider> {
  const addresses = Object.entries({ signIn: provider?.endpoints.signIn, logout: provider?.endpoints.logout })
  const knocked = await Promise.all(addresses.flatMap(([endpoint, address]) => (address == null ? [] : [knock(endpoint, address, reader)])))
  const hasClock = before.some(({ code }) => code === 'clock')
  const clocks = hasClock ? [] : knocked.flatMap(({ answer }) => (answer ? clockChecks(answer, reader.now()) : [])).slice(0, 1)
  return { provider, checks: [...before, ...checks, ...knocked.map(({ check }) => check), ...clocks] }
}

async function knock(endpoint: string, address: string, { fetch }: Reader): Promise<{ check: FederationCheck; answer?: Response }> {
  try {
    // Whatever it says without a message, it is there.
    const answer = await fetch(address, { method: 'HEAD' })
    return { check: { code: 'endpoint', outcome: 'passed', parameters: { endpoint, address } }, answer }
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    // It is there, and leads on to a login page somewhere.
    if (error.fault === 'other_scheme' || error.fault === 'too_many_redirects') {
      return { check: { code: 'endpoint', outcome: 'passed', parameters: { endpoint, address } } }
    }
    const outcome = unusable.has(error.fault) ? 'failed' : 'warning'
    return { check: { code: 'endpoint', outcome, parameters: { endpoint, address, reason: error.fault } } }
  }
}
