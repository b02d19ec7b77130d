import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileX2, Pencil, Plus } from 'lucide-react'
import type { CurrencyScheme, Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { useDocumentTitle } from '../../pages/titles.ts'
import { usePermission } from '../../session/permissions/permissions.ts'
import { PageHeader } from '../../ui/display/PageHeader.tsx'
import { PendingState } from '../../ui/display/PendingState.tsx'
import { EmptyState, NoAccess } from '../../ui/display/states.tsx'
import { FilterMenu } from '../../ui/filter/FilterMenu.tsx'
import { SearchBox } from '../../ui/filter/SearchBox.tsx'
import { Button, buttonClass } from '../../ui/form/Button.tsx'
import { ButtonLink } from '../../ui/form/ButtonLink.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useSearchChange } from '../../ui/table/useSearchChange.ts'
import { vintageColumns } from './columns.tsx'
import { EditScheme } from '../schemes/EditScheme.tsx'
import { useEditReason } from '../schemes/permissions.ts'
import { statusLabels } from './labels.tsx'
import { schemeQuery } from '../schemes/queries.ts'
import { vintagesQuery } from './queries.ts'
import { SchemeDetails, SchemeStatus } from './SchemeDetails.tsx'
import { defaultVintageSort, isFiltered, schemeSearch, vintageStatuses, type SchemeSearch } from './search.ts'
import { useVintageActions } from './useVintageActions.tsx'

const path = '/reference-data/currencies/currency-schemes/$scheme'
const columns = vintageColumns()
const vintageId = (vintage: Vintage) => vintage.currencySchemeVintageId
const vintageName = (vintage: Vintage) => vintage.vintage

/** A currency scheme and its vintages (specification 2, section 2). Creating a vintage is a child route. */
export function SchemePage({ code, search }: { code: string; search: SchemeSearch }) {
  const mayView = usePermission('Admin.ViewCurrencySchemes')
  const query = useQuery({ ...schemeQuery(code), enabled: mayView })
  const scheme = query.data?.items[0]
  useDocumentTitle(scheme?.currencySchemeName ?? code)
  if (!mayView) return <NoAccess missing={m.vintages_view_permission()} />
  if (scheme !== undefined) return <Scheme scheme={scheme} search={search} />
  if (query.data !== undefined) return <NoScheme />
  return (
    <>
      <PageHeader title={code} />
      <PendingState query={query} fallback={m.vintages_error_scheme()} lines={10} />
    </>
  )
}

/** A code that no scheme has, such as in an old link. */
export function NoScheme() {
  return (
    <>
      <PageHeader title={m.vintages_scheme()} />
      <EmptyState
        icon={<FileX2 />}
        title={m.vintages_scheme_gone_title()}
        actions={
          <Link to="/reference-data/currencies/currency-schemes" className={buttonClass()}>
            {m.vintages_all_schemes()}
          </Link>
        }
      >
        {m.error_scheme_unknown()}
      </EmptyState>
    </>
  )
}

function Scheme({ scheme, search }: { scheme: CurrencyScheme; search: SchemeSearch }) {
  const reason = useEditReason()
  const code = scheme.currencySchemeCode
  const change = useSearchChange(schemeSearch)
  return (
    <>
      <PageHeader
        title={scheme.currencySchemeName}
        sentence={<SchemeStatus scheme={scheme} />}
        actions={
          <>
            <Button icon={<Pencil />} disabledReason={reason} onClick={() => change({ edit: true, page: search.page })}>
              {m.vintages_scheme_edit()}
            </Button>
            <CreateLink code={code} />
          </>
        }
      />
      <SchemeDetails scheme={scheme} />
      <VintagesTable code={code} search={search} />
      {search.edit && reason === undefined ? <EditScheme scheme={scheme} /> : null}
    </>
  )
}

function CreateLink({ code }: { code: string }) {
  const reason = useEditReason()
  return (
    <ButtonLink kind="primary" icon={<Plus />} disabledReason={reason} link={{ to: `${path}/new`, params: { scheme: code }, search: true }}>
      {m.vintages_create()}
    </ButtonLink>
  )
}

function VintagesTable({ code, search }: { code: string; search: SchemeSearch }) {
  const query = useQuery(vintagesQuery(code, search))
  const change = useSearchChange(schemeSearch)
  const actions = useVintageActions()
  return (
    <>
      <DataTable
        name="vintages"
        label={m.vintages_title()}
        columns={columns}
        query={query}
        rowId={vintageId}
        rowName={vintageName}
        search={{ ...search, sort: search.sort ?? defaultVintageSort }}
        onSearchChange={change}
        rowLink={({ vintage }) => ({ to: `${path}/$version`, params: { scheme: code, version: vintage } })}
        rowActions={actions.menu}
        toolbar={
          <>
            <SearchBox label={m.vintages_search()} value={search.q ?? ''} onChange={(q) => change({ q })} />
            <FilterMenu
              label={m.vintages_column_status()}
              options={vintageStatuses.map((value) => ({ value, label: statusLabels[value]() }))}
              value={search.status}
              onChange={(status) => change({ status })}
            />
          </>
        }
        empty={
          <EmptyState title={m.vintages_empty_title()} actions={<CreateLink code={code} />}>
            {m.vintages_empty_text()}
          </EmptyState>
        }
        isFiltered={isFiltered(search)}
        onClearFilters={() => change({ q: undefined, status: undefined })}
        errorFallback={m.vintages_error_list()}
      />
      {actions.dialogs}
    </>
  )
}
