import { useSyncExternalStore } from 'react'
import { getUnreadCount, listNotifications } from '@steward/contract/notifications/endpoints'
import type { Notification } from '@steward/contract/notifications/schemas'
import { api } from '../api/client.ts'
import { polling, type PollTarget } from '../api/polling.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { authState } from '../session/token/state.ts'

/**
 * What is known of the own notifications before the panel opens: how many are unread, live. The websocket tells of new ones;
 * what it could not tell, because it was away, is asked for from the last cursor on; while it stays away, at intervals.
 */
export const unreadQuery = endpointQuery(getUnreadCount, [], {})

/** The server counts to here. */
const mostCounted = 1_000

/** A notification counts as read when its status is ACKNOWLEDGED (specification 1, section 4). */
export const isUnread = ({ status }: Notification): boolean => status !== 'ACKNOWLEDGED'

/** The same one may be told twice. */
const told = new Set<string>()

function onlyNew(items: readonly Notification[]): Notification[] {
  const fresh = items.filter((item) => isUnread(item) && !told.has(item.notificationId))
  for (const { notificationId } of fresh) told.add(notificationId)
  return fresh
}

/** Adds to the count without asking: a message to a whole tenant must not bring every console to the server at once. */
export function addUnread(change: number): void {
  if (queryClient.isFetching({ queryKey: unreadQuery.queryKey }) > 0) {
    // The answer on its way may or may not know of it.
    void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
    return
  }
  queryClient.setQueryData(
    unreadQuery.queryKey,
    (known) => known && { ...known, unreadCount: Math.min(mostCounted, Math.max(0, known.unreadCount + change)) },
    // It is no answer of the server.
    { updatedAt: answeredAt() },
  )
}

/** When the server last said how many are unread, in ms. */
const answeredAt = (): number => queryClient.getQueryState(unreadQuery.queryKey)?.dataUpdatedAt ?? 0

/** Whatever list is shown is read again. */
const refreshLists = () => void queryClient.invalidateQueries({ queryKey: [listNotifications.id] })

/** Takes what the websocket tells. */
export function receive(items: readonly Notification[]): void {
  const fresh = onlyNew(items)
  if (fresh.length === 0) return
  addUnread(fresh.length)
  refreshLists()
  setNews(fresh)
  // The answer before, if it has only just come, may have counted some of them.
  if (Date.now() - answeredAt() < tellingMs) countAgain()
}

/** By when consoles have been told of what is committed. */
const tellingMs = 2_000
/** Then it is safe to ask; spread, because many consoles may have been told at the same moment. */
const countAgainMs = { least: 2_000, spread: 4_000 }
let countingAgain: ReturnType<typeof setTimeout> | undefined

/** Asks once more, soon. */
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
/** The last question was not answered: it is asked again at intervals, live or not. */
let isOwed = false

/**
 * Asks for what came since the last answer, and how many are unread now. One question at a time: whoever asks meanwhile is answered by
 * one more after it, so that an older answer never comes last. What fails is made up for later.
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
  // The count is on its way for the first time.
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

/** Told whenever the websocket opens or closes. */
export function noteConnection(isConnected: boolean): void {
  isLive = isConnected
  // Also the first time: something may have come between the count and the connection.
  if (isConnected) void catchUp()
  else polling.register('notifications', whileAway)
}

/** What came last, for those who hear the console. */
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
