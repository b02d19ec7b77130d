import type { LogStream } from '@steward/contract/log-streams/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { kindLabels, logsOf, waitingText } from './labels.ts'
import { StreamStatus } from './StreamStatus.tsx'

/** Columns of the log streams table. */
export const streamColumns = (): DataColumn<LogStream>[] => [
  {
    id: 'name',
    header: m.streams_column_name(),
    cell: ({ logStreamName }) => <span title={logStreamName}>{logStreamName}</span>,
    width: 'wide',
  },
  { id: 'status', header: m.streams_column_status(), cell: (stream) => <StreamStatus stream={stream} />, width: 'status' },
  { id: 'kind', header: m.streams_column_kind(), cell: ({ kind }) => kindLabels[kind](), width: 'narrow' },
  { id: 'address', header: m.streams_column_address(), cell: ({ address }) => <span title={address}>{address}</span>, from: 'laptop' },
  { id: 'logs', header: m.streams_column_logs(), cell: logsOf, from: 'laptop' },
  { id: 'delivered', header: m.streams_column_delivered(), cell: ({ lastDeliveredAt }) => timeCell(lastDeliveredAt), width: 'time' },
  { id: 'waiting', header: m.streams_column_waiting(), cell: waitingText, width: 'time' },
]
