import { keepPreviousData, QueryClient, queryOptions, type QueryKey } from '@tanstack/react-query'
import type { CallInput, Endpoint, NetworkError } from '@steward/contract/http'
import { api, apiWithEtag } from './client.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The calls do so themselves (`retry.ts`): reads, and changes that may be sent twice.
      retry: false,
      // Without a network a call fails and says so; the library would wait in silence.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Changes are announced over the websocket; this bounds what is missed while it is down.
      staleTime: 30_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** While a call waits for its next try, its query tells why (`failureReason`): for `onFailure` of the call. */
export const noting =
  (queryKey: QueryKey) =>
  (failures: number, error: NetworkError): void =>
    queryClient.getQueryCache().find({ queryKey })?.setState({ fetchFailureCount: failures, fetchFailureReason: error })

/**
 * Query options of a reading endpoint, shared by loader and component. `tables` are the database tables behind it: the
 * query is fetched again when one of them changes.
 */
export function endpointQuery<E extends Endpoint>(endpoint: E, tables: readonly string[], input: CallInput<E>) {
  return queryOptions({
    queryKey: [endpoint.id, input] as const,
    queryFn: ({ signal, queryKey }) => api(endpoint, { ...input, signal }, { onFailure: noting(queryKey) }),
    meta: { tables },
  })
}

/** The same for an entity that will be edited: answers `{ data, etag }`. */
export function entityQuery<E extends Endpoint>(endpoint: E, tables: readonly string[], input: CallInput<E>) {
  return queryOptions({
    queryKey: [endpoint.id, 'etag', input] as const,
    queryFn: async ({ signal, queryKey }) => {
      const { data, etag } = await apiWithEtag(endpoint, { ...input, signal }, { onFailure: noting(queryKey) })
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
