import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { formatLastDay } from '../i18n/expiry.ts'
import { projectionText } from '../quotas/labels.ts'
import { ItemCard } from '../ui/display/ItemCards.tsx'
import { ErrorLine } from '../ui/display/ErrorLine.tsx'
import { failureOf, SkeletonLines, type Reading } from '../ui/display/states.tsx'
import { byLabel, formatBytes, formatCompact, formatExact, formatExactBytes, metricLabel, tabName } from './labels.ts'
import { hasStorage, metricsQuery, storageQuery, type UsageProduct } from './queries.ts'
import { defaultDays } from './search.ts'
import { currentOf, dailyPeaks, shownSeries } from './series.ts'
import { useLicenseEnd } from './useLicenseEnd.ts'
import { useProjections } from './useProjections.ts'
import { UseRow } from './UseRow.tsx'
import css from './SystemUsage.module.css'

/** One product: use against its quotas, the last 30 days, and what runs out when. It loads and fails on its own. */
export function ProductCard({ product, starts }: { product: UsageProduct; starts: string }) {
  const licensedUntil = useLicenseEnd(product.productCode)
  return (
    <ItemCard
      starts={starts}
      name={
        <Link to="/monitoring/system-usage/$app" params={{ app: product.tab }} search>
          {tabName(product)}
        </Link>
      }
    >
      {licensedUntil === undefined ? null : (
        <p className={css.license}>{m.metrics_licensed_until({ date: formatLastDay(licensedUntil) })}</p>
      )}
      {hasStorage(product) ? <StorageRows product={product} /> : <MetricRows product={product} />}
    </ItemCard>
  )
}

/** The product's metrics; `before` comes first, and alone where there are no readings. */
function MetricRows({ product, before }: { product: UsageProduct; before?: ReactNode }) {
  const query = useQuery(metricsQuery(product.productCode, defaultDays))
  const projections = useProjections(product.productCode)
  const { data } = query
  if (data === undefined) return <Waiting query={query} fallback={m.metrics_error()} />
  const series = shownSeries(data.series, byLabel)
  const withQuota = series.filter(({ quota }) => quota !== null)
  const shown = withQuota.length === 0 ? series : withQuota
  if (shown.length === 0 && before === undefined) return <p className={css.muted}>{m.metrics_card_empty()}</p>
  return (
    <ul className={css.rows}>
      {before}
      {shown.map((metric) => {
        const usage = projections.get(metric.metricName)
        return (
          <UseRow
            key={metric.metricName}
            label={metricLabel(metric.metricName)}
            used={currentOf(metric, Date.parse(data.until))}
            quota={metric.quota}
            values={dailyPeaks(data, metric.points)}
            outlook={usage && projectionText(usage)}
            format={formatCompact}
            formatExact={formatExact}
          />
        )
      })}
    </ul>
  )
}

/** The same with the archive of the data vault, whose limit is in the license. */
function StorageRows({ product }: { product: UsageProduct }) {
  const query = useQuery(storageQuery(defaultDays))
  const { data } = query
  if (data === undefined) return <Waiting query={query} fallback={m.storage_error()} />
  if (data.usedBytes === null) return <MetricRows product={product} />
  return (
    <MetricRows
      product={product}
      before={
        <UseRow
          label={m.storage_title()}
          used={data.usedBytes}
          quota={data.limitBytes}
          values={dailyPeaks(data, data.points)}
          format={formatBytes}
          formatExact={formatExactBytes}
        />
      }
    />
  )
}

function Waiting({ query, fallback }: { query: Reading; fallback: string }) {
  const failure = failureOf(query)
  return failure ? <ErrorLine {...failure} fallback={fallback} /> : <SkeletonLines count={5} />
}
