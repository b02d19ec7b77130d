import { useId, type ReactNode } from 'react'
import css from './ItemCards.module.css'

interface ItemCardsProps {
  label: string
  /** In columns instead of rows, so that a short card leaves no hole beside a long one. Each card has its `columnStarts`. */
  packed?: boolean
  children: ReactNode
}

/** A grid of cards. */
export function ItemCards({ label, packed = false, children }: ItemCardsProps) {
  return (
    <div className={packed ? css.packed : undefined}>
      <ul className={css.cards} aria-label={label}>
        {children}
      </ul>
    </div>
  )
}

interface ItemCardProps {
  name: ReactNode
  /** Next to the name. */
  state?: ReactNode
  /** Of a packed card, from `columnStarts`. */
  starts?: string
  children: ReactNode
}

/** A card, named by its heading. */
export function ItemCard({ name, state, starts, children }: ItemCardProps) {
  const heading = useId()
  return (
    <li className={css.card} aria-labelledby={heading} data-starts={starts}>
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
