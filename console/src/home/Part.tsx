import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { HomePart } from '@steward/contract/home/parts'
import type { Home } from '@steward/contract/home/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from '../ui/display/cx.ts'
import { ErrorLine } from '../ui/display/ErrorLine.tsx'
import { homeQuery } from './queries.ts'
import css from './Home.module.css'
import { failureOf } from '../ui/display/states.tsx'

interface PartProps<P extends HomePart> {
  part: P
  title: string
  sentence?: string
  /** Beside the title. */
  link?: ReactNode
  className?: string | undefined
  /** In the shape of what comes. */
  skeleton: ReactNode
  children: (data: NonNullable<Home[P]>, asOf: string) => ReactNode
}

/** A part of the page with its own request, skeleton and error. */
export function Part<P extends HomePart>({ part, title, sentence, link, className, skeleton, children }: PartProps<P>) {
  const id = useId()
  const query = useQuery(homeQuery(part))
  const data = query.data?.[part]
  const failure = failureOf(query)
  return (
    <section className={cx(css.part, className)} aria-labelledby={id} aria-busy={query.isPending}>
      <header className={css.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {sentence === undefined ? null : <p className={css.sentence}>{sentence}</p>}
        </div>
        {link}
      </header>
      {query.data === undefined ? (
        failure ? (
          <ErrorLine {...failure} fallback={m.home_failed()} />
        ) : (
          <div role="status" aria-label={m.home_loading({ part: title })}>
            {skeleton}
          </div>
        )
      ) : data === undefined ? null : (
        // `data` is that of this part: the compiler does not relate the two.
        children(data as NonNullable<Home[P]>, query.data.asOf)
      )}
    </section>
  )
}

/** Gray blocks of these heights, one below the other. */
export function Bones({ heights }: { heights: readonly number[] }) {
  return (
    <div className={css.bones} aria-hidden>
      {heights.map((height, index) => (
        <span key={index} className={css.bone} style={{ height }} />
      ))}
    </div>
  )
}
