import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'

/** The order of the newest entry that a user has seen. */
export async function findNewestSeen(tx: TenantTransaction, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('whats_new_reader')
    .select('newest_seen')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.newest_seen
}

/** Never back to an older entry: another console can be a version behind. */
export async function saveNewestSeen(tx: TenantTransaction, userId: string, newestSeen: string): Promise<void> {
  await tx
    .insertInto('whats_new_reader')
    .values({ tenant_id: tenantIdOf(tx), user_id: userId, newest_seen: newestSeen })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ newest_seen: newestSeen, seen_at: sql`now()` })
        .where('whats_new_reader.newest_seen', '<', newestSeen),
    )
    .execute()
}
