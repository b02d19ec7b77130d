import type { ReactNode } from 'react'
import css from './LoginCard.module.css'

export interface LoginCardProps {
  title: ReactNode
  /** One sentence on what to do here. */
  sentence?: ReactNode
  children?: ReactNode
  /** Other ways from here, under a line. */
  footer?: ReactNode
}

/** The one card of a page before sign-in. */
export function LoginCard({ title, sentence, children, footer }: LoginCardProps) {
  return (
    <div className={css.card}>
      <div className={css.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {sentence === undefined ? null : <p>{sentence}</p>}
      </div>
      {children}
      {footer === undefined ? null : <div className={css.others}>{footer}</div>}
    </div>
  )
}
