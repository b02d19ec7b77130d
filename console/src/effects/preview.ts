import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { auditedTables } from '@steward/contract/audit-log/constants'
import type { Preview } from '@steward/contract/changes/schemas'
import type { CallInput, Endpoint } from '@steward/contract/http'
import { createPreviewClient } from '@steward/contract/preview-client'
import { asSignedIn, clientOptions } from '../api/client.ts'
import { useDebounced } from '../ui/form/useDebounced.ts'

const preview = createPreviewClient(clientOptions)

/**
 * What a call would do. Nothing is changed.
 * @param refreshMs after others' changes it is asked again at most this often
 */
export const previewQuery = <E extends Endpoint>(endpoint: E, input: CallInput<E>, refreshMs = 2_000) =>
  queryOptions({
    queryKey: ['preview', endpoint.id, input] as const,
    queryFn: ({ signal }) => asSignedIn(endpoint, () => preview(endpoint, { ...input, signal })),
    // Anything that changes in the meantime can change its effects.
    meta: { tables: auditedTables, pauseMs: refreshMs },
    gcTime: 0,
  })

/** The people after those whom a preview names. They belong to a preview of one moment. */
export interface RestOfPeople {
  key: readonly unknown[]
  load(offset: number, signal: AbortSignal): Promise<Preview>
}

/** A preview, and the people whom it affects besides those that it names. */
export interface Previewed {
  query: UseQueryResult<Preview>
  rest: RestOfPeople
}

export const previewed = <E extends Endpoint>(endpoint: E, input: CallInput<E>, query: UseQueryResult<Preview>): Previewed => ({
  query,
  rest: restOf(endpoint, input, [...previewQuery(endpoint, input).queryKey, 'people', query.dataUpdatedAt]),
})

/** @param key of what the named people belong to */
export const restOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>, key: readonly unknown[]): RestOfPeople => ({
  key,
  load: (offset, signal) => asSignedIn(endpoint, () => preview(endpoint, { ...input, signal }, offset)),
})

/** Long enough to tick several boxes in a row. */
const pauseMs = 300

/** What a call with this input would do; nothing is asked without input. The last answer stays while the next is computed. */
export function usePreview<E extends Endpoint>(endpoint: E, input: CallInput<E> | undefined, refreshMs?: number): Previewed {
  const key = JSON.stringify(input) ?? ''
  const settled = useDebounced(key, pauseMs)
  // Without input it is not enabled.
  const known = input as CallInput<E>
  const query = useQuery({
    ...previewQuery(endpoint, known, refreshMs),
    enabled: input !== undefined && settled === key,
    placeholderData: (previous: Preview | undefined) => previous,
  })
  return previewed(endpoint, known, query)
}
