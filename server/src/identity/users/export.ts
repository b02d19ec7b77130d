import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/types.ts'
import { withTenant } from '../../db/tenant.ts'
import { csvStream } from '../csv-stream.ts'
import { type Caller, type Identity, originOf } from '../ports.ts'
import { type UserFilter, userConditions, userOrder } from './filter.ts'

/** The columns of the file; `import` reads the first four of them and passes over the others. */
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
] as const

interface ExportedRow {
  email: string
  given_name: string
  family_name: string
  groups: string
  username: string
  status: string
  is_disabled: boolean
  created_at: Date
  last_sign_in_at: Date | null
}

/** The filtered users in their order as CSV, and an entry in the system log that says who took them. */
export async function exportUsers({ db, recordEvent }: Identity, caller: Caller, filter: UserFilter): Promise<Readable> {
  await withTenant(db, caller, (tx) =>
    recordEvent(tx, { kind: 'export', outcome: 'success', ...originOf(caller), details: { what: 'users' } }),
  )
  return csvStream(db, caller, {
    query: exportQuery(db.kysely, filter),
    header: exportedColumns,
    toCells: (row) => [
      row.email,
      row.given_name,
      row.family_name,
      row.groups,
      row.username,
      row.status,
      row.is_disabled,
      row.created_at.toISOString(),
      row.last_sign_in_at?.toISOString() ?? null,
    ],
  })
}

function exportQuery(kysely: Kysely<Database>, filter: UserFilter) {
  return sql<ExportedRow>`
    select u.email, u.given_name, u.family_name,
           (select coalesce(string_agg(g.group_name, ';' order by g.group_name_key), '')
              from group_member gm join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id
             where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id) as groups,
           u.username, u.status, u.is_disabled, u.created_at, u.last_sign_in_at
      from app_user u where ${userConditions(filter)} order by ${userOrder(filter.sort)}`.compile(kysely)
}
