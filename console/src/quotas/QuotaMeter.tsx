import { quotaThresholds, type QuotaLevel } from '@steward/contract/rules/quota-levels'
import css from './QuotaMeter.module.css'

interface QuotaMeterProps {
  /** The id of the label. */
  labelledBy: string
  used: number
  quota: number
  /** The most that was used, drawn behind the current use. */
  peak: number | null
  level: QuotaLevel
  /** Everything that the bar shows. */
  text: string
}

/** Use against a quota as a bar; marks show the warning thresholds. */
export function QuotaMeter({ labelledBy, used, quota, peak, level, text }: QuotaMeterProps) {
  const share = quota > 0 ? used / quota : used > 0 ? 1 : 0
  return (
    <div
      className={css.bar}
      role="meter"
      aria-labelledby={labelledBy}
      aria-valuemin={0}
      aria-valuemax={quota}
      aria-valuenow={Math.min(used, quota)}
      aria-valuetext={text}
    >
      {peak === null || quota === 0 ? null : <span className={css.peak} style={{ inlineSize: `${Math.min(1, peak / quota) * 100}%` }} />}
      <span className={css.fill} data-level={level} style={{ inlineSize: `${Math.min(1, share) * 100}%` }} />
      {Object.values(quotaThresholds).map((percent) => (
        <span key={percent} className={css.mark} style={{ insetInlineStart: `${percent}%` }} />
      ))}
    </div>
  )
}
