import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Pencil, Plus } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { exportTags } from '@steward/contract/reference-data/tags'
import type { Tag } from '@steward/contract/reference-data/tags-schemas'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query.ts'
import { ExportButton } from '../../exports/ExportButton.tsx'
import { SavedViews } from '../../saved-views/SavedViews.tsx'
import { PageHeader } from '../../ui/display/PageHeader.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { SearchBox } from '../../ui/filter/SearchBox.tsx'
import { ButtonLink } from '../../ui/form/ButtonLink.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useSearchChange } from '../../ui/table/useSearchChange.ts'
import { isFiltered, noFilters, type ListSearch } from '../shared/search.ts'
import { StatusFilter } from '../shared/StatusFilter.tsx'
import { BulkStatus, statusAction } from '../shared/statusAction.tsx'
import { tagColumns } from './columns.tsx'
import { useEditReason } from './permissions.ts'
import { filterQuery, tagsQuery } from './queries.ts'
import { defaultSort, tagsSearch } from './search.ts'
import { useTagStatus } from './useTagStatus.ts'

const path = '/reference-data/data-tags'
const columns = tagColumns()
const tagId = (tag: Tag) => tag.tagId
const tagName = (tag: Tag) => tag.tagName

/** The list of data tags (second specification file, section 2). Panels over it are its child routes. */
export function TagsPage({ search }: { search: ListSearch }) {
  const navigate = useNavigate()
  const query = useQuery(tagsQuery(search))
  const filter = filterQuery(search)
  const reason = useEditReason()
  const open = useParams({ strict: false })
  const status = useTagStatus()
  const change = useSearchChange(tagsSearch)
  const link = (tag: Tag) => ({ to: `${path}/$tagId`, params: { tagId: tag.tagId }, search: true }) as const
  return (
    <>
      <PageHeader title={m.menu_data_tags()} sentence={m.tags_sentence()} actions={<CreateLink reason={reason} />} />
      <DataTable
        name="tags"
        label={m.menu_data_tags()}
        columns={columns}
        query={query}
        rowId={tagId}
        rowName={tagName}
        search={{ ...search, sort: search.sort ?? defaultSort }}
        onSearchChange={change}
        rowLink={link}
        openId={open.tagId}
        rowActions={(tag) => [
          { label: m.tags_rename(), icon: <Pencil />, disabledReason: reason, onSelect: () => void navigate(link(tag)) },
          statusAction(tag, status, reason),
        ]}
        bulkActions={(selected) => <BulkStatus items={selected.rows} status={status} reason={reason} label={bulkLabel} />}
        views={<SavedViews list="tags" read={tagsSearch} />}
        toolbar={
          <>
            <SearchBox label={m.tags_search()} value={search.q ?? ''} onChange={(q) => change({ q })} />
            <StatusFilter value={search.status} onChange={(value) => change({ status: value })} />
          </>
        }
        tools={
          <ExportButton
            input={{ kind: 'tags', filter }}
            page={() => queryClient.ensureQueryData(tagsQuery(search))}
            atOnce={() => api(exportTags, { query: filter })}
          />
        }
        empty={
          <EmptyState title={m.tags_empty_title()} actions={<CreateLink reason={reason} />}>
            {m.tags_empty_text()}
          </EmptyState>
        }
        isFiltered={isFiltered(search)}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.tags_error_list()}
      />
      {status.dialogs}
    </>
  )
}

function CreateLink({ reason }: { reason: string | undefined }) {
  return (
    <ButtonLink kind="primary" icon={<Plus />} disabledReason={reason} link={{ to: `${path}/new`, search: true }}>
      {m.tags_create()}
    </ButtonLink>
  )
}

const bulkLabel = (isActive: boolean, count: number) =>
  isActive ? m.tags_activate_selected({ count }) : m.tags_deactivate_selected({ count })
