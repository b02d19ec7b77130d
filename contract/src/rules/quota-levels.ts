import type { QuotaPeriod } from './quota-periods.ts'
import { periodStart } from './quota-periods.ts'

/** How near use comes to a quota, and when people are told of it (docs/adr/022). */

export const quotaLevels = ['normal', 'warning', 'critical'] as const
export type QuotaLevel = (typeof quotaLevels)[number]

/** Percent of the quota from which use is a warning, and critical. */
export const quotaThresholds = { warning: 80, critical: 95 } as const

/** Percentage points that use must fall below a threshold before reaching it again is news. */
export const quotaHysteresis = 5

/** Of a quota of 0, any use is too much. */
const reaches = (used: number, quota: number, percent: number): boolean => (quota > 0 ? used * 100 >= quota * percent : used > 0)

/** The level of use; both in the quota's unit. */
export function quotaLevel(used: number, quota: number): QuotaLevel {
  if (reaches(used, quota, quotaThresholds.critical)) return 'critical'
  return reaches(used, quota, quotaThresholds.warning) ? 'warning' : 'normal'
}

/** What has been told of a quota: the highest level, and of which period it was. */
export interface ToldLevel {
  level: QuotaLevel
  /** From `alertPeriod`; null where the quota counts at any moment. */
  period: string | null
}

/**
 * Within what a level is told once, for a reading at `at` (ms since 1970): the day or year that use adds up in. Of what adds up
 * within an hour it is the day, so that busy hours are not told one by one. Null where the quota counts at any moment.
 */
export function alertPeriod(period: QuotaPeriod, at: number): string | null {
  if (period === 'now') return null
  return new Date(periodStart(period === 'year' ? 'year' : 'day', at)).toISOString().slice(0, 10)
}

/**
 * What follows from use of a quota: what has been told of it then, and the level to tell of now, if it has risen above what
 * was told. A level may be told again once use fell well below it, or with the next period.
 */
export function nextAlert(
  told: ToldLevel,
  seen: { used: number; quota: number; period: QuotaPeriod; at: number },
): { told: ToldLevel; tell: Exclude<QuotaLevel, 'normal'> | undefined } {
  const { used, quota, period, at } = seen
  const current = alertPeriod(period, at)
  // A reading of an earlier period says nothing of this one.
  if (told.period !== null && current !== null && current < told.period) return { told, tell: undefined }
  const before: QuotaLevel = told.period === current ? told.level : 'normal'
  const level = quotaLevel(used, quota)
  if (rank(level) > rank(before) && level !== 'normal') return { told: { level, period: current }, tell: level }
  // The use of an hour falls with every hour; it is told once a day.
  if (period === 'hour') return { told: { level: before, period: current }, tell: undefined }
  return { told: { level: lowered(before, used, quota), period: current }, tell: undefined }
}

const rank = (level: QuotaLevel): number => quotaLevels.indexOf(level)

/** The level that still counts as told when use fell to this. */
function lowered(level: QuotaLevel, used: number, quota: number): QuotaLevel {
  const holds = (wanted: 'warning' | 'critical') => reaches(used, quota, quotaThresholds[wanted] - quotaHysteresis)
  if (level === 'critical' && holds('critical')) return 'critical'
  return level !== 'normal' && holds('warning') ? 'warning' : 'normal'
}
