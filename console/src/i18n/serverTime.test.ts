import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow } from './serverTime.ts'

const now = Date.parse('2026-03-14T09:26:00Z')

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => {
  noteServerTime(new Date().toUTCString())
  vi.useRealTimers()
})

test('follows the clock of the server where this one is off', () => {
  noteServerTime('Sat, 14 Mar 2026 12:26:00 GMT')
  expect(serverNow() - now).toBe(3 * 3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(serverNow() - now).toBe(3 * 3_600_000 + 60_000)
  noteServerTime('Sat, 14 Mar 2026 09:20:00 GMT')
  expect(serverNow() - now).toBe(-6 * 60_000)
})

test('takes no notice of seconds, and of answers without a time', () => {
  noteServerTime('Sat, 14 Mar 2026 09:26:20 GMT')
  expect(serverNow()).toBe(now)
  noteServerTime('Sat, 14 Mar 2026 10:26:00 GMT')
  noteServerTime(null)
  noteServerTime('soon')
  expect(serverNow()).toBe(now + 3_600_000)
})
