import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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
      <MetricRows product={product} />
    </ItemCard>
  )
}

/** The product's metrics, and the archive of the data vault, whose limit is in the license. They appear together. */
function MetricRows({ product }: { product: UsageProduct }) {
  const metrics = useQuery(metricsQuery(product.productCode, defaultDays))
  const isStoring = hasStorage(product)
  const storage = useQuery({ ...storageQuery(defaultDays), enabled: isStoring })
  const projections = useProjections(product.productCode)
  const { data } = metrics
  if (isStoring && storage.data === undefined) return <Waiting query={storage} fallback={m.storage_error()} />
  if (data === undefined || projections === undefined) return <Waiting query={metrics} fallback={m.metrics_error()} />
  const series = shownSeries(data.series, byLabel)
  const withQuota = series.filter(({ quota }) => quota !== null)
  const shown = withQuota.length === 0 ? series : withQuota
  // The cards share what was read.
  const archive = isStoring && storage.data?.usedBytes != null ? storage.data : undefined
  if (shown.length === 0 && archive === undefined) return <p className={css.muted}>{m.metrics_card_empty()}</p>
  return (
    <ul className={css.rows}>
      {archive === undefined ? null : (
        <UseRow
          label={m.storage_title()}
          used={archive.usedBytes}
          quota={archive.limitBytes}
          values={dailyPeaks(archive, archive.points)}
          format={formatBytes}
          formatExact={formatExactBytes}
        />
      )}
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

function Waiting({ query, fallback }: { query: Reading; fallback: string }) {
  const failure = failureOf(query)
  return failure ? <ErrorLine {...failure} fallback={fallback} /> : <SkeletonLines count={5} />
}
