import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cached } from '../../i18n/format.ts'
import { formatDate } from '../../i18n/time.ts'
import { cx } from '../display/cx.ts'
import { ScrollTable } from '../table/ScrollTable.tsx'
import type { ChartReading } from './AtCursor.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import { axisOf, placeOf, type Axis, type Period } from './periods.ts'
import css from './PeriodChart.module.css'
import { serverNow } from '../../i18n/serverTime.ts'

/** CSS pixels, as in the style sheet. */
const rowHeight = 28

export interface PeriodChartProps {
  /** What the periods are, such as "Licenses over time". */
  label: string
  /** One sentence for screen readers. */
  summary: string
  /** In the order in which they are shown. */
  periods: readonly Period[]
  /** What has a period, such as "Application". */
  nameLabel: string
  /** What the marks are, such as "Last used"; without it there are none. */
  markLabel?: string
  /** Said of a period without a mark. */
  noMark?: string
}

/** Periods below each other on one axis, with a line for today, or the same as a table. The arrow keys read one after the other. */
export function PeriodChart({ label, summary, periods, nameLabel, markLabel, noMark = '–' }: PeriodChartProps) {
  const [cursor, setCursor] = useState<number>()
  const [now] = useState(() => serverNow())
  const axis = axisOf(periods, now)
  const markOf = ({ mark }: Period) => (mark === undefined || mark === null ? noMark : formatDate(mark))
  const endOf = ({ until }: Period) => (until === null ? m.ui_period_no_end() : formatDate(until))
  const readingAt = (index: number): ChartReading | undefined => {
    const period = periods[index]
    if (period === undefined) return undefined
    const range = m.ui_period_range({ from: formatDate(period.from), until: endOf(period) })
    const marks = markLabel === undefined ? [] : [{ label: markLabel, text: markOf(period) }]
    return {
      title: period.name,
      values: [{ label: range, text: '', color: period.tone }, ...marks],
      text: [`${period.name}: ${range}`, ...marks.map((mark) => `${mark.label}: ${mark.text}`)].join(' · '),
      at: 50,
      top: (index + 1) * rowHeight,
    }
  }
  return (
    <ChartFrame
      label={label}
      summary={summary}
      legend={[]}
      table={
        <ScrollTable label={label} boxed>
          <thead>
            <tr>
              <th scope="col">{nameLabel}</th>
              <th scope="col">{m.ui_period_from()}</th>
              <th scope="col">{m.ui_period_until()}</th>
              {markLabel === undefined ? null : <th scope="col">{markLabel}</th>}
            </tr>
          </thead>
          <tbody>
            {periods.map((period) => (
              <tr key={period.id}>
                <th scope="row">{period.name}</th>
                <td>{formatDate(period.from)}</td>
                <td>{endOf(period)}</td>
                {markLabel === undefined ? null : <td>{markOf(period)}</td>}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      }
      count={periods.length}
      cursor={cursor}
      start={-1}
      onCursor={setCursor}
      reading={cursor === undefined ? undefined : readingAt(cursor)}
      isVertical
    >
      <div className={css.drawing}>
        {periods.map((period, index) => (
          <div key={period.id} className={css.row} data-current={index === cursor ? '' : undefined} onPointerEnter={() => setCursor(index)}>
            <span className={css.name}>{period.name}</span>
            <span className={css.track}>
              <Bar period={period} axis={axis} now={now} />
            </span>
          </div>
        ))}
        <div className={css.axis} aria-hidden>
          {axis.ticks.map((tick) => (
            <span key={tick} className={css.tick} style={{ insetInlineStart: `${placeOf(tick, axis)}%` }}>
              {tickText(tick, axis)}
            </span>
          ))}
          <span className={css.today} style={{ insetInlineStart: `${placeOf(now, axis)}%` }}>
            <span>{m.ui_period_today()}</span>
          </span>
        </div>
      </div>
    </ChartFrame>
  )
}

function Bar({ period, axis, now }: { period: Period; axis: Axis; now: number }) {
  const start = placeOf(Date.parse(period.from), axis)
  const end = period.until === null ? 100 : placeOf(Date.parse(period.until), axis)
  return (
    <>
      <span
        className={cx(css.bar, css[period.tone])}
        data-open={period.until === null ? '' : undefined}
        style={{
          insetInlineStart: `${start}%`,
          inlineSize: `${Math.max(end - start, 0.5)}%`,
          // What has no end fades from today on.
          maskImage:
            period.until === null
              ? `linear-gradient(to right, #000 ${((placeOf(now, axis) - start) / (end - start)) * 100}%, transparent)`
              : undefined,
        }}
      />
      {period.mark === undefined || period.mark === null ? null : (
        <span className={css.mark} style={{ insetInlineStart: `${placeOf(Date.parse(period.mark), axis)}%` }} />
      )}
    </>
  )
}

/** "Mar 2026", or "2026" where ticks are years. */
function tickText(tick: number, { isYears }: Axis): string {
  const format = isYears
    ? cached('tick year', (locale) => new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone: 'UTC' }))
    : cached('tick month', (locale) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }))
  return format.format(tick)
}
