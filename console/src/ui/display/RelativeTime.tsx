import { useState, type ReactNode } from 'react'
import { useShownTimeZone } from '../../theme/preferences.ts'
import css from './RelativeTime.module.css'
import { exactTime, relativeTime } from '../../i18n/time.ts'
import { Tooltip } from '../overlay/Tooltip.tsx'
import { serverNow } from '../../i18n/serverTime.ts'

/**
 * A relative time, with the exact moment (UTC and local) on hover. Uses a native title: a table has hundreds of these, and a
 * tooltip component for each would cost more than the table itself.
 */
export function RelativeTime({ value, empty = '–' }: { value: string | null | undefined; empty?: string }) {
  useShownTimeZone() // re-renders when the time zone changes
  if (!value) return <span className={css.time}>{empty}</span>
  return (
    <time className={css.time} dateTime={value} title={exactTime(value)}>
      {relativeTime(value, serverNow())}
    </time>
  )
}

/** A relative time with the exact moment on hover and keyboard focus, and in its place after a press. */
export function MomentButton({ value }: { value: string }) {
  useShownTimeZone()
  const [isExact, setExact] = useState(false)
  const exact = exactTime(value)
  const shown = isExact ? exact : relativeTime(value, serverNow())
  return (
    <Tooltip text={isExact ? undefined : exact}>
      <button type="button" className={css.moment} onClick={() => setExact(!isExact)}>
        <time dateTime={value}>{shown}</time>
        {isExact ? null : <span className="visually-hidden">, {exact}</span>}
      </button>
    </Tooltip>
  )
}

/**
 * A relative time in a cell of a `DataTable`. The table re-renders its rows when the time zone changes and adds the exact
 * moment on hover, so the cells don't each need to subscribe.
 */
export function timeCell(value: string | null | undefined, empty = '–'): ReactNode {
  return value ? <time dateTime={value}>{relativeTime(value, serverNow())}</time> : empty
}
