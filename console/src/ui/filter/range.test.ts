import { expect, test } from 'vitest'
import { rangeSearch } from './rangeSearch.ts'
import { dayOf, dayStart, rangeText } from './range.ts'

test('reads ranges and drops what is invalid', () => {
  expect(rangeSearch({ days: '30' })).toEqual({ days: 30 })
  expect(rangeSearch({ days: 3 })).toEqual({})
  expect(rangeSearch({ from: '2026-03-14T00:00:00.000Z', days: 7 })).toEqual({ from: '2026-03-14T00:00:00.000Z' })
  expect(rangeSearch({ from: '2026-03-14T00:00:00Z', until: '2026-03-13T00:00:00Z' })).toEqual({})
  expect(rangeSearch({ from: 'yesterday', until: '2026-13-13T00:00:00Z' })).toEqual({})
})

test('days begin at midnight in the time zone, also when clocks change', () => {
  expect(dayStart('2026-03-14', 'UTC')).toBe('2026-03-14T00:00:00.000Z')
  expect(dayStart('2026-03-14', 'Asia/Tokyo')).toBe('2026-03-13T15:00:00.000Z')
  expect(dayStart('2026-03-29', 'Europe/Zurich')).toBe('2026-03-28T23:00:00.000Z')
  expect(dayStart('2026-03-29', 'Europe/Zurich', 1)).toBe('2026-03-29T22:00:00.000Z')
  expect(dayStart('2026-12-31', 'UTC', 1)).toBe('2027-01-01T00:00:00.000Z')
  expect(dayOf('2026-03-13T15:00:00.000Z', 'Asia/Tokyo')).toBe('2026-03-14')
})

test('says the range', () => {
  const show = (time: string) => time.slice(0, 10)
  expect(rangeText({}, 7)).toBe('Last 7 days')
  expect(rangeText({ days: 92 }, 7)).toBe('Last 3 months')
  expect(rangeText({ from: '2026-03-14T00:00:00Z', until: '2026-03-15T00:00:00Z' }, 7, show)).toBe('2026-03-14')
  expect(rangeText({ from: '2026-03-14T00:00:00Z', until: '2026-03-17T00:00:00Z' }, 7, show)).toBe('2026-03-14 – 2026-03-16')
  expect(rangeText({ until: '2026-03-17T00:00:00Z' }, 7, show)).toBe('until 2026-03-16')
})
