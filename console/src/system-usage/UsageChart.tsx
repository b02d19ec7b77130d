import { useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { DateRangeDays } from '@steward/contract/rules/date-ranges'
import { TimeChart, type ChartSeries } from '../ui/chart/TimeChart.tsx'
import { tickFormat, timeFormat } from './labels.ts'
import type { Step } from './series.ts'

/** What every chart of a tab has in common. */
export interface ChartFrame {
  times: readonly string[]
  step: Step
  days: DateRangeDays
  /** The time under the cursor of all charts. */
  cursor: string | null
  onCursor: (time: string | null) => void
}

interface UsageChartProps extends ChartFrame {
  label: string
  summary: string
  series: readonly ChartSeries[]
  /** On the axis. */
  format: (value: number) => string
  /** Under the cursor and in the table. */
  formatExact: (value: number) => string
}

/** A chart of usage, with times and the unfinished last one as on every other. */
export function UsageChart({ label, summary, series, format, formatExact: exact, times, step, days, cursor, onCursor }: UsageChartProps) {
  const formatTime = useMemo(() => timeFormat(step), [step])
  const formatTick = useMemo(() => tickFormat(step, days), [step, days])
  return (
    <TimeChart
      label={label}
      summary={summary}
      times={times}
      series={series}
      formatValue={exact}
      formatAxis={format}
      formatTime={formatTime}
      formatTick={formatTick}
      timeLabel={step === 'hour' ? m.metrics_hour() : m.metrics_day()}
      isPartial
      cursor={cursor}
      onCursor={onCursor}
    />
  )
}

/** A limit as a dashed line over all times; none without one. */
export const limitLine = (label: string, limit: number | null, times: readonly string[]): ChartSeries[] =>
  limit === null ? [] : [{ id: 'limit', label, values: times.map(() => limit), color: 'danger', dashed: true }]
