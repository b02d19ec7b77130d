import { useId } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { QuotaUsage } from '@steward/contract/usage/schemas'
import { Status } from '../ui/display/Badge.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { formatUse, levelOf, periodLabels, projectionText, shareText } from './labels.ts'
import css from './QuotaItem.module.css'
import { QuotaMeter } from './QuotaMeter.tsx'
import { quotaLabel } from '../licenses/labels.ts'

/** Readings that are this much older than the newest show their time. */
const staleMs = 3_600_000

interface QuotaItemProps {
  usage: QuotaUsage
  /** Of all quotas. */
  newestReadingAt: string | null
}

/** A quota with its usage and its expected exhaustion. */
export function QuotaItem({ usage, newestReadingAt }: QuotaItemProps) {
  const label = useId()
  const { current, quota, mean, peak, period, lastReadingAt } = usage
  const isStale = lastReadingAt !== null && Date.parse(newestReadingAt ?? lastReadingAt) - Date.parse(lastReadingAt) > staleMs
  return (
    <li className={css.quota} aria-labelledby={label}>
      <div>
        <h3 id={label} className={css.label}>
          {quotaLabel(usage.quotaName)}
        </h3>
        <p className={css.period}>{periodLabels[period]()}</p>
      </div>
      {current === null ? (
        <p className={css.use}>{m.quotas_not_read({ quota: formatUse(quota) })}</p>
      ) : (
        <Use usage={usage} current={current} label={label} />
      )}
      <div className={css.outlook}>
        {current === null ? <p className={css.facts}>{m.quotas_no_usage_row()}</p> : <p>{projectionText(usage)}</p>}
        {mean === null || peak === null || period === 'year' ? null : (
          <p className={css.facts}>{m.quotas_facts({ mean: formatUse(mean), peak: formatUse(peak) })}</p>
        )}
        {isStale ? (
          <p className={css.facts}>
            {m.quotas_last_reading()} <RelativeTime value={lastReadingAt} />
          </p>
        ) : null}
      </div>
    </li>
  )
}

/** The bar with its numbers; marks show the warning thresholds. */
function Use({ usage, current, label }: { usage: QuotaUsage; current: number; label: string }) {
  const { quota, level } = usage
  const share = quota > 0 ? current / quota : current > 0 ? 1 : 0
  const state = levelOf(usage)
  const text = m.quotas_used({ used: formatUse(current), quota: formatUse(quota) })
  return (
    <div className={css.use}>
      <p className={css.numbers}>
        <strong>{text}</strong>
        <span className={css.share}>{shareText(share)}</span>
        {state ? <Status tone={state.tone}>{state.label}</Status> : null}
      </p>
      <QuotaMeter
        labelledBy={label}
        used={current}
        quota={quota}
        peak={usage.peak}
        level={level}
        text={[text, shareText(share), state?.label].filter(Boolean).join(', ')}
      />
    </div>
  )
}
