import { m } from '@steward/contract/paraglide/messages'
import { joinNames } from '../../i18n/format.ts'
import { Badge, type Tone } from './Badge.tsx'
import { cx } from './cx.ts'
import { formatNumber } from '../../i18n/time.ts'
import css from './names.module.css'

/** A badge that shows, or false. */
export type BadgeText = { text: string; tone?: Tone } | false

/** As many names as a table's cell holds; of more the rest is a count, and all of them show on hover. */
export function NameList({ names, shown = 2, empty = '–' }: { names: readonly string[]; shown?: number; empty?: string }) {
  if (names.length === 0) return <span className={css.none}>{empty}</span>
  const rest = names.length - shown
  const some = joinNames(names.slice(0, shown))
  if (rest <= 0) return some
  // The count stays in sight where the names are cut.
  return (
    <span className={css.list} title={names.join('\n')}>
      <span className={css.some}>{some}</span> <span className={css.rest}>+{formatNumber(rest)}</span>
    </span>
  )
}

/** What something is called, with the badges that set it apart: they stay in sight where the name is cut. */
export function BadgedName({ name, badges }: { name: string; badges: readonly BadgeText[] }) {
  const shown = badges.filter((badge) => badge !== false)
  // Most have none, and need no box.
  if (shown.length === 0) return name
  return (
    <span className={css.badged}>
      <span className={css.some} title={name}>
        {name}
      </span>
      {shown.map(({ text, tone }) => (
        <span key={text} className={css.badge}>
          <Badge tone={tone}>{text}</Badge>
        </span>
      ))}
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
