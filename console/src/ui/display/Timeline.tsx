import type { LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { Tone } from './Badge.tsx'
import { Button } from '../form/Button.tsx'
import { type ChangedField, ChangedFields } from './ChangedFields.tsx'
import { cx } from './cx.ts'
import { PlainLink } from './PlainLink.tsx'
import { MomentButton } from './RelativeTime.tsx'
import { formatDay } from '../../i18n/time.ts'
import css from './Timeline.module.css'

export interface TimelineEntry {
  id: string
  /** ISO 8601. */
  time: string
  icon: ReactNode
  tone: Tone
  title: ReactNode
  /** Where it was done from. */
  detail?: ReactNode
  /** Folded. */
  changes?: readonly ChangedField[]
  /** The page with everything about it. */
  link?: LinkOptions | undefined
  /** The record as it was then. */
  asOf?: LinkOptions | undefined
  /** Of its element, for links of other entries to it. */
  anchor?: string | undefined
  /** What sets it apart, after its title. */
  mark?: ReactNode
  /** Folded, after the changes. */
  note?: string | undefined
  /** What can be done about it. */
  action?: ReactNode
}

export interface TimelineProps {
  label: string
  entries: readonly TimelineEntry[]
  hasMore: boolean
  loadingMore: boolean
  onMore: () => void
  /** Of the days' headings. */
  level?: 2 | 3 | 4
}

/** Events, newest first, grouped by day. */
export function Timeline({ label, entries, hasMore, loadingMore, onMore, level = 3 }: TimelineProps) {
  const Heading = `h${level}` as const
  const days = Map.groupBy(entries, (entry) => formatDay(entry.time))
  return (
    <section aria-label={label} className={css.timeline}>
      {[...days].map(([day, list]) => (
        <div key={day} className={css.day}>
          <Heading className={css.heading}>{day}</Heading>
          <ol className={css.list}>
            {list.map((entry) => (
              <TimelineItem key={entry.id} entry={entry} />
            ))}
          </ol>
        </div>
      ))}
      {hasMore ? (
        <div className={css.more}>
          <Button onClick={onMore} loading={loadingMore}>
            {m.ui_timeline_more()}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** One event of a time line. */
export function TimelineItem({ entry }: { entry: TimelineEntry }) {
  return (
    <li className={css.entry} id={entry.anchor} tabIndex={entry.anchor === undefined ? undefined : -1}>
      <span className={cx(css.icon, css[entry.tone])} aria-hidden>
        {entry.icon}
      </span>
      <div className={css.body}>
        <div className={css.head}>
          <span className={css.title}>
            {entry.title}
            {entry.mark === undefined ? null : <> {entry.mark}</>}
          </span>
          <span className={css.time}>
            <MomentButton value={entry.time} />
            {entry.action}
          </span>
        </div>
        {entry.detail === undefined ? null : <div className={css.detail}>{entry.detail}</div>}
        <Fold entry={entry} />
      </div>
    </li>
  )
}

function Fold({ entry: { changes = [], note, link, asOf } }: { entry: TimelineEntry }) {
  if (changes.length === 0) return null
  return (
    <details className={css.fold}>
      <summary>{m.history_fields({ count: changes.length })}</summary>
      <ChangedFields fields={changes} />
      {note === undefined ? null : <p className={css.note}>{note}</p>}
      {link ? (
        <PlainLink link={link} className={css.link}>
          {m.history_audit()}
        </PlainLink>
      ) : null}
      {asOf ? (
        <PlainLink link={asOf} className={css.link}>
          {m.history_as_of()}
        </PlainLink>
      ) : null}
    </details>
  )
}
