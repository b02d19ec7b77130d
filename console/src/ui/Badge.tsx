import { CircleAlert, CircleCheck, CircleDashed, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Badge.module.css'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info'

const icons = { neutral: CircleDashed, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert, info: Info }

/** A state: an icon and a word, never colour alone. */
export function Status({ tone, children, icon }: { tone: Tone; children: ReactNode; icon?: ReactNode }) {
  const Icon = icons[tone]
  return (
    <span className={cx(css.badge, css[tone])}>
      {icon ?? <Icon aria-hidden />}
      <span>{children}</span>
    </span>
  )
}

/** A short word beside a name: a kind, a count. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(css.badge, css.filled, css[tone])}>{children}</span>
}
