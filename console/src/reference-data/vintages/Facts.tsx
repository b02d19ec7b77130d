import type { ReactNode } from 'react'
import css from './Facts.module.css'

export type Fact = readonly [term: string, value: ReactNode]

/** A few facts below a page's title, side by side. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
