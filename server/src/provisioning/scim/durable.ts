import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { TenantTransaction } from '../../db/tenant.ts'

/**
 * Every user that a tenant gets changes the one row that counts its users, and whoever changes it next waits for the commit. With a
 * commit that waits for the disk, a tenant would get as many users a second as the disk flushes. So the commits of provisioning
 * free their locks first, and the answer waits for the disk, together with all others that wait at that moment.
 */
export interface Durability {
  /** Lets the commit of this transaction return before it is on the disk. */
  relax(tx: TenantTransaction): Promise<unknown>
  /** Resolves when everything that was committed before is on the disk, and on the standbys that commits wait for. */
  flush(): Promise<void>
}

export function createDurability({ pool }: Pick<Db, 'pool'>): Durability {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    relax: (tx) => sql`set local synchronous_commit = off`.execute(tx),
    flush() {
      // A flush that has begun may be too early for whoever asks now; the next one is for all who ask until it begins.
      next ??= running
        .catch(() => undefined)
        .then(async () => {
          next = undefined
          // A transaction that says nothing, but is committed as any other: behind everything that was committed before it.
          const flushed = pool.query(`select pg_logical_emit_message(true, 'steward', '')`)
          running = flushed
          await flushed
        })
      return next
    },
  }
}
