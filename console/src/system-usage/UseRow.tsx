import { useId } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { quotaLevel } from '@steward/contract/rules/quota-levels'
import { levelOf, shareText } from '../quotas/labels.ts'
import { QuotaMeter } from '../quotas/QuotaMeter.tsx'
import { Status } from '../ui/display/Badge.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import { shareOf } from './series.ts'
import { Sparkline } from './Sparkline.tsx'
import css from './SystemUsage.module.css'

export interface UseRowProps {
  label: string
  /** Null where nothing is known. */
  used: number | null
  quota: number | null
  /** The peak of each day. */
  values: readonly (number | null)[]
  /** When the quota runs out. */
  outlook?: string | undefined
  format: (value: number) => string
  formatExact: (value: number) => string
}

/** One metric in a card: use against its quota, the last 30 days, and what runs out when. */
export function UseRow({ label, used, quota, values, outlook, format, formatExact }: UseRowProps) {
  const id = useId()
  const text = (write: (value: number) => string) =>
    used === null ? m.quotas_no_usage_row() : quota === null ? write(used) : m.quotas_used({ used: write(used), quota: write(quota) })
  const level = quota === null ? 'normal' : quotaLevel(used ?? 0, quota)
  const state = quota === null ? undefined : levelOf({ level, current: used, quota })
  const share = quota === null || used === null ? undefined : shareText(shareOf(used, quota))
  const [short, exact] = [text(format), text(formatExact)]
  const known = values.filter((value) => value !== null)
  const peak = known.length === 0 ? null : Math.max(...known)
  // Where the bar shows it, too.
  const peakText = (write: (value: number) => string) =>
    quota === null || used === null || peak === null || peak <= used ? undefined : m.metrics_peak_30_days({ peak: write(peak) })
  const shortPeak = peakText(format)
  return (
    <li className={css.row} aria-labelledby={id}>
      <h3 id={id} className={css.metric}>
        {label}
      </h3>
      <p className={css.numbers}>
        {short === exact ? (
          <strong>{short}</strong>
        ) : (
          <Tooltip text={exact}>
            <strong>{short}</strong>
          </Tooltip>
        )}
        {share === undefined ? null : <span className={css.muted}>{share}</span>}
        {shortPeak === undefined ? null : <span className={css.muted}>{shortPeak}</span>}
        {state ? <Status tone={state.tone}>{state.label}</Status> : null}
      </p>
      <div className={css.pictures}>
        {quota === null || used === null ? (
          <span />
        ) : (
          <QuotaMeter
            labelledBy={id}
            used={used}
            quota={quota}
            peak={peak}
            level={level}
            text={[exact, share, peakText(formatExact), state?.label].filter(Boolean).join(', ')}
          />
        )}
        <Sparkline values={values} />
      </div>
      {outlook === undefined ? null : <p className={css.outlook}>{outlook}</p>}
    </li>
  )
}
