import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { exportCurrencySchemes } from '@steward/contract/reference-data/currencies'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { api } from '../../api/client.ts'
import { SavedViews } from '../../saved-views/SavedViews.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { SearchBox } from '../../ui/filter/SearchBox.tsx'
import { ButtonLink } from '../../ui/form/ButtonLink.tsx'
import { deferred } from '../../ui/overlay/deferred.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useSearchChange } from '../../ui/table/useSearchChange.ts'
import { FileExport } from '../shared/FileExport.tsx'
import { ReferenceHeader } from '../shared/ReferenceHeader.tsx'
import { isFiltered, noFilters } from '../shared/search.ts'
import { BulkStatus } from '../shared/statusAction.tsx'
import { StatusFilter } from '../shared/StatusFilter.tsx'
import { UploadButton } from '../shared/UploadButton.tsx'
import { schemeColumns } from './columns.tsx'
import { EditScheme } from './EditScheme.tsx'
import { useEditReason } from './permissions.ts'
import { filterQuery, schemeQuery, schemesQuery } from './queries.ts'
import { schemeMenu } from './schemeMenu.tsx'
import { defaultSort, schemesSearch, type SchemesSearch } from './search.ts'
import { useSchemeActions } from './useSchemeActions.tsx'

const UploadSchemesPanel = deferred(() => import('./UploadSchemesPanel.tsx').then((module) => module.UploadSchemesPanel))

const path = '/reference-data/currencies/currency-schemes'
const columns = schemeColumns()
const schemeId = (scheme: CurrencyScheme) => scheme.currencySchemeId
const schemeCode = (scheme: CurrencyScheme) => scheme.currencySchemeCode

/** The list of currency schemes (second specification file, section 2). A row leads to the scheme's page. */
export function SchemesPage({ search }: { search: SchemesSearch }) {
  const query = useQuery(schemesQuery(search))
  const reason = useEditReason()
  const actions = useSchemeActions()
  const [isUploading, setIsUploading] = useState(false)
  const change = useSearchChange(schemesSearch)
  const edit = ({ currencySchemeCode }: CurrencyScheme) => change({ edit: currencySchemeCode, page: search.page })
  const upload = <UploadButton reason={reason} onClick={() => setIsUploading(true)} />
  return (
    <>
      <ReferenceHeader sentence={m.schemes_sentence()} actions={<CreateLink reason={reason} />} />
      <DataTable
        name="currency-schemes"
        label={m.schemes_tab()}
        columns={columns}
        query={query}
        rowId={schemeId}
        rowName={schemeCode}
        search={{ ...search, sort: search.sort ?? defaultSort }}
        onSearchChange={change}
        rowLink={(scheme) => ({ to: `${path}/$scheme`, params: { scheme: scheme.currencySchemeCode } })}
        rowActions={(scheme) => schemeMenu(scheme, { reason, actions, onEdit: edit })}
        bulkActions={(selected) => <BulkStatus items={selected.rows} status={actions.status} reason={reason} label={bulkLabel} />}
        views={<SavedViews list="schemes" table="currency-schemes" read={schemesSearch} />}
        toolbar={
          <>
            <SearchBox label={m.schemes_search()} value={search.q ?? ''} onChange={(q) => change({ q })} />
            <StatusFilter value={search.status} onChange={(value) => change({ status: value })} />
          </>
        }
        tools={
          <>
            {upload}
            <FileExport name="currency-schemes" read={() => api(exportCurrencySchemes, { query: filterQuery(search) })} />
          </>
        }
        empty={
          <EmptyState
            title={m.schemes_empty_title()}
            actions={
              <>
                <CreateLink reason={reason} />
                {upload}
              </>
            }
          >
            {m.schemes_empty_text()}
          </EmptyState>
        }
        isFiltered={isFiltered(search)}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.schemes_error_list()}
      />
      {actions.dialogs}
      {search.edit === undefined || reason !== undefined ? null : <EditedScheme code={search.edit} onPage={query.data?.items ?? []} />}
      {isUploading ? <UploadSchemesPanel onClose={() => setIsUploading(false)} /> : null}
    </>
  )
}

/** The form of a scheme, which need not be on this page of the list. */
function EditedScheme({ code, onPage }: { code: string; onPage: readonly CurrencyScheme[] }) {
  const [loaded] = useQuery(schemeQuery(code)).data?.items ?? []
  const scheme = loaded ?? onPage.find(({ currencySchemeCode }) => currencySchemeCode === code)
  return scheme === undefined ? null : <EditScheme scheme={scheme} />
}

const bulkLabel = (isActive: boolean, count: number) =>
  isActive ? m.schemes_activate_selected({ count }) : m.schemes_deactivate_selected({ count })

function CreateLink({ reason }: { reason: string | undefined }) {
  return (
    <ButtonLink kind="primary" icon={<Plus />} disabledReason={reason} link={{ to: `${path}/new`, search: true }}>
      {m.schemes_create()}
    </ButtonLink>
  )
}
