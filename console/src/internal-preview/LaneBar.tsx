import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../i18n/time.ts'
import { Status } from '../ui/display/Badge.tsx'
import css from './InternalPreview.module.css'

/** More lanes than this are drawn as one bar. */
const mostDrawn = 40

/** The lanes of a product, taken and free, also as text. */
export function LaneBar({ lanes, running }: { lanes: number; running: number }) {
  const taken = Math.min(lanes, running)
  const isFull = running >= lanes
  const text = laneText(lanes, running)
  return (
    <div className={css.lanes}>
      <p className={css.laneText}>
        <strong>{text}</strong>
        {isFull ? <Status tone="warning">{m.lanes_full()}</Status> : null}
      </p>
      <div className={css.bar} role="img" aria-label={text}>
        {lanes > mostDrawn ? (
          <span className={css.track}>
            <span className={css.lane} data-taken data-full={isFull || undefined} style={{ inlineSize: `${(taken / lanes) * 100}%` }} />
          </span>
        ) : (
          Array.from({ length: lanes }, (_, lane) => (
            <span key={lane} className={css.lane} data-taken={lane < taken || undefined} data-full={isFull || undefined} />
          ))
        )}
      </div>
    </div>
  )
}

export function laneText(lanes: number, running: number): string {
  if (running > lanes) return m.lanes_bar_over({ running: formatNumber(running), lanes: formatNumber(lanes) })
  if (running === lanes) return m.lanes_bar_full({ lanes: formatNumber(lanes) })
  return m.lanes_bar({ taken: formatNumber(running), lanes: formatNumber(lanes), free: formatNumber(lanes - running) })
}
