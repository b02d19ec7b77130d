import type { ReactNode } from 'react'
import css from './states.module.css'

export interface StateProps {
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  /** The first step: buttons or links. */
  actions?: ReactNode
  level?: 1 | 2
}

/** What a page or a part shows in place of its content. */
export function State({ icon, title, children, actions, level = 2 }: StateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={css.state}>
      <div className={css.icon} aria-hidden>
        {icon}
      </div>
      <Heading className={css.title} tabIndex={level === 1 ? -1 : undefined}>
        {title}
      </Heading>
      {children === undefined ? null : <div className={css.text}>{children}</div>}
      {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
    </div>
  )
}
