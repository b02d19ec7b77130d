import type { QuotaPeriod } from './quota-periods.ts'
import { periodStart } from './quota-periods.ts'

/** How close usage is to a quota, and when to alert people (docs/adr/022). */

export const quotaLevels = ['normal', 'warning', 'critical'] as const
export type QuotaLevel = (typeof quotaLevels)[number]

/** Percent of the quota at which usage becomes a warning, and critical. */
export const quotaThresholds = { warning: 80, critical: 95 } as const

/** Percentage points that usage must fall below a threshold before the alert is sent again. */
export const quotaHysteresis = 5

/** With a quota of 0, any usage is too much. */
const reaches = (used: number, quota: number, percent: number): boolean => (quota > 0 ? used * 100 >= quota * percent : used > 0)

/** The level of usage; both in the quota's unit. */
export function quotaLevel(used: number, quota: number): QuotaLevel {
  if (reaches(used, quota, quotaThresholds.critical)) return 'critical'
  return reaches(used, quota, quotaThresholds.warning) ? 'warning' : 'normal'
}

/** The last alert for a quota: the highest level, and its period. */
export interface ToldLevel {
  level: QuotaLevel
  /** From `alertPeriod`; null for quotas without a period. */
  period: string | null
}

/**
 * The period in which a level is alerted once, for a reading at `at` (ms since 1970): the quota's day or year. For hourly
 * quotas it is the day, to avoid an alert for every busy hour. Null for quotas without a period.
 */
export function alertPeriod(period: QuotaPeriod, at: number): string | null {
  if (period === 'now') return null
  return new Date(periodStart(period === 'year' ? 'year' : 'day', at)).toISOString().slice(0, 10)
}

/**
 * The alert state after a reading, and the level to alert now if it rose above the last alert. A level can be alerted
 * again after usage fell well below it, or in the next period.
 */
export function nextAlert(
  told: ToldLevel,
  seen: { used: number; quota: number; period: QuotaPeriod; at: number },
): { told: ToldLevel; tell: Exclude<QuotaLevel, 'normal'> | undefined } {
  const { used, quota, period, at } = seen
  const current = alertPeriod(period, at)
  // A reading of an earlier period doesn't count for this one.
  if (told.period !== null && current !== null && current < told.period) return { told, tell: undefined }
  const before: QuotaLevel = told.period === current ? told.level : 'normal'
  const level = quotaLevel(used, quota)
  if (rank(level) > rank(before) && level !== 'normal') return { told: { level, period: current }, tell: level }
  // Hourly usage drops every hour; alert once a day.
  if (period === 'hour') return { told: { level: before, period: current }, tell: undefined }
  return { told: { level: lowered(before, used, quota), period: current }, tell: undefined }
}

const rank = (level: QuotaLevel): number => quotaLevels.indexOf(level)

/** The level that still counts as alerted at this usage. */
function lowered(level: QuotaLevel, used: number, quota: number): QuotaLevel {
  const holds = (wanted: 'warning' | 'critical') => reaches(used, quota, quotaThresholds[wanted] - quotaHysteresis)
  if (level === 'critical' && holds('critical')) return 'critical'
  return level !== 'normal' && holds('warning') ? 'warning' : 'normal'
}
