import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPatience } from './patience.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Sends this many bytes every so often, for ten minutes at most. Returns how many seconds the client was waited for. */
function send(bytes: number, everySeconds: number, { worksSeconds = 0 } = {}): number {
  const lose = vi.fn()
  const patience = createPatience(lose)
  let seconds = 0
  patience.wait()
  while (seconds < 600) {
    for (let second = 0; second < everySeconds; second++) {
      vi.advanceTimersByTime(1_000)
      seconds++
      if (lose.mock.calls.length > 0) return seconds
    }
    patience.got(bytes)
    vi.advanceTimersByTime(worksSeconds * 1_000)
    patience.wait()
  }
  patience.end()
  vi.advanceTimersByTime(600_000)
  expect(lose).not.toHaveBeenCalled()
  return seconds
}

test('a client that sends nothing is lost after a minute', () => {
  expect(send(0, 600)).toBe(60)
})

test('a client that sends a byte now and then is lost as soon', () => {
  expect(send(1, 5)).toBe(60)
})

test('a client at half of the slowest pace is lost after two minutes', () => {
  expect(send(8_000, 1)).toBeGreaterThanOrEqual(119)
  expect(send(8_000, 1)).toBeLessThanOrEqual(121)
})

test('a client that sends at the slowest pace is waited for, also in bursts', () => {
  expect(send(16_000, 1)).toBe(600)
  expect(send(50 * 16_000, 50)).toBe(600)
})

test('what was sent quickly allows no pause of more than a minute', () => {
  const lose = vi.fn()
  const patience = createPatience(lose)
  patience.wait()
  patience.got(100_000_000)
  patience.wait()
  vi.advanceTimersByTime(60_000)
  expect(lose).toHaveBeenCalledOnce()
})

test('the time that the server needs for what it got does not count', () => {
  expect(send(16_000, 1, { worksSeconds: 100 })).toBe(600)
})
