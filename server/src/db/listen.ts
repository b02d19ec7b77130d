import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

import { cutOff } from './limited-pool.ts'
import type { Db } from './pool.ts'
import { CHANGE_CHANNEL, everyTenant, ownChangesOf } from './tenant.ts'
import type { ChangeEvent } from './tenant.ts'
import { connectingWithin } from './time-limits.ts'
import { within } from './within.ts'

/**
 * What a subscriber receives: the tables of a tenant that a transaction changed; changed tables without a tenant, which affect
 * every tenant; or a notice that events might have been missed while the connection was down, so that everything cached from the
 * database must be dropped.
 */
export type ChangeMessage =
  | ({ kind: 'changed' } & ChangeEvent)
  | ({ kind: 'changedEverywhere' } & Omit<ChangeEvent, 'tenantId'>)
  | { kind: 'missed' }

function messageOf(event: ChangeEvent): ChangeMessage {
  if (event.tenantId !== everyTenant) return { kind: 'changed', ...event }
  const { tenantId: _, ...rest } = event
  return { kind: 'changedEverywhere', ...rest }
}

/** Channels besides change events, for messages to all processes; the payload is that of who sends them. */
const AREA_CHANNELS = ['steward_notification', 'steward_readiness'] as const
export type AreaChannel = (typeof AREA_CHANNELS)[number]

export interface ChangeListener {
  /** Calls back for every message from now on; returns the function that unsubscribes. */
  onChange(callback: (message: ChangeMessage) => void): () => void
  /** Calls back for every payload on a channel, from any process; payloads sent while the connection is down are lost. */
  onPayload(channel: AreaChannel, callback: (payload: string) => void): () => void
  /**
   * Asks the database something over the same connection: what was committed before the call has been delivered, by any process, when
   * the answer is there. @throws while the connection is down
   */
  ask<Row extends object>(text: string): Promise<Row[]>
  close(): Promise<void>
}

/** What `pg_stat_activity` calls the connection. */
export const LISTENER_NAME = 'steward listener'

/** Caches are out of date until it listens again, and `/readyz` says so. */
const LONGEST_PAUSE_MS = 1_000
const CONNECT_MS = 3_000
/** A connection to a machine that is gone breaks only after a quarter of an hour, unless it is asked. */
const CHECK_EVERY_MS = 2_000
const ANSWER_MS = 3_000

/**
 * Listens for change events on a separate connection, and reconnects when it breaks. Changes of this process are delivered at
 * commit, so a caller never finds data cached from before its own change. Resolves when it listens for the first time; throws
 * if it can't.
 */
export async function listenForChanges(db: Db, options: { onError?: (error: Error) => void } = {}): Promise<ChangeListener> {
  const callbacks = new Set<(message: ChangeMessage) => void>()
  const readers = new Map<string, Set<(payload: string) => void>>(AREA_CHANNELS.map((channel) => [channel, new Set()]))
  const own = ownChangesOf(db)
  let client: pg.Client | undefined
  /** From when subscribers have heard that events might have been missed. */
  let isCurrent = false
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let isChecking = false
  let answered: Promise<unknown> = Promise.resolve()

  const emit = (message: ChangeMessage) => {
    for (const callback of callbacks) callback(message)
  }

  async function listen(): Promise<void> {
    const connected = await connectingWithin(CONNECT_MS, () => db.connect(LISTENER_NAME))
    if (closed) return connected.end()
    connected.on('notification', ({ channel, payload }) => {
      if (!payload) return
      for (const read of readers.get(channel) ?? []) read(payload)
      if (channel !== CHANGE_CHANNEL) return
      // Only withTenant and asOwner write these.
      const { origin, ...event } = JSON.parse(payload) as ChangeEvent & { origin: string }
      if (origin !== own.origin) emit(messageOf(event))
    })
    connected.on('error', (error) => options.onError?.(error))
    try {
      for (const channel of [CHANGE_CHANNEL, ...AREA_CHANNELS]) await within(ANSWER_MS, connected.query(`listen ${channel}`))
    } catch (error) {
      cutOff(connected) // a standby takes connections, but nothing can be listened to there
      throw error
    }
    client = connected
    connected.once('end', () => {
      if (client !== connected || closed) return
      client = undefined
      isCurrent = false
      reconnect(100)
    })
  }

  function reconnect(pauseMs: number): void {
    retry = setTimeout(() => {
      listen().then(
        () => {
          if (client) db.open.dropLost(client).catch(() => undefined)
          emit({ kind: 'missed' })
          isCurrent = client !== undefined
        },
        (error: unknown) => {
          options.onError?.(error instanceof Error ? error : new Error(String(error)))
          if (!closed) reconnect(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
        },
      )
    }, pauseMs)
  }

  /** One question after the other. */
  function askOver<Row extends object>(connected: pg.Client, text: string): Promise<pg.QueryResult<Row>> {
    const answer = answered.catch(() => undefined).then(() => connected.query<Row>(text))
    answered = answer
    return answer
  }

  /** Breaks a connection that does not answer. */
  async function check(): Promise<void> {
    const checked = client
    if (!checked || isChecking) return
    isChecking = true
    await within(ANSWER_MS, askOver(checked, 'select')).catch(() => cutOff(checked))
    isChecking = false
  }

  // What subscribers start goes on after the request that made the change, and has none of its limits.
  const outsideOfRequests = AsyncLocalStorage.snapshot()
  const heardOwn = (event: ChangeEvent) => outsideOfRequests(emit, messageOf(event))
  await listen()
  isCurrent = client !== undefined
  own.callbacks.add(heardOwn)
  const checks = setInterval(() => void check(), CHECK_EVERY_MS)
  return {
    onChange(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    onPayload(channel, callback) {
      readers.get(channel)?.add(callback)
      return () => readers.get(channel)?.delete(callback)
    },
    async ask<Row extends object>(text: string) {
      if (!client || !isCurrent) throw new Error('The connection for change events is down')
      const { rows } = await askOver<Row>(client, text)
      return rows
    },
    async close() {
      closed = true
      isCurrent = false
      own.callbacks.delete(heardOwn)
      clearTimeout(retry)
      clearInterval(checks)
      await client?.end()
    },
  }
}
