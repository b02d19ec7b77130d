import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { exportSystemLog } from '@steward/contract/system-log/endpoints'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { formatNumber } from '../i18n/time.ts'
import { ArchiveButton } from '../log-archive/ArchiveButton.tsx'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { isNewestPage, LogPages, useLogPage } from '../ui/table/LogPages.tsx'
import { NewRows, type AddedRows } from '../ui/table/NewRows.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { KeptFor } from '../tenants/KeptFor.tsx'
import { newestPage } from '../ui/table/logPage.ts'
import { ArchivedEvents } from './ArchivedEvents.tsx'
import { systemArchive } from './archive.ts'
import { eventColumns } from './columns.tsx'
import { Histogram } from './Histogram.tsx'
import { eventName } from './labels.ts'
import { countedNew, eventsQuery, filterQuery, histogramQuery, newQuery } from './queries.ts'
import { isFiltered, noFilters } from './filters.ts'
import { NoEvents, examinedText } from './SearchStopped.tsx'
import { SystemLogFilters } from './SystemLogFilters.tsx'
import { systemLogSearch, type SystemLogSearch } from './search.ts'

const path = '/monitoring/system-log'
const columns = eventColumns()
const cursorOf = (event: SystemEvent) => event.cursor

/** What happened besides changes of data (second specification file, section 2), or a month of the archive. An event opens in a panel, a child route. */
export function SystemLogPage({ search }: { search: SystemLogSearch }) {
  return search.archive === undefined ? <Log search={search} /> : <ArchivedEvents search={search} archiveId={search.archive} />
}

function Log({ search }: { search: SystemLogSearch }) {
  const query = useQuery(eventsQuery(search))
  const patch = useSearchChange(systemLogSearch)
  // Positions belong to one set of filters.
  const change = (next: Partial<SystemLogSearch>) => patch({ ...newestPage, ...next })
  const open = useParams({ strict: false })
  const { data } = query
  const page = useLogPage<SystemEvent>(data)
  const showNew = () => {
    void query.refetch()
    void queryClient.refetchQueries(histogramQuery(search))
  }
  return (
    <>
      <PageHeader
        title={m.menu_system_log()}
        sentence={
          <>
            {m.events_sentence()} <KeptFor days={data?.keptDays} />
          </>
        }
        actions={
          <>
            {isNewestPage(search) && data ? <NewRows query={newQuery(search, data.newest)} label={newLabel} onShow={showNew} /> : null}
            <ArchiveButton source={systemArchive} />
          </>
        }
      />
      <Histogram search={search} onNarrow={(range) => change({ days: undefined, ...range })} />
      <DataTable
        name="system-log"
        label={m.menu_system_log()}
        columns={columns}
        query={{ ...query, data: page }}
        rowId={cursorOf}
        rowName={eventName}
        search={{ limit: search.limit }}
        onSearchChange={change}
        rowLink={(event) => ({ to: `${path}/$cursor`, params: { cursor: event.cursor }, search: true })}
        openId={open.cursor}
        views={<SavedViews list="system-log" read={systemLogSearch} />}
        toolbar={<SystemLogFilters search={search} onChange={change} />}
        tools={<Export search={search} />}
        empty={<NoEvents search={search} part={data} onChange={change} />}
        isFiltered={isFiltered(search) && data?.examinedTo === null}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.events_error_list()}
        pages={
          data ? (
            <LogPages
              label={m.menu_system_log()}
              search={search}
              part={data}
              examined={() => examinedText(data.examinedTo ?? '')}
              onChange={change}
            />
          ) : undefined
        }
      />
    </>
  )
}

const newLabel = ({ count, isMore }: AddedRows) =>
  isMore ? m.events_show_new_many({ count: formatNumber(countedNew) }) : m.events_show_new({ count })

function Export({ search }: { search: SystemLogSearch }) {
  const filter = filterQuery(search)
  return (
    <ExportButton
      input={{ kind: 'system-log', filter }}
      page={async () => {
        const { items, hasNewer, hasOlder } = await queryClient.ensureQueryData(eventsQuery(search))
        return { totalCount: items.length, totalIsExact: !hasNewer && !hasOlder }
      }}
      atOnce={() => api(exportSystemLog, { query: filter })}
    />
  )
}
