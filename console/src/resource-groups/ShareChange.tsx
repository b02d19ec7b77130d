import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { formatShare } from './labels.ts'
import css from './ShareChange.module.css'

export function ShareChanges({ children }: { children: ReactNode }) {
  return <ul className={css.changes}>{children}</ul>
}

/** One resource group with its share before and after, in whole percent. */
export function ShareChange({ name, before, after, children }: { name: string; before: number; after: number; children?: ReactNode }) {
  return (
    <li>
      <span className={css.name}>{name}</span>
      <span className={css.shares}>
        {formatShare(before)} <ArrowRight aria-label={m.what_if_becomes()} /> <strong>{formatShare(after)}</strong>
      </span>
      {children}
    </li>
  )
}
