import { ExternalLink } from 'lucide-react'
import type { ComponentProps } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import css from './NewTabLink.module.css'

export interface NewTabLinkProps extends ComponentProps<'a'> {
  href: string
  /** Leaves the icon out where there is no space for it. */
  bare?: boolean
}

/** Leads out of the console, in a new tab that cannot reach this one, and says so. */
export function NewTabLink({ children, bare = false, ...rest }: NewTabLinkProps) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer">
      {children}
      {bare ? null : <ExternalLink className={css.outside} data-outside aria-hidden />}
      <span className="visually-hidden"> {m.shell_opens_new_tab()}</span>
    </a>
  )
}
