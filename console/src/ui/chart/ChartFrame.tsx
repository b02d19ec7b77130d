import { ChartColumn, Table2 } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from '../display/cx.ts'
import { IconButton } from '../form/Button.tsx'
import { AtCursor, type ChartReading } from './AtCursor.tsx'
import css from './ChartFrame.module.css'
import { type ChartColor, LineSample } from './LineSample.tsx'

export interface LegendEntry {
  id: string
  label: string
  color: ChartColor
  dashed?: boolean | undefined
}

export interface ChartFrameProps {
  label: string
  /** One sentence for screen readers. */
  summary: string
  legend: readonly LegendEntry[]
  /** The same as a table. */
  table: ReactNode
  /** How many places the cursor has. */
  count: number
  cursor: number | undefined
  /** Where the cursor begins. */
  start: number
  /** Undefined where there is no cursor. */
  onCursor: (index: number | undefined) => void
  reading: ChartReading | undefined
  /** The cursor moves down, rather than from left to right. */
  isVertical?: boolean
  /** For a picture that does not follow the pointer itself. */
  onPointerMove?: (event: PointerEvent<HTMLElement>) => void
  /** CSS pixels; also of the table. By its content unless given. */
  height?: number
  /** In a small part of a page. */
  isSmall?: boolean
  /** The values are announced only while the picture has the focus: its cursor follows that of other charts. */
  isShared?: boolean
  /** The picture. */
  children: ReactNode
}

/** Title, legend and a picture that arrow keys and the pointer read value by value, or the same as a table. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, summary, legend, cursor, start, count, onCursor, reading, isVertical = false, height, isSmall = false } = props
  const [asTable, setAsTable] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const id = useId()
  const move = (event: KeyboardEvent) => {
    const last = count - 1
    const at = cursor ?? start
    const [back, forth] = isVertical ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    const steps = { [back]: at - 1, [forth]: at + 1, Home: 0, End: last, PageUp: at - 10, PageDown: at + 10 }
    const next = steps[event.key]
    if (event.key === 'Escape') onCursor(undefined)
    if (next === undefined) return
    event.preventDefault()
    onCursor(Math.max(0, Math.min(last, next)))
  }
  return (
    <figure className={cx(css.figure, isSmall && css.small)} aria-labelledby={id}>
      <figcaption className={css.head}>
        <div className={css.titles}>
          <span id={id} className={css.label}>
            {label}
          </span>
          {legend.length === 0 ? null : (
            <ul className={css.legend}>
              {legend.map((entry) => (
                <li key={entry.id}>
                  <LineSample color={entry.color} dashed={entry.dashed} />
                  <span className={css.name}>{entry.label}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
        <IconButton
          small
          label={asTable ? m.ui_chart_as_picture() : m.ui_chart_as_table()}
          icon={asTable ? <ChartColumn /> : <Table2 />}
          onClick={() => setAsTable(!asTable)}
        />
      </figcaption>
      {asTable ? (
        <div className={css.table} style={isSmall ? { blockSize: height } : undefined}>
          {props.table}
        </div>
      ) : (
        // An image that responds to the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          className={css.drawing}
          role="img"
          aria-label={`${summary} ${isVertical ? m.ui_period_keys() : m.ui_chart_keys()}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          style={{ blockSize: height }}
          onKeyDown={move}
          onFocus={() => setIsFocused(true)}
          onBlur={() => {
            setIsFocused(false)
            onCursor(undefined)
          }}
          onPointerMove={props.onPointerMove}
          onPointerLeave={() => onCursor(undefined)}
        >
          {props.children}
          {reading === undefined ? null : <AtCursor reading={reading} />}
        </div>
      )}
      <p className="visually-hidden" aria-live={props.isShared === true && !isFocused ? 'off' : 'polite'}>
        {reading?.text}
      </p>
    </figure>
  )
}
