import { afterEach, expect, test, vi } from 'vitest'
import { reloadOnChunkFailure } from './chunkReload.ts'

afterEach(() => vi.useRealTimers())

test('a chunk that fails reloads the page once in 60 seconds', () => {
  vi.useFakeTimers()
  sessionStorage.clear()
  let reloads = 0
  reloadOnChunkFailure(() => (reloads += 1))
  const fail = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  fail()
  fail()
  expect(reloads).toBe(1)
  vi.advanceTimersByTime(59_999)
  fail()
  expect(reloads).toBe(1)
  vi.advanceTimersByTime(1)
  fail()
  expect(reloads).toBe(2)
})
