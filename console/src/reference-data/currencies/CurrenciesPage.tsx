import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { exportCurrencies } from '@steward/contract/reference-data/currencies'
import type { Currency } from '@steward/contract/reference-data/currencies-schemas'
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
import { isFiltered, noFilters, type ListSearch } from '../shared/search.ts'
import { BulkStatus, statusAction } from '../shared/statusAction.tsx'
import { StatusFilter } from '../shared/StatusFilter.tsx'
import { UploadButton } from '../shared/UploadButton.tsx'
import { currencyColumns } from './columns.tsx'
import { useEditReason } from './permissions.ts'
import { currenciesQuery, filterQuery } from './queries.ts'
import { currenciesSearch, defaultSort } from './search.ts'
import { useCurrencyStatus } from './useCurrencyStatus.ts'

const UploadCurrenciesPanel = deferred(() => import('./UploadCurrenciesPanel.tsx').then((module) => module.UploadCurrenciesPanel))

const path = '/reference-data/currencies/currency'
const columns = currencyColumns()
const currencyCode = (currency: Currency) => currency.currencyCode

/** The list of currencies (second specification file, section 2). Panels over it are its child routes. */
export function CurrenciesPage({ search }: { search: ListSearch }) {
  const navigate = useNavigate()
  const query = useQuery(currenciesQuery(search))
  const reason = useEditReason()
  const open = useParams({ strict: false })
  const status = useCurrencyStatus()
  const [isUploading, setIsUploading] = useState(false)
  const change = useSearchChange(currenciesSearch)
  const link = (currency: Currency) =>
    ({ to: `${path}/$currencyCode`, params: { currencyCode: currency.currencyCode }, search: true }) as const
  const upload = <UploadButton reason={reason} onClick={() => setIsUploading(true)} />
  return (
    <>
      <ReferenceHeader sentence={m.currencies_sentence()} actions={<CreateLink reason={reason} />} />
      <DataTable
        name="currencies"
        label={m.currencies_tab()}
        columns={columns}
        query={query}
        rowId={currencyCode}
        rowName={currencyCode}
        search={{ ...search, sort: search.sort ?? defaultSort }}
        onSearchChange={change}
        rowLink={link}
        openId={open.currencyCode}
        rowActions={(currency) => [
          { label: m.currencies_edit_name(), icon: <Pencil />, disabledReason: reason, onSelect: () => void navigate(link(currency)) },
          statusAction(currency, status, reason),
        ]}
        bulkActions={(selected) => <BulkStatus items={selected.rows} status={status} reason={reason} label={bulkLabel} />}
        views={<SavedViews list="currencies" read={currenciesSearch} />}
        toolbar={
          <>
            <SearchBox label={m.currencies_search()} value={search.q ?? ''} onChange={(q) => change({ q })} />
            <StatusFilter value={search.status} onChange={(value) => change({ status: value })} />
          </>
        }
        tools={
          <>
            {upload}
            <FileExport name="currencies" read={() => api(exportCurrencies, { query: filterQuery(search) })} />
          </>
        }
        empty={
          <EmptyState
            title={m.currencies_empty_title()}
            actions={
              <>
                <CreateLink reason={reason} />
                {upload}
              </>
            }
          >
            {m.currencies_empty_text()}
          </EmptyState>
        }
        isFiltered={isFiltered(search)}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.currencies_error_list()}
      />
      {status.dialogs}
      {isUploading ? <UploadCurrenciesPanel onClose={() => setIsUploading(false)} /> : null}
    </>
  )
}

const bulkLabel = (isActive: boolean, count: number) =>
  isActive ? m.currencies_activate_selected({ count }) : m.currencies_deactivate_selected({ count })

function CreateLink({ reason }: { reason: string | undefined }) {
  return (
    <ButtonLink kind="primary" icon={<Plus />} disabledReason={reason} link={{ to: `${path}/new`, search: true }}>
      {m.currencies_create()}
    </ButtonLink>
  )
}
