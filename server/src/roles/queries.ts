import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import type { Role } from '@steward/contract/roles/schemas'
import type { exportRoles } from '@steward/contract/roles/endpoints'
import type { CsvSource } from '../db/csv-copy.ts'
import { hasWords } from '../db/has-words.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Database } from '../db/types.ts'

export type RoleInclude = 'Details' | 'Groups'
export type RoleFilter = QueryOf<typeof exportRoles>

/** Up to this many memberships, members of several groups are counted once; beyond, the count is the number of memberships. */
const countedMemberships = 20_000

interface RoleRow {
  tenant_id: string
  role_id: string
  role_name: string
  description: string
  is_reserved: boolean
  version: number
  created_at: Date
  actions?: string[]
  group_count: number
  user_count?: number
  groups?: { groupId: string; groupName: string }[]
}

const actionsOfRole = sql`(select coalesce(json_agg(ra.action_name order by ra.action_name), '[]'::json) from role_action ra
                            where ra.tenant_id = r.tenant_id and ra.role_id = r.role_id)`

const groupsOfRole = sql`(
  select coalesce(json_agg(json_build_object('groupId', g.group_id, 'groupName', g.group_name) order by g.group_name_key), '[]'::json)
    from group_role gr join user_group g on g.tenant_id = gr.tenant_id and g.group_id = gr.group_id
   where gr.tenant_id = r.tenant_id and gr.role_id = r.role_id)`

/** The number of groups with the role, and of their memberships; joined to `role r`. */
const given = sql`lateral (
  select count(*)::int as group_count, coalesce(sum(g.user_count), 0)::int as memberships
    from group_role gr join user_group g on g.tenant_id = gr.tenant_id and g.group_id = gr.group_id
   where gr.tenant_id = r.tenant_id and gr.role_id = r.role_id) given`

const usersOfRole = sql`case when given.group_count < 2 or given.memberships > ${countedMemberships} then given.memberships else (
  select count(distinct gm.user_id)::int
    from group_role gr join group_member gm on gm.tenant_id = gr.tenant_id and gm.group_id = gr.group_id
   where gr.tenant_id = r.tenant_id and gr.role_id = r.role_id) end`

function roleColumns(include: readonly RoleInclude[]): RawBuilder<unknown> {
  const columns = [sql`r.tenant_id, r.role_id, r.role_name, r.description, r.is_reserved, r.version, r.created_at, given.group_count`]
  if (include.includes('Details')) {
    columns.push(sql`${actionsOfRole} as actions, ${usersOfRole} as user_count`)
  }
  if (include.includes('Groups')) columns.push(sql`${groupsOfRole} as groups`)
  return sql.join(columns)
}

function roleConditions({ search, roleName, actionName }: Omit<RoleFilter, 'sort'>): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (search) conditions.push(hasWords(search, sql`concat_ws(' ', r.role_name, r.description)`))
  if (roleName !== undefined) conditions.push(sql`r.role_name_key = lower(${roleName})`)
  if (actionName?.length) {
    conditions.push(sql`exists (select from role_action ra where ra.tenant_id = r.tenant_id and ra.role_id = r.role_id
                                  and ra.action_name = any(${actionName}::text[]))`)
  }
  return sql.join(conditions, sql` and `)
}

const sortColumns: Record<string, string> = {
  roleName: 'r.role_name_key',
  createdTime: 'r.created_at',
  userCount: 'given.memberships',
  groupCount: 'given.group_count',
}

/** `ORDER BY` of a sort; names break ties. */
export function roleOrder(sort: RoleFilter['sort']): RawBuilder<unknown> {
  const column = sortColumns[sort.replace(/^-/, '')]
  if (!column) throw new Error(`No order for ${sort}`)
  return sql`${sql.ref(column)} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}, r.role_name_key`
}

/** One page of roles and their count. */
export async function readRolePage(
  tx: TenantTransaction,
  filter: RoleFilter,
  { limit, offset, include }: { limit: number; offset: number; include: readonly RoleInclude[] },
): Promise<{ rows: RoleRow[]; totalCount: number }> {
  const [page, counted] = await Promise.all([
    sql<RoleRow>`select ${roleColumns(include)} from role r, ${given} where r.tenant_id = ${tenantIdOf(tx)}::uuid and ${roleConditions(filter)}
                  order by ${roleOrder(filter.sort)} limit ${limit} offset ${offset}`.execute(tx),
    sql<{
      n: number
    }>`select count(*)::int as n from role r where r.tenant_id = ${tenantIdOf(tx)}::uuid and ${roleConditions(filter)}`.execute(tx),
  ])
  return { rows: page.rows, totalCount: counted.rows[0]?.n ?? 0 }
}

