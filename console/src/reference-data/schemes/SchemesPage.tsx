import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { exportCurrencySchemes } from '@steward/contract/reference-data/currencies'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { api } from '../../api/client.ts'
import { EmptyState } from '../../ui/display/states.tsx'
import { SearchBox } from '../../ui/filter/SearchBox.tsx'
import { ButtonLink } from '../../ui/form/ButtonLink.tsx'
import { deferred } from '../../ui/overlay/deferred.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useSearchChange } from '../../ui/table/useSearchChange.ts'
import { FileExport } from '../shared/FileExport.tsx'
import { ReferenceHeader } from '../shared/ReferenceHeader.tsx'
import { isFiltered, noFilters, type ListSearch } from '../shared/search.ts'
import { BulkStatus } from '../shared/statusAction.tsx'
import { StatusFilter } from '../shared/StatusFilter.tsx'
import { UploadButton } from '../shared/UploadButton.tsx'
import { schemeColumns } from './columns.tsx'
import { useEditReason } from './permissions.ts'
import { filterQuery, schemesQuery } from './queries.ts'
import { schemeMenu } from './schemeMenu.tsx'
import { defaultSort, schemesSearch } from './search.ts'
import { useSchemeActions } from './useSchemeActions.tsx'

const EditSchemePanel = deferred(() => import('./EditSchemePanel.tsx').then((module) => module.EditSchemePanel))
const UploadSchemesPanel = deferred(() => import('./UploadSchemesPanel.tsx').then((module) => module.UploadSchemesPanel))

const path = '/reference-data/currencies/currency-schemes'
const columns = schemeColumns()
const schemeId = (scheme: CurrencyScheme) => scheme.currencySchemeId
const schemeCode = (scheme: CurrencyScheme) => scheme.currencySchemeCode

/** The list of currency schemes (second specification file, section 2). A row leads to the scheme's page. */
export function SchemesPage({ search }: { search: ListSearch }) {
  const query = useQuery(schemesQuery(search))
  const reason = useEditReason()
  const actions = useSchemeActions()
  const [edited, setEdited] = useState<CurrencyScheme>()
  const [isUploading, setIsUploading] = useState(false)
  const change = useSearchChange(schemesSearch)
  const upload = <UploadButton reason={reason} onClick={() => setIsUploading(true)} />
  // The newest version of the scheme whose form is open, as far as it is on this page.
  const newest = query.data?.items.find((scheme) => scheme.currencySchemeId === edited?.currencySchemeId) ?? edited
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
        rowActions={(scheme) => schemeMenu(scheme, { reason, actions, onEdit: setEdited })}
        bulkActions={(selected) => <BulkStatus items={selected.rows} status={actions.status} reason={reason} label={bulkLabel} />}
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
      {newest === undefined ? null : <EditSchemePanel key={newest.currencySchemeId} scheme={newest} onClose={() => setEdited(undefined)} />}
      {isUploading ? <UploadSchemesPanel onClose={() => setIsUploading(false)} /> : null}
    </>
  )
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
