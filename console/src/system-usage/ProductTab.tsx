import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { dateRangeDays, type DateRangeDays } from '@steward/contract/rules/date-ranges'
import { queryClient } from '../api/query.ts'
import { csvFile } from '../exports/download.ts'
import { ExportCsv } from '../licenses/ExportCsv.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { Toolbar } from '../ui/display/Toolbar.tsx'
import { useTabTitle } from '../pages/titles.ts'
import { Select } from '../ui/form/Select.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { ChartSkeleton } from '../ui/chart/ChartSkeleton.tsx'
import { byLabel, metricLabel, rangeLabels, tabName } from './labels.ts'
import { MetricChart } from './MetricChart.tsx'
import { hasStorage, metricsQuery, storageQuery, type UsageProduct } from './queries.ts'
import { defaultDays, systemUsageSearch, type SystemUsageSearch } from './search.ts'
import { csvHeader, metricLines, shownSeries, storageLines, timesOf } from './series.ts'
import { StorageChart } from './StorageChart.tsx'
import { useProjections } from './useProjections.ts'
import css from './SystemUsage.module.css'

interface ProductTabProps {
  product: UsageProduct
  search: SystemUsageSearch
}

/** One chart for each metric of a product, with one cursor over all of them. */
export function ProductTab({ product, search }: ProductTabProps) {
  useTabTitle(tabName(product))
  const days = search.days ?? defaultDays
  const change = useSearchChange(systemUsageSearch)
  const { data } = useQuery(metricsQuery(product.productCode, days))
  return (
    <>
      <Toolbar end={<ExportCsv name={`system-usage-${product.tab}`} read={() => csvOf(product, days)} />}>
        <Select
          label={m.range_label()}
          value={String(days)}
          onChange={(chosen) => change({ days: dateRangeDays.find((range) => String(range) === chosen) })}
          options={dateRangeDays.map((range) => ({ value: String(range), label: rangeLabels[range]() }))}
        />
        {data?.lastReadingAt == null ? null : (
          <p className={css.updated}>
            {m.quotas_updated()} <RelativeTime value={data.lastReadingAt} />
          </p>
        )}
      </Toolbar>
      {/* A cursor belongs to one product and one range. */}
      <Charts key={`${product.tab} ${days}`} product={product} days={days} />
    </>
  )
}

function Charts({ product, days }: { product: UsageProduct; days: DateRangeDays }) {
  const query = useQuery(metricsQuery(product.productCode, days))
  const storage = useQuery({ ...storageQuery(days), enabled: hasStorage(product) })
  const projections = useProjections(product.productCode)
  const [cursor, setCursor] = useState<string | null>(null)
  const { data } = query
  const times = useMemo(() => (data ? timesOf(data) : []), [data])
  if (data === undefined) {
    return (
      <PendingState query={query} fallback={m.metrics_error()}>
        <div className={css.charts}>
          <div className={css.chart}>
            <ChartSkeleton />
          </div>
          <div className={css.chart}>
            <ChartSkeleton />
          </div>
        </div>
      </PendingState>
    )
  }
  const isStorageEmpty = !hasStorage(product) || storage.data?.points.length === 0
  const series = shownSeries(data.series, byLabel)
  if (series.length === 0 && isStorageEmpty) {
    return <EmptyState title={m.metrics_empty_title()}>{m.metrics_empty_text({ product: tabName(product) })}</EmptyState>
  }
  return (
    <div className={css.charts}>
      {hasStorage(product) ? <StorageChart days={days} cursor={cursor} onCursor={setCursor} /> : null}
      {series.map((metric) => (
        <MetricChart
          key={metric.metricName}
          metric={metric}
          usage={projections?.get(metric.metricName)}
          times={times}
          step={data.step}
          days={days}
          cursor={cursor}
          onCursor={setCursor}
        />
      ))}
    </div>
  )
}

/** What the charts show, from what is loaded. */
async function csvOf(product: UsageProduct, days: DateRangeDays): Promise<Blob> {
  const [metrics, storage] = await Promise.all([
    queryClient.ensureQueryData(metricsQuery(product.productCode, days)),
    hasStorage(product) ? queryClient.ensureQueryData(storageQuery(days)) : undefined,
  ])
  return csvFile([
    [...csvHeader],
    ...(storage ? storageLines(storage, m.storage_csv()) : []),
    ...metricLines(shownSeries(metrics.series, byLabel), metrics.step, metricLabel),
  ])
}
