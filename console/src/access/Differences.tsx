import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { type Compared, differences } from './compare.ts'
import css from './Differences.module.css'

interface DifferencesProps {
  first: Compared
  second: Compared
  /** Shown if they are the same. */
  none: ReactNode
  /** Of the headings. */
  level: 2 | 3
}

/** What only one of two has, under the headings of what differs. */
export function Differences({ first, second, none, level }: DifferencesProps) {
  const found = differences(first, second)
  if (found.length === 0) return none
  const Heading = `h${level}` as const
  return (
    <div className={css.differences}>
      {found.map(({ heading, onlyFirst, onlySecond }) => (
        <section key={heading} aria-label={heading}>
          <Heading>{heading}</Heading>
          <div className={css.pair}>
            <Only name={first.name} names={onlyFirst} level={level} />
            <Only name={second.name} names={onlySecond} level={level} />
          </div>
        </section>
      ))}
    </div>
  )
}

function Only({ name, names, level }: { name: string; names: readonly string[]; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h3' : 'h4'
  return (
    <div>
      <Heading className={css.only}>{m.access_compare_only({ name })}</Heading>
      {names.length === 0 ? (
        <p className={css.none}>–</p>
      ) : (
        <ul>
          {names.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
