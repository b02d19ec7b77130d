import { useId, type ReactNode } from 'react'
import css from './ItemCards.module.css'

/** Things that are a card each, as many beside one another as fit. */
export function ItemCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.cards} aria-label={label}>
      {children}
    </ul>
  )
}

/** One of them, named by its heading; `state` stands beside the name. */
export function ItemCard({ name, state, children }: { name: ReactNode; state?: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <li className={css.card} aria-labelledby={heading}>
      <div className={css.head}>
        <h2 id={heading} className={css.name}>
          {name}
        </h2>
        {state}
      </div>
      {children}
    </li>
  )
}
