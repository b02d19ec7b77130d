import { useId, type ReactNode } from 'react'
import css from './ItemCards.module.css'

/** A grid of cards. */
export function ItemCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.cards} aria-label={label}>
      {children}
    </ul>
  )
}

/** A card, named by its heading, with an optional `state` next to the name. */
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
