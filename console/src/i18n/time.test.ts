import { afterEach, expect, test } from 'vitest'
import { setPreferences } from '../theme/preferences.ts'
import { exactTime, formatDate, formatDay, formatTimeIn } from './time.ts'

afterEach(() => setPreferences({ timeZone: 'system' }))

const nearMidnight = '2026-03-14T23:30:00.000Z'

test('shows times in the chosen time zone and in UTC', () => {
  setPreferences({ timeZone: 'Asia/Tokyo' })
  expect(formatDate(nearMidnight)).toBe('Mar 15, 2026')
  expect(exactTime(nearMidnight)).toMatch(/^Mar 14, 2026, 11:30:00\sPM UTC\nMar 15, 2026, 8:30:00\sAM GMT\+9$/)
  setPreferences({ timeZone: 'America/New_York' })
  expect(formatDate(nearMidnight)).toBe('Mar 14, 2026')
  expect(formatTimeIn('Europe/Zurich', new Date(nearMidnight))).toMatch(/^12:30\sAM GMT\+1$/)
})

test('uses the user’s time zone for today', () => {
  const now = new Date('2026-03-15T00:30:00.000Z')
  setPreferences({ timeZone: 'UTC' })
  expect(formatDay(nearMidnight, now)).toBe('Yesterday')
  setPreferences({ timeZone: 'Asia/Tokyo' })
  expect(formatDay(nearMidnight, now)).toBe('Today')
})

test('falls back to the device’s zone when the browser doesn’t know the chosen one', () => {
  setPreferences({ timeZone: 'Mars/Olympus' })
  expect(localStorage.getItem('steward.timeZone')).toBe('system')
})
