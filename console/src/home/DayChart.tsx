import { useState, type PointerEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cached } from '../i18n/format.ts'
import { cx } from '../ui/display/cx.ts'
import { barsOf, heightOf, round } from '../ui/chart/bars.ts'
import { ChartFrame, type LegendEntry } from '../ui/chart/ChartFrame.tsx'
import { ChartTable } from '../ui/chart/ChartTable.tsx'
import { type DaySeries, lineOf, splitAt } from './dayShapes.ts'
import css from './DayChart.module.css'

export interface DayChartProps {
  /** What the chart shows, such as "Sign-ins a day". */
  label: string
  /** One sentence for screen readers. */
  summary: string
  /** Days (UTC), ascending. */
  days: readonly string[]
  /** The day that is not over yet. */
  today: string
  series: readonly DaySeries[]
  /** A dashed line. */
  limit?: { value: number; label: string }
  formatValue: (value: number) => string
  height?: number
}

/** CSS pixels of the picture, which is stretched to its frame. */
const width = 320

/** Small bars or lines by the day; today, which is not over, is dashed. */
export function DayChart({ label, summary, days, today, series, limit, formatValue, height = 72 }: DayChartProps) {
  const [cursor, setCursor] = useState<number>()
  const most = Math.max(
    limit?.value ?? 0,
    ...stackedOf(series, days.length),
    ...series.flatMap((one) => one.values.map((value) => value ?? 0)),
  )
  const picture = { count: days.length, most, width, height }
  const now = days.indexOf(today)
  const last = days.length - 1
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width: shown } = event.currentTarget.getBoundingClientRect()
    setCursor(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / shown) * days.length))))
  }
  const lines = series.flatMap((one) => {
    if (one.kind === 'bar') return []
    const { known, partial } = one.kind === 'line' ? splitAt(one.values, now) : { known: one.values, partial: [] }
    return [
      { id: one.id, values: known, className: cx(css.line, css[one.color], one.kind === 'forecast' && css.forecast) },
      { id: `${one.id}-partial`, values: partial, className: cx(css.line, css[one.color], css.partial) },
    ]
  })
  return (
    <ChartFrame
      label={label}
      summary={`${label}. ${summary}`}
      legend={legendOf(series, limit)}
      table={
        <ChartTable
          label={label}
          times={days}
          series={series}
          formatValue={formatValue}
          formatTime={dayText}
          timeLabel={m.home_chart_day()}
        />
      }
      count={days.length}
      cursor={cursor}
      start={Math.max(0, now)}
      onCursor={setCursor}
      reading={cursor === undefined ? undefined : readingAt({ series, days, today, formatValue }, cursor)}
      onPointerMove={point}
      height={height}
      isSmall
    >
      <svg className={css.picture} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        {barsOf(series, picture).map((bar) => (
          <rect
            key={`${bar.series} ${bar.index}`}
            {...bar.box}
            className={cx(css.bar, css[bar.color], bar.index === now && css.today, bar.index === cursor && css.at)}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {lines.map((one) => (
          <path key={one.id} d={lineOf(one.values, picture)} className={one.className} vectorEffect="non-scaling-stroke" />
        ))}
        {limit === undefined || most === 0 ? null : (
          <path
            d={`M0 ${round(height - heightOf(limit.value, picture))}H${width}`}
            className={css.limit}
            vectorEffect="non-scaling-stroke"
          />
        )}
        {cursor === undefined ? null : (
          <path
            d={`M${round(((cursor + 0.5) / days.length) * width)} 0V${height}`}
            className={css.cursor}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </ChartFrame>
  )
}

/** The sum of the bars of each day. */
function stackedOf(series: readonly DaySeries[], count: number): number[] {
  const bars = series.filter(({ kind }) => kind === 'bar')
  return Array.from({ length: count }, (_, index) => bars.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
}

/** Names the series where there is more than one; a forecast goes on with the line of another. */
function legendOf(series: readonly DaySeries[], limit: DayChartProps['limit']): LegendEntry[] {
  if (series.length < 2 && limit === undefined) return []
  return [
    ...series.filter(({ kind }) => kind !== 'forecast'),
    ...(limit === undefined ? [] : [{ id: 'limit', label: limit.label, color: 'muted' as const, dashed: true }]),
  ]
}

/** The values of a day. */
function readingAt({ series, days, today, formatValue }: Pick<DayChartProps, 'series' | 'days' | 'today' | 'formatValue'>, index: number) {
  const day = days[index] ?? ''
  const title = day === today ? m.home_chart_today() : dayText(day)
  const values = series.flatMap(({ label, color, values: known }) => {
    const value = known[index]
    return value == null ? [] : [{ label, color, text: formatValue(value) }]
  })
  const said = values.map(({ label, text }) => (series.length > 1 ? `${label}: ${text}` : text))
  return {
    title,
    values,
    text: `${title} · ${said.length === 0 ? '–' : said.join(' · ')}`,
    at: ((index + 0.5) / days.length) * 100,
  }
}

/** A day (UTC), independent of time zones. */
const dayText = (day: string): string =>
  cached('home-day', (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })).format(
    Date.parse(day),
  )
