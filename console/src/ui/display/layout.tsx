import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './misc.module.css'

export interface PageHeaderProps {
  title: ReactNode
  /** One sentence, where it helps. */
  sentence?: ReactNode
  /** The primary action, at the right. */
  actions?: ReactNode
}

/** The page's only `h1`. It takes focus after a navigation. */
export function PageHeader({ title, sentence, actions }: PageHeaderProps) {
  return (
    <header className={css.header}>
      <div className={css.headerText}>
        <h1 tabIndex={-1}>{title}</h1>
        {sentence === undefined ? null : <p className={css.sentence}>{sentence}</p>}
      </div>
      {actions === undefined ? null : <div className={css.headerActions}>{actions}</div>}
    </header>
  )
}

/** Search and filters, then at the right what concerns the whole table. */
export function Toolbar({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  return (
    <div className={css.toolbar}>
      {children}
      {end === undefined ? null : <div className={css.push}>{end}</div>}
    </div>
  )
}

export interface CardProps {
  title?: ReactNode
  actions?: ReactNode
  /** Elevation 2 instead of 1 (specification 1, section 9). */
  raised?: boolean
  children: ReactNode
}

export function Card({ title, actions, raised, children }: CardProps) {
  return (
    <section className={cx(css.card, raised && css.raised)}>
      {title === undefined ? null : (
        <div className={css.cardHead}>
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}

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

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={css.kbd}>{children}</kbd>
}

/** Identifiers and keys. */
export function Mono({ children }: { children: ReactNode }) {
  return <span className={css.mono}>{children}</span>
}

/** The initials of a person or a company. The name stands beside it, so it is hidden from screen readers. */
export function Avatar({ name, large }: { name: string; large?: boolean }) {
  const words = name.trim().split(/[\s@.]+/u)
  const initials = [words[0], words.length > 1 ? words[1] : undefined].map((word) => [...(word ?? '')][0] ?? '').join('')
  return (
    <span className={cx(css.avatar, large && css.avatarLarge)} aria-hidden>
      {initials}
    </span>
  )
}
