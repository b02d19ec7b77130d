import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exampleNotification } from '@steward/contract/notifications/docs'
import { getUnreadCount, listNotifications } from '@steward/contract/notifications/endpoints'
import type { Notification } from '@steward/contract/notifications/schemas'
import { buildUser } from '../testing/user.ts'

const id = (digit: number) => `0199c0de-5555-7c11-9d59-3b8f5f1c2a4${digit}`
const build = (digit: number, given: Partial<Notification> = {}): Notification => ({
  ...exampleNotification,
  notificationId: id(digit),
  ...given,
})

let asked: URL[] = []
/** The server's data; only the transport is replaced. */
let server = { unreadCount: 2, cursor: 'a1', items: [] as Notification[] }
/** Pending answers, oldest first; undefined: answers arrive immediately. */
let held: (() => void)[] | undefined
let isDown = false

async function openConsole() {
  vi.resetModules()
  const inbox = await import('./inbox.ts')
  const { queryClient } = await import('../api/query.ts')
  const { setUser } = await import('../session/token/state.ts')
  setUser(buildUser())
  await queryClient.fetchQuery(inbox.unreadQuery)
  asked = []
  return { ...inbox, known: () => queryClient.getQueryData(inbox.unreadQuery.queryKey) }
}

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  held = undefined
  isDown = false
  server = { unreadCount: 2, cursor: 'a1', items: [] }
  vi.stubGlobal('fetch', (url: string) => {
    const address = new URL(url, 'http://localhost')
    asked.push(address)
    if (isDown) return Promise.reject(new TypeError('Failed to fetch'))
    const { unreadCount, cursor, items } = server
    const answer = Response.json(
      address.pathname === getUnreadCount.path ? { unreadCount, cursor } : { items, hasMore: false, unreadCount, cursor },
    )
    return held === undefined ? Promise.resolve(answer) : new Promise((resolve) => held?.push(() => resolve(answer)))
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('counts up on websocket messages without a request, and counts duplicates once', async () => {
  const { receive, known } = await openConsole()
  await vi.advanceTimersByTimeAsync(5_000)
  receive([build(1), build(2)])
  receive([build(2)])
  expect(known()).toMatchObject({ unreadCount: 4 })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toEqual([])
})

test('soon corrects a count that already included announced notifications', async () => {
  const { receive, known } = await openConsole()
  // Already in the server's count: committed just before the count, announced just after it.
  receive([build(1)])
  receive([build(2)])
  expect(known()).toMatchObject({ unreadCount: 4 })
  server = { unreadCount: 3, cursor: 'b2', items: [build(1), build(2)] }
  await vi.advanceTimersByTimeAsync(6_000)
  expect(known()).toEqual({ unreadCount: 3, cursor: 'b2' })
  expect(asked).toHaveLength(1)
})

test('doesn’t announce notifications the user has already read', async () => {
  const { receive, known } = await openConsole()
  receive([build(1, { status: 'ACKNOWLEDGED' })])
  expect(known()).toMatchObject({ unreadCount: 2 })
})

test('fetches what it missed after a reconnect', async () => {
  const { noteConnection, known } = await openConsole()
  noteConnection(false)
  server = { unreadCount: 3, cursor: 'b2', items: [build(1)] }
  noteConnection(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.map((url) => url.pathname + url.search)).toEqual([`${listNotifications.path}?since=a1&limit=100`])
  expect(known()).toEqual({ unreadCount: 3, cursor: 'b2' })
})

test('doesn’t announce a notification again when catching up', async () => {
  const { receive, catchUp, known } = await openConsole()
  receive([build(1)])
  server = { unreadCount: 3, cursor: 'b2', items: [build(1)] }
  await catchUp()
  expect(known()).toEqual({ unreadCount: 3, cursor: 'b2' })
})

test('polls while the websocket is down, and stops once it is back', async () => {
  const { noteConnection } = await openConsole()
  noteConnection(false)
  await vi.advanceTimersByTimeAsync(65_000)
  expect(asked).toHaveLength(2)
  noteConnection(true)
  await vi.advanceTimersByTimeAsync(120_000)
  // One more request to catch up.
  expect(asked).toHaveLength(3)
})

test('runs one request at a time, plus one for all later callers, so an old answer never arrives last', async () => {
  const { catchUp, known } = await openConsole()
  held = []
  server = { unreadCount: 1, cursor: 'b2', items: [] }
  void catchUp()
  await vi.advanceTimersByTimeAsync(0)
  server = { unreadCount: 0, cursor: 'c3', items: [] }
  void catchUp()
  void catchUp()
  await vi.advanceTimersByTimeAsync(0)
  // If both ran in parallel, the newer answer could arrive first.
  for (const answer of held.toReversed()) answer()
  await vi.advanceTimersByTimeAsync(0)
  for (const answer of held.slice(1)) answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(known()).toEqual({ unreadCount: 0, cursor: 'c3' })
  expect(asked).toHaveLength(2)
})

test('polls after a failed catch-up until it succeeds', async () => {
  const { noteConnection, known } = await openConsole()
  noteConnection(false)
  isDown = true
  noteConnection(true)
  await vi.advanceTimersByTimeAsync(40_000)
  isDown = false
  server = { unreadCount: 3, cursor: 'b2', items: [build(1)] }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(known()).toEqual({ unreadCount: 3, cursor: 'b2' })
  expect(asked).toHaveLength(3)
})
