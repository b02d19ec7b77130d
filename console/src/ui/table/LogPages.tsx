import { useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { formatMoment } from '../../i18n/time.ts'
import css from './LogPages.module.css'
import { CursorPages } from './CursorPages.tsx'

/** A page of a log, newest first. */
export interface LogPart<Row> {
  items: readonly Row[]
  newest: string | null
  oldest: string | null
  hasNewer: boolean
  hasOlder: boolean
  /** Where a search stopped because it had compared enough; null if it came to an end. */
  examinedTo: string | null
}

export interface LogPosition {
  before?: string | undefined
  after?: string | undefined
}

/** Whether a page of a log is its newest one. */
export const isNewestPage = ({ before, after }: LogPosition): boolean => before === undefined && after === undefined

/** A page of a log as a table shows it; how many rows there are beside it is not counted. */
export function useLogPage<Row>(part: Pick<LogPart<Row>, 'items' | 'hasNewer' | 'hasOlder'> | undefined) {
  return useMemo(
    () =>
      part && {
        items: part.items as Row[],
        count: part.items.length,
        totalCount: part.items.length,
        totalIsExact: !part.hasNewer && !part.hasOlder,
      },
    [part],
  )
}

interface LogPagesProps {
  label: string
  search: LogPosition
  part: LogPart<{ occurredAt: string }>
  /** How far a search came that found something and stopped. */
  examined: () => string
  onChange: (position: LogPosition) => void
}

/** How far a search came, and the steps to newer and older rows of a log. */
export function LogPages({ label, search, part, examined, onChange }: LogPagesProps) {
  const { items, newest, oldest, hasNewer, hasOlder, examinedTo } = part
  const isNewest = isNewestPage(search)
  const [first, last] = [items[0], items.at(-1)]
  return (
    <>
      {examinedTo === null || items.length === 0 ? null : (
        <p className={css.examined} role="status">
          {examined()}
        </p>
      )}
      {isNewest && !hasOlder ? null : (
        <CursorPages
          label={label}
          summary={first && last ? m.range_between({ from: formatMoment(last.occurredAt), to: formatMoment(first.occurredAt) }) : ''}
          onNewest={isNewest ? undefined : () => onChange({})}
          onNewer={hasNewer && newest !== null ? () => onChange({ after: newest }) : undefined}
          onOlder={hasOlder && oldest !== null ? () => onChange({ before: oldest }) : undefined}
        />
      )}
    </>
  )
}
