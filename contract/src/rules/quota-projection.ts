import type { QuotaPeriod } from './quota-periods.ts'

/** When a quota will be exhausted, by the trend of its use (docs/adr/022). */

/** Days with readings below which no trend is seen. */
export const leastTrendDays = 14
/** Days ahead beyond which a trend says nothing. */
export const projectionHorizonDays = 365

export const noProjectionReasons = ['too_few_days', 'not_rising', 'renewed_before', 'too_far'] as const
export type NoProjectionReason = (typeof noProjectionReasons)[number]

export type QuotaProjection = { kind: 'reached' } | { kind: 'day'; day: string } | { kind: 'none'; reason: NoProjectionReason }

export interface DayOfUse {
  /** `2026-03-14`, UTC. */
  day: string
  /** The most there was on it: at once, within one hour of it, on the whole day, or in the year so far, as the quota counts. */
  peak: number
}

const dayMs = 86_400_000
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)
const none = (reason: NoProjectionReason): QuotaProjection => ({ kind: 'none', reason })

/**
 * The first day, from today on, on which use reaches the quota if it goes on rising as it did.
 *
 * The trend is the Theil-Sen line through the peaks of the days: the median of the slopes between any two, so that a few
 * wild days do not bend it. Use of what adds up over a year is followed from its last total instead, and is over with the
 * year: the quota is exhausted only if its total arrives there before.
 *
 * @param current use by the last reading, in the quota's unit
 * @param days in any order, each at most once; those of other years count only where the quota is not of a year
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
  // Today is not over: what adds up within it is still to come.
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

/** The median of the slopes between any two points (Theil 1950, Sen 1968); 0 where there are no two. */
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
