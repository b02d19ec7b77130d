import { useSyncExternalStore } from 'react'
import { getUnreadCount, listNotifications } from '@steward/contract/notifications/endpoints'
import type { Notification } from '@steward/contract/notifications/schemas'
import { api } from '../api/client.ts'
import { polling, type PollTarget } from '../api/polling.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { authState } from '../session/token/state.ts'

/**
 * Notification state before the panel opens: a live unread count. The websocket announces new notifications. Those missed
 * while it was down are fetched from the last cursor on, by polling if it stays down.
 */
export const unreadQuery = endpointQuery(getUnreadCount, [], {})

/** The server stops counting here. */
const mostCounted = 1_000

/** A notification counts as read when its status is ACKNOWLEDGED (specification 1, section 4). */
export const isUnread = ({ status }: Notification): boolean => status !== 'ACKNOWLEDGED'

/** IDs already counted, because a notification can be announced twice. */
const told = new Set<string>()

function onlyNew(items: readonly Notification[]): Notification[] {
  const fresh = items.filter((item) => isUnread(item) && !told.has(item.notificationId))
  for (const { notificationId } of fresh) told.add(notificationId)
  return fresh
}

/** Changes the count without a request: a message to a whole tenant must not trigger a request from every console. */
export function addUnread(change: number): void {
  if (queryClient.isFetching({ queryKey: unreadQuery.queryKey }) > 0) {
    // The pending answer includes the change or not.
    void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
    return
  }
  queryClient.setQueryData(
    unreadQuery.queryKey,
    (known) => known && { ...known, unreadCount: Math.min(mostCounted, Math.max(0, known.unreadCount + change)) },
    // Keep the time of the server's last answer.
    { updatedAt: answeredAt() },
  )
}

/** When the server last returned the unread count, in ms. */
const answeredAt = (): number => queryClient.getQueryState(unreadQuery.queryKey)?.dataUpdatedAt ?? 0

/** Refetches the visible list. */
const refreshLists = () => void queryClient.invalidateQueries({ queryKey: [listNotifications.id] })

/** Handles notifications from the websocket. */
export function receive(items: readonly Notification[]): void {
  const fresh = onlyNew(items)
  if (fresh.length === 0) return
  addUnread(fresh.length)
  refreshLists()
  setNews(fresh)
  // A very recent count can already include some of them.
  if (Date.now() - answeredAt() < tellingMs) countAgain()
}

/** Upper limit for the delay between commit and announcement. */
const tellingMs = 2_000
/** When a recount is reliable. Spread out, because many consoles can get the announcement at the same moment. */
const countAgainMs = { least: 2_000, spread: 4_000 }
let countingAgain: ReturnType<typeof setTimeout> | undefined

/** Schedules one recount. */
function countAgain(): void {
  countingAgain ??= setTimeout(
    () => {
      countingAgain = undefined
      void catchUp()
    },
    countAgainMs.least + Math.random() * countAgainMs.spread,
  )
}

let running: Promise<void> | undefined
let isAskedAgain = false
/** The last catch-up failed, so polling continues even while the websocket is connected. */
let isOwed = false

/**
 * Fetches what arrived since the last answer, and the unread count. Runs one request at a time; calls during it share one
 * more request afterwards, so that an older answer never arrives last. Failures are retried by polling.
 */
export function catchUp(): Promise<void> {
  isAskedAgain = running !== undefined
  running ??= ask().finally(() => {
    running = undefined
    if (isAskedAgain) void catchUp()
  })
  return running
}

async function ask(): Promise<void> {
  const known = queryClient.getQueryData(unreadQuery.queryKey)
  // The first count is still loading.
  if (known === undefined) return
  const answer = await api(listNotifications, { query: { since: known.cursor, limit: 100 } }, { retry: false }).catch(() => undefined)
  isOwed = answer === undefined
  if (answer === undefined) {
    polling.register('notifications', whileAway)
    return
  }
  queryClient.setQueryData(unreadQuery.queryKey, { unreadCount: answer.unreadCount, cursor: answer.cursor })
  refreshLists()
  const fresh = onlyNew(answer.items)
  if (fresh.length > 0) setNews(fresh)
}

let isLive = false

const whileAway: PollTarget = {
  isActive: () => (!isLive || isOwed) && authState().isAuthenticated,
  poll: catchUp,
}

/** Called whenever the websocket opens or closes. */
export function noteConnection(isConnected: boolean): void {
  isLive = isConnected
  // Also on the first connection: something might have arrived between the count and the connection.
  if (isConnected) void catchUp()
  else polling.register('notifications', whileAway)
}

/** The latest notifications, for the screen reader announcement. */
let news: readonly Notification[] = []
const listeners = new Set<() => void>()

function setNews(items: readonly Notification[]): void {
  news = items
  for (const listener of listeners) listener()
}

export function useNews(): readonly Notification[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => news,
  )
}
