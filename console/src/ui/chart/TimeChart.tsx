import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ChartColor } from './LineSample.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import { ChartTable } from './ChartTable.tsx'
import { deferred } from '../overlay/deferred.tsx'
import type { PlotProps } from './Plot.tsx'
import { valueText } from './valueText.ts'

// The drawing library loads with the first chart.
const Plot = deferred<PlotProps & { onClose?: () => void }>(() => import('./Plot.tsx').then((module) => module.Plot))

export interface ChartSeries {
  id: string
  label: string
  /** One per time; null where nothing was measured. */
  values: readonly (number | null)[]
  /** The values as they are read, where a number would lose digits; one per time. */
  texts?: readonly (string | null)[]
  /** A theme color. */
  color: ChartColor
  /** Fills the area below the line. */
  filled?: boolean
  /** Draws a dashed line, for limits. */
  dashed?: boolean
  /** Draws a line over times without a value, for values that hold until the next one. */
  spansGaps?: boolean
}

export interface TimeChartProps {
  /** Chart title, such as "Calls by hour". */
  label: string
  /** One sentence that describes the chart to screen readers. */
  summary: string
  /** ISO 8601, ascending. */
  times: readonly string[]
  series: readonly ChartSeries[]
  formatValue: (value: number) => string
  /** Shorter format for the axis of the values; `formatValue` by default. */
  formatAxis?: (value: number) => string
  formatTime: (time: string) => string
  /** Header of the times in the table; "Time" by default. */
  timeLabel?: string
  /** Shorter format for the axis. */
  formatTick: (time: string) => string
  /** CSS pixels. */
  height?: number
  /** Scales to the values rather than from zero, for values that move little. */
  fit?: boolean
  /** The last time is not over yet: lines lead to it dashed. */
  isPartial?: boolean
  /** Shares one cursor among charts: the time under it, null without one. */
  cursor?: string | null
  onCursor?: (time: string | null) => void
}

/**
 * A time series as a chart or a table. The chart is an image with a summary; arrow keys move the cursor, and the value under
 * the cursor is announced.
 */
export function TimeChart({
  label,
  summary,
  times,
  series,
  formatValue,
  formatAxis = formatValue,
  formatTime,
  formatTick,
  height = 180,
  fit = false,
  isPartial = false,
  timeLabel = m.ui_chart_time(),
  cursor: shared,
  onCursor,
}: TimeChartProps) {
  const [own, setOwn] = useState<string | null>(null)
  const [place, setPlace] = useState(0)
  const found = times.indexOf((shared === undefined ? own : shared) ?? '')
  const cursor = found < 0 ? undefined : found
  const setCursor = (index: number | undefined) => {
    if (index === cursor) return
    const time = index === undefined ? null : (times[index] ?? null)
    setOwn(time)
    onCursor?.(time)
  }
  return (
    <ChartFrame
      label={label}
      summary={summary}
      legend={series}
      table={
        <ChartTable label={label} times={times} series={series} formatValue={formatValue} formatTime={formatTime} timeLabel={timeLabel} />
      }
      count={times.length}
      cursor={cursor}
      start={times.length - 1}
      onCursor={setCursor}
      reading={cursor === undefined ? undefined : { ...readingAt({ times, series, formatValue, formatTime }, cursor), at: place }}
      height={height}
      isShared={shared !== undefined}
    >
      <Plot
        times={times}
        series={series}
        height={height}
        fit={fit}
        isPartial={isPartial}
        cursor={cursor}
        onCursor={setCursor}
        onPlace={setPlace}
        formatAxis={formatAxis}
        formatTick={formatTick}
      />
    </ChartFrame>
  )
}

/** The values at a time. */
function readingAt(
  { times, series, formatValue, formatTime }: Pick<TimeChartProps, 'times' | 'series' | 'formatValue' | 'formatTime'>,
  index: number,
) {
  const title = formatTime(times[index] ?? '')
  const values = series.map((one) => ({
    label: one.label,
    color: one.color,
    text: valueText(one, index, formatValue) ?? m.ui_chart_no_value(),
  }))
  return { title, values, text: `${title}: ${values.map((value) => `${value.label} ${value.text}`).join(', ')}` }
}
