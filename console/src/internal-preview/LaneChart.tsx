import { useMemo } from 'react'
import type { InteractiveLanes } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { DateRangeDays } from '@steward/contract/rules/date-ranges'
import { formatNumber } from '../i18n/time.ts'
import { timesOf, valuesAt } from '../system-usage/series.ts'
import { limitLine, UsageChart } from '../system-usage/UsageChart.tsx'

type Range = Pick<InteractiveLanes, 'from' | 'until' | 'step'>

interface LaneChartProps {
  range: Range
  days: DateRangeDays
  product: InteractiveLanes['items'][number]
  cursor: string | null
  onCursor: (time: string | null) => void
}

/** The most concurrent interactive jobs of each hour or day, with the lanes as the limit. */
export function LaneChart({ range: { from, until, step }, days, product: { points, lanes }, cursor, onCursor }: LaneChartProps) {
  // The range ends now, with every refetch.
  const times = useSteady(timesOf({ from, until, step }))
  const peaks = useSteady(valuesAt(times, points, (point) => point.peak))
  const series = useMemo(
    () => [
      { id: 'peak', label: m.lanes_peak(), values: peaks, color: 'accent' as const, filled: true },
      ...limitLine(m.lanes_limit(), lanes, times),
    ],
    [peaks, lanes, times],
  )
  const peak = Math.max(0, ...peaks.map((value) => value ?? 0))
  return (
    <UsageChart
      label={m.lanes_chart()}
      summary={m.lanes_chart_summary({ peak: formatNumber(peak), lanes: formatNumber(lanes) })}
      series={series}
      format={formatNumber}
      formatExact={formatNumber}
      times={times}
      step={step}
      days={days}
      cursor={cursor}
      onCursor={onCursor}
    />
  )
}

/** The same array for as long as its items are the same: a chart is drawn again only when something changed. */
function useSteady<T extends string | number | null>(items: T[]): T[] {
  const key = items.join()
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => items, [key])
}
