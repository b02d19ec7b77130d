import { type Kysely, sql } from 'kysely'
import type { CsvSource } from '../db/csv-copy.ts'
import type { Database } from '../db/types.ts'
import { factorsOfUser } from './columns.ts'
import { type UserFilter, userConditions, userOrder } from './filter.ts'

/** The columns of the file; `import` reads the first four and ignores the others. */
export const exportedColumns = [
  'email',
  'givenName',
  'familyName',
  'groups',
  'username',
  'status',
  'isDisabled',
  'createdTime',
  'lastSignInTime',
  'secondFactor',
] as const

/** The filtered users in their order as CSV. */
export function exportedUsers(kysely: Kysely<Database>, tenantId: string, filter: UserFilter): CsvSource {
  const users = sql`from app_user u where ${userConditions(tenantId, filter)}`
  return {
    rows: sql`
      select csv_text(u.email) as email, csv_text(u.given_name) as "givenName", csv_text(u.family_name) as "familyName",
             csv_text((select string_agg(g.group_name, ';' order by g.group_name_key)
                         from group_member gm join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id
                        where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id)) as groups,
             csv_text(u.username) as username, u.status, u.is_disabled::text as "isDisabled",
             csv_time(u.created_at) as "createdTime", csv_time(u.last_sign_in_at) as "lastSignInTime",
             array_to_string(${factorsOfUser}, ';') as "secondFactor"
        ${users} order by ${userOrder(filter.sort)}`.compile(kysely),
    count: sql<{ n: number }>`select count(*) as n ${users}`.compile(kysely),
  }
}
