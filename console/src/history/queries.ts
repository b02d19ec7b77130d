import { infiniteQueryOptions } from '@tanstack/react-query'
import { auditedTables } from '@steward/contract/audit-log/constants'
import { getHistory } from '@steward/contract/history/endpoints'
import type { HistoryRecord } from '@steward/contract/history/records'
import { api } from '../api/client.ts'
import { noting } from '../api/query.ts'

/** Bulk work of others changes a table many times; a history shows it a few times. */
const pauseMs = 2_000

/** The history of a record, page by page. */
export const historyQuery = (record: HistoryRecord, id?: string) =>
  infiniteQueryOptions({
    queryKey: [getHistory.id, record, id],
    queryFn: ({ pageParam, signal, queryKey }) =>
      api(getHistory, { query: { record, id, before: pageParam }, signal }, { onFailure: noting(queryKey) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last): string | undefined => last.next ?? undefined,
    meta: { tables: record === 'user' ? [...auditedTables, 'system_log', 'user_session'] : auditedTables, pauseMs },
  })
