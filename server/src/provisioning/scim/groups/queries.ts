import { sql } from 'kysely'
import { executePrepared } from '../../../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../../../db/tenant.ts'
import type { Fragment } from '../filter/sql.ts'
import type { JsonObject } from '../json.ts'
import type { Page, PageQuery } from '../list-request.ts'
import { groupUrn } from '../schema/schemas.ts'
import { etagOf } from '../scope.ts'

/** A group as stored in user_group and scim_group. */
export interface GroupRow {
  group_id: string
  group_name: string
  version: number
  created_at: Date
  updated_at: Date
  external_id: string | null
  /** Undefined if not requested. */
  members?: { value: string; display?: string }[]
}

/** The userName of a member is another lookup for each, so it is only read when asked for. */
export type MemberDetail = 'none' | 'ids' | 'names'

/** The most members in one list of groups: a page ends before the group that would exceed it. */
const mostListedMembers = 100_000

const members: Record<MemberDetail, Fragment> = {
  none: sql``,
  ids: sql`, (
  select coalesce(json_agg(json_build_object('value', gm.user_id) order by gm.user_id), '[]'::json)
    from group_member gm where gm.tenant_id = g.tenant_id and gm.group_id = g.group_id) as members`,
  names: sql`, (
  select coalesce(json_agg(json_build_object('value', gm.user_id, 'display', member.username) order by gm.user_id), '[]'::json)
    from group_member gm join app_user member on member.tenant_id = gm.tenant_id and member.user_id = gm.user_id
   where gm.tenant_id = g.tenant_id and gm.group_id = g.group_id) as members`,
}

const columns = (detail: MemberDetail): Fragment => sql`
  g.group_id, g.group_name, g.version, g.created_at, g.updated_at, s.external_id ${members[detail]}`

const tables = sql`user_group g left join scim_group s on s.tenant_id = g.tenant_id and s.group_id = g.group_id`

/** A group of the tenant, or undefined. Members are read only on request, because there can be half a million. */
export async function findGroup(tx: TenantTransaction, groupId: string, detail: MemberDetail): Promise<GroupRow | undefined> {
  const { rows } = await executePrepared(
    tx,
    sql<GroupRow>`
      select ${columns(detail)} from ${tables} where g.tenant_id = ${tenantIdOf(tx)}::uuid and g.group_id = ${groupId}::uuid`,
  )
  return rows[0]
}

type ListedRow = { total: number } & (GroupRow | { [column in keyof GroupRow]: null })
const isGroup = (row: ListedRow): row is { total: number } & GroupRow => row.group_id !== null

/** One page of groups, and the total. A tenant has at most a hundred, so counting is cheap. */
export async function readGroupPage(
  tx: TenantTransaction,
  { condition, order, offset, limit }: PageQuery,
  detail: MemberDetail,
): Promise<Page<GroupRow>> {
  const matching = sql`${tables} where g.tenant_id = ${tenantIdOf(tx)}::uuid and ${condition ?? sql`true`}`
  const { rows } = await sql<ListedRow>`
    with matching as materialized (
      select g.group_id, g.user_count, row_number() over (order by ${order ?? sql`g.group_id`}, g.group_id) as position from ${matching}),
    page as (
      select group_id, position, sum(user_count) over (order by position) as members
        from matching where position > ${offset}::bigint and position <= ${offset}::bigint + ${limit}::int),
    found as (select (select count(*)::int from matching) as total)
    select found.total, shown.*
      from found left join lateral (
             select ${columns(detail)}, page.position
               from page join user_group g on g.tenant_id = ${tenantIdOf(tx)}::uuid and g.group_id = page.group_id
                    left join scim_group s on s.tenant_id = g.tenant_id and s.group_id = g.group_id
              where ${detail === 'none'}::boolean or page.members <= ${mostListedMembers}
                    or page.position = ${offset}::bigint + 1) shown on true
     order by shown.position`.execute(tx)
  return { rows: rows.filter(isGroup), total: rows[0]?.total ?? 0 }
}

/** Creates a group managed by the provider. */
export async function insertGroup(
  tx: TenantTransaction,
  { groupId, displayName, externalId }: { groupId: string; displayName: string; externalId: string | null },
): Promise<void> {
  const inserted = tx
    .insertInto('user_group')
    .columns(['tenant_id', 'group_id', 'group_name', 'managed_by_provider'])
    .expression(sql`select ${tenantIdOf(tx)}::uuid, ${groupId}::uuid, ${displayName}::text, true`)
  await Promise.all([executePrepared(tx, inserted), setExternalId(tx, groupId, externalId)])
}

/** Stores the provider's attributes of a group. */
export async function setExternalId(tx: TenantTransaction, groupId: string, externalId: string | null): Promise<void> {
  const set = tx
    .insertInto('scim_group')
    .columns(['tenant_id', 'group_id', 'external_id'])
    .expression(sql`select ${tenantIdOf(tx)}::uuid, ${groupId}::uuid, ${externalId}::text`)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'group_id'])
        .doUpdateSet((eb) => ({ external_id: eb.ref('excluded.external_id') }))
        .where(sql<boolean>`scim_group.external_id is distinct from excluded.external_id`),
    )
  await executePrepared(tx, set)
}

/** Renames a group; from then on the provider manages it. */
export async function adoptGroup(tx: TenantTransaction, groupId: string, displayName: string): Promise<void> {
  await tx.updateTable('user_group').set({ group_name: displayName, managed_by_provider: true }).where('group_id', '=', groupId).execute()
}

/** A group in SCIM's format (RFC 7643, section 4.2). */
export function groupResource(row: GroupRow, baseUrl: string): JsonObject {
  return {
    schemas: [groupUrn],
    id: row.group_id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.group_name,
    ...(row.members && row.members.length > 0 ? { members: row.members.map((member) => memberResource(member, baseUrl)) } : {}),
    meta: {
      resourceType: 'Group',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${baseUrl}/Groups/${row.group_id}`,
      version: etagOf(row.version),
    },
  }
}

const memberResource = ({ value, display }: { value: string; display?: string }, baseUrl: string): JsonObject => ({
  value,
  $ref: `${baseUrl}/Users/${value}`,
  ...(display === undefined ? {} : { display }),
  type: 'User',
})

/** Those of the ids that are groups of the tenant. */
export async function groupsAmong(tx: TenantTransaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_group')
    .select('group_id')
    .where('group_id', 'in', [...ids])
    .execute()
  return rows.map(({ group_id }) => group_id)
}

export async function removeGroup(tx: TenantTransaction, groupId: string): Promise<void> {
  await tx.deleteFrom('user_group').where('group_id', '=', groupId).execute()
}
