import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import type { AccessClaims } from './access-token.ts'
import { openSessionsAmong } from './sessions.ts'

/** Even without news the database is asked again after this time: a broken connection may take a while to be noticed. */
const trustMs = 30_000
const cacheSize = 100_000

/** Whether sessions are still open, remembered by every process until something changes. */
export interface Liveness {
  isAlive(claims: AccessClaims): Promise<boolean>
  close(): void
}

/**
 * Sessions that were seen open are taken to be open until a change event says that sessions of their tenant changed, which
 * every process hears within milliseconds of the commit; then the next call asks the database. So a session ends
 * everywhere at once, whichever way its row was ended or deleted, and a process that just started knows it too.
 */
export function createLiveness(db: Db, changes: ChangeListener, now: () => Date): Liveness {
  const open = new Map<string, { askedAt: number; eventsBefore: number }>()
  // Events are numbered, so that an answer that was on its way when an event came counts as older than the event.
  let events = 0
  let allChangedAt = 0
  const changedAt = new Map<string, number>()

  const stop = changes.onChange((message) => {
    events++
    if (message.kind === 'missed') {
      allChangedAt = events
      changedAt.clear()
      open.clear()
    } else if (message.tables.includes('user_session') || message.tables.includes('tenant')) {
      changedAt.set(message.tenantId, events)
    }
  })

  return {
    async isAlive({ tenantId, sessionId }) {
      const askedAt = now().getTime()
      const known = open.get(sessionId)
      if (known && known.eventsBefore >= (changedAt.get(tenantId) ?? allChangedAt) && Math.abs(askedAt - known.askedAt) < trustMs) {
        return true
      }
      const eventsBefore = events
      const isOpen = (await openSessionsAmong(db, tenantId, [sessionId])).has(sessionId)
      if (open.size >= cacheSize) open.clear()
      if (isOpen) open.set(sessionId, { askedAt, eventsBefore })
      else open.delete(sessionId)
      return isOpen
    },
    close: stop,
  }
}
