import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Callout.module.css'
import { cx } from './cx.ts'

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

export interface CalloutProps {
  tone: keyof typeof icons
  title?: ReactNode
  children?: ReactNode
  /** Buttons or links, below the text. */
  actions?: ReactNode
  /** Read out when it appears: `alert` for what failed, `status` for the rest. Left out for what is there from the start. */
  role?: 'alert' | 'status'
}

/** Something about this place that must not be missed. What just happened to an action belongs into `alerts`. */
export function Callout({ tone, title, children, actions, role }: CalloutProps) {
  const Icon = icons[tone]
  return (
    <div className={cx(css.callout, css[tone])} role={role}>
      <Icon aria-hidden className={css.icon} />
      <div className={css.text}>
        {title === undefined ? null : <div className={css.title}>{title}</div>}
        {children}
        {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
      </div>
    </div>
  )
}
