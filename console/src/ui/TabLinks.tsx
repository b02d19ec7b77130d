import { Link, type LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from './Tabs.module.css'

export interface TabLink {
  label: ReactNode
  link: LinkOptions
  /** The link's address leads to children too, which are other tabs. */
  exact?: boolean
}

/** Views of one thing, each with its own URL. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className={css.list}>
      {tabs.map(({ label: text, link, exact }, index) => (
        <Link key={index} {...link} className={css.tab} activeOptions={{ exact: exact === true, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
