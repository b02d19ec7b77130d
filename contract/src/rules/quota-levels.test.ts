import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ToldLevel, alertPeriod, nextAlert, quotaHysteresis, quotaLevel, quotaLevels, quotaThresholds } from './quota-levels.ts'
import { type QuotaPeriod, currentUse, periodStart, quotaPeriods } from './quota-periods.ts'

const at = Date.parse('2026-03-14T09:26:53.589Z')
const untold: ToldLevel = { level: 'normal', period: null }
const rank = (level: ToldLevel['level']) => quotaLevels.indexOf(level)

/** The alert levels when usage passes through these percentages of a quota, a minute apart. */
function toldOf(period: QuotaPeriod, uses: readonly number[], stepMs = 60_000): string[] {
  let told = untold
  return uses.flatMap((used, index) => {
    const next = nextAlert(told, { used, quota: 100, period, at: at + index * stepMs })
    told = next.told
    return next.tell ?? []
  })
}

test.each([
  [0, 100, 'normal'],
  [79.9, 100, 'normal'],
  [80, 100, 'warning'],
  [94.9, 100, 'warning'],
  [95, 100, 'critical'],
  [300, 100, 'critical'],
  [0, 0, 'normal'],
  [1, 0, 'critical'],
  // Dividing first would give 79.99…
  [4, 5, 'warning'],
  [0.8 * 35, 35, 'warning'],
] as const)('%d of %d is %s', (used, quota, level) => {
  expect(quotaLevel(used, quota)).toBe(level)
})

describe('periods', () => {
  test('begin on the hour, the day and the year of UTC', () => {
    const starts = quotaPeriods.map((period) => new Date(periodStart(period, at)).toISOString())
    expect(starts).toEqual(['2026-03-14T09:26:53.589Z', '2026-03-14T09:00:00.000Z', '2026-03-14T00:00:00.000Z', '2026-01-01T00:00:00.000Z'])
  })

  test('ignore readings of a past period, but keep quotas without a period', () => {
    const last = { at: at - 26 * 3_600_000, value: 7 }
    expect(quotaPeriods.map((period) => currentUse(period, last, at))).toEqual([7, 0, 0, 7])
  })

  test('group alerts by day or year', () => {
    expect(quotaPeriods.map((period) => alertPeriod(period, at))).toEqual([null, '2026-03-14', '2026-03-14', '2026-01-01'])
  })
})

describe('alerts', () => {
  test('are sent once per threshold, and only for the higher one when usage jumps', () => {
    expect(toldOf('now', [50, 80, 81, 94, 95, 99])).toEqual(['warning', 'critical'])
    expect(toldOf('now', [50, 96, 97])).toEqual(['critical'])
  })

  test('do not flap around a threshold, and are sent again after usage fell well below it', () => {
    expect(toldOf('now', [80, 79, 80, 76, 81])).toEqual(['warning'])
    expect(toldOf('now', [80, 74, 80])).toEqual(['warning', 'warning'])
    expect(toldOf('now', [95, 94, 95, 91, 96])).toEqual(['critical'])
    expect(toldOf('now', [95, 89, 95])).toEqual(['critical', 'critical'])
    // Falling from critical to warning is not sent.
    expect(toldOf('now', [95, 85, 82])).toEqual(['critical'])
    expect(toldOf('now', [95, 50, 82])).toEqual(['critical', 'warning'])
  })

  test('are sent once a day for hourly and daily quotas, and again the next day', () => {
    const day = 86_400_000
    expect(toldOf('day', [85, 90, 85, 85], day / 2)).toEqual(['warning', 'warning'])
    expect(toldOf('hour', [85, 10, 85, 10, 85], 3_600_000)).toEqual(['warning'])
    expect(toldOf('hour', [85, 85], day)).toEqual(['warning', 'warning'])
    expect(toldOf('year', [85, 85, 96], day)).toEqual(['warning', 'critical'])
  })

  test('ignore late readings of a past period', () => {
    const told: ToldLevel = { level: 'warning', period: '2026-03-14' }
    expect(nextAlert(told, { used: 99, quota: 100, period: 'day', at: at - 86_400_000 })).toEqual({ told, tell: undefined })
  })

  test('repeat a level only after usage fell below the hysteresis, or in a new period', () => {
    fc.assert(
      fc.property(fc.constantFrom(...quotaPeriods), fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 60 }), (period, uses) => {
        let told = untold
        const tells: { index: number; level: ToldLevel['level']; of: string | null }[] = []
        for (const [index, used] of uses.entries()) {
          const moment = at + index * 1_800_000
          const next = nextAlert(told, { used, quota: 100, period, at: moment })
          expect(rank(next.told.level)).toBeGreaterThanOrEqual(rank(quotaLevel(used, 100)))
          told = next.told
          if (!next.tell) continue
          const of = alertPeriod(period, moment)
          const before = tells.findLast((one) => one.of === of && rank(one.level) >= rank(next.tell ?? 'normal'))
          const lowest = Math.min(...uses.slice(before?.index ?? index, index))
          if (before) expect(lowest).toBeLessThan(quotaThresholds[next.tell] - quotaHysteresis)
          if (before) expect(period).not.toBe('hour')
          tells.push({ index, level: next.tell, of })
        }
      }),
    )
  })
})
