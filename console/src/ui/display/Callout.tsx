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
  /** Announced when it appears: `alert` for failures, `status` for the rest. Omit it for content that is there from the start. */
  role?: 'alert' | 'status'
}

/** Important information about this part of the page. Results of an action go to `alerts` instead. */
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
