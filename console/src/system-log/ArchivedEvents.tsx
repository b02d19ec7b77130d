import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { ArchiveHeader } from '../log-archive/ArchiveHeader.tsx'
import { monthName } from '../log-archive/labels.ts'
import { archivesQuery } from '../log-archive/queries.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { LogPages, useLogPage } from '../ui/table/LogPages.tsx'
import { newestPage } from '../ui/table/logPage.ts'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { NoEvents, examinedText } from './SearchStopped.tsx'
import { SystemLogFilters } from './SystemLogFilters.tsx'
import { archivedEventsQuery, systemArchive } from './archive.ts'
import { eventColumns } from './columns.tsx'
import { isFiltered, noFilters } from './filters.ts'
import { eventName } from './labels.ts'
import { systemLogSearch, type SystemLogSearch } from './search.ts'

const columns = eventColumns()

/** A month that is no longer in the log, read from the archive. */
export function ArchivedEvents({ search, archiveId }: { search: SystemLogSearch; archiveId: string }) {
  const query = useQuery(archivedEventsQuery(search, archiveId))
  const { data } = query
  const page = useLogPage<SystemEvent>(data)
  const patch = useSearchChange(systemLogSearch)
  const change = (next: Partial<SystemLogSearch>) => patch({ ...newestPage, ...next })
  const open = useParams({ strict: false })
  const archive = useQuery(archivesQuery(systemArchive)).data?.items.find((one) => one.archiveId === archiveId)
  return (
    <>
      <ArchiveHeader source={systemArchive} archive={archive} />
      <DataTable<SystemEvent>
        name="system-log"
        label={archive ? m.archive_from({ month: monthName(archive) }) : m.menu_system_log()}
        columns={columns}
        query={{ ...query, data: page }}
        rowId={(row) => row.cursor}
        rowName={eventName}
        search={{ limit: search.limit }}
        onSearchChange={change}
        rowLink={(event) => ({ to: `${systemArchive.path}/$cursor`, params: { cursor: event.cursor }, search: true })}
        openId={open.cursor}
        toolbar={<SystemLogFilters search={search} onChange={change} isArchived />}
        empty={<NoEvents search={search} part={data} onChange={change} />}
        isFiltered={isFiltered(search) && data?.examinedTo === null}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.archive_error()}
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
