import { m } from '@steward/contract/paraglide/messages'
import type { NoProjectionReason } from '@steward/contract/rules/quota-projection'
import type { QuotaPeriod } from '@steward/contract/rules/quota-periods'
import type { QuotaUsage } from '@steward/contract/usage/schemas'
import { cached } from '../i18n/format.ts'
import type { Tone } from '../ui/display/Badge.tsx'

export const periodLabels: Record<QuotaPeriod, () => string> = {
  now: m.quotas_period_now,
  hour: m.quotas_period_hour,
  day: m.quotas_period_day,
  year: m.quotas_period_year,
}

/** How close usage is to the quota: label and tone; undefined while it is not close. */
export function levelOf({
  level,
  current,
  quota,
}: Pick<QuotaUsage, 'level' | 'current' | 'quota'>): { tone: Tone; label: string } | undefined {
  if (level === 'normal') return undefined
  if (level === 'warning') return { tone: 'warning', label: m.quotas_warning() }
  return { tone: 'danger', label: (current ?? 0) >= quota ? m.quotas_reached() : m.quotas_critical() }
}

const reasons: Record<NoProjectionReason, () => string> = {
  too_few_days: m.quotas_projection_too_few_days,
  not_rising: m.quotas_projection_not_rising,
  renewed_before: m.quotas_projection_renewed_before,
  too_far: m.quotas_projection_too_far,
}

/** When the quota will be exhausted, in a sentence. */
export function projectionText({ projection, period }: Pick<QuotaUsage, 'projection' | 'period'>): string {
  switch (projection.kind) {
    case 'reached':
      return m.quotas_projection_reached()
    case 'day': {
      const date = dayText(projection.day)
      return period === 'year' ? m.quotas_projection_year_day({ date }) : m.quotas_projection_day({ date })
    }
    case 'none':
      return reasons[projection.reason]()
  }
}

/** A date, independent of time zones: "14 Mar 2026". */
const dayText = (day: string): string =>
  cached('day-of-utc', (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })).format(Date.parse(day))

/** A reading or a mean: small values have one decimal. */
export function formatUse(value: number): string {
  const digits = value < 100 ? 1 : 0
  return cached(`use-${digits}`, (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits })).format(value)
}

/** A share of the quota, truncated, so that 100 % appears only when the quota is used up: "82 %". */
export const shareText = (share: number): string =>
  cached('quota-share', (locale) => new Intl.NumberFormat(locale, { style: 'percent' })).format(Math.trunc(share * 100) / 100)
