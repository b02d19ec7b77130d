import { expect, test } from 'vitest'
import { dayOf, endOfDay, formatLastDay, hasEnded } from './expiry.ts'

test('a key holds to the end of the chosen day, and no day is never', () => {
  expect(endOfDay('2027-02-28')).toBe('2027-02-28T23:59:59.000Z')
  expect(dayOf(endOfDay('2027-02-28'))).toBe('2027-02-28')
  expect(endOfDay('')).toBeNull()
  expect(dayOf(null)).toBe('')
})

test('it has ended at its end, and one without an end never has', () => {
  const end = '2027-02-28T23:59:59.000Z'
  expect(hasEnded(end, Date.parse(end) - 1)).toBe(false)
  expect(hasEnded(end, Date.parse(end))).toBe(true)
  expect(hasEnded(null)).toBe(false)
})

test('the last day reads the same in every time zone', () => {
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
