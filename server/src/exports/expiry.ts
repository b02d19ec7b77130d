import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'

/** How long a link can still say that its file has expired. */
const remembered = '30 days'
const unfinished = sql`status in ('failed', 'cancelled')`

/** Deletes the content of expired files, and their entries later; failed exports are deleted immediately. */
export async function expireFiles(db: Db, now: Date): Promise<void> {
  await asOwner(db, 'maintenance', async (tx) => {
    await sql`
      with ended as (update temporary_file set status = 'expired', size_bytes = 0 where status = 'ready' and expires_at <= ${now}
                     returning tenant_id, temporary_file_id)
      delete from temporary_file_chunk c using ended e where c.tenant_id = e.tenant_id and c.temporary_file_id = e.temporary_file_id`.execute(
      tx,
    )
    await sql`delete from temporary_file where ${unfinished} and expires_at <= ${now}
                  or status = 'expired' and expires_at <= ${now}::timestamptz - ${remembered}::interval`.execute(tx)
  })
}
