import { afterEach, expect, test } from 'vitest'
import { setPreferences } from '../theme/preferences.ts'
import { fieldOf, momentOf } from './zonedField.ts'

afterEach(() => setPreferences({ timeZone: 'system' }))

test.each([
  ['UTC', '2026-03-14T09:26:00.000Z', '2026-03-14T09:26:00'],
  ['Asia/Tokyo', '2026-03-14T23:30:00.000Z', '2026-03-15T08:30:00'],
  // The hour after the clocks went forward, and the one before they go back.
  ['Europe/Zurich', '2026-03-29T01:15:00.000Z', '2026-03-29T03:15:00'],
  ['Europe/Zurich', '2026-03-29T00:15:00.000Z', '2026-03-29T01:15:00'],
  ['America/New_York', '2026-11-01T04:15:00.000Z', '2026-11-01T00:15:00'],
])('a field in %s has %s as %s', (timeZone, moment, field) => {
  setPreferences({ timeZone })
  expect(fieldOf(Date.parse(moment))).toBe(field)
  expect(new Date(momentOf(field)).toISOString()).toBe(moment)
  // Browsers leave out seconds that are zero.
  expect(new Date(momentOf(field.slice(0, 16))).toISOString()).toBe(moment)
})

test('an incomplete field has no moment', () => {
  expect(momentOf('')).toBeNaN()
})
