import type { FederationCheck } from '@steward/contract/federation/schemas'
import { type FetchFault, FetchFailed, type SafeFetch } from './safe-fetch.ts'

/** Addresses that nobody may be sent to; others that this server cannot reach may well be reached by people's browsers. */
const unusable: ReadonlySet<FetchFault> = new Set(['malformed', 'not_https', 'has_credentials'])

export interface Knocked {
  check: FederationCheck
  /** Whatever it said. */
  answer?: Response
}

/**
 * Knocks at an endpoint of a provider: what it says without a message does not matter, only that it is there.
 * @param caller who will call it; what only browsers call may be out of this server's reach
 */
export async function knock(fetch: SafeFetch, endpoint: string, address: string, caller: 'browser' | 'server'): Promise<Knocked> {
  try {
    const answer = await fetch(address, { method: 'HEAD' })
    return { check: { code: 'endpoint', outcome: 'passed', parameters: { endpoint, address } }, answer }
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    // It is there, and leads on to a login page somewhere.
    if (error.fault === 'other_scheme' || error.fault === 'too_many_redirects') {
      return { check: { code: 'endpoint', outcome: 'passed', parameters: { endpoint, address } } }
    }
    const outcome = caller === 'server' || unusable.has(error.fault) ? 'failed' : 'warning'
    return { check: { code: 'endpoint', outcome, parameters: { endpoint, address, reason: error.fault } } }
  }
}
