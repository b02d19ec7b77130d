import { queryOptions } from '@tanstack/react-query'
import { listArchivedChanges, listAuditArchives } from '@steward/contract/audit-log/endpoints'
import type { AuditEntry } from '@steward/contract/audit-log/schemas'
import { api } from '../../api/client.ts'
import { endpointQuery, noting } from '../../api/query.ts'
import { archivedInput } from '../filters.ts'
import type { LogRows } from '../queries.ts'
import type { AuditSearch } from '../search.ts'

export const archivesQuery = endpointQuery(listAuditArchives, ['log_archive'], {})

/** A page of an archived month for a URL. What is archived never changes. */
export function archivedQuery(search: AuditSearch, archiveId: string) {
  const query = archivedInput(search)
  return {
    ...queryOptions({
      queryKey: [listArchivedChanges.id, archiveId, query] as const,
      queryFn: async ({ signal, queryKey }): Promise<LogRows<AuditEntry>> =>
        api(listArchivedChanges, { params: { archiveId }, query, signal }, { onFailure: noting(queryKey) }),
      meta: { tables: [] },
    }),
    placeholderData: (previous: LogRows<AuditEntry> | undefined, before: { queryKey: readonly unknown[] } | undefined) =>
      before?.queryKey[1] === archiveId ? previous : undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }
}
