import { joinNames } from '../../i18n/format.ts'
import { formatNumber } from '../../i18n/time.ts'
import css from './NameList.module.css'

/** As many names as fit in a table cell, then a count. All of them show on hover. */
export function NameList({ names, shown = 2, empty = '–' }: { names: readonly string[]; shown?: number; empty?: string }) {
  if (names.length === 0) return <span className={css.none}>{empty}</span>
  const rest = names.length - shown
  const some = joinNames(names.slice(0, shown))
  if (rest <= 0) return some
  // The count stays visible when the names are truncated.
  return (
    <span className={css.list} title={names.join('\n')}>
      <span className={css.some}>{some}</span> <span className={css.rest}>+{formatNumber(rest)}</span>
    </span>
  )
}
