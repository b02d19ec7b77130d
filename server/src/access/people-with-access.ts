import { type RawBuilder, sql } from 'kysely'
import type { UserStatus } from '@steward/contract/users/schemas'
import { placeOf } from '@steward/contract/rules/flags'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { decideFlags } from '../flags/permission-inputs.ts'
import { type GroupCondition, askedGroups, isPerPerson, meets, necessaryGroups, widest } from './group-condition.ts'
import type { TenantAccess } from './groups-and-roles.ts'

/** People read at a time where each has to be decided. */
const chunk = 5_000

interface PersonRow {
  user_id: string
  username: string
  username_key: string
  given_name: string
  family_name: string
  email: string
  status: UserStatus
  /** Of the lists of groups that the condition asks about: whether the person is in one of it. */
  found: boolean[]
  group_ids: string[]
}

const isIn = (groupIds: readonly string[]) => sql`exists (
  select from group_member gm where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id and gm.group_id = any(${groupIds}::uuid[]))`

/** The condition on `app_user u`; one without shares. */
function toSql(condition: GroupCondition): RawBuilder<unknown> {
  switch (condition.kind) {
    case 'constant':
      return condition.value ? sql`true` : sql`false`
    case 'in':
      return isIn(condition.groupIds)
    case 'person':
      return sql`u.user_id = any(${condition.userIds}::uuid[])`
    case 'share':
      throw new Error(`The share of ${condition.flagName} is decided for each person`)
    case 'all':
    case 'any':
      return sql`(${sql.join(condition.parts.map(toSql), condition.kind === 'all' ? sql` and ` : sql` or `)})`
    case 'not':
      return sql`not ${toSql(condition.part)}`
  }
}

/** Decides a condition for a row: only needed where shares of people have a flag. */
function decider(condition: GroupCondition, access: TenantAccess): (row: Pick<PersonRow, 'user_id' | 'found'>) => boolean {
  if (!isPerPerson(condition)) return () => true
  const flags = decideFlags(access.flags, '')
  const lists = askedGroups(condition)
  return ({ user_id: userId, found }) =>
    meets(condition, {
      userId,
      isIn: (groupIds) => found[lists.indexOf(groupIds)] ?? false,
      isOn: (flagName) => placeOf(flagName, userId) < (flags[flagName]?.percentage ?? 0),
    })
}

const foundIn = (condition: GroupCondition) => {
  const lists = isPerPerson(condition) ? askedGroups(condition) : []
  return lists.length === 0 ? sql`'{}'::boolean[]` : sql`array[${sql.join(lists.map(isIn))}]`
}

export interface Page {
  rows: PersonRow[]
  nextAfter: string | null
}

/** The enabled people who meet a condition, by username from `after` on; `group_ids` are those of `helpful` that they are in. */
export async function readPeople(
  tx: TenantTransaction,
  access: TenantAccess,
  condition: GroupCondition,
  { limit, after, helpful }: { limit: number; after: string | undefined; helpful: ReadonlySet<string> },
): Promise<Page> {
  const possible = widest(condition)
  if (possible.kind === 'constant' && !possible.value) return { rows: [], nextAfter: null }
  const decide = decider(condition, access)
  const people = await candidates(tx, access, possible, limit)
  const rows: PersonRow[] = []
  // One more than the page tells whether another follows.
  const size = isPerPerson(condition) ? Math.max(chunk, limit + 1) : limit + 1
  for (let last = after?.toLowerCase(); rows.length <= limit;) {
    const { rows: found } = await sql<PersonRow>`
      select u.user_id, u.username, u.username_key, u.given_name, u.family_name, u.email, u.status, ${foundIn(condition)} as found,
             array(select gm.group_id from group_member gm where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id
                      and gm.group_id = any(${[...helpful]}::uuid[])) as group_ids
        from ${people} u
       where u.tenant_id = ${tenantIdOf(tx)}::uuid and not u.is_disabled and ${toSql(possible)}
             ${last === undefined ? sql`` : sql`and u.username_key > ${last}`}
       order by u.username_key limit ${size}`.execute(tx)
    for (const row of found) if (decide(row)) rows.push(row)
    if (found.length < size) break
    last = found.at(-1)?.username_key
  }
  const shown = rows.slice(0, limit)
  return { rows: shown, nextAfter: rows.length > limit ? (shown.at(-1)?.username_key ?? null) : null }
}

