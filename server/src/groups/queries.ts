import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Group } from '@steward/contract/groups/schemas'
import type { exportGroups } from '@steward/contract/groups/endpoints'
import type { QueryOf } from '@steward/contract/http'
import type { CsvSource } from '../db/csv-copy.ts'
import { hasWords } from '../db/has-words.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Database } from '../db/types.ts'

export type GroupInclude = 'Details' | 'Roles' | 'Usernames'
export type GroupFilter = QueryOf<typeof exportGroups>

/** Larger groups are read through the list of users. */
const shownUsernames = 1_000

interface GroupRow {
  group_id: string
  group_name: string
  status: 'Enabled' | 'Disabled'
  is_reserved: boolean
  managed_by_provider: boolean
  version: number
  created_at: Date
  user_count: number
  role_count: number
  usernames?: string[]
  roles?: { roleId: string; roleName: string }[]
}

// The first members in the order of the key, so that a group of half a million isn't sorted to show a thousand.
const usernamesOfGroup = sql`(
  select coalesce(json_agg(username order by username_key), '[]'::json)
    from app_user member
   where member.tenant_id = g.tenant_id
     and member.user_id = any (array(select gm.user_id from group_member gm where gm.tenant_id = g.tenant_id and gm.group_id = g.group_id
                                      order by gm.user_id limit ${shownUsernames})))`

const rolesOfGroup = sql`(
  select coalesce(json_agg(json_build_object('roleId', r.role_id, 'roleName', r.role_name) order by r.role_name_key), '[]'::json)
    from group_role gr join role r on r.tenant_id = gr.tenant_id and r.role_id = gr.role_id
   where gr.tenant_id = g.tenant_id and gr.group_id = g.group_id)`

function groupColumns(include: readonly GroupInclude[]): RawBuilder<unknown> {
  const columns = [
    sql`g.group_id, g.group_name, g.status, g.is_reserved, g.managed_by_provider, g.version, g.created_at, g.user_count, g.role_count`,
  ]
  if (include.includes('Usernames')) columns.push(sql`${usernamesOfGroup} as usernames`)
  if (include.includes('Roles')) columns.push(sql`${rolesOfGroup} as roles`)
  return sql.join(columns)
}

function groupConditions({ search, groupStatus, roleId, username }: Omit<GroupFilter, 'sort'>): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (search) conditions.push(hasWords(search, sql`g.group_name`))
  if (groupStatus?.length) conditions.push(sql`g.status = any(${groupStatus}::text[])`)
  if (roleId?.length) {
    conditions.push(sql`exists (select from group_role gr where gr.tenant_id = g.tenant_id and gr.group_id = g.group_id
                                  and gr.role_id = any(${roleId}::uuid[]))`)
  }
  if (username !== undefined) {
    conditions.push(sql`exists (select from group_member gm join app_user member
                                    on member.tenant_id = gm.tenant_id and member.user_id = gm.user_id
                                 where gm.tenant_id = g.tenant_id and gm.group_id = g.group_id
                                   and member.username_key = lower(${username}))`)
  }
  return sql.join(conditions, sql` and `)
}

const sortColumns: Record<string, string> = {
  groupName: 'g.group_name_key',
  createdTime: 'g.created_at',
  userCount: 'g.user_count',
  roleCount: 'g.role_count',
  status: 'g.status',
}

/** `ORDER BY` of a sort; names break ties. */
export function groupOrder(sort: GroupFilter['sort']): RawBuilder<unknown> {
  const column = sortColumns[sort.replace(/^-/, '')]
  if (!column) throw new Error(`No order for ${sort}`)
  return sql`${sql.ref(column)} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}, g.group_name_key`
}

/** One page of groups and their count. A tenant has at most a hundred, so the count is exact. */
export async function readGroupPage(
  tx: TenantTransaction,
  filter: GroupFilter,
  { limit, offset, include }: { limit: number; offset: number; include: readonly GroupInclude[] },
): Promise<{ rows: GroupRow[]; totalCount: number }> {
  const [page, counted] = await Promise.all([
    sql<GroupRow>`select ${groupColumns(include)} from user_group g where g.tenant_id = ${tenantIdOf(tx)}::uuid and ${groupConditions(filter)}
                   order by ${groupOrder(filter.sort)} limit ${limit} offset ${offset}`.execute(tx),
    sql<{
      n: number
    }>`select count(*)::int as n from user_group g where g.tenant_id = ${tenantIdOf(tx)}::uuid and ${groupConditions(filter)}`.execute(tx),
  ])
  return { rows: page.rows, totalCount: counted.rows[0]?.n ?? 0 }
}

export async function findGroup(tx: TenantTransaction, groupId: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select ${groupColumns(['Details', 'Roles', 'Usernames'])} from user_group g where g.tenant_id = ${tenantIdOf(tx)}::uuid and g.group_id = ${groupId}`.execute(
    tx,
  )
  return rows[0]
}

/** Returns the id. */
export async function insertGroup(tx: TenantTransaction, groupName: string): Promise<string> {
  const { group_id: groupId } = await tx
    .insertInto('user_group')
    .values({ tenant_id: tenantIdOf(tx), group_name: groupName })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  return groupId
}

export async function deleteGroup(tx: TenantTransaction, groupId: string): Promise<void> {
  await tx.deleteFrom('user_group').where('group_id', '=', groupId).execute()
}

/** The filtered groups in their order as CSV. */
export function exportedGroups(kysely: Kysely<Database>, tenantId: string, filter: GroupFilter): CsvSource {
  const groups = sql`from user_group g where g.tenant_id = ${tenantId}::uuid and ${groupConditions(filter)}`
  return {
    rows: sql`
      select csv_text(g.group_name) as "groupName", g.status, g.user_count as users, g.role_count as roles,
             csv_text((select string_agg(r.role_name, ';' order by r.role_name_key)
                         from group_role gr join role r on r.tenant_id = gr.tenant_id and r.role_id = gr.role_id
                        where gr.tenant_id = g.tenant_id and gr.group_id = g.group_id)) as "roleNames",
             csv_time(g.created_at) as "createdTime"
        ${groups} order by ${groupOrder(filter.sort)}`.compile(kysely),
    count: sql<{ n: number }>`select count(*) as n ${groups}`.compile(kysely),
  }
}

/** A row as a contract group. */
export function toGroup(row: GroupRow, include: readonly GroupInclude[]): Group {
  const group: Group = {
    groupId: row.group_id,
    groupName: row.group_name,
    status: row.status,
    isReserved: row.is_reserved,
    isManagedByProvider: row.managed_by_provider,
    version: row.version,
  }
  if (include.includes('Details')) {
    group.groupDetails = { createdTime: row.created_at.toISOString(), userCount: row.user_count, roleCount: row.role_count }
  }
  if (include.includes('Usernames')) group.usernames = row.usernames ?? []
  if (include.includes('Roles')) group.roles = row.roles ?? []
  return group
}
