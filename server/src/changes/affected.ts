import { sql } from 'kysely'
import type { Affected } from '../access/standing.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { keysIn, of } from './guards.ts'
import type { Image } from './images.ts'

/**
 * The users and API keys whose permissions could differ, in a transaction that has made the change.
 * Members of a changed group are given one by one only if they have to be looked at one by one.
 * @param isByPerson flags are on for a share of people
 */
export async function affectedBy(tx: TenantTransaction, images: readonly Image[], isByPerson: boolean): Promise<Affected> {
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
  const { rows } = await sql<Affected>`
    with changed as materialized (
      select g.group_id from user_group g
       where g.tenant_id = ${tenantId}::uuid
         and (${isForAll}::boolean or g.group_id = any (${groupIds}::uuid[])
              or exists (select from group_role gr
                          where gr.tenant_id = g.tenant_id and gr.group_id = g.group_id and gr.role_id = any (${roleIds}::uuid[]))))
    select array(select group_id from changed) as "groupIds",
           array(select unnest(${ownUserIds}::uuid[])
                 union
                 select fu.user_id from feature_flag_user fu
                  where fu.tenant_id = ${tenantId}::uuid and exists (select from changed)
                 union
                 select gm.user_id from group_member gm
                  where ${isByPerson}::boolean and gm.tenant_id = ${tenantId}::uuid
                    and gm.group_id = any (array(select group_id from changed))) as "userIds",
           array(select kg.api_key_id from api_key_group kg
                  where kg.tenant_id = ${tenantId}::uuid and kg.group_id = any (array(select group_id from changed))
                 union select unnest(${ownKeyIds}::uuid[])) as "keyIds"`.execute(tx)
  return rows[0] ?? { groupIds: [], userIds: [], keyIds: [] }
}

/** How many of these users have no open session. */
export async function countSignedOut(tx: TenantTransaction, userIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from unnest(${[...new Set(userIds)]}::uuid[]) as ended (user_id)
     where not exists (select from user_session s
                        where s.tenant_id = ${tenantIdOf(tx)}::uuid and s.user_id = ended.user_id and s.ended_at is null)`.execute(tx)
  return rows[0]?.n ?? 0
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
