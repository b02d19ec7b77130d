import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

/** The user with a name, case-insensitive. */
export async function findUserByName(tx: TenantTransaction, username: string): Promise<{ user_id: string; username: string } | undefined> {
  const { rows } = await sql<{ user_id: string; username: string }>`
    select user_id, username from app_user where tenant_id = ${tenantIdOf(tx)}::uuid and username_key = lower(${username})`.execute(tx)
  return rows[0]
}
