import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useMemo } from 'react'
import type { ExchangeRate } from '@steward/contract/reference-data/rates-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { EmptyState } from '../../ui/display/states.tsx'
import { FilterMenu } from '../../ui/filter/FilterMenu.tsx'
import { SearchBox } from '../../ui/filter/SearchBox.tsx'
import { ButtonLink } from '../../ui/form/ButtonLink.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useSearchChange } from '../../ui/table/useSearchChange.ts'
import { useEditReason } from '../schemes/permissions.ts'
import { useVintage, type VintageKey } from '../vintages/queries.ts'
import { AsOfField } from './AsOfField.tsx'
import { rateColumns } from './columns.tsx'
import { ratesQuery } from './queries.ts'
import { defaultKind, defaultRateSort, isFiltered, type RateKind, rateKinds, ratesSearch, type RatesSearch } from './search.ts'

const path = '/reference-data/currencies/currency-schemes/$scheme/$version'
const columns = rateColumns()
const kindLabels: Record<RateKind, () => string> = { given: m.rates_given, derived: m.rates_derived, all: m.rates_given_and_derived }
const rateId = (rate: ExchangeRate) => `${rate.fromCurrencyCode} ${rate.toCurrencyCode}`
const rateName = (rate: ExchangeRate) => `${rate.fromCurrencyCode} → ${rate.toCurrencyCode}`

/** The exchange rates of a vintage as of a day, given and derived. */
export function RatesTab({ search, ...key }: VintageKey & { search: RatesSearch }) {
  const vintage = useVintage(key)
  const query = useQuery(ratesQuery(key, search))
  const change = useSearchChange(ratesSearch)
  const rates = query.data
  const page = useMemo(
    () => rates && { items: rates.exchangeRates, count: rates.count, totalCount: rates.totalCount, totalIsExact: true },
    [rates],
  )
  if (vintage === undefined) return null
  if (vintage.rateCount === 0) return <NoRates {...key} isDraft={vintage.status === 'Draft'} />
  const params = { scheme: key.scheme, version: key.vintage }
  return (
    <DataTable
      name="rates"
      label={m.rates_title()}
      columns={columns}
      query={{ ...query, data: page }}
      rowId={rateId}
      rowName={rateName}
      search={{ ...search, sort: search.sort ?? defaultRateSort }}
      onSearchChange={change}
      rowLink={({ fromCurrencyCode: from, toCurrencyCode: to }) => ({ to: `${path}/history`, params, search: { from, to } })}
      toolbar={
        <>
          <SearchBox label={m.rates_search()} value={search.q ?? ''} onChange={(q) => change({ q })} />
          <FilterMenu
            label={m.rates_column_kind()}
            options={rateKinds.map((value) => ({ value, label: kindLabels[value]() }))}
            value={search.kind ?? defaultKind}
            onChange={(kind) => change({ kind: kind === defaultKind ? undefined : kind })}
          />
          <AsOfField
            inToolbar
            value={search.asOf}
            first={vintage.firstAsOfDate}
            last={vintage.lastAsOfDate}
            onChange={(asOf) => change({ asOf })}
          />
        </>
      }
      empty={<EmptyState title={m.rates_none_title()}>{m.rates_none_text()}</EmptyState>}
      isFiltered={isFiltered(search)}
      onClearFilters={() => change({ q: undefined, kind: undefined })}
      errorFallback={m.rates_error_list()}
    />
  )
}

function NoRates({ scheme, vintage, isDraft }: VintageKey & { isDraft: boolean }) {
  const reason = useEditReason()
  return (
    <EmptyState
      title={m.rates_empty_title()}
      actions={
        isDraft ? (
          <ButtonLink
            kind="primary"
            icon={<FileUp />}
            disabledReason={reason}
            link={{ to: `${path}/upload`, params: { scheme, version: vintage } }}
          >
            {m.rates_upload()}
          </ButtonLink>
        ) : undefined
      }
    >
      {m.rates_empty_text()}
    </EmptyState>
  )
}
