import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, noteChange, tenantIdOf, withoutAnnouncing } from '../db/tenant.ts'

/** Memberships of groups and roles of groups: changed in sets of any size. */

/** Ids in the database's format, without duplicates. */
export const distinctIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))]

/** Reads groups without locking them. */
export async function findGroups(tx: TenantTransaction, groupIds: readonly string[]) {
  if (groupIds.length === 0) return []
  const { rows } = await executePrepared(tx, groupsOf(tx, groupIds))
  return rows
}

/**
 * Locks groups for a change, always in the same order, so that concurrent changes wait for each other instead of deadlocking.
 * Groups are locked before users. With `delete`, new references to the group wait as well.
 */
export async function lockGroups(tx: TenantTransaction, groupIds: readonly string[], purpose: 'change' | 'delete' = 'change') {
  if (groupIds.length === 0) return []
  const found = groupsOf(tx, groupIds)
  const { rows } = await executePrepared(tx, purpose === 'delete' ? found.forUpdate() : found.forNoKeyUpdate())
  return rows
}

const groupsOf = (tx: TenantTransaction, groupIds: readonly string[]) =>
  tx
    .selectFrom('user_group')
    .select(['group_id', 'group_name', 'status', 'is_reserved', 'managed_by_provider', 'user_count', 'version'])
    .where(sql<boolean>`group_id = any(${groupIds}::uuid[])`)
    .orderBy('group_id')

export type FoundGroup = Awaited<ReturnType<typeof findGroups>>[number]

/** Locks the groups of a user, including disabled ones, in that order. */
export async function lockGroupsOf(tx: TenantTransaction, userId: string): Promise<void> {
  const memberships = tx.selectFrom('group_member').select('group_id').where('user_id', '=', userId)
  const found = tx.selectFrom('user_group').select('group_id').where('group_id', 'in', memberships).orderBy('group_id')
  await executePrepared(tx, found.forNoKeyUpdate())
}

/** The groups of these users, including disabled ones. */
export async function groupIdsOf(tx: TenantTransaction, userIds: readonly string[]): Promise<string[]> {
  const memberships = tx
    .selectFrom('group_member')
    .select('group_id')
    .distinct()
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
  const { rows } = await executePrepared(tx, memberships)
  return rows.map(({ group_id }) => group_id)
}

