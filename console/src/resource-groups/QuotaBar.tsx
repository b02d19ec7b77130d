import type { PointerEvent as ReactPointerEvent } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from '../ui/cx.ts'
import { formatShare } from './words.ts'
import css from './resource-groups.module.css'

export interface Segment {
  id: string
  name: string
  /** In whole percent of the quota. */
  percentage: number
}

/** The whole quota of a product, a segment for each resource group, and what is left. */
export function QuotaBar({
  segments,
  left,
  onResize,
}: {
  segments: readonly Segment[]
  left: number
  /** Dragging the end of a segment asks for this share. */
  onResize?: (id: string, percentage: number) => void
}) {
  const shown = segments.filter((segment) => segment.percentage > 0)
  return (
    <div className={css.quota}>
      <div
        className={css.bar}
        role="img"
        aria-label={m.resource_groups_bar({ assigned: formatShare(100 - left), left: formatShare(left) })}
      >
        {shown.map((segment, index) => (
          <div
            key={segment.id}
            className={cx(css.segment, css[`tone${index % 4}`])}
            style={{ flexBasis: `${segment.percentage}%` }}
            title={`${segment.name}: ${formatShare(segment.percentage)}`}
          >
            <span className={css.segmentName}>{segment.name}</span>
            {onResize ? (
              <span className={css.handle} onPointerDown={(event) => drag(event, (share) => onResize(segment.id, share))} />
            ) : null}
          </div>
        ))}
      </div>
      <p className={css.left}>
        <strong>{m.resource_groups_left({ left: formatShare(left) })}</strong>{' '}
        <span className={css.muted}>{m.resource_groups_assigned({ assigned: formatShare(100 - left) })}</span>
      </p>
    </div>
  )
}

/** Follows the pointer from the end of a segment; the keyboard has the sliders below the bar. */
function drag(event: ReactPointerEvent<HTMLElement>, onShare: (percentage: number) => void): void {
  const handle = event.currentTarget
  const segment = handle.parentElement
  const bar = segment?.parentElement
  if (!segment || !bar) return
  event.preventDefault()
  handle.setPointerCapture(event.pointerId)
  const whole = bar.getBoundingClientRect().width
  const move = (moved: PointerEvent) => {
    const start = segment.getBoundingClientRect().left
    onShare(Math.max(0, Math.min(100, ((moved.clientX - start) / whole) * 100)))
  }
  const stop = () => {
    handle.removeEventListener('pointermove', move)
    handle.removeEventListener('pointerup', stop)
    handle.removeEventListener('pointercancel', stop)
  }
  handle.addEventListener('pointermove', move)
  handle.addEventListener('pointerup', stop)
  handle.addEventListener('pointercancel', stop)
}
