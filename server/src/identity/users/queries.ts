import { sql } from 'kysely'
import type { TenantTransaction } from '../../db/tenant.ts'
import type { PageStart } from './anchors.ts'
import { type UserInclude, type UserRow, groupsOfUser, userColumns } from './columns.ts'
import { type Fragment, type UserFilter, facetsOf, isCounted, userConditions, userOrder } from './filter.ts'

/** Filtered lists are counted up to here; beyond it they hold "more than" this many. */
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

type ListedRow = { total: number } & (UserRow | { [column in keyof UserRow]: null })

const isUser = (row: ListedRow): row is { total: number } & UserRow => row.user_id !== null

/**
 * One page of users and how many there are, in one query. The page's keys are found in an index first, so that what is
 * skipped is never read from the table.
 */
export async function readUserPage(
  tx: TenantTransaction,
  filter: UserFilter,
  window: Window,
  start?: PageStart,
): Promise<UserPage> {
  const order = userOrder(filter.sort)
  const conditions = start ? sql`${userConditions(filter)} and ${start.condition}` : userConditions(filter)
  const { rows } = await sql<ListedRow>`
    with ${
      filter.search
        ? foundPage(filter, filter.search, window)
        : sql`page as materialized (
      select u.tenant_id, u.user_id from app_user u where ${conditions}
       order by ${order} limit ${window.limit} offset ${start?.skip ?? window.offset})`
    }
    select (${totalOf(filter, window)})::int as total, shown.*
      from (values (1)) always
           left join (select ${userColumns(window.include)} , row_number() over (order by ${order}) as position
                        from page join app_user u on u.tenant_id = page.tenant_id and u.user_id = page.user_id) shown on true
     order by shown.position`.execute(tx)
  const total = rows[0]?.total ?? 0
  // The list has changed since the start was remembered.
  if (start && total > window.offset && !rows.some(isUser)) return readUserPage(tx, filter, window)
  return {
    rows: rows.filter(isUser),
    totalCount: isCounted(filter) ? total : Math.min(total, countedUpTo),
    totalIsExact: isCounted(filter) || total <= countedUpTo,
  }
}

/** The page of a search, which the database counts along with it. */
function foundPage(filter: UserFilter, search: string, { limit, offset }: Window): Fragment {
  const types = filter.type === 'endUser' ? ['endUser'] : ['endUser', 'service']
  const listOf = (values: readonly string[] | undefined) => (values?.length ? values : null)
  return sql`
    found as materialized (
      select total, user_ids from search_user_page(${search}, ${types}::text[], ${listOf(filter.userStatus)}::text[], ${filter.isDisabled ?? null}::boolean,
        ${listOf(filter.groupId)}::uuid[], ${listOf(filter.roleId)}::uuid[], ${filter.sort}, ${limit}::int, ${offset}::int)),
    page as materialized (select current_tenant_id() as tenant_id, user_id from found, unnest(user_ids) listed (user_id))`
}

/**
 * How many users match: kept counts where they tell, otherwise counted up to one more than the list promises. A page that is not
 * full is the last one, and tells it without counting.
 */
function totalOf(filter: UserFilter, { limit, offset }: Window): Fragment {
  if (filter.search) return sql`select total from found`
  if (isCounted(filter)) {
    return sql`select coalesce(sum(n), 0) from row_count where table_name = 'app_user' and facet = any(${facetsOf(filter)}::text[])`
  }
  return sql`select case when page_size < ${limit}::int and (page_size > 0 or ${offset}::int = 0) then ${offset}::int + page_size
                         else ${matches(filter)} end
               from (select count(*)::int as page_size from page) sized`
}

function matches(filter: UserFilter): Fragment {
  const counted = sql`(select count(*)::int from (
    select from app_user u where ${userConditions(filter)} limit ${countedUpTo + 1}) matching)`
  const onlyGroup = filter.groupId?.length === 1 && !filter.search && !filter.roleId?.length
  if (!onlyGroup || filter.userStatus?.length || filter.isDisabled !== undefined) return counted
  // A group knows its size; it counts all members, so it tells only where the tenant has no other types of users.
  const otherTypes = sql`(select coalesce(sum(n), 0) from row_count where table_name = 'app_user' and facet like 'service/%')`
  return sql`case when ${filter.type === 'all'} or ${otherTypes} = 0
    then coalesce((select least(user_count, ${countedUpTo + 1}) from user_group where group_id = ${filter.groupId?.[0]}), 0)
    else ${counted} end`
}

/** How a caller names a user. */
export type UserName = { userId: string } | { username: string }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The legacy paths name a user by username or by id. */
export const byUsernameOrId = (name: string): UserName => (uuid.test(name) ? { userId: name } : { username: name })

const isNamed = (name: UserName): Fragment =>
  'userId' in name ? sql`u.user_id = ${name.userId}` : sql`u.username_key = lower(${name.username})`

/** A user with what is included, or undefined. */
export async function findUser(tx: TenantTransaction, name: UserName, include: readonly UserInclude[]): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${userColumns(include)} from app_user u where ${isNamed(name)}`.execute(tx)
  return rows[0]
}

/** The groups of a user by name, or undefined where there is no such user. */
export async function findGroupsOfUser(tx: TenantTransaction, name: UserName): Promise<UserRow['groups']> {
  const { rows } = await sql<{ groups: UserRow['groups'] }>`
    select ${groupsOfUser} as groups from app_user u where ${isNamed(name)}`.execute(tx)
  return rows[0]?.groups
}

/** The first users by username, for the legacy list that has no pages. */
export async function readFirstUsers(tx: TenantTransaction, limit: number): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${userColumns([])} from app_user u where u.user_type = 'endUser' order by u.username_key limit ${limit}`.execute(tx)
  return rows
}

/**
 * A user locked for a change: nobody else changes or deletes it until this transaction ends. With `delete` also whoever is
 * about to refer to the user waits.
 */
export async function lockUser(tx: TenantTransaction, name: UserName, purpose: 'change' | 'delete' = 'change') {
  const found = tx
    .selectFrom('app_user as u')
    .select(['u.user_id', 'u.username', 'u.given_name', 'u.family_name', 'u.status', 'u.is_disabled', 'u.version'])
    .where(sql<boolean>`${isNamed(name)}`)
  return (purpose === 'delete' ? found.forUpdate() : found.forNoKeyUpdate()).executeTakeFirst()
}

export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>
