import { sql } from 'kysely'
import type pg from 'pg'
import { keepConnected } from '../../db/kept-connection.ts'
import type { Db } from '../../db/pool.ts'
import type { TenantTransaction } from '../../db/tenant.ts'
import { OutcomeUnknownError } from '../../db/unavailable.ts'
import { within } from '../../db/within.ts'

/** Resolves when everything committed since it was made is on disk, and on the standbys that commits wait for. */
export type Flush = () => Promise<void>

/**
 * Every new user changes the one row that counts the tenant's users, and the next change of that row waits for the commit. If each
 * commit waited for the disk, a tenant could get only as many users a second as the disk can flush. So provisioning commits
 * release their locks first, and all responses waiting at that moment share one flush.
 */
export interface Durability {
  /** Call before the changes: a flush succeeds only on the database that had them, not on one that has recovered or replaced it. */
  begin(): Promise<Flush>
  /** Lets the commit of this transaction return before it is on disk. */
  relax(tx: TenantTransaction): Promise<unknown>
  close(): Promise<void>
}

/** Longer than any flush; then the connection is given up. */
const longestFlushMs = 10_000

export function createDurability(db: Pick<Db, 'connect'>): Durability {
  const kept = keepConnected(() => db.connect())
  const flushes = new WeakMap<pg.Client, Flush>()
  return {
    async begin() {
      const client = await kept.connected()
      const flush = flushes.get(client) ?? flushOver(client, () => kept.drop(client))
      flushes.set(client, flush)
      return flush
    },
    relax: (tx) => sql`set local synchronous_commit = off`.execute(tx),
    close: () => kept.close(),
  }
}

/** A connection from before the changes breaks when the database loses what was not on disk. */
function flushOver(client: pg.Client, giveUp: () => void): Flush {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  // An empty transaction with an ordinary commit: its flush covers everything committed before it.
  const send = () =>
    within(longestFlushMs, client.query(`select pg_logical_emit_message(true, 'steward', '')`)).catch((error: unknown) => {
      giveUp()
      throw new OutcomeUnknownError('The connection broke before a commit was on disk', { cause: error })
    })
  return () => {
    // A running flush can be too early for new callers; they share the next one.
    next ??= running
      .catch(() => undefined)
      .then(async () => {
        next = undefined
        const flushed = send()
        running = flushed
        await flushed
      })
    return next
  }
}
