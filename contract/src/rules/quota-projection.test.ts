import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quotaPeriods } from './quota-periods.ts'
import { type DayOfUse, leastTrendDays, projectExhaustion, projectionHorizonDays } from './quota-projection.ts'

const dayMs = 86_400_000
const today = '2026-09-15'
const dayAt = (offset: number) => new Date(Date.parse(`${today}T00:00:00Z`) + offset * dayMs).toISOString().slice(0, 10)
/** Days up to yesterday, the last of them with `peakOf(-1)`. */
const daysOf = (count: number, peakOf: (offset: number) => number): DayOfUse[] =>
  Array.from({ length: count }, (_, index) => ({ day: dayAt(index - count), peak: peakOf(index - count) }))

const period = fc.constantFrom(...quotaPeriods)
const quota = fc.integer({ min: 1, max: 1_000_000 })
const peak = fc.double({ min: 0, max: 2_000_000, noNaN: true })
const anyDays = fc.uniqueArray(fc.record({ day: fc.integer({ min: -60, max: 3 }).map(dayAt), peak }), {
  selector: ({ day }) => day,
  maxLength: 60,
})
/** Noisy usage with a trend, below, at or above the quota. */
const risingDays = fc
  .record({
    level: fc.double({ min: 0, max: 1_500_000, noNaN: true }),
    slope: fc.double({ min: 0.01, max: 20_000, noNaN: true }),
    noise: fc.array(fc.double({ min: 0, max: 10_000, noNaN: true }), { minLength: leastTrendDays, maxLength: 60 }),
  })
  .map(({ level, slope, noise }) => daysOf(noise.length, (offset) => Math.max(0, level + slope * offset + (noise[-offset - 1] ?? 0))))
const days = fc.oneof(anyDays, risingDays)

describe('projectExhaustion', () => {
  test('never returns a past day, or one beyond the horizon', () => {
    fc.assert(
      fc.property(period, quota, peak, days, (of, limit, current, given) => {
        const found = projectExhaustion({ period: of, quota: limit, current, days: given, today })
        if (found.kind !== 'day') return
        expect(found.day >= today).toBe(true)
        expect(found.day <= dayAt(projectionHorizonDays)).toBe(true)
        if (of === 'year') expect(found.day.slice(0, 4)).toBe(today.slice(0, 4))
      }),
    )
  })

  test('returns reached exactly when current usage reaches the quota', () => {
    fc.assert(
      fc.property(period, quota, peak, days, (of, limit, current, given) => {
        const found = projectExhaustion({ period: of, quota: limit, current, days: given, today })
        expect(found.kind === 'reached').toBe(current >= limit)
      }),
    )
  })

  test('returns no day if usage is flat or falling', () => {
    fc.assert(
      fc.property(period, fc.double({ min: 0, max: 50, noNaN: true }), fc.double({ min: 0, max: 5, noNaN: true }), (of, level, fall) => {
        const given = daysOf(30, (offset) => level - fall * offset)
        const found = projectExhaustion({ period: of, quota: 1_000, current: level, days: given, today })
        expect(found).toEqual({ kind: 'none', reason: 'not_rising' })
      }),
    )
  })

  test('returns no day with too few days of data for a trend', () => {
    fc.assert(
      fc.property(period, fc.integer({ min: 0, max: leastTrendDays - 1 }), (of, count) => {
        const found = projectExhaustion({ period: of, quota: 100, current: 1, days: daysOf(count, (offset) => 90 + offset), today })
        expect(found).toEqual({ kind: 'none', reason: 'too_few_days' })
      }),
    )
  })

  test('does not depend on the order of the days, and scales with the unit', () => {
    fc.assert(
      fc.property(period, quota, peak, days, fc.nat(), (of, limit, current, given, seed) => {
        const shuffled = given.toSorted((a, b) => ((Date.parse(a.day) * 31 + seed) % 997) - ((Date.parse(b.day) * 31 + seed) % 997))
        const found = projectExhaustion({ period: of, quota: limit, current, days: given, today })
        expect(projectExhaustion({ period: of, quota: limit, current, days: shuffled, today })).toEqual(found)
        const halved = given.map((one) => ({ ...one, peak: one.peak / 2 }))
        expect(projectExhaustion({ period: of, quota: limit / 2, current: current / 2, days: halved, today })).toEqual(found)
      }),
    )
  })

  test('a larger quota is never exhausted earlier', () => {
    fc.assert(
      fc.property(period, quota, fc.integer({ min: 0, max: 1_000_000 }), peak, days, (of, limit, more, current, given) => {
        const at = (value: number) => projectExhaustion({ period: of, quota: value, current, days: given, today })
        const [smaller, larger] = [at(limit), at(limit + more)]
        if (smaller.kind === 'day' && larger.kind === 'day') expect(larger.day >= smaller.day).toBe(true)
        if (smaller.kind === 'none') expect(larger).not.toEqual(expect.objectContaining({ kind: 'day' }))
      }),
    )
  })

  test('finds the day for a steady rise, despite outliers', () => {
    // 70 yesterday, one more each day: 100 on the 30th day from then.
    const steady = daysOf(30, (offset) => 71 + offset)
    const wild = steady.map((one, index) => (index % 8 === 3 ? { ...one, peak: index % 16 === 3 ? 400 : 0 } : one))
    for (const given of [steady, wild]) {
      expect(projectExhaustion({ period: 'day', quota: 100, current: 40, days: given, today })).toEqual({ kind: 'day', day: dayAt(29) })
    }
  })

  test('ignores the current day, except for quotas without a period', () => {
    const given = [...daysOf(leastTrendDays - 1, (offset) => 50 + offset), { day: today, peak: 51 }]
    expect(projectExhaustion({ period: 'day', quota: 100, current: 1, days: given, today })).toMatchObject({ reason: 'too_few_days' })
    expect(projectExhaustion({ period: 'now', quota: 100, current: 1, days: given, today }).kind).toBe('day')
  })

  test('extrapolates the total of a year from its current value, and only to its end', () => {
    const given = daysOf(30, (offset) => 300 + 2 * offset)
    expect(projectExhaustion({ period: 'year', quota: 400, current: 300, days: given, today })).toEqual({ kind: 'day', day: dayAt(50) })
    expect(projectExhaustion({ period: 'year', quota: 600, current: 300, days: given, today })).toEqual({
      kind: 'none',
      reason: 'renewed_before',
    })
    const lastYear = given.map((one) => ({ ...one, day: one.day.replace('2026', '2025') }))
    expect(projectExhaustion({ period: 'year', quota: 400, current: 300, days: lastYear, today })).toMatchObject({ reason: 'too_few_days' })
  })

  test('returns nothing more than a year ahead', () => {
    const given = daysOf(30, (offset) => 10 + offset * 0.001)
    expect(projectExhaustion({ period: 'now', quota: 100, current: 10, days: given, today })).toEqual({ kind: 'none', reason: 'too_far' })
  })
})
