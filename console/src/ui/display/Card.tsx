import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './Card.module.css'

export interface CardProps {
  title?: ReactNode
  actions?: ReactNode
  /** Elevation 2 instead of 1 (specification 1, section 9). */
  raised?: boolean
  children: ReactNode
}

export function Card({ title, actions, raised, children }: CardProps) {
  return (
    <section className={cx(css.card, raised && css.raised)}>
      {title === undefined ? null : (
        <div className={css.cardHead}>
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
