import { useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { MetricSeries, QuotaUsage } from '@steward/contract/usage/schemas'
import { levelOf, periodLabels, projectionText } from '../quotas/labels.ts'
import { Status } from '../ui/display/Badge.tsx'
import { formatCompact, formatExact, metricLabel } from './labels.ts'
import { valuesAt } from './series.ts'
import { limitLine, UsageChart, type ChartFrame } from './UsageChart.tsx'
import css from './SystemUsage.module.css'

interface MetricChartProps extends ChartFrame {
  metric: MetricSeries
  /** Its quota, where the user can read the company's quotas. */
  usage: QuotaUsage | undefined
}

/** Mean and peak of one metric, with its quota. */
export function MetricChart({ metric, usage, ...frame }: MetricChartProps) {
  const { times } = frame
  const { metricName, quota, points } = metric
  const series = useMemo(
    () => [
      // The mean is drawn over the peak, which is the same where there was one reading an hour.
      { id: 'peak', label: m.metrics_peak(), values: valuesAt(times, points, (point) => point.peak), color: 'muted' as const },
      {
        id: 'mean',
        label: m.metrics_mean(),
        values: valuesAt(times, points, (point) => point.mean),
        color: 'accent' as const,
        filled: true,
      },
      ...limitLine(m.metrics_quota(), quota, times),
    ],
    [times, points, quota],
  )
  const label = metricLabel(metricName)
  const state = usage && levelOf(usage)
  return (
    <section className={css.chart} aria-label={label}>
      <UsageChart {...frame} label={label} series={series} format={formatCompact} formatExact={formatExact} summary={summaryOf(metric)} />
      {usage === undefined ? null : (
        <p className={css.facts}>
          <span className={css.muted}>{periodLabels[usage.period]()}</span>
          {state ? <Status tone={state.tone}>{state.label}</Status> : null}
          <span>{projectionText(usage)}</span>
        </p>
      )}
    </section>
  )
}

function summaryOf({ points, quota }: MetricSeries): string {
  const last = points.at(-1)
  if (last === undefined) return m.quotas_no_usage_row()
  const peak = formatCompact(Math.max(...points.map((point) => point.peak)))
  const now = formatCompact(last.last)
  return quota === null ? m.metrics_summary({ last: now, peak }) : m.metrics_summary_quota({ last: now, peak, quota: formatCompact(quota) })
}
