import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ExternalLink, ListFilter, UserRound } from 'lucide-react'
import { exportAuditLog, exportAuditLogLines } from '@steward/contract/audit-log/endpoints'
import type { AuditChange, AuditEntry } from '@steward/contract/audit-log/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { formatNumber } from '../i18n/time.ts'
import { ArchiveButton } from '../log-archive/ArchiveButton.tsx'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { Button } from '../ui/form/Button.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { rangeText } from '../ui/filter/range.ts'
import type { MenuAction } from '../ui/overlay/Menu.tsx'
import { DataTable, type DataTableProps } from '../ui/table/DataTable.tsx'
import { isNewestPage, LogPages, useLogPage } from '../ui/table/LogPages.tsx'
import { NewRows, type AddedRows } from '../ui/table/NewRows.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { KeptFor } from '../tenants/KeptFor.tsx'
import { defaultDays } from '../ui/filter/logSearch.ts'
import { newestPage } from '../ui/table/logPage.ts'
import { ArchivedMonth } from './ArchivedMonth.tsx'
import { auditArchive } from './archive.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { SearchStopped, examinedText } from './SearchStopped.tsx'
import { changeColumns, entryColumns } from './columns.tsx'
import { entityLink } from './entityLink.ts'
import { actorName, entityName } from '../change-text/labels.ts'
import { countedNew, logQuery, newQuery, type AuditPart, type AuditRow } from './queries.ts'
import { filterQuery, isFiltered, noFilters } from './filters.ts'
import { auditSearch, type AuditSearch } from './search.ts'
import { useFullPage } from './useFullPage.ts'

const path = '/monitoring/audit-log'
const byField = entryColumns()
const byChange = changeColumns()
const cursorOf = (row: AuditRow) => row.cursor

/** Every change of the tenant's data (second specification file, section 2), or a month of the archive. Panels over it are its child routes. */
export function AuditLogPage({ search }: { search: AuditSearch }) {
  return search.archive === undefined ? <Log search={search} /> : <ArchivedMonth search={search} archiveId={search.archive} />
}

function Log({ search }: { search: AuditSearch }) {
  const query = useQuery(logQuery(search))
  const patch = useSearchChange(auditSearch)
  // Positions belong to one set of filters.
  const change = (next: Partial<AuditSearch>) => patch({ ...newestPage, ...next })
  useFullPage(search, query.isPlaceholderData ? undefined : query.data, () => change({}))
  return (
    <>
      <PageHeader
        title={m.menu_audit_log()}
        sentence={
          <>
            {m.audit_sentence()} <KeptFor days={query.data?.keptDays} />
          </>
        }
        actions={
          <>
            {isNewestPage(search) && query.data ? (
              <NewRows query={newQuery(search, query.data.newest)} label={newLabel} onShow={() => void query.refetch()} />
            ) : null}
            <ArchiveButton source={auditArchive} />
          </>
        }
      />
      <LogTable search={search} query={query} onChange={change} />
    </>
  )
}

const newLabel = ({ count, isMore }: AddedRows) =>
  isMore ? m.audit_show_new_many({ count: formatNumber(countedNew) }) : m.audit_show_new({ count })

interface LogTableProps {
  search: AuditSearch
  query: Omit<DataTableProps<AuditRow>['query'], 'data'> & { data: AuditPart | undefined }
  onChange: (patch: Partial<AuditSearch>) => void
}

function LogTable({ search, query, onChange }: LogTableProps) {
  const { data } = query
  const page = useLogPage<AuditRow>(data)
  const open = useParams({ strict: false })
  const menuOf = useRowMenu()
  const common = {
    label: m.menu_audit_log(),
    rowId: cursorOf,
    rowName: entityName,
    search: { limit: search.limit },
    onSearchChange: onChange,
    rowLink: (row: AuditRow) => ({ to: `${path}/$cursor`, params: { cursor: row.cursor }, search: true }) as const,
    openId: open.cursor,
    rowActions: menuOf,
    views: <SavedViews list="audit-log" table={search.view === 'change' ? 'audit-log-changes' : 'audit-log'} read={auditSearch} />,
    toolbar: <AuditFilters search={search} onChange={onChange} />,
    tools: <Export search={search} />,
    empty: <NoChanges search={search} part={data} onChange={onChange} />,
    isFiltered: isFiltered(search) && data?.examinedTo === null,
    onClearFilters: () => onChange(noFilters),
    errorFallback: m.audit_error_list(),
    pages: data ? (
      <LogPages label={m.menu_audit_log()} search={search} part={data} examined={() => examinedText(search, data)} onChange={onChange} />
    ) : undefined,
  }
  // The rows are those of the view's endpoint.
  const rows = { ...query, data: page } as DataTableProps<AuditRow>['query']
  return search.view === 'change' ? (
    <DataTable<AuditChange>
      key="change"
      {...common}
      name="audit-log-changes"
      columns={byChange}
      query={rows as DataTableProps<AuditChange>['query']}
    />
  ) : (
    <DataTable<AuditEntry> key="field" {...common} name="audit-log" columns={byField} query={rows as DataTableProps<AuditEntry>['query']} />
  )
}

function NoChanges({ search, part, onChange }: { search: AuditSearch; part: AuditPart | undefined; onChange: LogTableProps['onChange'] }) {
  if (part?.examinedTo) return <SearchStopped search={search} part={part} onChange={onChange} />
  const isLongest = search.days === 92 || search.from !== undefined || search.until !== undefined
  return (
    <EmptyState
      title={m.audit_empty_title()}
      actions={isLongest ? undefined : <Button onClick={() => onChange({ days: 92 })}>{m.audit_empty_longer()}</Button>}
    >
      {`${rangeText(search, defaultDays)}. ${m.audit_empty_text()}`}
    </EmptyState>
  )
}

/** What leads on from a row: to the thing itself, and to its history. */
function useRowMenu(): (row: AuditRow) => MenuAction[] {
  const navigate = useNavigate()
  return (row) => {
    const link = entityLink(row)
    const name = entityName(row)
    return [
      ...(link ? [{ label: m.audit_open_entity({ name }), icon: <ExternalLink />, onSelect: () => void navigate(link) }] : []),
      {
        label: m.audit_only_entity({ name }),
        icon: <ListFilter />,
        onSelect: () => void navigate({ to: path, search: { entity: [row.entityId], days: 92, view: 'change' } }),
      },
      {
        label: m.audit_only_actor({ name: actorName(row) }),
        icon: <UserRound />,
        onSelect: () => void navigate({ to: path, search: { actor: [row.actorId], days: 92, view: 'change' } }),
      },
    ]
  }
}

function Export({ search }: { search: AuditSearch }) {
  const filter = filterQuery(search)
  return (
    <ExportButton
      input={{ kind: 'audit-log', filter }}
      page={async () => {
        const { items, hasNewer, hasOlder } = await queryClient.ensureQueryData(logQuery(search))
        return { totalCount: items.length, totalIsExact: !hasNewer && !hasOlder }
      }}
      atOnce={() => api(exportAuditLog, { query: filter })}
      lines={{
        input: { kind: 'audit-log-lines', filter },
        atOnce: () => api(exportAuditLogLines, { query: filter }),
      }}
    />
  )
}
