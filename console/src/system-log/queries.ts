import { queryOptions } from '@tanstack/react-query'
import { systemEventKinds } from '@steward/contract/system-log/constants'
import { getSystemEvent, getSystemLogHistogram, listSystemLog } from '@steward/contract/system-log/endpoints'
import { api } from '../api/client.ts'
import { endpointQuery, listQuery } from '../api/query.ts'
import type { AddedRows } from '../ui/table/NewRows.tsx'
import { logPageQuery } from '../ui/table/logPage.ts'
import type { SystemLogSearch } from './search.ts'

const filtersOf = (search: SystemLogSearch) => ({
  kind: systemEventKinds.filter((kind) => search.kind?.includes(kind)),
  outcome: search.outcome,
  userId: search.userId,
  address: search.address,
  search: search.q,
})

/** The filters and the range as the calls have them, also for the export. */
export const filterQuery = (search: SystemLogSearch) => ({
  days: search.days,
  from: search.from,
  until: search.until,
  ...filtersOf(search),
})

/** The list call of an archived month. */
export const archivedInput = (search: SystemLogSearch) => ({ ...filtersOf(search), ...logPageQuery(search) })

/** The page of the log for a URL. Rows stay as they are, since a list that moves cannot be read; `newQuery` tells how many there are. */
export const eventsQuery = (search: SystemLogSearch) => ({
  ...listQuery(listSystemLog, [], {
    query: { ...filterQuery(search), ...logPageQuery(search) },
  }),
  // Back on the page, it is read again.
  staleTime: 5_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** The most new events that are counted. */
export const countedNew = 99

/** What happened since the newest event shown, updated live. */
export function newQuery(search: SystemLogSearch, newest: string | null) {
  const query = { ...filterQuery(search), after: newest ?? undefined, limit: countedNew }
  return queryOptions({
    queryKey: [listSystemLog.id, 'new', query] as const,
    queryFn: async ({ signal }): Promise<AddedRows> => {
      const { items, hasNewer } = await api(listSystemLog, { query, signal })
      return { count: items.length, isMore: hasNewer }
    },
    meta: { tables: ['system_log'], pauseMs: 1_000 },
  })
}

export const histogramQuery = (search: SystemLogSearch) => ({
  ...listQuery(getSystemLogHistogram, [], { query: filterQuery(search) }),
  refetchOnWindowFocus: false,
})

export const eventQuery = (cursor: string) => endpointQuery(getSystemEvent, [], { params: { cursor } })
