import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '@steward/contract/paraglide/messages'
import { eventually } from '../testing/eventually.ts'
import { alerts } from './alerts.ts'
import { isChunkFailure, markChunkFailures, reloadOnce } from './chunkReload.ts'

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('reloads the page for a missing chunk once in 60 seconds', async () => {
  const reload = vi.fn()
  expect(await reloadOnce(reload)).toBe(true)
  expect(await reloadOnce(reload)).toBe(false)
  vi.advanceTimersByTime(59_999)
  expect(await reloadOnce(reload)).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(await reloadOnce(reload)).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('doesn’t reload when that would only show the browser’s own error page', async () => {
  vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'))
  const reload = vi.fn()
  expect(await reloadOnce(reload)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  // This doesn't count toward the limit: once the network is back, the page reloads.
  vi.mocked(fetch).mockResolvedValue(new Response())
  expect(await reloadOnce(reload)).toBe(true)
})

test('explains failed imports, and keeps the router from reloading for them', () => {
  markChunkFailures()
  const error = new TypeError('Failed to fetch dynamically imported module: /home/assets/UsersPage-1.js')
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error })
  window.dispatchEvent(event)
  expect(isChunkFailure(error)).toBe(true)
  expect(error.message).toBe(m.shell_chunk_failed())
  // The import still fails, so that a page or a menu can show the error.
  expect(event.defaultPrevented).toBe(false)
})

test('shows an alert when a menu’s code is still missing after a reload', async () => {
  sessionStorage.setItem('steward.chunk-reload', String(Date.now()))
  const said = vi.spyOn(alerts, 'danger')
  markChunkFailures()
  const reason = Object.assign(new Error('gone'), { name: 'ChunkFailure' })
  window.dispatchEvent(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason }))
  await eventually(() => expect(said).toHaveBeenCalledWith(m.shell_chunk_failed()))
})
