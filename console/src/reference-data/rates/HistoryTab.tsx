import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cached } from '../../i18n/format.ts'
import { ChartSkeleton } from '../../ui/chart/ChartSkeleton.tsx'
import { TimeChart } from '../../ui/chart/TimeChart.tsx'
import { PendingState } from '../../ui/display/PendingState.tsx'
import { EmptyState, SkeletonLines } from '../../ui/display/states.tsx'
import { useSearchChange } from '../../ui/table/useSearchChange.ts'
import type { VintageKey } from '../vintages/queries.ts'
import { formatAsOf, formatAsOfMonth } from './asOf.ts'
import { historySeries } from './history.ts'
import css from './HistoryTab.module.css'
import { pairOf } from './pair.ts'
import { PairFields } from './PairFields.tsx'
import { historyQuery, useVintageCurrencies } from './queries.ts'
import { pairSearch, type PairSearch } from './search.ts'

/** One rate over its as-of dates, with a line for each of the newest vintages. */
export function HistoryTab({ search, ...key }: VintageKey & { search: PairSearch }) {
  const currencies = useVintageCurrencies(key)
  const change = useSearchChange(pairSearch)
  if (currencies === undefined) return <SkeletonLines count={8} />
  const pair = pairOf(search, currencies)
  if (pair === undefined) return <EmptyState title={m.rates_empty_title()}>{m.rates_history_empty()}</EmptyState>
  return (
    <div className={css.tab}>
      <PairFields currencies={currencies} from={pair.from} to={pair.to} onChange={change} />
      <Chart vintageKey={key} pair={pair} />
    </div>
  )
}

function Chart({ vintageKey: { scheme, vintage }, pair }: { vintageKey: VintageKey; pair: { from: string; to: string } }) {
  const query = useQuery(historyQuery(scheme, pair))
  const { data } = query
  const chart = useMemo(() => data && historySeries(data, vintage), [data, vintage])
  if (data === undefined || chart === undefined) {
    return (
      <PendingState query={query} fallback={m.rates_error_history()}>
        <div className={css.chart}>
          <ChartSkeleton height={320} />
        </div>
      </PendingState>
    )
  }
  const { times, series } = chart
  const [first] = times
  const last = times.at(-1)
  if (first === undefined || last === undefined)
    return <EmptyState title={m.rates_history_none({ from: pair.from, to: pair.to })}>{m.rates_history_none_text()}</EmptyState>
  return (
    <div className={css.chart} aria-busy={query.isPlaceholderData}>
      <TimeChart
        label={m.rates_history_label({ from: data.fromCurrencyCode, to: data.toCurrencyCode })}
        summary={m.rates_history_summary({
          count: series.length,
          first: formatAsOf(first),
          last: formatAsOf(last),
        })}
        times={times}
        series={series}
        formatValue={formatTickRate}
        formatTime={formatAsOf}
        formatTick={formatAsOfMonth}
        timeLabel={m.rates_column_as_of()}
        height={320}
        fit
      />
      <p className={css.note}>{data.isDerived ? m.rates_history_derived() : m.rates_history_given()}</p>
    </div>
  )
}

/** A rate on the axis, where few digits are enough. */
const formatTickRate = (rate: number): string =>
  cached('tick-rate', (locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 })).format(rate)
