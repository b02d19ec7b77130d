import { sql } from 'kysely'
import type { Principals } from '../access/standing.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { keysIn, of } from './guards.ts'
import type { Image } from './images.ts'

/** The users and API keys whose permissions could differ, in a transaction that has made the change. */
export async function affectedBy(tx: TenantTransaction, images: readonly Image[]): Promise<Principals> {
  const tenantId = tenantIdOf(tx)
  const roleIds = [...keysIn(of(images, 'role_action'), 'role_id'), ...keysIn(of(images, 'role'), 'role_id')]
  const groupIds = [
    ...keysIn(of(images, 'group_role'), 'group_id'),
    ...keysIn(of(images, 'user_group'), 'group_id'),
    ...keysIn(of(images, 'resource_group_group'), 'group_id'),
  ]
  const ownUserIds = [...keysIn(of(images, 'app_user'), 'user_id'), ...keysIn(of(images, 'group_member'), 'user_id')]
  const ownKeyIds = [...keysIn(of(images, 'api_key'), 'api_key_id'), ...keysIn(of(images, 'api_key_group'), 'api_key_id')]
  // How many resource groups a product has can matter to everyone.
  const isForAll = of(images, 'resource_group').length > 0
  const groups = sql`
    select g.group_id from user_group g
     where g.tenant_id = ${tenantId}::uuid
       and (${isForAll}::boolean or g.group_id = any (${groupIds}::uuid[])
            or exists (select from group_role gr
                        where gr.tenant_id = g.tenant_id and gr.group_id = g.group_id and gr.role_id = any (${roleIds}::uuid[])))`
  const users = await sql<{ ids: string[] }>`
    with changed as materialized (${groups})
    select array(select gm.user_id from group_member gm
                  where gm.tenant_id = ${tenantId}::uuid and gm.group_id = any (array(select group_id from changed))
                 union select unnest(${ownUserIds}::uuid[])) as ids`.execute(tx)
  const keys = await sql<{ ids: string[] }>`
    with changed as materialized (${groups})
    select array(select kg.api_key_id from api_key_group kg
                  where kg.tenant_id = ${tenantId}::uuid and kg.group_id = any (array(select group_id from changed))
                 union select unnest(${ownKeyIds}::uuid[])) as ids`.execute(tx)
  return { userIds: users.rows[0]?.ids ?? [], keyIds: keys.rows[0]?.ids ?? [] }
}

export interface Sessions {
  count: number
  userIds: ReadonlySet<string>
}

/** The open sessions of users. */
export async function openSessions(tx: TenantTransaction, userIds: readonly string[]): Promise<Sessions> {
  const { rows } = await sql<{ user_id: string; n: number }>`
    select user_id, count(*)::int as n from user_session
     where tenant_id = ${tenantIdOf(tx)}::uuid and user_id = any (${[...userIds]}::uuid[]) and ended_at is null
     group by user_id`.execute(tx)
  return { count: rows.reduce((sum, { n }) => sum + n, 0), userIds: new Set(rows.map((row) => row.user_id)) }
}

export interface NamedPerson {
  userId: string
  username: string
  givenName: string
  familyName: string
}

export async function namesOfUsers(tx: TenantTransaction, userIds: readonly string[]): Promise<NamedPerson[]> {
  const { rows } = await sql<NamedPerson>`
    select user_id as "userId", username, given_name as "givenName", family_name as "familyName" from app_user
     where tenant_id = ${tenantIdOf(tx)}::uuid and user_id = any (${[...userIds]}::uuid[])`.execute(tx)
  return rows
}

export async function namesOfKeys(tx: TenantTransaction, keyIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select api_key_id as id, api_key_name as name from api_key
     where tenant_id = ${tenantIdOf(tx)}::uuid and api_key_id = any (${[...keyIds]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
