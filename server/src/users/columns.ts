import { type RawBuilder, sql } from 'kysely'
import type { FactorKind } from '@steward/contract/rules/factors'
import type { User, UserStatus } from '@steward/contract/users/schemas'
import { type HeldRole, rolesThrough } from '../access/held-roles.ts'

export type UserInclude = 'Details' | 'Groups' | 'Roles' | 'Apps' | 'Factors'

/** A user as read by the queries of this area. */
export interface UserRow {
  user_id: string
  username: string
  given_name: string
  family_name: string
  email: string
  status: UserStatus
  is_disabled: boolean
  version: number
  created_at: Date
  updated_at: Date
  last_sign_in_at: Date | null
  locked_until: Date | null
  groups?: { groupId: string; groupName: string; status: 'Enabled' | 'Disabled' }[]
  roles?: HeldRole[]
  factors?: FactorKind[]
}

/** The groups of `app_user u`, by name, the disabled ones too. */
export const groupsOfUser = sql`(
  select coalesce(json_agg(json_build_object('groupId', g.group_id, 'groupName', g.group_name, 'status', g.status)
                           order by g.group_name_key), '[]'::json)
    from group_member gm join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id
   where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id)`

/** The ids of the groups of `app_user u`. */
export const groupIdsOfUser = sql`
  array(select gm.group_id::text from group_member gm where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id)`

/** The kinds of second factors of `app_user u`. */
export const factorsOfUser = sql`
  array(select distinct f.kind from sign_in_factor f where f.tenant_id = u.tenant_id and f.user_id = u.user_id order by f.kind)`

const ofThisUser = sql`(select * from group_member where group_member.tenant_id = u.tenant_id and group_member.user_id = u.user_id) gm`

/** The columns of `app_user u` that make a `UserRow`, in one query with everything included. */
export function userColumns(include: readonly UserInclude[]): RawBuilder<unknown> {
  const columns = [
    sql`u.user_id, u.username, u.given_name, u.family_name, u.email, u.status, u.is_disabled, u.version,
        u.created_at, u.updated_at, u.last_sign_in_at, u.locked_until`,
  ]
  if (include.includes('Groups')) columns.push(sql`${groupsOfUser} as groups`)
  if (include.includes('Roles') || include.includes('Apps')) {
    columns.push(sql`${rolesThrough(ofThisUser, include.includes('Apps'))} as roles`)
  }
  if (include.includes('Factors')) columns.push(sql`${factorsOfUser} as factors`)
  return sql.join(columns)
}

/** A row as a contract user; `appsOf` returns the applications that follow from roles. */
export function toUser(row: UserRow, include: readonly UserInclude[], appsOf: (roles: HeldRole[]) => string[]): User {
  const user: User = {
    userId: row.user_id,
    username: row.username,
    givenName: row.given_name,
    familyName: row.family_name,
    email: row.email,
    status: row.status,
    isDisabled: row.is_disabled,
    version: row.version,
  }
  if (include.includes('Details')) {
    user.userDetails = {
      createdTime: row.created_at.toISOString(),
      updatedTime: row.updated_at.toISOString(),
      lastSignInTime: row.last_sign_in_at?.toISOString() ?? null,
      lockedUntil: row.locked_until && row.locked_until > new Date() ? row.locked_until.toISOString() : null,
    }
  }
  if (include.includes('Groups')) user.groups = row.groups ?? []
  if (include.includes('Roles')) user.roles = (row.roles ?? []).map(({ roleId, roleName }) => ({ roleId, roleName }))
  if (include.includes('Apps')) user.apps = appsOf(row.is_disabled ? [] : (row.roles ?? []))
  if (include.includes('Factors')) user.factors = row.factors ?? []
  return user
}