export async function findRole(tx: TenantTransaction, roleId: string): Promise<RoleRow | undefined> {
  const { rows } = await sql<RoleRow>`
    select ${roleColumns(['Details', 'Groups'])} from role r, ${given} where r.tenant_id = ${tenantIdOf(tx)}::uuid and r.role_id = ${roleId}`.execute(
    tx,
  )
  return rows[0]
}

/** A role locked for a change, or for deletion: then new references from groups wait as well. */
export async function lockRole(tx: TenantTransaction, roleId: string, purpose: 'change' | 'delete' = 'change') {
  const found = tx.selectFrom('role').select(['role_id', 'role_name', 'is_reserved', 'version']).where('role_id', '=', roleId)
  return (purpose === 'delete' ? found.forUpdate() : found.forNoKeyUpdate()).executeTakeFirst()
}

export type LockedRole = NonNullable<Awaited<ReturnType<typeof lockRole>>>

interface RoleTexts {
  role_name: string
  description: string
}

/** Returns the id. */
export async function insertRole(tx: TenantTransaction, texts: RoleTexts): Promise<string> {
  const { role_id: roleId } = await tx
    .insertInto('role')
    .values({ tenant_id: tenantIdOf(tx), ...texts })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  return roleId
}

export async function changeRole(tx: TenantTransaction, roleId: string, texts: Partial<RoleTexts>): Promise<void> {
  await tx.updateTable('role').set(texts).where('role_id', '=', roleId).execute()
}

export async function deleteRole(tx: TenantTransaction, roleId: string): Promise<void> {
  await tx.deleteFrom('role').where('role_id', '=', roleId).execute()
}

/** The groups with a role. */
export async function groupIdsWithRole(tx: TenantTransaction, roleId: string): Promise<string[]> {
  const rows = await tx.selectFrom('group_role').select('group_id').where('role_id', '=', roleId).execute()
  return rows.map(({ group_id }) => group_id)
}

/** Adds actions to a role; returns those it didn't have before. */
export async function addActions(tx: TenantTransaction, roleId: string, actionNames: readonly string[]): Promise<string[]> {
  if (actionNames.length === 0) return []
  const rows = await tx
    .insertInto('role_action')
    .columns(['tenant_id', 'role_id', 'action_name'])
    .expression(sql`select ${tenantIdOf(tx)}::uuid, ${roleId}::uuid, name from unnest(${actionNames}::text[]) name`)
    .onConflict((conflict) => conflict.doNothing())
    .returning('action_name')
    .execute()
  return rows.map(({ action_name }) => action_name)
}

/** Removes actions from a role, or with `except` all others. */
export async function removeActions(
  tx: TenantTransaction,
  roleId: string,
  { only, except }: { only: readonly string[]; except?: undefined } | { only?: undefined; except: readonly string[] },
): Promise<void> {
  await tx
    .deleteFrom('role_action')
    .where('role_id', '=', roleId)
    .where(only ? sql<boolean>`action_name = any(${only}::text[])` : sql<boolean>`action_name <> all(${except}::text[])`)
    .execute()
}

/** The filtered roles in their order as CSV. */
export function exportedRoles(kysely: Kysely<Database>, tenantId: string, filter: RoleFilter): CsvSource {
  const roles = sql`from role r, ${given} where r.tenant_id = ${tenantId}::uuid and ${roleConditions(filter)}`
  return {
    rows: sql`
      select csv_text(r.role_name) as "roleName", csv_text(r.description) as description,
             csv_text((select string_agg(ra.action_name, ';' order by ra.action_name) from role_action ra
                        where ra.tenant_id = r.tenant_id and ra.role_id = r.role_id)) as actions,
             given.group_count as groups, ${usersOfRole} as users, csv_time(r.created_at) as "createdTime"
        ${roles} order by ${roleOrder(filter.sort)}`.compile(kysely),
    count: sql<{ n: number }>`select count(*) as n from role r where r.tenant_id = ${tenantId}::uuid and ${roleConditions(filter)}`.compile(
      kysely,
    ),
  }
}

/** A row as a contract role. */
export function toRole(row: RoleRow, include: readonly RoleInclude[]): Role {
  const role: Role = {
    roleId: row.role_id,
    roleName: row.role_name,
    description: row.description,
    tenantId: row.tenant_id,
    isReserved: row.is_reserved,
    version: row.version,
  }
  if (include.includes('Details')) {
    const actions = row.actions ?? []
    role.actions = actions
    role.roleDetails = {
      createdTime: row.created_at.toISOString(),
      actionCount: actions.length,
      groupCount: row.group_count,
      userCount: row.user_count ?? 0,
    }
  }
  if (include.includes('Groups')) role.groups = row.groups ?? []
  return role
}
