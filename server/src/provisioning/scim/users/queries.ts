import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { executePrepared } from '../../../db/prepared.ts'
import { type TenantTransaction, noteChange, tenantIdOf } from '../../../db/tenant.ts'
import type { Fragment } from '../filter/sql.ts'
import type { Page, PageQuery } from '../list-request.ts'
import type { UserParts, UserRow } from './document.ts'

/** Provisioning includes people, not the accounts of programs. */
const isPerson = (tx: TenantTransaction) => sql`u.tenant_id = ${tenantIdOf(tx)}::uuid and u.user_type = 'endUser'`

const groups = sql`(
  select coalesce(json_agg(json_build_object('value', gm.group_id, 'display', g.group_name) order by g.group_name_key), '[]'::json)
    from group_member gm join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id
   where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id) as groups`

const columns = (withGroups: boolean): Fragment => sql`
  u.user_id, u.username, u.email, u.given_name, u.family_name, u.is_disabled, u.version, u.created_at, u.updated_at,
  s.external_id, s.attributes, scim_emails(u.email, s.attributes -> 'emails') as emails ${withGroups ? sql`, ${groups}` : sql``}`

const tables = sql`app_user u left join scim_user s on s.tenant_id = u.tenant_id and s.user_id = u.user_id`

/** A user of the tenant, or undefined. */
export async function findUser(
  tx: TenantTransaction,
  userId: string,
  { withGroups }: { withGroups: boolean },
): Promise<UserRow | undefined> {
  const { rows } = await executePrepared(
    tx,
    sql<UserRow>`select ${columns(withGroups)} from ${tables} where ${isPerson(tx)} and u.user_id = ${userId}::uuid`,
  )
  return rows[0]
}

type ListedRow = { total: number } & (UserRow | { [column in keyof UserRow]: null })
const isUser = (row: ListedRow): row is { total: number } & UserRow => row.user_id !== null

/** One page of users, and the total. */
export async function readUserPage(
  tx: TenantTransaction,
  page: PageQuery,
  { withGroups }: { withGroups: boolean },
): Promise<Page<UserRow>> {
  const { condition, order, offset, limit } = page
  const matching = sql`${tables} where ${isPerson(tx)} and ${condition ?? sql`true`}`
  const counted = sql`(select count(*) from ${matching})`
  // An incomplete page is the last one, so the total is known without counting.
  const total = condition
    ? sql`case when size < ${limit}::int and (size > 0 or ${offset}::bigint = 0) then ${offset}::bigint + size else ${counted} end`
    : sql`(select coalesce(sum(n), 0) from row_count where tenant_id = ${tenantIdOf(tx)}::uuid and table_name = 'app_user' and facet like 'endUser/%')`
  // Forces a lookup by key for each user, because the planner misjudges a tenant that has just been filled.
  const { rows } = await sql<ListedRow>`
    with ids as materialized (
      select array(select u.user_id from ${matching} order by ${order ?? sql`u.user_id`}, u.user_id limit ${limit} offset ${offset}) as user_ids),
    found as materialized (select (${total})::int as total, user_ids from (select user_ids, cardinality(user_ids) as size from ids) sized)
    select found.total, shown.*, key.position
      from found
           left join lateral unnest(found.user_ids) with ordinality key (user_id, position) on true
           left join lateral (
             select ${columns(withGroups)} from ${tables} where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.user_id = key.user_id offset 0) shown on true
     order by key.position`.execute(tx)
  return { rows: rows.filter(isUser), total: rows[0]?.total ?? 0 }
}

/** Creates a user managed by the provider. */
export async function insertUser(tx: TenantTransaction, parts: UserParts): Promise<UserRow> {
  const { username, email, givenName, familyName, isDisabled, externalId, attributes } = parts
  const tenantId = tenantIdOf(tx)
  const userId = randomUUIDv7()
  noteChange(tx, 'app_user', { along: false })
  noteChange(tx, 'scim_user')
  // Sent together and run in this order.
  const [users, provided] = await Promise.all([
    executePrepared(
      tx,
      sql<Omit<UserRow, 'external_id' | 'attributes' | 'emails' | 'groups'>>`
        insert into app_user (tenant_id, user_id, username, email, given_name, family_name, is_disabled, status)
        values (${tenantId}::uuid, ${userId}, ${username}, ${email}, ${givenName}, ${familyName}, ${isDisabled}, 'EXTERNAL_PROVIDER')
        returning user_id, username, email, given_name, family_name, is_disabled, version, created_at, updated_at`,
    ),
    executePrepared(
      tx,
      sql<Pick<UserRow, 'external_id' | 'attributes' | 'emails'>>`
        insert into scim_user (tenant_id, user_id, external_id, attributes)
        values (${tenantId}::uuid, ${userId}, ${externalId}::text, ${JSON.stringify(attributes)}::jsonb)
        returning external_id, attributes, scim_emails(${email}::text, attributes -> 'emails') as emails`,
    ),
  ])
  const [user] = users.rows
  const [row] = provided.rows
  if (!user || !row) throw new Error('An insert returned no row')
  return { ...user, ...row, groups: [] }
}

/** Updates the changed attributes of a locked user. Its status is changed elsewhere, because that has more effects. */
export async function updateUser(tx: TenantTransaction, userId: string, before: UserParts, after: UserParts): Promise<void> {
  const isOther = (['username', 'email', 'givenName', 'familyName'] as const).some((part) => before[part] !== after[part])
  const named = tx
    .updateTable('app_user')
    .set({ username: after.username, email: after.email, given_name: after.givenName, family_name: after.familyName })
    .where('user_id', '=', userId)
  const provided = tx
    .insertInto('scim_user')
    .columns(['tenant_id', 'user_id', 'external_id', 'attributes'])
    .expression(sql`select ${tenantIdOf(tx)}::uuid, ${userId}::uuid, ${after.externalId}::text, ${JSON.stringify(after.attributes)}::jsonb`)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet((eb) => ({ external_id: eb.ref('excluded.external_id'), attributes: sql`excluded.attributes` }))
        .where(sql<boolean>`(scim_user.external_id, scim_user.attributes) is distinct from (excluded.external_id, excluded.attributes)`),
    )
  await Promise.all([isOther ? executePrepared(tx, named) : undefined, executePrepared(tx, provided)])
}

/** Whether this is the break-glass administrator, who signs in when the provider fails. */
export async function isBreakGlassUser(tx: TenantTransaction, userId: string): Promise<boolean> {
  const { rows } = await executePrepared(
    tx,
    sql<{ found: boolean }>`
      select exists (select from federation_config f join app_user u on u.tenant_id = f.tenant_id and u.username_key = lower(f.admin_username)
                      where f.tenant_id = ${tenantIdOf(tx)}::uuid and f.state = 'ACTIVE' and u.user_id = ${userId}::uuid) as found`,
  )
  return rows[0]?.found ?? false
}
