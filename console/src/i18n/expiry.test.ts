import { expect, test } from 'vitest'
import { dayOf, endOfDay, formatLastDay, hasEnded } from './expiry.ts'

test('expires a key at the end of the chosen day, and never without a day', () => {
  expect(endOfDay('2027-02-28')).toBe('2027-02-28T23:59:59.000Z')
  expect(dayOf(endOfDay('2027-02-28'))).toBe('2027-02-28')
  expect(endOfDay('')).toBeNull()
  expect(dayOf(null)).toBe('')
})

test('counts a key as expired from its expiry on, and never without one', () => {
  const end = '2027-02-28T23:59:59.000Z'
  expect(hasEnded(end, Date.parse(end) - 1)).toBe(false)
  expect(hasEnded(end, Date.parse(end))).toBe(true)
  expect(hasEnded(null)).toBe(false)
})

test('shows the same last day in every time zone', () => {
  const { TZ } = process.env
  try {
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
      process.env['TZ'] = zone
      expect(formatLastDay('2027-02-28T23:59:59.000Z')).toContain('28')
      expect(formatLastDay('2027-02-28')).toContain('28')
    }
  } finally {
    process.env['TZ'] = TZ
  }
})
