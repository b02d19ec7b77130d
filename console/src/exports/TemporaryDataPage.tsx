import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ban, Download, Trash2 } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { temporaryFileDays } from '@steward/contract/rules/exports'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import { usePermission } from '../session/permissions/permissions.ts'
import { Button, buttonClass } from '../ui/form/Button.tsx'
import { MultiFilterMenu } from '../ui/filter/FilterMenu.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import type { MenuAction } from '../ui/overlay/Menu.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { fileColumns } from './columns.tsx'
import { filesQuery, isUnfinished } from './queries.ts'
import { defaultSort, filesSearch, isFiltered, noFilters, statuses, type FilesSearch } from './search.ts'
import { type FileActions, useFileActions } from './useFileActions.tsx'
import { statusLabels } from './labels.ts'

const columns = fileColumns()
const fileId = (file: TemporaryFile) => file.fileId
const fileName = (file: TemporaryFile) => file.fileName

/** Exported files: the user's own or everyone's (product decisions, "Temporary data"). */
export function TemporaryDataPage({ search }: { search: FilesSearch }) {
  const query = useQuery(filesQuery(search))
  const actions = useFileActions()
  const change = useSearchChange(filesSearch)
  return (
    <>
      <PageHeader title={m.files_title()} sentence={m.files_sentence({ count: temporaryFileDays })} />
      <DataTable
        name="temporary-files"
        label={m.files_title()}
        columns={columns}
        query={query}
        rowId={fileId}
        rowName={fileName}
        search={{ ...search, sort: search.sort ?? defaultSort }}
        onSearchChange={change}
        rowLink={(file) => ({ to: '/download', search: { file: file.fileId } })}
        rowActions={(file) => fileMenu(file, actions)}
        bulkActions={(selected) => (
          <Button small icon={<Trash2 />} onClick={() => actions.delete(selected.rows)}>
            {m.files_delete_confirm({ count: selected.rows.length })}
          </Button>
        )}
        toolbar={
          <>
            <SearchBox label={m.files_search()} value={search.q ?? ''} onChange={(q) => change({ q })} />
            <MultiFilterMenu
              label={m.files_filter_status()}
              options={statuses.map((value) => ({ value, label: statusLabels[value]() }))}
              values={search.status ?? []}
              onChange={(status) => change({ status })}
            />
          </>
        }
        empty={
          <EmptyState title={m.files_empty_title()} actions={<ToUsers />}>
            {m.files_empty_text()}
          </EmptyState>
        }
        isFiltered={isFiltered(search)}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.files_error_list()}
      />
      {actions.dialogs}
    </>
  )
}

function ToUsers() {
  if (!usePermission('Navigation.UserManagement')) return null
  return (
    <Link to="/user-administration/users" className={buttonClass()}>
      {m.files_empty_action()}
    </Link>
  )
}

function fileMenu(file: TemporaryFile, actions: FileActions): MenuAction[] {
  return [
    {
      label: m.files_download(),
      icon: <Download />,
      disabledReason: file.status === 'ready' ? undefined : m.files_reason_not_ready(),
      onSelect: () => actions.download(file),
    },
    {
      label: m.files_cancel(),
      icon: <Ban />,
      disabledReason: isUnfinished(file) ? undefined : m.files_reason_finished(),
      onSelect: () => actions.cancel(file),
    },
    { label: m.files_delete(), icon: <Trash2 />, danger: true, onSelect: () => actions.delete([file]) },
  ]
}
