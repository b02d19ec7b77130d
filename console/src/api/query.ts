import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { NetworkError, type CallInput, type Endpoint } from '@steward/contract/http'
import { api, apiWithEtag } from './client.ts'

/** Specification 1, section 4: network failures, bad answers and time-outs are tried again, 10 times, 30 s apart. */
const retries = 10
const retryDelayMs = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Reads only: a change that may have arrived is never sent twice.
      retry: (failures, error) => error instanceof NetworkError && failures < retries,
      retryDelay: retryDelayMs,
      // Changes are announced over the websocket; this bounds what is missed while it is down.
      staleTime: 30_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

/**
 * Query options of a reading endpoint, shared by loader and component. `tables` are the database tables behind it: the
 * query is fetched again when one of them changes.
 */
export function endpointQuery<E extends Endpoint>(endpoint: E, tables: readonly string[], input: CallInput<E>) {
  return queryOptions({
    queryKey: [endpoint.id, input] as const,
    queryFn: ({ signal }) => api(endpoint, { ...input, signal }),
    meta: { tables },
  })
}

/** The same for an entity that will be edited: answers `{ data, etag }`. */
export function entityQuery<E extends Endpoint>(endpoint: E, tables: readonly string[], input: CallInput<E>) {
  return queryOptions({
    queryKey: [endpoint.id, 'etag', input] as const,
    queryFn: async ({ signal }) => {
      const { data, etag } = await apiWithEtag(endpoint, { ...input, signal })
      return { data, etag }
    },
    meta: { tables },
  })
}

/** The same for a table: the page before stays in sight until the next arrives. */
export function listQuery<E extends Endpoint>(endpoint: E, tables: readonly string[], input: CallInput<E>) {
  return { ...endpointQuery(endpoint, tables, input), placeholderData: keepPreviousData }
}

/** Fetches again whatever was read from one of these tables; all of it where none are named. */
export function invalidateTables(tables?: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: (query) => {
      const read = query.meta?.tables
      if (tables === undefined) return true
      return Array.isArray(read) && read.some((table: unknown) => typeof table === 'string' && tables.includes(table))
    },
  })
}
