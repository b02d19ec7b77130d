import { useMemo } from 'react'
import type { InteractiveLanes } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { DateRangeDays } from '@steward/contract/rules/date-ranges'
import { formatNumber } from '../i18n/time.ts'
import { startOf, timesBetween, valuesAt } from '../system-usage/series.ts'
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
  // The range ends now: it moves with every refetch, its hours and days seldom.
  const [first, last] = [startOf(from, step), startOf(until, step)]
  const times = useMemo(() => timesBetween(first, last, step), [first, last, step])
  const peaks = useMemo(() => valuesAt(times, points, (point) => point.peak), [times, points])
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
