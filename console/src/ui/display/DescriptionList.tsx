import type { ReactNode } from 'react'
import css from './DescriptionList.module.css'

/** Label and value pairs that describe one item. */
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
