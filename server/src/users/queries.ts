import { sql } from 'kysely'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { NewRow, RowUpdate } from '../db/types.ts'
import type { PageStart } from './anchors.ts'
import { type UserInclude, type UserRow, groupIdsOfUser, groupsOfUser, userColumns } from './columns.ts'
import { type Fragment, type UserFilter, facetsOf, isCounted, isUnfiltered, userConditions, userOrder } from './filter.ts'
import { type GroupNames, namesVersion } from './group-names.ts'

/** Filtered lists are counted up to this number; beyond it the total is "more than" this. */
export const countedUpTo = 10_000

export interface UserPage {
  rows: UserRow[]
  totalCount: number
  totalIsExact: boolean
}

interface Window {
  limit: number
  offset: number
  include: readonly UserInclude[]
}

type PageRow = UserRow & { group_ids: string[] }
type ListedRow = { total: number; names_version: number } & (PageRow | { [column in keyof PageRow]: null })

const isUser = (row: ListedRow): row is { total: number; names_version: number } & PageRow => row.user_id !== null

/**
 * One page of users and the total. The keys of the page are found in an index first, so that skipped rows are never read from
 * the table: in the same query, or for a search by a function in a separate query. Groups are read as ids.
 */
export async function readUserPage(
  tx: TenantTransaction,
  names: GroupNames,
  filter: UserFilter,
  window: Window,
  start?: PageStart,
): Promise<UserPage> {
  const tenantId = tenantIdOf(tx)
  // Locked users are few: they are read first, and searched among. The search function does not know sign-ins and factors.
  const isSearched = filter.search !== undefined && filter.search !== '' && !isBeyondSearch(filter)
  const found = isSearched ? await searched(tx, filter, filter.search ?? '', window) : listed(tenantId, filter, window, start)
  // Applications follow from actions, which the names don't have.
  const hasApps = window.include.includes('Apps')
  const hasNames = !hasApps && (window.include.includes('Groups') || window.include.includes('Roles'))
  const columns = hasNames ? sql`${userColumns(onlyFactors(window.include))}, ${groupIdsOfUser} as group_ids` : userColumns(window.include)
  const version = hasNames ? sql`coalesce(${namesVersion(tenantId)}, 0)::int` : sql`0`
  const query = sql<ListedRow>`
    with found as materialized (${found})
    select found.total, ${version} as names_version, shown.*
      from found left join lateral (
             select ${columns}, key.position
               from unnest(found.user_ids) with ordinality key (user_id, position)
                    join app_user u on u.tenant_id = ${tenantId}::uuid and u.user_id = key.user_id) shown on true
     order by shown.position`
  // Planning takes longer than running. The statements of a search and of an unfiltered list are constant, and few.
  const { rows } = await (isSearched || (isUnfiltered(filter) && !start && !hasApps) ? executePrepared(tx, query) : query.execute(tx))
  const total = rows[0]?.total ?? 0
  const users = rows.filter(isUser)
  const described = hasNames ? await names.describe(tx, rows[0]?.names_version ?? 0, users) : []
  return {
    rows: hasNames ? users.map((user, index) => ({ ...user, ...described[index] })) : users,
    totalCount: isCounted(filter) ? total : Math.min(total, countedUpTo),
    totalIsExact: isCounted(filter) || total <= countedUpTo,
  }
}

/** Filters that neither the search function nor the kept counts know. */
const isBeyondSearch = ({ isLocked, hasSignedIn, secondFactor }: UserFilter): boolean =>
  isLocked === true || hasSignedIn !== undefined || secondFactor !== undefined

/** Groups and roles are described by their names instead. */
const onlyFactors = (include: readonly UserInclude[]): UserInclude[] => include.filter((part) => part === 'Factors')

/** The page of a search, by the search function of the database. */
async function searched(tx: TenantTransaction, filter: UserFilter, search: string, { limit, offset }: Window): Promise<Fragment> {
  const types = filter.type === 'endUser' ? ['endUser'] : ['endUser', 'service']
  const some = (values: readonly string[] | undefined) => (values?.length ? values : null)
  const { rows } = await executePrepared(
    tx,
    sql<{ total: number; user_ids: string[] }>`
      select total, user_ids from search_user_page(${tenantIdOf(tx)}::uuid, ${search}, ${types}::text[], ${some(filter.userStatus)}::text[],
        ${filter.isDisabled ?? null}::boolean, ${some(filter.groupId)}::uuid[], ${some(filter.roleId)}::uuid[],
        ${filter.sort}, ${limit}::integer, ${offset}::integer)`,
  )
  return sql`select ${rows[0]?.total ?? 0}::integer as total, ${rows[0]?.user_ids ?? []}::uuid[] as user_ids`
}

/** The page of a list without a search, by the index of its sort. */
function listed(tenantId: string, filter: UserFilter, window: Window, start: PageStart | undefined): Fragment {
  const conditions = start ? sql`${userConditions(tenantId, filter)} and ${start.condition}` : userConditions(tenantId, filter)
  return sql`
    select (${totalOf(tenantId, filter, window)})::int as total, user_ids
      from (select array(select u.user_id from app_user u where ${conditions} order by ${userOrder(filter.sort)}
                          limit ${window.limit} offset ${start?.skip ?? window.offset}) as user_ids) page`
}

