import type { ReactNode } from 'react'
import css from './LoginCard.module.css'

export interface LoginCardProps {
  title: ReactNode
  /** One sentence of instructions. */
  sentence?: ReactNode
  children?: ReactNode
  /** Other links, below a divider. */
  footer?: ReactNode
}

/** The single card on pages before sign-in. */
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
