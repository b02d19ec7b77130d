import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import css from './tags.module.css'

/** How many names have an answer. */
export function Progress({ done, total }: { done: number; total: number }) {
  const text = m.tags_create_progress({ done: formatNumber(done), total: formatNumber(total) })
  return (
    <div className={css.progress}>
      <progress className={css.bar} value={done} max={total} aria-label={m.tags_create()} aria-valuetext={text} />
      <span className={css.count}>{text}</span>
    </div>
  )
}
