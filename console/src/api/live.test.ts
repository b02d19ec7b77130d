import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveCloseUnauthenticated } from '@steward/contract/live'
import type { LiveServerMessage } from '@steward/contract/live-schemas'
import { startLive, type LiveHandlers } from './live.ts'

/** The browser's side of a connection. `close` never completes, as on a dead connection. */
class Line {
  sent: unknown[] = []
  isClosed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    lines.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.isClosed = true
  }

  says(message: LiveServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  breaks(code = 1006): void {
    this.onclose?.({ code })
  }
}

let lines: Line[] = []
let stop: (() => void) | undefined
const handlers = {
  accessToken: vi.fn(async () => 'token'),
  changed: vi.fn(),
  permissions: vi.fn(),
  notifications: vi.fn(),
  notificationsChanged: vi.fn(),
  connected: vi.fn(),
  renew: vi.fn(async () => undefined),
  ended: vi.fn(),
} satisfies LiveHandlers

/** The newest connection, authenticated. */
async function connected(): Promise<Line> {
  await vi.advanceTimersByTimeAsync(0)
  const line = lines.at(-1)
  if (line === undefined) throw new Error('nothing was connected')
  line.onopen?.()
  line.says({ type: 'ready' })
  return line
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  lines = []
  vi.stubGlobal('WebSocket', Line)
  vi.spyOn(Math, 'random').mockReturnValue(1)
  stop = startLive(handlers)
})

afterEach(() => {
  stop?.()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('authenticates, answers pings, and reports changes', async () => {
  const line = await connected()
  line.says({ type: 'ping' })
  line.says({ type: 'changed', tables: ['role'], requests: ['request-1'] })
  expect(line.sent).toEqual([{ type: 'authenticate', accessToken: 'token' }, { type: 'pong' }])
  expect(handlers.changed.mock.calls).toEqual([[['role'], ['request-1']]])
  expect(handlers.connected.mock.calls).toEqual([[true]])
})

test('reconnects with a growing delay of up to a minute, then refetches everything', async () => {
  ;(await connected()).breaks()
  expect(handlers.connected).toHaveBeenLastCalledWith(false)
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const before = lines.length
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
    expect(lines).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(lines).toHaveLength(before + 1)
    lines.at(-1)?.breaks()
  }
  await vi.advanceTimersByTimeAsync(60_000)
  await connected()
  expect(handlers.connected).toHaveBeenLastCalledWith(true)
  expect(handlers.changed.mock.calls).toEqual([[undefined]])
})

test('gives up a silent connection without waiting for it to close', async () => {
  const line = await connected()
  await vi.advanceTimersByTimeAsync(60_000)
  line.says({ type: 'ping' })
  await vi.advanceTimersByTimeAsync(89_000)
  expect(line.isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(line.isClosed).toBe(true)
  expect(handlers.connected).toHaveBeenLastCalledWith(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lines).toHaveLength(2)
})

test('gives up a connection that never opens', async () => {
  await vi.advanceTimersByTimeAsync(91_000)
  expect(lines).toHaveLength(2)
})

test('asks for another token when the old one is rejected', async () => {
  ;(await connected()).breaks(liveCloseUnauthenticated)
  expect(handlers.renew).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lines).toHaveLength(2)
})

test('doesn’t ask for a new token after the server ended the session, so the user sees that reason', async () => {
  const line = await connected()
  line.says({ type: 'ended' })
  line.breaks(liveCloseUnauthenticated)
  await vi.advanceTimersByTimeAsync(200_000)
  expect(handlers.ended).toHaveBeenCalledTimes(1)
  expect(handlers.renew).not.toHaveBeenCalled()
  expect(lines).toHaveLength(1)
})

test('connects immediately when the browser is back online', async () => {
  ;(await connected()).breaks()
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(lines).toHaveLength(2)
})
