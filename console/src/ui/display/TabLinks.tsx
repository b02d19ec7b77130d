import { Link, useLocation, type LinkOptions } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import css from './TabLinks.module.css'

export interface TabLink {
  label: ReactNode
  link: LinkOptions
  /** Matches the exact path only, because its child routes are other tabs. */
  exact?: boolean
}

interface TabLinksProps {
  label: string
  tabs: readonly TabLink[]
  /** Aligns the tabs with the content of a panel. */
  inPanel?: boolean
}

/** Tabs for the views of an item, each with its own URL. */
export function TabLinks({ label, tabs, inPanel }: TabLinksProps) {
  const list = useRef<HTMLElement>(null)
  const shown = useRef<string>(undefined)
  const pathname = useLocation({ select: (location) => location.pathname })
  // If the tabs overflow, scroll to the active one.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (!list.current || !current || shown.current === pathname) return
    shown.current = pathname
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
  })
  return (
    <nav ref={list} aria-label={label} className={cx(css.list, inPanel && css.inPanel)}>
      {tabs.map(({ label: text, link, exact }, index) => (
        <Link key={index} {...link} className={css.tab} activeOptions={{ exact: exact === true, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
