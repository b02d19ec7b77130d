import type { ReactNode } from 'react'
import { formatNumber } from '../../i18n/time.ts'
import css from './parts.module.css'

/** Status, badges and id of a record, in one line below its name. */
export const RecordSummary = ({ children }: { children: ReactNode }) => <span className={css.summary}>{children}</span>

/** The sections of a tab. */
export const RecordSections = ({ children }: { children: ReactNode }) => <div className={css.sections}>{children}</div>

export function RecordSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** The label of a tab with the number of things in it. */
export function CountedTab({ text, count }: { text: string; count: number }) {
  return (
    <span>
      {text} <span className={css.count}>{formatNumber(count)}</span>
    </span>
  )
}
