import type { ReactNode } from 'react'
import { useShownTimeZone } from '../../theme/preferences.ts'
import css from './RelativeTime.module.css'
import { exactTime, relativeTime } from '../../i18n/time.ts'

/**
 * When something was: in words, with the exact moment (UTC and local) on hover. A native title: a table holds hundreds of
 * these, and a popup component for each would cost more than the table itself.
 */
export function RelativeTime({ value, empty = '–' }: { value: string | null | undefined; empty?: string }) {
  useShownTimeZone() // in which both are written
  if (!value) return <span className={css.time}>{empty}</span>
  return (
    <time className={css.time} dateTime={value} title={exactTime(value)}>
      {relativeTime(value, Date.now())}
    </time>
  )
}

/**
 * The same in a cell of a `DataTable`, which renders its rows again when the zone changes, and adds the exact moment when the
 * pointer comes: not every cell listens, and nobody reads them all.
 */
export function timeCell(value: string | null | undefined, empty = '–'): ReactNode {
  return value ? <time dateTime={value}>{relativeTime(value, Date.now())}</time> : empty
}
