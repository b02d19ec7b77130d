import { keepPreviousData, type Query, QueryClient, queryOptions, type QueryKey } from '@tanstack/react-query'
import type { CallInput, Endpoint, ResponseOf } from '@steward/contract/http'
import { api, apiWithEtag } from './client.ts'
import { onMoment } from './moment.ts'
import type { RetriedError } from './retry.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The calls retry themselves (`retry.ts`): reads, and changes that are safe to repeat.
      retry: false,
      // Without a network a call should fail visibly; the library would pause it silently.
      networkMode: 'always',
      refetchOnReconnect: true,
      // The websocket announces changes; this limits how long data stays stale while it is down.
      staleTime: 30_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** While a call waits for its next attempt, its query exposes the reason (`failureReason`): for `onFailure` of the call. */
export const noting =
  (queryKey: QueryKey) =>
  (failures: number, error: RetriedError): void =>
    queryClient.getQueryCache().find({ queryKey })?.setState({ fetchFailureCount: failures, fetchFailureReason: error })

/**
 * Query options of a read endpoint, shared by loader and component. `tables` are the database tables behind it: the query is
 * refetched when one of them changes.
 */
export function endpointQuery<E extends Endpoint>(
  endpoint: E,
  tables: readonly string[],
  input: CallInput<E>,
  early?: () => Promise<ResponseOf<E> | undefined>,
) {
  return queryOptions({
    queryKey: [endpoint.id, input] as const,
    queryFn: async ({ signal, queryKey }) => (await early?.()) ?? api(endpoint, { ...input, signal }, { onFailure: noting(queryKey) }),
    meta: { tables, hasPast: endpoint.hasPast },
  })
}

/** Query options for an entity that will be edited: returns `{ data, etag }`. */
export function entityQuery<E extends Endpoint>(endpoint: E, tables: readonly string[], input: CallInput<E>) {
  return queryOptions({
    queryKey: [endpoint.id, 'etag', input] as const,
    queryFn: async ({ signal, queryKey }) => {
      const { data, etag } = await apiWithEtag(endpoint, { ...input, signal }, { onFailure: noting(queryKey) })
      return { data, etag }
    },
    meta: { tables, hasPast: endpoint.hasPast },
  })
}

/** Query options for a table: the previous page stays visible until the next arrives. */
export function listQuery<E extends Endpoint>(endpoint: E, tables: readonly string[], input: CallInput<E>) {
  return { ...endpointQuery(endpoint, tables, input), placeholderData: keepPreviousData }
}

// Before the pages that show them are rendered again.
onMoment(() => queryClient.removeQueries({ predicate: ({ meta }) => meta?.hasPast === true }))

/** When the newest read of a query began, by `performance.now()`. */
const readSince = new WeakMap<Query, number>()

queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'fetch') readSince.set(event.query, performance.now())
})

/**
 * Refetches all queries on these tables; every query if no tables are given. Those whose newest read began at `changedAt` or later
 * (`performance.now()`) have the change already.
 */
export function invalidateTables(tables?: readonly string[], changedAt = Number.POSITIVE_INFINITY): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: (query) => {
      if ((readSince.get(query) ?? 0) >= changedAt) return false
      const read = query.meta?.tables
      if (tables === undefined) return true
      return Array.isArray(read) && read.some((table: unknown) => typeof table === 'string' && tables.includes(table)) && isDue(query)
    },
  })
}

/** Queries that are refetched when their pause is over, by hash. */
const paused = new Set<string>()

/**
 * Whether a query can be refetched now. One with `meta.pauseMs` is refetched at most that often while a page shows it, however
 * many changes are announced: the refetch then follows when the pause is over.
 */
function isDue(query: Query): boolean {
  const pauseMs = query.meta?.pauseMs
  if (typeof pauseMs !== 'number' || !query.isActive()) return true
  const left = () => (query.state.fetchStatus === 'idle' ? lastAnswerAt(query) + pauseMs - Date.now() : pauseMs)
  if (paused.has(query.queryHash)) return false
  if (left() <= 0) return true
  const wait = () =>
    void setTimeout(() => {
      if (left() > 0) return wait()
      paused.delete(query.queryHash)
      return void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }, left())
  paused.add(query.queryHash)
  wait()
  return false
}

const lastAnswerAt = ({ state }: Query): number => Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
