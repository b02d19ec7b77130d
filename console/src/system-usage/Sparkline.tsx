import css from './SystemUsage.module.css'
import { sparkPath } from './series.ts'

const size = { width: 120, height: 28 }

/** A line without axes, beside the same in numbers. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg className={css.spark} viewBox={`-1 -1 ${size.width + 2} ${size.height + 2}`} preserveAspectRatio="none" aria-hidden>
      <path d={sparkPath(values, size)} />
    </svg>
  )
}
