import { describe, expect, it } from 'vitest'
import type { HomeQuota } from '@steward/contract/home/schemas'
import { daysOf } from './daily.ts'
import { peopleOf } from './people.ts'
import { nearestQuotas } from './quotas.ts'

const now = new Date('2031-06-14T23:59:59.000Z')

describe('people by state', () => {
  const count = (facet: string, n: number, table_name = 'app_user') => ({ table_name, facet, n })

  it('add up to all people', () => {
    const people = peopleOf([
      count('endUser/CONFIRMED', 200),
      count('endUser/EXTERNAL_PROVIDER', 30),
      count('endUser/FORCE_CHANGE_PASSWORD', 12),
      count('endUser/CONFIRMED/disabled', 5),
      count('endUser/FORCE_CHANGE_PASSWORD/disabled', 3),
      count('service/CONFIRMED', 9),
      count('endUser', 4, 'app_user_never'),
      count('service', 2, 'app_user_never'),
    ])
    expect(people).toEqual({ active: 226, invited: 12, neverSignedIn: 4, disabled: 8, total: 250 })
    expect(people.active + people.invited + people.neverSignedIn + people.disabled).toBe(people.total)
  })

  it('are none in an empty tenant', () => {
    expect(peopleOf([])).toEqual({ active: 0, invited: 0, neverSignedIn: 0, disabled: 0, total: 0 })
  })
})

describe('counts by the day', () => {
  it('are of thirty days (UTC), with those without events', () => {
    const days = daysOf(
      [
        { day: '2031-06-14', event: 'sign_in', n: 3 },
        { day: '2031-06-13', event: 'sign_in_failed', n: 7 },
        { day: '2031-05-16', event: 'sign_in', n: 2 },
        { day: '2031-05-15', event: 'sign_in', n: 9 },
      ],
      'sign_in',
      now,
    )
    expect(days).toHaveLength(30)
    expect(days[0]).toEqual({ day: '2031-05-16', count: 2 })
    expect(days.at(-1)).toEqual({ day: '2031-06-14', count: 3 })
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(5)
  })
})

describe('quotas', () => {
  const quota = (
    quotaName: string,
    wanted: { peaks: number[]; current?: number | null; limit?: number; reached?: boolean },
  ): HomeQuota => ({
    productCode: 'RI-RISKMODELER',
    productName: 'Risk Modeler',
    quotaName,
    period: 'day',
    quota: wanted.limit ?? 100,
    current: wanted.current ?? 0,
    mean: 0,
    peak: Math.max(0, ...wanted.peaks),
    lastReadingAt: wanted.peaks.length > 0 ? now.toISOString() : null,
    level: 'normal',
    projection: wanted.reached ? { kind: 'reached' } : { kind: 'none', reason: 'not_rising' },
    days: wanted.peaks.map((peak, index) => ({ day: `2031-06-${String(index + 1).padStart(2, '0')}`, peak })),
  })

  it('are ordered by the share of their busiest day of the last week', () => {
    const names = nearestQuotas([
      quota('low', { peaks: [5] }),
      quota('long ago', { peaks: [99, 1, 1, 1, 1, 1, 1, 1] }),
      quota('near', { peaks: [90, 40] }),
      quota('now', { peaks: [10], current: 70 }),
      quota('used up', { peaks: [1], limit: 1, reached: true }),
      quota('without readings', { peaks: [] }),
    ]).map(({ quotaName }) => quotaName)
    expect(names).toEqual(['used up', 'near', 'now'])
  })

  it('of nothing come last', () => {
    expect(nearestQuotas([quota('zero', { peaks: [0], limit: 0 }), quota('some', { peaks: [1] })]).map((one) => one.quotaName)).toEqual([
      'some',
      'zero',
    ])
  })
})
