import type pg from 'pg'

import type { Db } from './pool.ts'
import { CHANGE_CHANNEL, ownChangesOf } from './tenant.ts'
import type { ChangeEvent } from './tenant.ts'

/**
 * What a subscriber hears: the tables of a tenant that a transaction changed, or that events may have been missed while the
 * connection was away, so that everything remembered from the database must be forgotten.
 */
export type ChangeMessage = ({ kind: 'changed' } & ChangeEvent) | { kind: 'missed' }

export interface ChangeListener {
  /** Calls back for every message from now on; returns the way out. */
  onChange(callback: (message: ChangeMessage) => void): () => void
  close(): Promise<void>
}

const LONGEST_PAUSE_MS = 10_000

/**
 * Listens for change events on a connection of its own, and connects again when it breaks. Changes of this process are heard
 * when they commit, so that whoever made one finds nothing remembered from before it. Resolves when it listens for the
 * first time; throws when it never could.
 */
export async function listenForChanges(db: Db, options: { onError?: (error: Error) => void } = {}): Promise<ChangeListener> {
  const callbacks = new Set<(message: ChangeMessage) => void>()
  const own = ownChangesOf(db)
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const emit = (message: ChangeMessage) => {
    for (const callback of callbacks) callback(message)
  }

  async function listen(): Promise<void> {
    const connected = await db.connect()
    if (closed) return connected.end()
    client = connected
    connected.on('notification', ({ channel, payload }) => {
      if (channel !== CHANGE_CHANNEL || !payload) return
      // Written by withTenant and asOwner only.
      const { origin, ...event } = JSON.parse(payload) as ChangeEvent & { origin: string }
      if (origin !== own.origin) emit({ kind: 'changed', ...event })
    })
    connected.on('error', (error) => options.onError?.(error))
    connected.once('end', () => {
      if (client !== connected || closed) return
      client = undefined
      reconnect(100)
    })
    await connected.query(`listen ${CHANGE_CHANNEL}`)
  }

  function reconnect(pauseMs: number): void {
    retry = setTimeout(() => {
      listen().then(
        () => emit({ kind: 'missed' }),
        (error: unknown) => {
          options.onError?.(error instanceof Error ? error : new Error(String(error)))
          if (!closed) reconnect(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
        },
      )
    }, pauseMs)
  }

  const heardOwn = (event: ChangeEvent) => emit({ kind: 'changed', ...event })
  await listen()
  own.callbacks.add(heardOwn)
  return {
    onChange(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    async close() {
      closed = true
      own.callbacks.delete(heardOwn)
      clearTimeout(retry)
      await client?.end()
    },
  }
}