/** Adds one user to groups; existing memberships stay. `isNew` if the transaction created the user. */
export async function joinGroups(
  tx: TenantTransaction,
  userId: string,
  groupIds: readonly string[],
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  if (groupIds.length === 0) return
  const joining = isNew ? withoutAnnouncing(tx) : tx
  if (isNew) noteChange(tx, 'group_member', { isOfNewUsers: true })
  await executePrepared(
    joining,
    joining
      .insertInto('group_member')
      .columns(['tenant_id', 'group_id', 'user_id'])
      .expression(sql`select ${tenantIdOf(tx)}::uuid, id, ${userId}::uuid from unnest(${groupIds}::uuid[]) id`)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** Removes one user from groups. */
export async function leaveGroups(tx: TenantTransaction, userId: string, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return
  await tx.deleteFrom('group_member').where('user_id', '=', userId).where('group_id', 'in', groupIds).execute()
}

/** Removes users from all their groups. */
export async function leaveAllGroups(tx: TenantTransaction, userIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('group_member')
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute()
}

/**
 * The ids of users by username; locks them against deletion until the transaction ends.
 * @throws user_unknown
 */
export async function userIdsByName(tx: TenantTransaction, usernames: readonly string[], field: string): Promise<string[]> {
  if (usernames.length === 0) return []
  const rows = await tx
    .selectFrom('app_user')
    .select(['user_id', 'username_key'])
    .where(sql<boolean>`username_key in (select lower(name) from unnest(${usernames}::text[]) name)`)
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
  const known = new Map(rows.map((row) => [row.username_key, row.user_id]))
  const missing = await firstMissing(tx, usernames, known)
  if (missing !== undefined) {
    throw problem('user_unknown', { username: usernames[missing] ?? '' }, { field: `${field}.${missing}` })
  }
  return [...known.values()]
}

/**
 * The ids of roles by name; locks them against deletion until the transaction ends.
 * @throws role_unknown
 */
export async function roleIdsByName(tx: TenantTransaction, roleNames: readonly string[], field: string): Promise<string[]> {
  if (roleNames.length === 0) return []
  const rows = await tx
    .selectFrom('role')
    .select(['role_id', 'role_name_key'])
    .where(sql<boolean>`role_name_key in (select lower(name) from unnest(${roleNames}::text[]) name)`)
    .forKeyShare()
    .execute()
  const known = new Map(rows.map((row) => [row.role_name_key, row.role_id]))
  const missing = await firstMissing(tx, roleNames, known)
  if (missing !== undefined) throw problem('role_unknown', {}, { field: `${field}.${missing}` })
  return [...known.values()]
}

/**
 * The roles with these ids; locks them against deletion until the transaction ends.
 * @throws role_unknown
 */
export async function existingRoleIds(tx: TenantTransaction, roleIds: readonly string[], field: string): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await tx.selectFrom('role').select('role_id').where('role_id', 'in', roleIds).forKeyShare().execute()
  const known = new Set(rows.map(({ role_id }) => role_id))
  const missing = roleIds.findIndex((id) => !known.has(id.toLowerCase()))
  if (missing !== -1) throw problem('role_unknown', {}, { field: `${field}.${missing}` })
  return [...known]
}

/** The first name without an entity. Compares names in the database's lower case, which isn't always JavaScript's. */
async function firstMissing(
  tx: TenantTransaction,
  names: readonly string[],
  known: ReadonlyMap<string, string>,
): Promise<number | undefined> {
  const suspects = names.flatMap((name, index) => (known.has(name.toLowerCase()) ? [] : [index]))
  if (suspects.length === 0) return undefined
  const { rows } = await sql<{ key: string }>`
    select lower(name) as key from unnest(${suspects.map((index) => names[index])}::text[]) with ordinality suspect (name, n)
     order by n`.execute(tx)
  const missing = rows.findIndex(({ key }) => !known.has(key))
  return missing === -1 ? undefined : suspects[missing]
}

/** Adds users to a group. */
export async function addMembers(tx: TenantTransaction, groupId: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0
  const result = await tx
    .insertInto('group_member')
    .columns(['tenant_id', 'group_id', 'user_id'])
    .expression(sql`select ${tenantIdOf(tx)}::uuid, ${groupId}::uuid, id from unnest(${userIds}::uuid[]) id`)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0n)
}

/** Removes users from a group. */
export async function removeMembers(tx: TenantTransaction, groupId: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0
  const result = await tx
    .deleteFrom('group_member')
    .where('group_id', '=', groupId)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Sets the members of a group: all others are removed. */
export async function replaceMembers(
  tx: TenantTransaction,
  groupId: string,
  userIds: readonly string[],
): Promise<{ added: number; removed: number }> {
  const removed = await tx
    .deleteFrom('group_member')
    .where('group_id', '=', groupId)
    .where(sql<boolean>`user_id <> all(${userIds}::uuid[])`)
    .executeTakeFirst()
  return { added: await addMembers(tx, groupId, userIds), removed: Number(removed.numDeletedRows) }
}

/** Adds roles to a group; every member has them from now on. Returns the roles that it didn't have before. */
export async function addRoles(tx: TenantTransaction, groupId: string, roleIds: readonly string[]): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await tx
    .insertInto('group_role')
    .columns(['tenant_id', 'group_id', 'role_id'])
    .expression(sql`select ${tenantIdOf(tx)}::uuid, ${groupId}::uuid, id from unnest(${roleIds}::uuid[]) id`)
    .onConflict((conflict) => conflict.doNothing())
    .returning('role_id')
    .execute()
  return rows.map(({ role_id }) => role_id)
}

/** Removes roles from a group. Returns the roles that it had before. */
export async function removeRoles(tx: TenantTransaction, groupId: string, roleIds: readonly string[]): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await tx
    .deleteFrom('group_role')
    .where('group_id', '=', groupId)
    .where('role_id', 'in', roleIds)
    .returning('role_id')
    .execute()
  return rows.map(({ role_id }) => role_id)
}
