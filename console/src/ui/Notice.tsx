import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AlertType } from './alerts.ts'
import { cx } from './cx.ts'
import css from './Notice.module.css'

const icons = { danger: CircleAlert, info: Info, success: CircleCheck, warning: TriangleAlert }

export interface NoticeProps {
  type: AlertType
  children: ReactNode
  /** Read out when it appears; leave it out for what stands there from the start. */
  live?: boolean
}

/** A message that belongs to a place on the page and stays there. For passing ones use `alerts`. */
export function Notice({ type, children, live }: NoticeProps) {
  const Icon = icons[type]
  return (
    <div className={cx(css.notice, css[type])} role={live ? (type === 'danger' ? 'alert' : 'status') : undefined}>
      <Icon aria-hidden />
      <div className={css.text}>{children}</div>
    </div>
  )
}
