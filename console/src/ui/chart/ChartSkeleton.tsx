import { m } from '@steward/contract/paraglide/messages'
import { Skeleton } from '../display/states.tsx'
import css from './ChartSkeleton.module.css'

/** The shape of a chart while it loads: title, legend, axis and picture. */
export function ChartSkeleton({ height = 180 }: { height?: number }) {
  return (
    <div className={css.chart} role="status" aria-label={m.ui_loading()}>
      <div className={css.head}>
        <Skeleton index={1} />
        <Skeleton index={2} />
      </div>
      <div className={css.picture} style={{ blockSize: height }} aria-hidden>
        <span className={css.axis} />
        <span className={css.plot} />
      </div>
    </div>
  )
}
