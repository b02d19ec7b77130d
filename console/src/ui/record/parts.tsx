import type { ReactNode } from 'react'
import { formatNumber } from '../../i18n/time.ts'
import css from './parts.module.css'

/** Status, badges and id of a record, in one line below its name. */
export const RecordSummary = ({ children }: { children: ReactNode }) => <span className={css.summary}>{children}</span>

/** The sections of a tab. */
export const RecordSections = ({ children }: { children: ReactNode }) => <div className={css.sections}>{children}</div>

/** A section under a heading, which looks the same at either level. */
export function RecordSection({ title, level = 3, children }: { title: string; level?: 2 | 3; children: ReactNode }) {
  const Heading = `h${level}` as const
  return (
    <section className={css.section}>
      <Heading>{title}</Heading>
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
