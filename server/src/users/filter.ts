import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import type { FactorFilter, FactorKind } from '@steward/contract/rules/factors'
import type { exportUsers } from '@steward/contract/users/endpoints'

/** Filters and sort of a list of users, as parsed by the contract. */
export type UserFilter = QueryOf<typeof exportUsers>

/** The alias `u` is `app_user` in every fragment. */
export type Fragment = RawBuilder<unknown>

/** The contract's status names, in the order of the counted facets. */
const statuses = ['CONFIRMED', 'EXTERNAL_PROVIDER', 'FORCE_CHANGE_PASSWORD'] as const

/**
 * Groups through which users have a role of the list; disabled groups don't count. An array, so that the planner evaluates it
 * once instead of for every user.
 */
export const groupsWithRole = (tenantId: string, roleIds: readonly string[]) => sql`array(
  select gr.group_id from group_role gr join user_group g on g.tenant_id = gr.tenant_id and g.group_id = gr.group_id
   where gr.tenant_id = ${tenantId}::uuid and g.status = 'Enabled' and gr.role_id = any(${roleIds}::uuid[]))`

const isMemberOf = (groups: Fragment) => sql`exists (
  select from group_member gm where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id and gm.group_id = any(${groups}))`

const hasFactor = (kind: FactorKind | undefined) => sql`exists (
  select from sign_in_factor f
   where f.tenant_id = u.tenant_id and f.user_id = u.user_id ${kind === undefined ? sql`` : sql`and f.kind = ${kind}`})`

function factorCondition(filter: FactorFilter): Fragment {
  if (filter === 'none') return sql`not ${hasFactor(undefined)}`
  return hasFactor(filter === 'any' ? undefined : filter)
}

/** The conditions on `app_user u`. */
export function userConditions(tenantId: string, filter: Omit<UserFilter, 'sort'>): Fragment {
  const conditions: Fragment[] = [sql`u.tenant_id = ${tenantId}::uuid`]
  if (filter.type === 'endUser') conditions.push(sql`u.user_type = 'endUser'`)
  if (filter.userStatus?.length === 1) conditions.push(sql`u.status = ${filter.userStatus[0]}`)
  else if (filter.userStatus?.length) conditions.push(sql`u.status = any(${filter.userStatus}::text[])`)
  // A literal, so that the planner uses the index of disabled users, who are few.
  if (filter.isDisabled !== undefined) conditions.push(filter.isDisabled ? sql`u.is_disabled` : sql`not u.is_disabled`)
  if (filter.isLocked) conditions.push(sql`u.locked_until > now()`)
  if (filter.hasSignedIn !== undefined) conditions.push(sql`u.last_sign_in_at is ${sql.raw(filter.hasSignedIn ? 'not null' : 'null')}`)
  if (filter.secondFactor !== undefined) conditions.push(factorCondition(filter.secondFactor))
  if (filter.groupId?.length) conditions.push(isMemberOf(sql`${filter.groupId}::uuid[]`))
  if (filter.roleId?.length) conditions.push(isMemberOf(groupsWithRole(tenantId, filter.roleId)))
  if (filter.search) conditions.push(sql`u.user_id in (select found from search_users(${tenantId}::uuid, ${filter.search}) found)`)
  return sql.join(conditions, sql` and `)
}

/** Whether the kept counts alone tell how many users match. */
export function isCounted(filter: UserFilter): boolean {
  const { search, isLocked, hasSignedIn, secondFactor, groupId, roleId } = filter
  return !search && !isLocked && hasSignedIn === undefined && secondFactor === undefined && !groupId?.length && !roleId?.length
}

/** Whether the list has all users of its type. */
export const isUnfiltered = (filter: UserFilter): boolean =>
  isCounted(filter) && !filter.userStatus?.length && filter.isDisabled === undefined

/** The facets of `row_count` that cover the matching users, as named by the trigger `count_users`. */
export function facetsOf(filter: UserFilter): string[] {
  const types = filter.type === 'endUser' ? ['endUser'] : ['endUser', 'service']
  const wanted = filter.userStatus?.length ? filter.userStatus : statuses
  const suffixes = filter.isDisabled === undefined ? ['', '/disabled'] : [filter.isDisabled ? '/disabled' : '']
  return types.flatMap((type) => wanted.flatMap((status) => suffixes.map((suffix) => `${type}/${status}${suffix}`)))
}

type Direction = 'asc' | 'desc'

/** The columns of each sort; every key is unique, so that pages neither overlap nor skip. */
const sorts: Record<string, (direction: RawBuilder<unknown>) => Fragment> = {
  username: (d) => sql`u.username_key ${d}`,
  givenName: (d) => sql`u.given_name ${d}, u.family_name ${d}, u.user_id ${d}`,
  familyName: (d) => sql`u.family_name ${d}, u.given_name ${d}, u.user_id ${d}`,
  status: (d) => sql`u.status ${d}, u.username_key ${d}`,
  createdTime: (d) => sql`u.created_at ${d}, u.user_id ${d}`,
}

/** `ORDER BY` of a sort, matching one of the table's indexes. Users who never signed in count as oldest. */
export function userOrder(sort: UserFilter['sort']): Fragment {
  const direction: Direction = sort.startsWith('-') ? 'desc' : 'asc'
  const field = sort.replace(/^-/, '')
  if (field === 'lastSignInTime') {
    return direction === 'desc'
      ? sql`u.last_sign_in_at desc nulls last, u.user_id desc`
      : sql`u.last_sign_in_at asc nulls first, u.user_id asc`
  }
  const order = sorts[field]
  if (!order) throw new Error(`No order for ${field}`)
  return order(sql.raw(direction))
}
