import { memo, type PointerEvent as ReactPointerEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from '../ui/display/cx.ts'
import { formatShare } from './labels.ts'
import css from './QuotaBar.module.css'

export interface Segment {
  id: string
  name: string
  /** In whole percent of the quota. */
  percentage: number
}

interface QuotaBarProps {
  segments: readonly Segment[]
  /** In whole percent. */
  left: number
  /** What-if mode: drawn differently, and the total can exceed 100%. */
  tried?: boolean
  /** Dragging the end of a segment requests this share. Must be the same function in every render. */
  onResize?: (id: string, percentage: number) => void
  /** A click on a segment. */
  onPick?: (id: string) => void
}

/** A product's whole quota: a segment for each resource group, and the remaining quota. */
export function QuotaBar({ segments, left, tried = false, onResize, onPick }: QuotaBarProps) {
  const shown = segments.filter((segment) => segment.percentage > 0)
  const sum = shown.reduce((total, segment) => total + segment.percentage, 0)
  const whole = Math.max(100, sum)
  const isOver = sum > 100
  const assigned = isOver ? sum : 100 - left
  return (
    <div className={css.quota}>
      <div
        className={css.bar}
        data-tried={tried ? '' : undefined}
        data-over={isOver ? '' : undefined}
        role="img"
        aria-label={m.resource_groups_bar({ assigned: formatShare(assigned), left: formatShare(left) })}
      >
        {shown.map((segment, index) => (
          <Part key={segment.id} {...segment} tone={index % tones} whole={whole} onResize={onResize} onPick={onPick} />
        ))}
        {isOver ? <span className={css.end} style={{ insetInlineStart: `${(100 / whole) * 100}%` }} /> : null}
      </div>
      <p className={css.left} role={onResize ? 'status' : undefined}>
        {isOver ? (
          <strong className={css.over}>{m.resource_groups_over({ over: formatShare(sum - 100) })}</strong>
        ) : (
          <strong>{m.resource_groups_left({ left: formatShare(left) })}</strong>
        )}
        <span className={css.muted}>{m.resource_groups_assigned({ assigned: formatShare(assigned) })}</span>
      </p>
    </div>
  )
}

const tones = 4
/** Segments narrower than this percentage have neither a name nor a handle. */
const narrow = 4

interface PartProps extends Segment, Pick<QuotaBarProps, 'onResize' | 'onPick'> {
  tone: number
  /** The full length of the bar, in percent. */
  whole: number
}

/** One segment; renders again only when its own share or position changes. Keyboard users have the sliders below the bar. */
const Part = memo(function Part({ id, name, percentage, tone, whole, onResize, onPick }: PartProps) {
  const length = (percentage / whole) * 100
  return (
    <div
      className={cx(css.segment, css[`tone${tone}`])}
      style={{ flexBasis: `${length}%` }}
      data-narrow={length < narrow ? '' : undefined}
      title={`${name}: ${formatShare(percentage)}`}
      data-pickable={onPick ? '' : undefined}
      onPointerDown={onPick ? () => onPick(id) : undefined}
    >
      {length < narrow ? null : <span className={css.segmentName}>{name}</span>}
      {onResize ? <span className={css.handle} onPointerDown={(event) => drag(event, whole, (share) => onResize(id, share))} /> : null}
    </div>
  )
})

/** Dragging the end of a segment; keyboard users have the sliders below the bar. */
function drag(event: ReactPointerEvent<HTMLElement>, whole: number, onShare: (percentage: number) => void): void {
  const handle = event.currentTarget
  const segment = handle.parentElement
  const bar = segment?.parentElement
  if (!segment || !bar) return
  event.preventDefault()
  event.stopPropagation()
  handle.setPointerCapture(event.pointerId)
  // Segments before this one do not change while it is dragged, so both are measured once.
  const { width } = bar.getBoundingClientRect()
  const start = segment.getBoundingClientRect().left
  const move = (moved: PointerEvent) => onShare(Math.max(0, Math.min(100, ((moved.clientX - start) / width) * whole)))
  const stop = () => {
    handle.removeEventListener('pointermove', move)
    handle.removeEventListener('pointerup', stop)
    handle.removeEventListener('pointercancel', stop)
  }
  handle.addEventListener('pointermove', move)
  handle.addEventListener('pointerup', stop)
  handle.addEventListener('pointercancel', stop)
}
