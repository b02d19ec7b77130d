import type { ReactNode } from 'react'
import css from './Mono.module.css'

/** Identifiers and keys. */
export function Mono({ children }: { children: ReactNode }) {
  return <span className={css.mono}>{children}</span>
}
