import { systemEventKinds } from '@steward/contract/system-log/constants'
import { getSystemEvent, getSystemLogHistogram, listSystemLog } from '@steward/contract/system-log/endpoints'
import { endpointQuery, listQuery } from '../api/query.ts'
import { pageSize, type SystemLogSearch } from './search.ts'

/** The filters and the range as the calls have them, also for the export. */
export const filterQuery = (search: SystemLogSearch) => ({
  days: search.days,
  from: search.from,
  until: search.until,
  kind: systemEventKinds.filter((kind) => search.kind?.includes(kind)),
  outcome: search.outcome,
  userId: search.userId,
  address: search.address,
  search: search.q,
})

/**
 * The page of the log for a URL. Events are too many to announce each: the page is read again when it is opened, and on demand.
 */
export const eventsQuery = (search: SystemLogSearch) => ({
  ...listQuery(listSystemLog, [], {
    query: { ...filterQuery(search), before: search.before, after: search.after, limit: pageSize(search) },
  }),
  refetchOnWindowFocus: false,
})

export const histogramQuery = (search: SystemLogSearch) => ({
  ...listQuery(getSystemLogHistogram, [], { query: filterQuery(search) }),
  refetchOnWindowFocus: false,
})

export const eventQuery = (cursor: string) => endpointQuery(getSystemEvent, [], { params: { cursor } })
