import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import css from './ChangedFields.module.css'

/** A changed field, such as with its value before and after. */
export interface ChangedField {
  field: string
  content: ReactNode
}

/** Fields beside what changed in them. */
export function ChangedFields({ fields }: { fields: readonly ChangedField[] }) {
  if (fields.length === 0) return null
  return (
    <ul className={css.fields}>
      {fields.map(({ field, content }, index) => (
        <li key={index}>
          <span className={css.field}>{field}</span> <span>{content}</span>
        </li>
      ))}
    </ul>
  )
}

/** "before → after"; empty values are labeled as empty. */
export function BeforeAfter({ before, after }: { before: string | null; after: string | null }) {
  const empty = <span className={css.none}>{m.ui_empty_value()}</span>
  return (
    <>
      <span className="visually-hidden">{m.ui_change_from()} </span>
      <del className={css.before}>{before === null || before === '' ? empty : before}</del>
      <span aria-hidden className={css.arrow}>
        →
      </span>
      <span className="visually-hidden"> {m.ui_change_to()} </span>
      <ins className={css.after}>{after === null || after === '' ? empty : after}</ins>
    </>
  )
}
