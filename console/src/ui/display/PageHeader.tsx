import type { ReactNode } from 'react'
import css from './PageHeader.module.css'

export interface PageHeaderProps {
  title: ReactNode
  /** Beside the title: how many there are. */
  count?: ReactNode
  /** An optional sentence below the title. */
  sentence?: ReactNode
  /** The primary action, on the right. */
  actions?: ReactNode
}

/** The page's only `h1`. It gets focus after a navigation. */
export function PageHeader({ title, count, sentence, actions }: PageHeaderProps) {
  return (
    <header className={css.header}>
      <div className={css.headerText}>
        <div className={css.titleRow}>
          <h1 tabIndex={-1}>{title}</h1>
          {count === undefined ? null : <span className={css.count}>{count}</span>}
        </div>
        {sentence === undefined ? null : <p className={css.sentence}>{sentence}</p>}
      </div>
      {actions === undefined ? null : <div className={css.headerActions}>{actions}</div>}
    </header>
  )
}
