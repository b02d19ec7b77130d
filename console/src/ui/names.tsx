import { m } from '@steward/contract/paraglide/messages'
import { joinNames } from '../i18n/format.ts'
import { Badge } from './Badge.tsx'
import { cx } from './cx.ts'
import { formatNumber } from './time.ts'
import css from './names.module.css'

/** As many names as a table's cell holds; the rest is a count, and all of them show on hover. */
export function NameList({ names, shown = 2, empty = '–' }: { names: readonly string[]; shown?: number; empty?: string }) {
  if (names.length === 0) return <span className={css.none}>{empty}</span>
  const rest = names.length - shown
  const title = names.join('\n')
  const some = joinNames(names.slice(0, shown))
  if (rest <= 0) return <span title={title}>{some}</span>
  // The count stays in sight where the names are cut.
  return (
    <span className={css.list} title={title}>
      <span className={css.some}>{some}</span> <span className={css.rest}>+{formatNumber(rest)}</span>
    </span>
  )
}

/** Names that were won or lost by a change; of many the first `shown`, then how many more. */
export function GainLoss({
  label,
  names,
  tone,
  shown = names.length,
}: {
  label: string
  names: readonly string[]
  tone: 'success' | 'danger'
  shown?: number
}) {
  if (names.length === 0) return null
  const rest = names.length - shown
  return (
    <div className={css.effect}>
      <span className={css.effectLabel}>{label}</span>
      <ul className={css.effectList}>
        {names.slice(0, shown).map((name) => (
          <li key={name}>
            <Badge tone={tone}>
              <span aria-hidden>{tone === 'success' ? '+ ' : '− '}</span>
              <span className={cx(tone === 'danger' && css.lost)}>{name}</span>
            </Badge>
          </li>
        ))}
        {rest > 0 ? <li className={css.rest}>{m.ui_and_more({ count: rest })}</li> : null}
      </ul>
    </div>
  )
}