/**
 * Where to look for a page: along the usernames where many meet the condition, or among the members of the groups where few do.
 * Along the usernames about `limit × people / members` are looked at.
 */
async function candidates(
  tx: TenantTransaction,
  access: TenantAccess,
  condition: GroupCondition,
  limit: number,
): Promise<RawBuilder<unknown>> {
  const groupIds = necessaryGroups(condition)
  if (groupIds === undefined) return sql`app_user`
  const members = access.groups.filter((group) => groupIds.includes(group.groupId)).reduce((sum, group) => sum + group.userCount, 0)
  if (members * members > limit * (await countEnabled(tx))) return sql`app_user`
  return sql`(select person.* from app_user person
               where person.tenant_id = ${tenantIdOf(tx)}::uuid and person.user_id in (
                     select user_id from group_member where tenant_id = ${tenantIdOf(tx)}::uuid and group_id = any(${groupIds}::uuid[])))`
}

/** From the kept counts. */
async function countEnabled(tx: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from row_count
     where tenant_id = ${tenantIdOf(tx)}::uuid and table_name = 'app_user' and facet not like '%/disabled'`.execute(tx)
  return rows[0]?.n ?? 0
}

/** How many enabled people meet a condition, exactly. */
export async function countPeople(tx: TenantTransaction, access: TenantAccess, condition: GroupCondition): Promise<number> {
  if (condition.kind === 'constant') return condition.value ? countEnabled(tx) : 0
  if (condition.kind === 'in') return countMembers(tx, access, condition.groupIds)
  if (isPerPerson(condition)) return countEach(tx, access, condition)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from app_user u where u.tenant_id = ${tenantIdOf(tx)}::uuid and not u.is_disabled and ${toSql(condition)}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** The largest group knows its number, so that only the members of the others are looked at, and those who are disabled. */
async function countMembers(tx: TenantTransaction, access: TenantAccess, groupIds: readonly string[]): Promise<number> {
  const tenantId = tenantIdOf(tx)
  const [largest, ...others] = access.groups.filter((group) => groupIds.includes(group.groupId)).sort((a, b) => b.userCount - a.userCount)
  if (largest === undefined) return 0
  const rest = others.filter((group) => group.userCount > 0).map((group) => group.groupId)
  const { rows } = await sql<{ n: number }>`
    select (select user_count from user_group where tenant_id = ${tenantId}::uuid and group_id = ${largest.groupId})
           + ${rest.length === 0 ? sql`0` : membersOutside(tenantId, rest, largest.groupId)}
           - (select count(*) from app_user u where u.tenant_id = ${tenantId}::uuid and u.is_disabled and ${isIn(groupIds)})::int as n`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

const membersOutside = (tenantId: string, groupIds: readonly string[], outside: string) => sql`
  (select count(*) from (
     select gm.user_id from group_member gm where gm.tenant_id = ${tenantId}::uuid and gm.group_id = any(${groupIds}::uuid[])
     except
     select gm.user_id from group_member gm where gm.tenant_id = ${tenantId}::uuid and gm.group_id = ${outside}) others)::int`

async function countEach(tx: TenantTransaction, access: TenantAccess, condition: GroupCondition): Promise<number> {
  const decide = decider(condition, access)
  const possible = toSql(widest(condition))
  let count = 0
  for (let last: string | undefined; ;) {
    const { rows } = await sql<{ user_id: string; found: boolean[] }>`
      select u.user_id, ${foundIn(condition)} as found from app_user u
       where u.tenant_id = ${tenantIdOf(tx)}::uuid and not u.is_disabled and ${possible}
             ${last === undefined ? sql`` : sql`and u.user_id > ${last}`}
       order by u.user_id limit ${chunk}`.execute(tx)
    count += rows.filter(decide).length
    if (rows.length < chunk) return count
    last = rows.at(-1)?.user_id
  }
}
