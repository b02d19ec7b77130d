import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { examinedEvents } from '@steward/contract/system-log/constants'
import { formatDate, formatMoment, formatNumber } from '../i18n/time.ts'
import { AtCursor, type ChartReading } from '../ui/chart/AtCursor.tsx'
import { barsOf } from '../ui/chart/bars.ts'
import { cx } from '../ui/display/cx.ts'
import { histogramQuery } from './queries.ts'
import type { SystemLogSearch } from './search.ts'
import css from './Histogram.module.css'
import { serverNow } from '../i18n/serverTime.ts'

interface HistogramProps {
  search: SystemLogSearch
  onNarrow: (range: { from: string; until: string }) => void
}

const lengths = { hour: 3_600_000, day: 86_400_000 } as const
const height = 72

/** The events of the range by outcome. Dragging across bars, or Shift with the arrow keys and Enter, narrows the range. */
export function Histogram({ search, onNarrow }: HistogramProps) {
  const { data } = useQuery(histogramQuery(search))
  const id = useId()
  const [chosen, setChosen] = useState<{ anchor: number; at: number }>()
  const [isDragging, setIsDragging] = useState(false)
  const [now] = useState(() => serverNow())
  const buckets = data?.buckets ?? []
  const step = data?.step ?? 'hour'
  const most = Math.max(1, ...buckets.map(({ success, failure }) => success + failure))
  const seriesOf = (color: 'success' | 'failure') => ({ kind: 'bar', color, values: buckets.map((bucket) => bucket[color]) })
  const bars = barsOf([seriesOf('failure'), seriesOf('success')], { count: buckets.length, most, width: buckets.length, height })
  const sum = (outcome: 'success' | 'failure') => formatNumber(buckets.reduce((total, bucket) => total + bucket[outcome], 0))
  const counts = { success: sum('success'), failure: sum('failure') }
  const indexAt = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return clamp(Math.floor(((event.clientX - box.left) / box.width) * buckets.length), buckets.length)
  }
  const narrow = (range: { anchor: number; at: number }) => {
    const [first, last] = [buckets[Math.min(range.anchor, range.at)], buckets[Math.max(range.anchor, range.at)]]
    setChosen(undefined)
    if (first && last) onNarrow({ from: first.at, until: new Date(Date.parse(last.at) + lengths[step]).toISOString() })
  }
  const move = (event: KeyboardEvent) => {
    const at = chosen?.at ?? buckets.length - 1
    if (event.key === 'Escape') return setChosen(undefined)
    if (event.key === 'Enter' && chosen) return narrow(chosen)
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buckets.length - 1 }[event.key]
    if (next === undefined) return undefined
    event.preventDefault()
    const to = clamp(next, buckets.length)
    return setChosen({ anchor: event.shiftKey ? (chosen?.anchor ?? at) : to, at: to })
  }
  const [from, to] = chosen ? [Math.min(chosen.anchor, chosen.at), Math.max(chosen.anchor, chosen.at)] : [0, 0]
  const reading = chosen && readingOf(buckets.slice(from, to + 1), step, ((chosen.at + 0.5) / buckets.length) * 100)
  return (
    <figure className={css.figure} aria-labelledby={id}>
      <figcaption className={css.head}>
        <span id={id} className={css.label}>
          {m.events_histogram()}
        </span>
        <span>
          <i className={css.success} aria-hidden />
          {m.events_success()} {data ? counts.success : ''}
        </span>
        <span>
          <i className={css.failure} aria-hidden />
          {m.events_failure()} {data ? counts.failure : ''}
        </span>
        <span>{m.events_histogram_hint()}</span>
        {data?.countedFrom ? (
          <span>{m.events_histogram_partial({ count: formatNumber(examinedEvents), time: formatMoment(data.countedFrom) })}</span>
        ) : null}
      </figcaption>
      <div className={css.drawing}>
        {/* An image that responds to the arrow keys and to dragging. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <svg
          className={css.bars}
          viewBox={`0 0 ${Math.max(1, buckets.length)} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${m.events_histogram_summary(counts)} ${m.ui_chart_keys()}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onKeyDown={move}
          onBlur={() => setChosen(undefined)}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            const at = indexAt(event)
            setIsDragging(true)
            setChosen({ anchor: at, at })
          }}
          onPointerMove={(event) => {
            const at = indexAt(event)
            setChosen((before) => ({ anchor: isDragging && before ? before.anchor : at, at }))
          }}
          onPointerLeave={() => (isDragging ? undefined : setChosen(undefined))}
          onPointerCancel={() => {
            setIsDragging(false)
            setChosen(undefined)
          }}
          onPointerUp={() => {
            setIsDragging(false)
            if (chosen && chosen.anchor !== chosen.at) narrow(chosen)
          }}
        >
          {bars.map(({ index, color, box }) => (
            <rect
              key={`${color} ${index}`}
              {...box}
              className={cx(css[color], Date.parse(buckets[index]?.at ?? '') + lengths[step] > now && css.open)}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {chosen ? <rect className={css.brush} x={from} y={0} width={to - from + 1} height={height} /> : null}
        </svg>
        {reading === undefined ? null : <AtCursor reading={reading} />}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {reading?.text}
      </p>
    </figure>
  )
}

const clamp = (index: number, count: number) => Math.max(0, Math.min(count - 1, index))

/** The time and the counts of some bars. */
function readingOf(
  bars: readonly { at: string; success: number; failure: number }[],
  step: 'hour' | 'day',
  place: number,
): ChartReading | undefined {
  const format = step === 'hour' ? formatMoment : formatDate
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const title = first === last ? format(first.at) : m.range_between({ from: format(first.at), to: format(last.at) })
  const sum = (outcome: 'success' | 'failure') => formatNumber(bars.reduce((total, bar) => total + bar[outcome], 0))
  const [success, failure] = [sum('success'), sum('failure')]
  return {
    title,
    values: [
      { label: m.events_success(), text: success, color: 'accent' },
      { label: m.events_failure(), text: failure, color: 'danger' },
    ],
    text: m.events_bucket({ time: title, success, failure }),
    at: place,
  }
}
