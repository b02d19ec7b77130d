import { queryOptions } from '@tanstack/react-query'
import { auditedTables } from '@steward/contract/audit-log/constants'
import { getAuditChange, listAuditChanges, listAuditLog } from '@steward/contract/audit-log/endpoints'
import type { AuditChange, AuditEntry } from '@steward/contract/audit-log/schemas'
import { api } from '../api/client.ts'
import { endpointQuery, noting } from '../api/query.ts'
import type { AddedRows } from '../ui/table/NewRows.tsx'
import { filterQuery, listInput } from './filters.ts'
import type { AuditSearch } from './search.ts'

/** A row of either view. */
export type AuditRow = AuditEntry | AuditChange

/** A page of the log or of an archived month. */
export interface LogRows<Row extends AuditRow = AuditRow> {
  items: Row[]
  newest: string | null
  oldest: string | null
  hasNewer: boolean
  hasOlder: boolean
  examinedTo: string | null
}

export interface AuditPart extends LogRows {
  keptDays: number
}

const endpointOf = ({ view }: AuditSearch) => (view === 'change' ? listAuditChanges : listAuditLog)

/**
 * The page of the log for a URL. Rows stay as they are while changes are made, since a list that moves cannot be read;
 * `newQuery` tells how many there are.
 */
export function logQuery(search: AuditSearch) {
  const endpoint = endpointOf(search)
  const query = listInput(search)
  return {
    ...queryOptions({
      queryKey: [endpoint.id, query] as const,
      queryFn: async ({ signal, queryKey }): Promise<AuditPart> => api(endpoint, { query, signal }, { onFailure: noting(queryKey) }),
      meta: { tables: [] },
    }),
    // The rows of the other view are of another kind.
    placeholderData: (previous: AuditPart | undefined, before: { queryKey: readonly unknown[] } | undefined) =>
      before?.queryKey[0] === endpoint.id ? previous : undefined,
    // Back on the page, it is read again.
    staleTime: 5_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  }
}

/** The most new changes that are counted. */
export const countedNew = 99

/** What was added behind the newest row, updated live. */
export function newQuery(search: AuditSearch, newest: string | null) {
  const endpoint = endpointOf(search)
  const query = { ...filterQuery(search), after: newest ?? undefined, limit: countedNew }
  return queryOptions({
    queryKey: [endpoint.id, 'new', query] as const,
    queryFn: async ({ signal }): Promise<AddedRows> => {
      const { items, hasNewer }: AuditPart = await api(endpoint, { query, signal })
      return { count: items.length, isMore: hasNewer }
    },
    meta: { tables: auditedTables, pauseMs: 1_000 },
  })
}

/** A change with all its fields; live, because what it changed can be deleted. */
export const changeQuery = (cursor: string) => endpointQuery(getAuditChange, auditedTables, { params: { cursor } })
