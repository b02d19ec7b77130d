import { m } from '@steward/contract/paraglide/messages'
import { Skeleton } from '../ui/display/states.tsx'
import css from './SystemUsage.module.css'

/** The shape of a chart while it loads. */
export function ChartSkeleton() {
  return (
    <div className={css.chart} role="status" aria-label={m.ui_loading()}>
      <Skeleton index={1} />
      <div className={css.plotPlace} aria-hidden />
      <Skeleton index={3} />
    </div>
  )
}
