import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '@steward/contract/audit-log/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { entityName } from '../change-text/labels.ts'
import { ArchiveHeader } from '../log-archive/ArchiveHeader.tsx'
import { monthName } from '../log-archive/labels.ts'
import { archivesQuery } from '../log-archive/queries.ts'
import { EmptyState } from '../ui/display/states.tsx'
import { DataTable, type DataTableProps } from '../ui/table/DataTable.tsx'
import { LogPages, useLogPage } from '../ui/table/LogPages.tsx'
import { newestPage } from '../ui/table/logPage.ts'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { SearchStopped, examinedText } from './SearchStopped.tsx'
import { archivedChangesQuery, auditArchive } from './archive.ts'
import { entryColumns } from './columns.tsx'
import { isFiltered, noFilters } from './filters.ts'
import { auditSearch, type AuditSearch } from './search.ts'
import { useFullPage } from './useFullPage.ts'

const columns = entryColumns()

/** A month that is no longer in the log, read from the archive. */
export function ArchivedMonth({ search, archiveId }: { search: AuditSearch; archiveId: string }) {
  const query = useQuery(archivedChangesQuery(search, archiveId))
  const { data } = query
  const page = useLogPage<AuditEntry>(data)
  const patch = useSearchChange(auditSearch)
  const change = (next: Partial<AuditSearch>) => patch({ ...newestPage, ...next })
  useFullPage(search, query.isPlaceholderData ? undefined : data, () => change({}))
  const archive = useQuery(archivesQuery(auditArchive)).data?.items.find((one) => one.archiveId === archiveId)
  return (
    <>
      <ArchiveHeader source={auditArchive} archive={archive} />
      <DataTable<AuditEntry>
        name="audit-log"
        label={archive ? m.archive_from({ month: monthName(archive) }) : m.menu_audit_log()}
        columns={columns}
        // The rows are entries: the endpoint has no other view.
        query={{ ...query, data: page } as DataTableProps<AuditEntry>['query']}
        rowId={(row) => row.cursor}
        rowName={entityName}
        search={{ limit: search.limit }}
        onSearchChange={change}
        toolbar={<AuditFilters search={search} onChange={change} isArchived />}
        empty={
          data?.examinedTo ? (
            <SearchStopped search={search} part={data} onChange={change} />
          ) : (
            <EmptyState title={m.ui_no_matches()}>{m.archive_sentence()}</EmptyState>
          )
        }
        isFiltered={isFiltered(search) && data?.examinedTo === null}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.archive_error()}
        pages={
          data ? (
            <LogPages
              label={m.menu_audit_log()}
              search={search}
              part={data}
              examined={() => examinedText(search, data)}
              onChange={change}
            />
          ) : undefined
        }
      />
    </>
  )
}
