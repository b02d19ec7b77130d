import type { ReactNode } from 'react'
import css from './DescriptionList.module.css'

/** Names and values of one thing. */
export function DescriptionList({ items }: { items: readonly { term: ReactNode; value: ReactNode; key?: string }[] }) {
  return (
    <dl className={css.list}>
      {items.map((item, index) => (
        <div key={item.key ?? index} style={{ display: 'contents' }}>
          <dt>{item.term}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
