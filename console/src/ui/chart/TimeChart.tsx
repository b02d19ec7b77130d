import { useId, useState, type KeyboardEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../form/Button.tsx'
import { ChartTable } from './ChartTable.tsx'
import css from './TimeChart.module.css'
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
  color: 'accent' | 'danger' | 'warning' | 'success' | 'info' | 'muted'
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
  const [asTable, setAsTable] = useState(false)
  const [own, setOwn] = useState<string | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  const id = useId()
  const found = times.indexOf((shared === undefined ? own : shared) ?? '')
  const cursor = found < 0 ? undefined : found
  const setCursor = (index: number | undefined) => {
    if (index === cursor) return
    const time = index === undefined ? null : (times[index] ?? null)
    setOwn(time)
    onCursor?.(time)
  }
  const move = (event: KeyboardEvent) => {
    const last = times.length - 1
    const at = cursor ?? last
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last, PageUp: at - 10, PageDown: at + 10 }[event.key]
    if (event.key === 'Escape') setCursor(undefined)
    if (next === undefined) return
    event.preventDefault()
    setCursor(Math.max(0, Math.min(last, next)))
  }
  const reading =
    cursor === undefined
      ? ''
      : `${formatTime(times[cursor] ?? '')}: ${series
          .map((one) => `${one.label} ${valueText(one, cursor, formatValue) ?? m.ui_chart_no_value()}`)
          .join(', ')}`
  return (
    <figure className={css.figure} aria-labelledby={id}>
      <figcaption className={css.head}>
        <span id={id} className={css.label}>
          {label}
        </span>
        <ul className={css.legend}>
          {series.map((one) => (
            <li key={one.id}>
              <i className={css[one.color]} data-dashed={one.dashed ? '' : undefined} aria-hidden />
              {one.label}
            </li>
          ))}
        </ul>
        <Button small kind="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? m.ui_chart_as_picture() : m.ui_chart_as_table()}
        </Button>
      </figcaption>
      {asTable ? (
        <ChartTable label={label} times={times} series={series} formatValue={formatValue} formatTime={formatTime} timeLabel={timeLabel} />
      ) : (
        // An image that responds to the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          className={css.drawing}
          role="img"
          aria-label={`${summary} ${m.ui_chart_keys()}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          style={{ blockSize: height }}
          onKeyDown={move}
          onFocus={() => setIsFocused(true)}
          onBlur={() => {
            setIsFocused(false)
            setCursor(undefined)
          }}
        >
          <Plot
            times={times}
            series={series}
            height={height}
            fit={fit}
            isPartial={isPartial}
            cursor={cursor}
            onCursor={setCursor}
            formatAxis={formatAxis}
            formatTick={formatTick}
          />
        </div>
      )}
      {/* Of charts with one cursor, only the one with the focus announces its values. */}
      <p className={css.reading} aria-live={shared === undefined || isFocused ? 'polite' : 'off'}>
        {reading}
      </p>
    </figure>
  )
}
