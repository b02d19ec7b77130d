import type { FederationCheck } from '@steward/contract/federation/schemas'
import { type FetchFault, FetchFailed, type FetchSafely } from '../outgoing/safe-fetch.ts'

/** Faults that make a URL unusable. For other faults, browsers can often reach a URL that this server cannot. */
const unusable: ReadonlySet<FetchFault> = new Set(['malformed', 'not_https', 'has_credentials'])

export interface Knocked {
  check: FederationCheck
  /** The response, with any status. */
  answer?: Response
}

/**
 * Probes an endpoint of a provider. Only its existence matters: without a message, its response says nothing.
 * @param caller who will call it; endpoints for browsers can be unreachable from this server
 */
export async function knock(fetch: FetchSafely, endpoint: string, address: string, caller: 'browser' | 'server'): Promise<Knocked> {
  try {
    const answer = await fetch(address, { method: 'HEAD' })
    return { check: { code: 'endpoint', outcome: 'passed', parameters: { endpoint, address } }, answer }
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    // The endpoint exists, and redirects to a login page.
    if (error.fault === 'other_scheme' || error.fault === 'too_many_redirects') {
      return { check: { code: 'endpoint', outcome: 'passed', parameters: { endpoint, address } } }
    }
    const outcome = caller === 'server' || unusable.has(error.fault) ? 'failed' : 'warning'
    return { check: { code: 'endpoint', outcome, parameters: { endpoint, address, reason: error.fault } } }
  }
}
