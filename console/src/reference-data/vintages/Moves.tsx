import { m } from '@steward/contract/paraglide/messages'
import type { RateDifference } from '@steward/contract/reference-data/rates-schemas'
import { formatNumber } from '../../i18n/time.ts'
import { BeforeAfter } from '../../ui/display/ChangedFields.tsx'
import { formatAsOf } from '../rates/asOf.ts'
import { formatMove, rateText } from '../rates/currencyText.ts'
import css from './Moves.module.css'
import type { Comparison } from './comparison.ts'

/** The largest moves as bars: to the right up, to the left down. */
export function Moves({ comparison, percent }: { comparison: Comparison; percent: number }) {
  const moves = comparison.differences.filter(isMove)
  if (moves.length === 0) return <p className={css.note}>{m.vintages_moves_none({ percent: formatNumber(percent) })}</p>
  const up = Math.max(0, ...moves.map(({ movePercent }) => movePercent))
  const down = Math.max(0, ...moves.map(({ movePercent }) => -movePercent))
  const share = (percent: number) => (up + down === 0 ? 0 : (percent / (up + down)) * 100)
  return (
    <figure className={css.figure}>
      <ul className={css.moves} aria-label={m.vintages_moves_label()}>
        {moves.map((move) => (
          <li key={`${move.currencyCode} ${move.asOfDate}`} className={css.move}>
            <span className={css.name}>
              <strong>{move.currencyCode}</strong> {formatAsOf(move.asOfDate)}
            </span>
            <span className={css.bar} aria-hidden>
              <span className={css.zero} style={{ left: `${share(down)}%` }} />
              {move.movePercent < 0 ? (
                <span className={css.down} style={{ right: `${100 - share(down)}%`, width: `${share(-move.movePercent)}%` }} />
              ) : (
                <span className={css.up} style={{ left: `${share(down)}%`, width: `${share(move.movePercent)}%` }} />
              )}
            </span>
            <span className={css.percent}>{formatMove(move.movePercent)}</span>
            <span className={css.rates}>
              <BeforeAfter before={rateText(move.before)} after={rateText(move.after)} />
            </span>
          </li>
        ))}
      </ul>
      {comparison.movedBeyond > moves.length ? (
        <figcaption className={css.note}>
          {m.vintages_moves_shown({ shown: formatNumber(moves.length), total: formatNumber(comparison.movedBeyond) })}
        </figcaption>
      ) : null}
    </figure>
  )
}

type Move = RateDifference & { movePercent: number }

const isMove = (difference: RateDifference): difference is Move => difference.kind === 'moved' && difference.movePercent !== null
