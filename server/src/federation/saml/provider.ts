import type { FederationCheck } from '@steward/contract/federation/schemas'
import type { ProviderSource, ReadProvider, ReadingTools } from '../protocol.ts'
import { knock } from '../endpoint-checks.ts'
import { clockToleranceSeconds } from '../clock.ts'
import { FetchFailed } from '../../outgoing/safe-fetch.ts'
import { type ReadMetadata, readMetadata } from './metadata.ts'

const accept = 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1'

/** Reads a provider's metadata from a URL or a text, and checks what sign-in will need. */
export async function readProvider(source: ProviderSource, reader: ReadingTools): Promise<ReadProvider> {
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

function clockChecks(answer: Response, now: Date): FederationCheck[] {
  // A cached response has the time at which it was stored.
  const ageMs = Number(answer.headers.get('age') ?? 0) * 1_000
  const theirs = Date.parse(answer.headers.get('date') ?? '') + ageMs
  if (Number.isNaN(theirs)) return []
  const seconds = Math.round((theirs - now.getTime()) / 1_000)
  return [{ code: 'clock', outcome: Math.abs(seconds) > clockToleranceSeconds ? 'warning' : 'passed', parameters: { seconds } }]
}

/** Probes the URLs that browsers will be sent to. */
async function withEndpoints({ provider, checks }: ReadMetadata, before: FederationCheck[], reader: ReadingTools): Promise<ReadProvider> {
  const addresses = Object.entries({ signIn: provider?.endpoints.signIn, logout: provider?.endpoints.logout })
  const knocked = await Promise.all(
    addresses.flatMap(([endpoint, address]) => (address == null ? [] : [knock(reader.fetch, endpoint, address, 'browser')])),
  )
  const hasClock = before.some(({ code }) => code === 'clock')
  const clocks = hasClock ? [] : knocked.flatMap(({ answer }) => (answer ? clockChecks(answer, reader.now()) : [])).slice(0, 1)
  return { provider, checks: [...before, ...checks, ...knocked.map(({ check }) => check), ...clocks] }
}
