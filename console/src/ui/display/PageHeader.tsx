import type { ReactNode } from 'react'
import css from './PageHeader.module.css'

export interface PageHeaderProps {
  title: ReactNode
  /** One sentence, where it helps. */
  sentence?: ReactNode
  /** The primary action, at the right. */
  actions?: ReactNode
}

/** The page's only `h1`. It takes focus after a navigation. */
export function PageHeader({ title, sentence, actions }: PageHeaderProps) {
  return (
    <header className={css.header}>
      <div className={css.headerText}>
        <h1 tabIndex={-1}>{title}</h1>
        {sentence === undefined ? null : <p className={css.sentence}>{sentence}</p>}
      </div>
      {actions === undefined ? null : <div className={css.headerActions}>{actions}</div>}
    </header>
  )
}
