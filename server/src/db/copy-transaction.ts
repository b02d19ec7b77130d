import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Db, openDatabase } from './pool.ts'
import { type TenantContext, type TenantTransaction, deliverAs, withTenant } from './tenant.ts'
import { nameOfTenant, stagingName } from './transaction-names.ts'

/** A transaction on a connection of its own. */
export interface CopyTransaction {
  tx: TenantTransaction
  /** Starts a `copy … from stdin`: the stream takes its rows. Other statements wait until it has ended. */
  copyFrom(statement: string): Writable
  /** Does `work` that writes to temporary tables only: streams of logs don't wait for it, however slowly a file arrives. */
  staging<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Runs `work` like `withTenant`, on a connection of its own that doesn't pipeline, so that COPY works. `signal` ends the connection, and
 * with it the transaction, even during a statement.
 */
export async function withCopy<T>(
  db: Db,
  ctx: TenantContext,
  signal: AbortSignal,
  work: (transaction: CopyTransaction) => Promise<T>,
): Promise<T> {
  const own = openDatabase(db.connection, { maxConnections: 1, isPipelining: false, space: db.space })
  deliverAs(own, db)
  let client: pg.PoolClient | undefined
  const end = () => void client?.end()
  own.pool.on('connect', (connected) => {
    client = connected
  })
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    return await withTenant(own, ctx, async (tx) => {
      // There was no connection to end until now, and a COPY would wait forever for a client that has left.
      signal.throwIfAborted()
      return work({
        tx,
        copyFrom(statement) {
          if (!client) throw new Error('COPY needs the connection of a transaction that has begun')
          return client.query(copyFrom(statement))
        },
        async staging(stage) {
          await callConnection(tx, stagingName)
          const result = await stage()
          await callConnection(tx, nameOfTenant(ctx.tenantId))
          return result
        },
      })
    })
  } finally {
    signal.removeEventListener('abort', end)
    await own.close()
  }
}

const callConnection = (tx: TenantTransaction, name: string) => sql`select set_config('application_name', ${name}, true)`.execute(tx)
