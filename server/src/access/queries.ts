import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

/**
 * The user with a name, case-insensitive.
 * @param until the first instant that doesn't belong to the moment that the transaction reads
 */
export async function findUserByName(
  tx: TenantTransaction,
  username: string,
  until: string | undefined,
): Promise<{ user_id: string; username: string } | undefined> {
  const tenantId = tenantIdOf(tx)
  // Of all who ever had the name one had it at the moment.
  const isCandidate =
    until === undefined
      ? sql`true`
      : sql`user_id = any (array(select id from users_called(${tenantId}::uuid, ${username}, ${until}::timestamptz) id))`
  const { rows } = await sql<{ user_id: string; username: string }>`
    select user_id, username from app_user
     where tenant_id = ${tenantId}::uuid and username_key = lower(${username}) and ${isCandidate}`.execute(tx)
  return rows[0]
}
