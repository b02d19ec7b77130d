import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { LogStream } from '@steward/contract/log-streams/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { peekState } from '../ui/record/view.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { TableSearch } from '../ui/table/search.ts'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { streamColumns } from './columns.tsx'
import { streamsQuery } from './queries.ts'
import { streamsSearch } from './search.ts'
import { streamMenu, useStreamActions } from './useStreamActions.tsx'

const path = '/developer-administration/log-streams'
const columns = streamColumns()
const streamId = (stream: LogStream) => stream.logStreamId
const streamName = (stream: LogStream) => stream.logStreamName

/** The log streams of the tenant. Panels over it are its child routes. */
export function LogStreamsPage({ search }: { search: TableSearch }) {
  const query = useQuery(streamsQuery(search))
  const open = useParams({ strict: false })
  const actions = useStreamActions()
  const change = useSearchChange(streamsSearch)
  return (
    <>
      <PageHeader title={m.menu_log_streams()} sentence={m.streams_sentence()} actions={<CreateLink />} />
      <DataTable
        name="log-streams"
        label={m.streams_table()}
        columns={columns}
        query={query}
        rowId={streamId}
        rowName={streamName}
        search={search}
        onSearchChange={change}
        rowLink={(stream) => ({
          to: `${path}/$logStreamId`,
          params: { logStreamId: stream.logStreamId },
          search: true,
          state: peekState(stream.logStreamId === open.logStreamId),
        })}
        openId={open.logStreamId}
        rowActions={(stream) => streamMenu(stream, actions)}
        empty={
          <EmptyState title={m.streams_empty_title()} actions={<CreateLink />}>
            {m.streams_empty_text()}
          </EmptyState>
        }
        errorFallback={m.streams_error_get()}
      />
      {actions.dialogs}
    </>
  )
}

const CreateLink = () => (
  <ButtonLink kind="primary" icon={<Plus />} link={{ to: `${path}/new`, search: true }}>
    {m.streams_create()}
  </ButtonLink>
)
