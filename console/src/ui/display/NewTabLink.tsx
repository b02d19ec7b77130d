import { ExternalLink } from 'lucide-react'
import type { ComponentProps } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import css from '../../shell/Shell.module.css'

export interface NewTabLinkProps extends ComponentProps<'a'> {
  href: string
  /** Leaves the icon out where there is no room for it. */
  bare?: boolean
}

/** Leads out of the console, in a new tab that learns nothing of this one, and says so. */
export function NewTabLink({ children, bare = false, ...rest }: NewTabLinkProps) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer">
      {children}
      {bare ? null : <ExternalLink className={css.outside} aria-hidden />}
      <span className="visually-hidden"> {m.shell_opens_new_tab()}</span>
    </a>
  )
}
