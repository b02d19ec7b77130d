import { useQuery } from '@tanstack/react-query'
import { exportDataEntitlements, exportModelEntitlements } from '@steward/contract/licenses/endpoints'
import type { DataEntitlement, ModelEntitlement } from '@steward/contract/licenses/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { isLicensed } from '@steward/contract/rules/licenses'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { FilterMenu } from '../ui/filter/FilterMenu.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { TablePage, TableQuery } from '../ui/table/page.ts'
import { defaultLimit } from '../ui/table/search.ts'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { formatDate } from '../i18n/time.ts'
import { DaysLeft, LicenseStateBadge } from './EndDate.tsx'
import { dataQuery, defaultSort, modelsQuery } from './queries.ts'
import { isFiltered, licensesSearch, noFilters, type LicensesSearch } from './search.ts'
import { stateOptions } from './stateOptions.ts'
import { serverMoment } from '../i18n/serverTime.ts'

interface Entitlement {
  id: string
  productName: string
  productCode: string
  endDate: string
}

const product = (): DataColumn<Entitlement> => ({
  id: 'product',
  header: m.licenses_product(),
  cell: (one) => <span title={one.productName}>{one.productName}</span>,
  sort: 'productName',
  width: 'wide',
})
const code = (): DataColumn<Entitlement> => ({
  id: 'code',
  header: m.licenses_product_code(),
  cell: (one) => <Mono>{one.productCode}</Mono>,
  sort: 'productCode',
  from: 'laptop',
})
const state = (): DataColumn<Entitlement> => ({
  id: 'state',
  header: m.licenses_state(),
  cell: (one) => <LicenseStateBadge license={one} />,
  width: 'narrow',
})
const endDate = (): DataColumn<Entitlement> => ({
  id: 'end',
  header: m.licenses_end_date(),
  cell: (one) => formatDate(one.endDate),
  sort: 'endDate',
  width: 'time',
})
const left = (): DataColumn<Entitlement> => ({
  id: 'left',
  header: m.licenses_left(),
  cell: (one) => <DaysLeft license={one} />,
  width: 'time',
})

const dataColumns: DataColumn<DataEntitlement>[] = [product(), code(), state(), endDate(), left()]
const modelColumns: DataColumn<ModelEntitlement>[] = [
  product(),
  { id: 'continent', header: m.licenses_continent(), cell: (one) => one.continent, sort: 'continent' },
  { id: 'peril', header: m.licenses_peril(), cell: (one) => one.peril, sort: 'peril' },
  code(),
  // Six columns are too many for a tablet, so the last one also shows the expiry.
  { ...state(), from: 'laptop' },
  endDate(),
  {
    ...left(),
    cell: (one) => (isLicensed(one, serverMoment()) ? <DaysLeft license={one} /> : <LicenseStateBadge license={one} />),
  },
]

/** Data that the company can use. */
export function DataTab({ search }: { search: LicensesSearch }) {
  return (
    <EntitlementTable
      name="data-entitlements"
      label={m.licenses_data()}
      searchLabel={m.licenses_search_data()}
      columns={dataColumns}
      query={useQuery(dataQuery(search))}
      page={() => queryClient.ensureQueryData(dataQuery(search))}
      search={search}
      atOnce={() => api(exportDataEntitlements, { query: filterOf(search) })}
      errorFallback={m.licenses_error_data()}
    />
  )
}

/** Models that the company can run: thousands, searchable by all of their text. */
export function ModelsTab({ search }: { search: LicensesSearch }) {
  return (
    <EntitlementTable
      name="model-entitlements"
      label={m.licenses_models()}
      searchLabel={m.licenses_search_models()}
      columns={modelColumns}
      query={useQuery(modelsQuery(search))}
      page={() => queryClient.ensureQueryData(modelsQuery(search))}
      search={search}
      atOnce={() => api(exportModelEntitlements, { query: filterOf(search) })}
      errorFallback={m.licenses_error_models()}
    />
  )
}

const filterOf = ({ q, state: wanted }: LicensesSearch) => ({ search: q, state: wanted })

interface EntitlementTableProps<Row extends Entitlement> {
  /** Name of the table and of its export. */
  name: 'data-entitlements' | 'model-entitlements'
  label: string
  searchLabel: string
  columns: readonly DataColumn<Row>[]
  query: TableQuery<Row>
  /** The loaded page. */
  page: () => Promise<TablePage<Row>>
  search: LicensesSearch
  /** The filtered entitlements as CSV. */
  atOnce: () => Promise<string>
  errorFallback: string
}

function EntitlementTable<Row extends Entitlement>(props: EntitlementTableProps<Row>) {
  const { search, name, query } = props
  const page = async () => ({ ...(await props.page()), limit: search.limit ?? defaultLimit })
  const change = useSearchChange(licensesSearch)
  return (
    <DataTable
      name={name}
      label={props.label}
      columns={props.columns}
      query={query}
      rowId={(row) => row.id}
      rowName={(row) => row.productName}
      search={{ ...search, sort: search.sort ?? defaultSort }}
      onSearchChange={change}
      toolbar={
        <>
          <SearchBox label={props.searchLabel} value={search.q ?? ''} onChange={(q) => change({ q })} />
          <FilterMenu label={m.licenses_state()} options={stateOptions()} value={search.state} onChange={(state) => change({ state })} />
        </>
      }
      tools={<ExportButton input={{ kind: name, filter: filterOf(search) }} page={page} atOnce={props.atOnce} />}
      empty={<EmptyState title={m.licenses_none_title()}>{m.licenses_none_text()}</EmptyState>}
      isFiltered={isFiltered(search)}
      onClearFilters={() => change(noFilters)}
      errorFallback={props.errorFallback}
    />
  )
}
