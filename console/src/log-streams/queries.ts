import { getLogStream, listLogStreamDeliveries, listLogStreams } from '@steward/contract/log-streams/endpoints'
import { endpointQuery, entityQuery, listQuery } from '../api/query.ts'
import { pageQuery, type TableSearch } from '../ui/table/search.ts'

/** Tables that affect a stream and where it stands. */
export const streamTables = ['log_stream', 'log_stream_progress'] as const

export const streamsQuery = (search: TableSearch) => listQuery(listLogStreams, streamTables, { query: pageQuery(search) })

/** One stream, and its version as ETag. */
export const streamQuery = (logStreamId: string) => entityQuery(getLogStream, streamTables, { params: { logStreamId } })

/** Its latest attempts. */
export const deliveriesQuery = (logStreamId: string) =>
  endpointQuery(listLogStreamDeliveries, ['log_stream_delivery'], { params: { logStreamId } })
