import { useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import type { LogStream } from '@steward/contract/log-streams/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { EntityRecord } from '../pages/EntityRecord.tsx'
import { CopyId } from '../ui/display/CopyButton.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { RecordSummary } from '../ui/record/parts.tsx'
import { RecordMenu } from '../ui/record/RecordMenu.tsx'
import { kindLabels, waitingText } from './labels.ts'
import { streamQuery } from './queries.ts'
import { StreamStatus } from './StreamStatus.tsx'
import { streamMenu, useStreamActions } from './useStreamActions.tsx'

const path = '/developer-administration/log-streams/$logStreamId'

/** A log stream: beside the list or as a page. */
export function StreamRecord({ logStreamId }: { logStreamId: string }) {
  const navigate = useNavigate()
  const query = useQuery(streamQuery(logStreamId))
  const close = () => void navigate({ to: '/developer-administration/log-streams', search: true })
  const tab = (label: string, part: '' | '/deliveries' | '/history' = '') => ({
    label,
    link: linkOptions({ to: `${path}${part}` as const, params: { logStreamId }, search: true, state: true }),
    exact: part === '',
  })
  return (
    <EntityRecord
      query={query}
      kind={m.streams_stream()}
      nameOf={(stream) => stream.logStreamName}
      listTitle={m.menu_log_streams()}
      statusOf={(stream) => (
        <RecordSummary>
          <StreamStatus stream={stream} />
          <CopyId value={stream.logStreamId} label={m.streams_copy_id()} />
        </RecordSummary>
      )}
      factsOf={factsOf}
      actionsOf={(stream) => <StreamActionsMenu stream={stream} onDeleted={close} />}
      tabsOf={() => [tab(m.record_overview()), tab(m.streams_deliveries(), '/deliveries'), tab(m.history_title(), '/history')]}
      link={{ to: path, params: { logStreamId }, search: true }}
      onClose={close}
      gone={{ title: m.streams_gone_title(), text: m.streams_gone_text() }}
      errorFallback={m.streams_error_get()}
    />
  )
}

const factsOf = (stream: LogStream) => [
  { term: m.streams_column_kind(), value: kindLabels[stream.kind]() },
  { term: m.streams_column_waiting(), value: waitingText(stream) },
  { term: m.streams_column_delivered(), value: <RelativeTime value={stream.lastDeliveredAt} empty={m.streams_never_delivered()} /> },
  ...(stream.nextAttemptAt === null || stream.isPaused
    ? []
    : [{ term: m.streams_next_attempt(), value: <RelativeTime value={stream.nextAttemptAt} /> }]),
]

function StreamActionsMenu({ stream, onDeleted }: { stream: LogStream; onDeleted: () => void }) {
  const actions = useStreamActions(onDeleted)
  return (
    <>
      <RecordMenu name={stream.logStreamName} actions={streamMenu(stream, actions)} />
      {actions.dialogs}
    </>
  )
}
