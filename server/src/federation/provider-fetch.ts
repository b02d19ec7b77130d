import type { Db } from '../db/pool.ts'
import { exceptionsFrom } from '../outgoing/address.ts'
import { type FetchSafely, type SafeFetch, createSafeFetch } from '../outgoing/safe-fetch.ts'
import { internalProvidersOf } from '../tenants/service.ts'

export interface ProviderFetch {
  /** For providers of this tenant. What it is allowed is read with every call, so that a change applies immediately. */
  of(tenantId: string): FetchSafely
  close(): Promise<void>
}

/**
 * Calls providers: public ones, and internal ones that the operator allows for everyone or for the tenant. Tenants that are allowed
 * different ones share no connections, because addresses are checked when a connection is made.
 */
export function createProviderFetch(db: Db, forEveryone: readonly string[]): ProviderFetch {
  const fetches = new Map<string, SafeFetch>()

  function fetchWith(forTenant: readonly string[]): SafeFetch {
    const key = forTenant.join()
    const found = fetches.get(key) ?? createSafeFetch({ exceptions: exceptionsFrom([...forEveryone, ...forTenant]) })
    fetches.set(key, found)
    return found
  }

  return {
    of: (tenantId) => async (address, init) => {
      const allowed = await internalProvidersOf(db, tenantId)
      return fetchWith(allowed)(address, init)
    },
    async close() {
      await Promise.all([...fetches.values()].map((fetch) => fetch.close()))
    },
  }
}
