import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { TenantTransaction } from '../../db/tenant.ts'

/**
 * Every new user changes the one row that counts the tenant's users, and the next change of that row waits for the commit. If each
 * commit waited for the disk, a tenant could get only as many users a second as the disk can flush. So provisioning commits
 * release their locks first, and all responses waiting at that moment share one flush.
 */
export interface Durability {
  /** Lets the commit of this transaction return before it is on disk. */
  relax(tx: TenantTransaction): Promise<unknown>
  /** Resolves when everything committed before the call is on disk, and on the standbys that commits wait for. */
  flush(): Promise<void>
}

export function createDurability({ pool }: Pick<Db, 'pool'>): Durability {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    relax: (tx) => sql`set local synchronous_commit = off`.execute(tx),
    flush() {
      // A running flush can be too early for new callers; they share the next one.
      next ??= running
        .catch(() => undefined)
        .then(async () => {
          next = undefined
          // An empty transaction with an ordinary commit: its flush covers everything committed before it.
          const flushed = pool.query(`select pg_logical_emit_message(true, 'steward', '')`)
          running = flushed
          await flushed
        })
      return next
    },
  }
}
