import { ChartColumn, Table2 } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cached } from '../i18n/format.ts'
import { cx } from '../ui/display/cx.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { ScrollTable, numberCell } from '../ui/table/ScrollTable.tsx'
import { barsOf, type DaySeries, lineOf } from './dayShapes.ts'
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

/**
 * Small bars or lines by the day. It is an image with a summary; the arrow keys and the pointer move a cursor, whose values are written
 * above, and the same is there as a table.
 */
export function DayChart({ label, summary, days, today, series, limit, formatValue, height = 72 }: DayChartProps) {
  const [asTable, setAsTable] = useState(false)
  const [cursor, setCursor] = useState<number | null>(null)
  const id = useId()
  const most = Math.max(
    limit?.value ?? 0,
    ...stackedOf(series, days.length),
    ...series.flatMap((one) => one.values.map((value) => value ?? 0)),
  )
  const last = days.length - 1

  const move = (event: KeyboardEvent) => {
    const from = cursor ?? Math.max(0, days.indexOf(today))
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') setCursor(null)
    if (to === undefined) return
    event.preventDefault()
    setCursor(Math.min(last, Math.max(0, to)))
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width: shown } = event.currentTarget.getBoundingClientRect()
    setCursor(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / shown) * days.length))))
  }

  return (
    <figure className={css.chart} aria-labelledby={id}>
      <figcaption className={css.caption}>
        <span className={css.label} id={id}>
          {label}
        </span>
        <span className={css.reading} aria-live="polite">
          {cursor === null ? <Legend series={series} limit={limit} /> : readingAt({ series, days, today, formatValue }, cursor)}
        </span>
        <IconButton
          small
          label={asTable ? m.home_chart_picture({ name: label }) : m.home_chart_table({ name: label })}
          icon={asTable ? <ChartColumn /> : <Table2 />}
          onClick={() => setAsTable(!asTable)}
        />
      </figcaption>
      {asTable ? (
        <div style={{ height }} className={css.tableFrame}>
          <ScrollTable label={label}>
            <thead>
              <tr>
                <th scope="col">{m.home_chart_day()}</th>
                {series.map((one) => (
                  <th key={one.label} scope="col" className={numberCell}>
                    {one.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day, index) => (
                <tr key={day}>
                  <th scope="row">{dayText(day)}</th>
                  {series.map((one) => {
                    const value = one.values[last - index]
                    return (
                      <td key={one.label} className={numberCell}>
                        {value == null ? '–' : formatValue(value)}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        </div>
      ) : (
        // The chart is an image that arrow keys read value by value.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          className={css.frame}
          role="img"
          aria-label={`${label}. ${summary}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          style={{ height }}
          onKeyDown={move}
          onBlur={() => setCursor(null)}
          onPointerMove={point}
          onPointerLeave={() => setCursor(null)}
        >
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
            {barsOf(series, { days: days.length, most, width, height }).map((bar) => (
              <rect
                key={`${bar.series} ${bar.index}`}
                {...bar.box}
                className={cx(css.bar, css[bar.color], days[bar.index] === today && css.today, bar.index === cursor && css.at)}
              />
            ))}
            {series
              .filter(({ kind }) => kind !== 'bar')
              .map((one) => (
                <path
                  key={one.label}
                  d={lineOf(one.values, { days: days.length, most, width, height })}
                  className={cx(css.line, css[one.color], one.kind === 'forecast' && css.forecast)}
                  vectorEffect="non-scaling-stroke"
                />
              ))}
            {limit === undefined || most === 0 ? null : (
              <path
                d={`M0 ${round(height - (limit.value / most) * (height - 4))}H${width}`}
                className={css.limit}
                vectorEffect="non-scaling-stroke"
              />
            )}
            {cursor === null ? null : (
              <path
                d={`M${round(((cursor + 0.5) / days.length) * width)} 0V${height}`}
                className={css.cursor}
                vectorEffect="non-scaling-stroke"
              />
            )}
          </svg>
        </div>
      )}
    </figure>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10

/** The sum of the bars of each day. */
function stackedOf(series: readonly DaySeries[], count: number): number[] {
  const bars = series.filter(({ kind }) => kind === 'bar')
  return Array.from({ length: count }, (_, index) => bars.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
}

/** Names the series where there is more than one. */
function Legend({ series, limit }: Pick<DayChartProps, 'series' | 'limit'>) {
  if (series.length < 2 && limit === undefined) return null
  return (
    <span className={css.legend}>
      {series
        .filter(({ kind }) => kind !== 'forecast')
        .map(({ label, color }) => (
          <span key={label} className={cx(css.key, css[color])}>
            {label}
          </span>
        ))}
      {limit === undefined ? null : <span className={cx(css.key, css.limitKey)}>{limit.label}</span>}
    </span>
  )
}

function readingAt({ series, days, today, formatValue }: Pick<DayChartProps, 'series' | 'days' | 'today' | 'formatValue'>, index: number) {
  const day = days[index] ?? ''
  const known = series.flatMap(({ label, values }) => {
    const value = values[index]
    return value == null ? [] : [series.length > 1 ? `${label}: ${formatValue(value)}` : formatValue(value)]
  })
  return (
    <span className={css.value}>
      {day === today ? m.home_chart_today() : dayText(day)} · {known.length === 0 ? '–' : known.join(' · ')}
    </span>
  )
}

/** A day (UTC), independent of time zones. */
const dayText = (day: string): string =>
  cached('home-day', (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })).format(
    Date.parse(day),
  )
