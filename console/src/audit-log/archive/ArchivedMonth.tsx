import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { downloadAuditArchive } from '@steward/contract/audit-log/endpoints'
import type { AuditArchive, AuditEntry } from '@steward/contract/audit-log/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { jsonLinesType } from '@steward/contract/rules/exports'
import { alertFailure } from '../../api/alertFailure.ts'
import { api } from '../../api/client.ts'
import { saveFile } from '../../exports/download.ts'
import { formatBytes } from '../../exports/labels.ts'
import { formatDate } from '../../i18n/time.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { PageHeader } from '../../ui/display/PageHeader.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { ButtonLink } from '../../ui/form/ButtonLink.tsx'
import { DataTable, type DataTableProps } from '../../ui/table/DataTable.tsx'
import { LogPages, useLogPage } from '../../ui/table/LogPages.tsx'
import { newestPage } from '../../ui/table/logPage.ts'
import { useSearchChange } from '../../ui/table/useSearchChange.ts'
import { AuditFilters } from '../AuditFilters.tsx'
import { SearchStopped, examinedText } from '../SearchStopped.tsx'
import { entryColumns } from '../columns.tsx'
import { isFiltered, noFilters } from '../filters.ts'
import { entityName } from '../../change-text/labels.ts'
import { auditSearch, type AuditSearch } from '../search.ts'
import { useFullPage } from '../useFullPage.ts'
import { monthName } from './labels.ts'
import { archivedQuery, archivesQuery } from './queries.ts'
import css from '../AuditLogPage.module.css'

const columns = entryColumns()

/** A month that is no longer in the log, read from the archive. */
export function ArchivedMonth({ search, archiveId }: { search: AuditSearch; archiveId: string }) {
  const query = useQuery(archivedQuery(search, archiveId))
  const { data } = query
  const page = useLogPage<AuditEntry>(data)
  const patch = useSearchChange(auditSearch)
  const change = (next: Partial<AuditSearch>) => patch({ ...newestPage, ...next })
  useFullPage(search, query.isPlaceholderData ? undefined : data, () => change({}))
  const archive = useQuery(archivesQuery).data?.items.find((one) => one.archiveId === archiveId)
  return (
    <>
      <PageHeader
        title={m.menu_audit_log()}
        sentence={m.audit_archive_sentence()}
        actions={
          <ButtonLink icon={<ArrowLeft />} link={{ to: '/monitoring/audit-log', search: {} }}>
            {m.audit_archive_close()}
          </ButtonLink>
        }
      />
      {archive ? (
        <div className={css.archived}>
          <About archive={archive} />
        </div>
      ) : null}
      <DataTable<AuditEntry>
        name="audit-log"
        label={archive ? m.audit_archive_from({ month: monthName(archive) }) : m.menu_audit_log()}
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
            <EmptyState title={m.ui_no_matches()}>{m.audit_archive_sentence()}</EmptyState>
          )
        }
        isFiltered={isFiltered(search) && data?.examinedTo === null}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.audit_archive_error()}
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

function About({ archive }: { archive: AuditArchive }) {
  const { archiveId, month, rowCount, sizeBytes, archivedAt } = archive
  const download = useMutation({
    mutationKey: ['AuditLog_download_archive'],
    mutationFn: () => api(downloadAuditArchive, { params: { archiveId } }),
    onSuccess: (content) => saveFile(new Blob([content], { type: jsonLinesType }), `audit-log-${month}.jsonl`),
    onError: (error) => alertFailure(error, m.audit_archive_download_failed()),
  })
  return (
    <Callout
      tone="info"
      title={m.audit_archive_from({ month: monthName(archive) })}
      actions={
        <Button icon={<Download />} loading={download.isPending} onClick={() => download.mutate()}>
          {m.audit_archive_download()}
        </Button>
      }
    >
      {m.audit_archive_facts({
        entries: m.audit_archive_count({ count: rowCount }),
        size: formatBytes(sizeBytes),
        date: formatDate(archivedAt),
      })}
    </Callout>
  )
}
