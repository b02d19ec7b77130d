import { m } from '@steward/contract/paraglide/messages'
import type { Job } from '@steward/contract/jobs/schemas'
import { joinNames } from '../i18n/format.ts'
import { formatNumber } from '../i18n/time.ts'
import { cx } from '../ui/display/cx.ts'
import css from './jobs.module.css'

const mostShown = 2

/** As many tags as fit in a cell, then a count, with all of them on hover; `isWhole` shows them all. */
export function TagChips({ tags, isWhole = false }: { tags: Job['tags']; isWhole?: boolean }) {
  if (tags.length === 0) return '–'
  const names = tags.map(({ tagName }) => tagName)
  const shown = isWhole ? names : names.slice(0, mostShown)
  const rest = names.slice(shown.length)
  return (
    <span className={cx(css.tags, isWhole && css.wrapping)} title={isWhole ? undefined : names.join('\n')}>
      {shown.map((name) => (
        <span key={name} className={css.tag}>
          {name}
        </span>
      ))}
      {rest.length === 0 ? null : (
        <span className={css.moreTags}>
          <span aria-hidden>+{formatNumber(rest.length)}</span>
          <span className="visually-hidden">{m.job_more_tags({ count: formatNumber(rest.length), names: joinNames(rest) })}</span>
        </span>
      )}
    </span>
  )
}
