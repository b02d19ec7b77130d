import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import type { ArchiveSource } from './source.ts'

export const archivesQuery = ({ list }: ArchiveSource) => endpointQuery(list, ['log_archive'], {})

type Key = readonly [endpoint: string, archiveId: string, query: object]

/** A page of an archived month. What is archived never changes. */
export function archivedQuery<Part>(key: Key, queryFn: (context: QueryFunctionContext<Key>) => Promise<Part>) {
  const [, archiveId] = key
  return {
    ...queryOptions({ queryKey: key, queryFn, meta: { tables: [] } }),
    placeholderData: (previous: Part | undefined, before: { queryKey: readonly unknown[] } | undefined) =>
      before?.queryKey[1] === archiveId ? previous : undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }
}
