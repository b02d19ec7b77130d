import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import type { RateDifference } from '@steward/contract/reference-data/rates-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { PendingState } from '../../ui/display/PendingState.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { defaultLimit } from '../../ui/table/search.ts'
import { useSearchChange } from '../../ui/table/useSearchChange.ts'
import { SwapRow } from '../shared/SwapRow.tsx'
import { Currencies } from './Currencies.tsx'
import { differenceColumns } from './differenceColumns.tsx'
import { statusLabels } from './labels.tsx'
import { allVintagesQuery, comparisonQuery, type VintageKey } from './queries.ts'
import { compareSearch, type CompareSearch } from './search.ts'
import css from './CompareTab.module.css'

const path = '/reference-data/currencies/currency-schemes/$scheme/$version/compare'
const columns = differenceColumns()
const differenceId = (one: RateDifference) => `${one.currencyCode} ${one.asOfDate}`

/** Two vintages of a scheme side by side: only what differs. */
export function CompareTab({ search, ...key }: VintageKey & { search: CompareSearch }) {
  const query = useQuery(allVintagesQuery(key.scheme))
  const vintages = query.data?.items
  if (vintages === undefined) {
    return <PendingState query={query} fallback={m.vintages_error_list()} lines={8} />
  }
  const base = baseOf(key, search, vintages)
  if (base === undefined) return <EmptyState title={m.vintages_compare_one_title()}>{m.vintages_compare_one_text()}</EmptyState>
  return (
    <div className={css.tab}>
      <Choice vintageKey={key} base={base} vintages={vintages} />
      {/* Pages must not carry over from one pair to the next. */}
      <Differences key={JSON.stringify([key.vintage, base])} vintageKey={key} base={base} search={search} />
    </div>
  )
}

/** The chosen vintage, or the newest that was published before this one, or any other. */
function baseOf({ vintage }: VintageKey, { base }: CompareSearch, vintages: readonly Vintage[]): string | undefined {
  const others = vintages.filter((one) => one.vintage !== vintage)
  const chosen = others.find((one) => one.vintage === base)
  if (chosen) return chosen.vintage
  const own = vintages.find((one) => one.vintage === vintage)?.publishedAt ?? undefined
  const before = others
    .filter(({ publishedAt }) => publishedAt !== null && (own === undefined || publishedAt < own))
    .toSorted((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? ''))
  return (before[0] ?? others[0])?.vintage
}

function Choice({
  vintageKey: { scheme, vintage },
  base,
  vintages,
}: {
  vintageKey: VintageKey
  base: string
  vintages: readonly Vintage[]
}) {
  const navigate = useNavigate()
  const options = vintages.map((one) => ({
    value: one.vintage,
    label: m.vintages_option({ vintage: one.vintage, status: statusLabels[one.status]() }),
  }))
  const show = (version: string, other: string) => void navigate({ to: path, params: { scheme, version }, search: { base: other } })
  const swap = () => show(base, vintage)
  return (
    <SwapRow
      swapLabel={m.vintages_compare_swap()}
      onSwap={swap}
      before={
        <Select
          label={m.vintages_compare_before()}
          options={options}
          value={base}
          onChange={(next) => (next === vintage ? swap() : show(vintage, next))}
        />
      }
      after={
        <Select
          label={m.vintages_compare_after()}
          options={options}
          value={vintage}
          onChange={(next) => (next === base ? swap() : show(next, base))}
        />
      }
    />
  )
}

function Differences({ vintageKey, base, search }: { vintageKey: VintageKey; base: string; search: CompareSearch }) {
  const limit = search.limit ?? defaultLimit
  const query = useQuery(comparisonQuery(vintageKey, { base, percent: 0, limit, page: search.page }))
  const change = useSearchChange(compareSearch)
  const { data } = query
  const page = useMemo(
    () =>
      data && {
        items: data.differences,
        count: data.differences.length,
        totalCount: data.totalDifferences,
        totalIsExact: true,
      },
    [data],
  )
  if (data !== undefined && data.totalDifferences === 0) {
    return (
      <Callout tone="success" role="status" title={m.vintages_no_difference({ base })}>
        {m.vintages_same_rates({ count: data.unchangedRates })}
      </Callout>
    )
  }
  return (
    <>
      {data === undefined ? null : (
        <>
          <p role="status">
            {m.vintages_difference_summary({
              added: formatNumber(data.addedRates),
              removed: formatNumber(data.removedRates),
              moved: formatNumber(data.movedRates),
              unchanged: formatNumber(data.unchangedRates),
            })}
          </p>
          <Currencies gone={data.removedCurrencies} added={data.addedCurrencies} />
        </>
      )}
      <DataTable
        name="vintage-differences"
        label={m.vintages_differences()}
        columns={columns}
        query={{ ...query, data: page }}
        rowId={differenceId}
        rowName={differenceId}
        search={search}
        onSearchChange={change}
        empty={<EmptyState title={m.vintages_no_difference({ base })} />}
        errorFallback={m.vintages_error_compare()}
      />
    </>
  )
}
