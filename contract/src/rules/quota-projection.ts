import type { QuotaPeriod } from './quota-periods.ts'

/** When a quota will be used up, by the trend of its usage (docs/adr/022). */

/** Minimum number of days with readings for a trend. */
export const leastTrendDays = 14
/** The horizon in days; beyond it a trend is meaningless. */
export const projectionHorizonDays = 365

export const noProjectionReasons = ['too_few_days', 'not_rising', 'renewed_before', 'too_far'] as const
export type NoProjectionReason = (typeof noProjectionReasons)[number]

export type QuotaProjection = { kind: 'reached' } | { kind: 'day'; day: string } | { kind: 'none'; reason: NoProjectionReason }

export interface DayOfUse {
  /** `2026-03-14`, UTC. */
  day: string
  /** The day's peak: at any moment, within one hour, over the whole day, or in the year so far, depending on the quota. */
  peak: number
}

const dayMs = 86_400_000
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)
const none = (reason: NoProjectionReason): QuotaProjection => ({ kind: 'none', reason })

/**
 * The first day, from today, on which usage reaches the quota if the trend continues.
 *
 * The trend is the Theil-Sen line through the daily peaks: the median of the slopes between any two, so that outliers
 * don't affect it. Usage of yearly quotas is extrapolated from the last total instead, and only until the end of the
 * year.
 *
 * @param current usage by the last reading, in the quota's unit
 * @param days in any order, each at most once; other years are ignored for yearly quotas
 * @param today `2026-03-14`, UTC
 */
export function projectExhaustion(given: {
  period: QuotaPeriod
  quota: number
  current: number
  days: readonly DayOfUse[]
  today: string
}): QuotaProjection {
  const { period, quota, current, today } = given
  if (current >= quota) return { kind: 'reached' }
  const isOfYear = period === 'year'
  // Today isn't over, so its total isn't final.
  const isWhole = (day: string) => (period === 'now' || isOfYear ? day <= today : day < today)
  const days = given.days
    .filter(({ day }) => isWhole(day) && (!isOfYear || day.slice(0, 4) === today.slice(0, 4)))
    .map(({ day, peak }) => ({ x: dayNumber(day), y: peak }))
  if (days.length < leastTrendDays) return none('too_few_days')
  const slope = theilSenSlope(days)
  if (!(slope > 0)) return none('not_rising')
  const start = dayNumber(today)
  const reached = isOfYear ? start + (quota - current) / slope : (quota - medianOf(days.map(({ x, y }) => y - slope * x))) / slope
  const day = Math.max(start, Math.ceil(reached))
  if (isOfYear && dayNumber(`${Number(today.slice(0, 4)) + 1}-01-01`) <= day) return none('renewed_before')
  if (day > start + projectionHorizonDays) return none('too_far')
  return { kind: 'day', day: dayOf(day) }
}

interface Point {
  x: number
  y: number
}

/** The median of the slopes between any two points (Theil 1950, Sen 1968); 0 with fewer than two. */
function theilSenSlope(points: readonly Point[]): number {
  const slopes = points.flatMap((a, index) => points.slice(index + 1).flatMap((b) => (a.x === b.x ? [] : [(b.y - a.y) / (b.x - a.x)])))
  return slopes.length === 0 ? 0 : medianOf(slopes)
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
