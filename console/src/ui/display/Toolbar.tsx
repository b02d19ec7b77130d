import type { ReactNode } from 'react'
import css from './Toolbar.module.css'

/** Search and filters, with actions on the whole table on the right. */
export function Toolbar({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  return (
    <div className={css.toolbar}>
      {children}
      {end === undefined ? null : <div className={css.push}>{end}</div>}
    </div>
  )
}
