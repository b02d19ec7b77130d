import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { quotaLevel } from '@steward/contract/rules/quota-levels'
import type { Storage } from '@steward/contract/storage/schemas'
import { levelOf, shareText } from '../quotas/labels.ts'
import { QuotaMeter } from '../quotas/QuotaMeter.tsx'
import { Status } from '../ui/display/Badge.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import { ChartSkeleton } from '../ui/chart/ChartSkeleton.tsx'
import { formatBytes, formatExactBytes } from './labels.ts'
import { storageQuery } from './queries.ts'
import { shareOf, timesOf, valuesAt } from './series.ts'
import { limitLine, UsageChart, type ChartFrame } from './UsageChart.tsx'
import css from './SystemUsage.module.css'

type StorageChartProps = Pick<ChartFrame, 'days' | 'cursor' | 'onCursor'>

/** The archive of the data vault: average and peak with the limit of the license, and how much of it is used. */
export function StorageChart(props: StorageChartProps) {
  const query = useQuery(storageQuery(props.days))
  const { data } = query
  if (data === undefined) {
    return (
      <PendingState query={query} fallback={m.storage_error()}>
        <div className={css.chart}>
          <ChartSkeleton />
        </div>
      </PendingState>
    )
  }
  return data.points.length === 0 ? null : <Chart storage={data} {...props} />
}

function Chart({ storage, ...frame }: StorageChartProps & { storage: Storage }) {
  const { from, until, step, points, usedBytes, limitBytes } = storage
  const times = useMemo(() => timesOf({ from, until, step }), [from, until, step])
  const series = useMemo(
    () => [
      { id: 'peak', label: m.metrics_peak(), values: valuesAt(times, points, (point) => point.peak), color: 'muted' as const },
      {
        id: 'average',
        label: m.storage_average(),
        values: valuesAt(times, points, (point) => point.average),
        color: 'accent' as const,
        filled: true,
      },
      ...limitLine(m.storage_limit(), limitBytes, times),
    ],
    [times, points, limitBytes],
  )
  const used = usedBytes ?? 0
  return (
    <section className={css.chart} aria-label={m.storage_title()}>
      <UsageChart
        {...frame}
        times={times}
        step={step}
        label={m.storage_title()}
        series={series}
        format={formatBytes}
        formatExact={formatExactBytes}
        summary={
          limitBytes === null
            ? m.storage_summary({ used: formatBytes(used) })
            : m.storage_summary_limit({ used: formatBytes(used), limit: formatBytes(limitBytes) })
        }
      />
      {limitBytes === null ? <p className={css.facts}>{m.storage_no_limit()}</p> : <UsedOfLimit used={used} limit={limitBytes} />}
    </section>
  )
}

function UsedOfLimit({ used, limit }: { used: number; limit: number }) {
  const id = useId()
  const level = quotaLevel(used, limit)
  const state = levelOf({ level, current: used, quota: limit })
  const text = (write: (bytes: number) => string) => m.storage_used({ used: write(used), limit: write(limit) })
  const share = shareText(shareOf(used, limit))
  return (
    <div className={css.limit}>
      <p className={css.numbers}>
        <Tooltip text={text(formatExactBytes)}>
          <strong id={id}>{text(formatBytes)}</strong>
        </Tooltip>
        <span className={css.muted}>{share}</span>
        {state ? <Status tone={state.tone}>{state.label}</Status> : null}
      </p>
      <QuotaMeter
        labelledBy={id}
        used={used}
        quota={limit}
        peak={null}
        level={level}
        text={[text(formatExactBytes), share, state?.label].filter(Boolean).join(', ')}
      />
    </div>
  )
}