/**
 * How many users match: from kept counts where possible, otherwise counted up to one more than the limit of the list. A page
 * that isn't full is the last one, so it gives the total without counting.
 */
function totalOf(tenantId: string, filter: UserFilter, { limit, offset }: Window): Fragment {
  if (isCounted(filter)) {
    return sql`select coalesce(sum(n), 0) from row_count where tenant_id = ${tenantId}::uuid and table_name = 'app_user' and facet = any(${facetsOf(filter)}::text[])`
  }
  return sql`select case when size < ${limit}::int and (size > 0 or ${offset}::int = 0) then ${offset}::int + size
                         else ${matches(tenantId, filter)} end
               from (select cardinality(page.user_ids) as size) sized`
}

function matches(tenantId: string, filter: UserFilter): Fragment {
  const counted = sql`(select count(*)::int from (
    select from app_user u where ${userConditions(tenantId, filter)} limit ${countedUpTo + 1}) matching)`
  const onlyGroup = filter.groupId?.length === 1 && !filter.roleId?.length
  if (!onlyGroup || filter.userStatus?.length || filter.isDisabled !== undefined || isBeyondSearch(filter)) return counted
  // A group knows its member count, which applies only if the tenant has no other types of users.
  const otherTypes = sql`(select coalesce(sum(n), 0) from row_count where tenant_id = ${tenantId}::uuid and table_name = 'app_user' and facet like 'service/%')`
  return sql`case when ${filter.type === 'all'} or ${otherTypes} = 0
    then coalesce((select least(user_count, ${countedUpTo + 1}) from user_group where tenant_id = ${tenantId}::uuid and group_id = ${filter.groupId?.[0]}), 0)
    else ${counted} end`
}

/** How a caller identifies a user. */
export type UserName = { userId: string } | { username: string }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The legacy paths identify a user by username or id. */
export const byUsernameOrId = (name: string): UserName => (uuid.test(name) ? { userId: name } : { username: name })

const isNamed = (name: UserName): Fragment =>
  'userId' in name ? sql`u.user_id = ${name.userId}` : sql`u.username_key = lower(${name.username})`

/** A user with everything included, or undefined. */
export async function findUser(tx: TenantTransaction, name: UserName, include: readonly UserInclude[]): Promise<UserRow | undefined> {
  const { rows } = await executePrepared(
    tx,
    sql<UserRow>`select ${userColumns(include)} from app_user u where u.tenant_id = ${tenantIdOf(tx)}::uuid and ${isNamed(name)}`,
  )
  return rows[0]
}

/** The groups of a user by name, or undefined if the user doesn't exist. */
export async function findGroupsOfUser(tx: TenantTransaction, name: UserName): Promise<UserRow['groups']> {
  const { rows } = await executePrepared(
    tx,
    sql<{ groups: UserRow['groups'] }>`
      select ${groupsOfUser} as groups from app_user u where u.tenant_id = ${tenantIdOf(tx)}::uuid and ${isNamed(name)}`,
  )
  return rows[0]?.groups
}

/** The first users by username, for the legacy list that has no pages. */
export async function readFirstUsers(tx: TenantTransaction, limit: number): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${userColumns([])} from app_user u where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.user_type = 'endUser' order by u.username_key limit ${limit}`.execute(
    tx,
  )
  return rows
}

const lockable = (tx: TenantTransaction) =>
  tx
    .selectFrom('app_user as u')
    .select(['u.user_id', 'u.username', 'u.email', 'u.given_name', 'u.family_name', 'u.status', 'u.is_disabled', 'u.version'])

/** A user locked for a change until this transaction ends. With `delete`, new references to the user wait as well. */
export async function lockUser(tx: TenantTransaction, name: UserName, purpose: 'change' | 'delete' = 'change') {
  const found = lockable(tx).where(sql<boolean>`${isNamed(name)}`)
  const { rows } = await executePrepared(tx, purpose === 'delete' ? found.forUpdate() : found.forNoKeyUpdate())
  return rows[0]
}

/** The same for many users, always in the same order. */
export async function lockUsers(tx: TenantTransaction, userIds: readonly string[], purpose: 'change' | 'delete' = 'change') {
  const found = lockable(tx)
    .where(sql<boolean>`u.user_id = any(${userIds}::uuid[])`)
    .orderBy('u.user_id')
  const { rows } = await executePrepared(tx, purpose === 'delete' ? found.forUpdate() : found.forNoKeyUpdate())
  return rows
}

export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

export async function insertUser(tx: TenantTransaction, user: Omit<NewRow<'app_user'>, 'tenant_id'>): Promise<void> {
  await executePrepared(tx, tx.insertInto('app_user').values({ tenant_id: tenantIdOf(tx), ...user }))
}

export async function changeUsers(tx: TenantTransaction, userIds: readonly string[], changed: RowUpdate<'app_user'>): Promise<void> {
  await executePrepared(tx, tx.updateTable('app_user').set(changed).where(isAmong(userIds)))
}

export async function removeUsers(tx: TenantTransaction, userIds: readonly string[]): Promise<void> {
  await executePrepared(tx, tx.deleteFrom('app_user').where(isAmong(userIds)))
}

const isAmong = (userIds: readonly string[]) => sql<boolean>`user_id = any(${userIds}::uuid[])`
