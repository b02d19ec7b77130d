import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import { sql } from 'kysely'

/** Longer than any figure shows, so that a longer range can be offered later. */
const keptDays = 100

/** Removes counts of days that no figure shows any more. */
export async function forgetDays(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  await asOwner(db, 'maintenance', (tx) => sql`delete from event_day where day < ${before}::date`.execute(tx))
}
