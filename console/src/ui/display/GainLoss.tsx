import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { Badge } from './Badge.tsx'
import { cx } from './cx.ts'
import css from './GainLoss.module.css'

/** Names that a change adds or removes: the first `shown`, then the number of others. */
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
        {rest > 0 ? <li className={css.rest}>{m.ui_and_more({ count: formatNumber(rest) })}</li> : null}
      </ul>
    </div>
  )
}
