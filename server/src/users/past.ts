import { sql } from 'kysely'
import { hasAnyWord, hasWords } from '../db/has-words.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { type UserInclude, type UserRow, userColumns } from './columns.ts'
import { type Fragment, type UserFilter, facetsOf, groupsWithRole, isUnfiltered, userConditions, userOrder } from './filter.ts'
import { type UserPage, countedUpTo } from './queries.ts'

/**
 * Lists of users as of a moment. Their transaction reads `app_user` as it was; `public.app_user` is the table of the present.
 * Statements run behind a WITH of their transaction, so that their own is in a part of FROM.
 */

interface PastWindow {
  limit: number
  offset: number
  include: readonly UserInclude[]
  /** The first instant that doesn't belong to the moment, ISO 8601. */
  until: string
}

/** One page of the users of another moment. */
export async function readPastUserPage(tx: TenantTransaction, filter: UserFilter, window: PastWindow): Promise<UserPage> {
  const columns = columnsBehind(filter)
  const found = await (columns ? alongPresent(tx, filter, columns, window) : fromStartToEnd(tx, filter, window))
  // The ids first: of rows that aren't shown, nothing else is put together.
  const page = await sql<UserRow>`
    select ${userColumns(window.include)} from app_user u
     where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.user_id = any (${found.ids}::uuid[]) order by ${userOrder(filter.sort)}`.execute(tx)
  const isExact = isUnfiltered(filter) || found.total <= countedUpTo
  return { rows: page.rows, totalCount: isExact ? found.total : countedUpTo, totalIsExact: isExact }
}

interface Found {
  ids: string[]
  total: number
}

/** What follows from sign-ins, which have no images. */
async function fromStartToEnd(tx: TenantTransaction, filter: UserFilter, { limit, offset }: PastWindow): Promise<Found> {
  const { search, ...others } = filter
  const tenantId = tenantIdOf(tx)
  const conditions = search ? sql`${userConditions(tenantId, others)} and ${hasText(search)}` : userConditions(tenantId, others)
  const { rows } = await sql<Found>`
    select ids, total from (
      with matching as materialized (
             select u.user_id, row_number() over (order by ${userOrder(filter.sort)}) as place from app_user u where ${conditions})
      select array(select user_id from matching where place > ${offset} and place <= ${offset + limit} order by place)::text[] as ids,
             (select count(*) from matching)::int as total) found`.execute(tx)
  return rows[0] ?? { ids: [], total: 0 }
}

/** Every word of a search somewhere in the names or the address. */
const hasText = (search: string): Fragment =>
  hasWords(
    search,
    textOf((name) => sql.ref(`u.${name}`)),
  )

/** What a search looks at, with the name in both orders, as names are written without a space in Japanese. */
const textOf = (column: (name: string) => Fragment): Fragment => {
  const [given, family] = [column('given_name'), column('family_name')]
  return sql`concat_ws(' ', ${given}, ${family}, ${column('username')}, ${column('email')}, concat(${given}, ${family}, ${given}))`
}

/** The columns behind the sorts that follow an index of the present. Sign-ins of the past are not kept. */
const placeColumns: Readonly<Record<string, readonly string[]>> = {
  username: ['username'],
  givenName: ['given_name', 'family_name'],
  familyName: ['family_name', 'given_name'],
  status: ['status', 'username'],
  createdTime: [],
}

/** The columns that a list depends on, or undefined if it depends on sign-ins. */
function columnsBehind({ sort, search, isDisabled, isLocked, hasSignedIn, userStatus }: UserFilter): string[] | undefined {
  const columns = placeColumns[sort.replace(/^-/, '')]
  if (columns === undefined || isLocked || hasSignedIn !== undefined) return undefined
  return [
    ...columns,
    ...(search ? ['username', 'email', 'given_name', 'family_name'] : []),
    ...(isDisabled === undefined ? [] : ['is_disabled']),
    ...(userStatus?.length ? ['status'] : []),
  ]
}

/** Each with its type in an image. */
const movable = {
  username: 'text',
  email: 'text',
  given_name: 'text',
  family_name: 'text',
  status: 'text',
  user_type: 'text',
  is_disabled: 'boolean',
  created_at: 'timestamptz',
} as const
const movableColumns = Object.keys(movable) as (keyof typeof movable)[]

/**
 * Walks the present list by its index and leaves out who moved in it: those who were deleted or restored since, or of whom a column
 * changed that the list depends on. They are put between the others, with what their first images have.
 */
async function alongPresent(
  tx: TenantTransaction,
  filter: UserFilter,
  columns: readonly string[],
  { limit, offset, until }: PastWindow,
): Promise<Found> {
  const tenantId = tenantIdOf(tx)
  // As in the condition of its index; only a deleted row has all columns.
  const moves = sql`i.table_name = 'app_user' and i.before is not null
    and (i.after is null or i.before ?| array['username', 'email', 'given_name', 'family_name', 'status', 'is_disabled', 'user_type'])`
  const concerns = sql`i.before ?| ${sql.lit(`{${['created_at', 'user_type', ...columns].join()}}`)}::text[]`
  const changes = sql`i.tenant_id = ${tenantId}::uuid and i.occurred_at >= ${until}::timestamptz and ${moves} and ${concerns}`
  const isFoundEver = filter.search ? sql`and ${isIn('i.row_id', 'found_ever')}` : sql``
  /** What a user had, by the first image with this column. Most have one image. */
  const first = (column: keyof typeof movable) => sql`
    coalesce(m.image ->> ${sql.lit(column)}, case when m.images is not null then (
      select image ->> ${sql.lit(column)} from unnest(m.images) with ordinality given (image, place)
       where image ? ${sql.lit(column)} order by place limit 1) end)`
  const { type, search, groupId, roleId, secondFactor, userStatus, isDisabled } = filter
  const matches = sql`u.created_at < ${until}::timestamptz and ${userConditions(tenantId, { type, secondFactor, userStatus, isDisabled })}
`
  const groups = {
    ...(groupId?.length ? { of_groups: sql`${groupId}::uuid[]` } : {}),
    ...(roleId?.length ? { of_roles: groupsWithRole(tenantId, roleId) } : {}),
  }
  const isMember = (id: string) => sql.join([sql`true`, ...Object.keys(groups).map((name) => isIn(id, name))], sql` and `)
  const isFoundNow = search ? isIn('u.user_id', 'found_now') : sql`true`
  const wasFound = search ? hasText(search) : sql`true`
  const order = userOrder(filter.sort)
  const users = await presentUsers(tx, { search, groups })
  const walk = sql`
    from ${users} where ${matches} and ${isMember('u.user_id')} and ${isFoundNow} and u.user_id not in (select user_id from moved)`
  const total = isUnfiltered(filter)
    ? sql`
        (select coalesce(sum(n), 0) from row_count
          where tenant_id = ${tenantId}::uuid and table_name = 'app_user' and facet = any(${facetsOf(filter)}::text[]))
        - (select count(*) from public.app_user u
            where u.created_at >= ${until}::timestamptz and ${userConditions(tenantId, { type })})
        + (select count(*) filter (where u.existed) - count(*) filter (where u.is_present) from placed u where ${matches})`
    : sql`(select count(*) from (select ${walk} limit ${countedUpTo + 1}) walked) + (select count(*) from placed u where u.existed and ${matches} and ${wasFound})`
  const { rows } = await sql<Found>`
    select ids, total from (
      with ${sql.join(
        Object.entries(groups).map(([name, ids]) => members(name, { tenantId, until, groups: ids })),
        sql` `,
      )}
           restored as materialized (
             select i.row_id, i.image_id
               from public.change_record c
                    join public.row_image i on i.tenant_id = c.tenant_id and i.occurred_at = c.occurred_at and i.change_id = c.change_id
              where c.tenant_id = ${tenantId}::uuid and c.undo_of is not null and c.occurred_at >= ${until}::timestamptz
                and i.table_name = 'app_user' and i.before is null),
           ${search ? found(tenantId, search, changes) : sql``}
           image as (
             select i.row_id, i.image_id, i.before from public.row_image i where ${changes} ${isFoundEver}
              union all
             select i.row_id, i.image_id, null from restored i where true ${isFoundEver}),
           moved as materialized (
             select user_id, images[1] as image, case when cardinality(images) > 1 then images end as images
               from (select i.row_id as user_id, array_agg(i.before order by i.image_id) as images from image i group by i.row_id) grouped),
           -- Who was deleted has every column in the image, and no image of a new row has any.
           placed as materialized (
             select ${tenantId}::uuid as tenant_id, m.user_id, m.image is not null as existed, now.user_id is not null as is_present,
                    ${sql.join(movableColumns.map((name) => sql`coalesce(${first(name)}::${sql.raw(movable[name])}, ${sql.ref(`now.${name}`)}) as ${sql.id(name)}`))},
                    lower(coalesce(${first('username')}, now.username)) collate "C" as username_key
               from (select * from moved m where ${isMember('m.user_id')} offset 0) m left join lateral (
                      select ${sql.join([sql`user_id`, ...movableColumns.map((name) => sql.id(name))])} from public.app_user
                       where tenant_id = ${tenantId}::uuid and user_id = m.user_id
                         and (${first('created_at')} is null or m.image is null or array_position(m.images, null) is not null)
                      offset 0) now on true),
           page as (
             select u.* from (
               (select ${listed} ${walk} order by ${order} limit ${offset + limit})
               union all
               (select ${listed} from placed u where u.existed and ${matches} and ${wasFound} order by ${order} limit ${offset + limit})) u
              order by ${order} limit ${limit} offset ${offset})
      select array(select u.user_id from page u order by ${order})::text[] as ids, (${total})::int as total) found`.execute(tx)
  return rows[0] ?? { ids: [], total: 0 }
}

/**
 * The members of groups then: those of now, and what they gained and lost since, which is counted in indexes alone.
 * A link that was made and ended since, or the other way around, counts for nothing.
 */
const members = (name: string, { tenantId, until, groups }: { tenantId: string; until: string; groups: Fragment }): Fragment => {
  const images = sql`
    from public.row_image i
   where i.tenant_id = ${tenantId}::uuid and i.table_name = 'group_member' and i.occurred_at >= ${until}::timestamptz
     and i.row_id = any (${groups})`
  return sql`
  ${sql.id(`moved_${name}`)} as materialized (
    select group_id, user_id, sum(n) as n from (
      select i.row_id as group_id, i.linked_id as user_id, -1 as n ${images} and i.before is null
      union all
      select i.row_id, i.linked_id, 1 ${images} and i.after is null) link
     group by group_id, user_id having sum(n) <> 0),
  ${sql.id(name)} as materialized (
    select gm.user_id from public.group_member gm
     where gm.tenant_id = ${tenantId}::uuid and gm.group_id = any (${groups})
       and ((gm.group_id, gm.user_id) in (select group_id, user_id from ${sql.id(`moved_${name}`)} where n < 0)) is not true
     union all
    select user_id from ${sql.id(`moved_${name}`)} where n > 0),`
}

/** Looked up in a hash table: the number of rows of a join would be guessed wrong. */
const isIn = (id: string, name: string): Fragment => sql`(${sql.ref(id)} in (select user_id from ${sql.id(name)})) is true`

/** A list of more users is faster walked by its index. */
const fewUsers = 20_000

/** The users of today, as `u`: all of them, or those of a search or a group if they are few. */
async function presentUsers(
  tx: TenantTransaction,
  { search, groups }: { search: string | undefined; groups: Readonly<Record<string, Fragment>> },
): Promise<Fragment> {
  const tenantId = tenantIdOf(tx)
  const countOf = async (count: Fragment) => (await sql<{ n: number }>`select (${count})::int as n`.execute(tx)).rows[0]?.n ?? 0
  const foundCount = sql`select count(*) from (select from search_users(${tenantId}::uuid, ${search}) limit ${fewUsers + 1}) found`
  const membersOf = (ids: Fragment) => sql`
    select coalesce(sum(user_count), 0) from public.user_group where tenant_id = ${tenantId}::uuid and group_id = any (${ids})`
  const counts = {
    ...(search ? { found_now: foundCount } : {}),
    ...Object.fromEntries(Object.entries(groups).map(([name, ids]) => [name, membersOf(ids)])),
  }
  for (const [name, count] of Object.entries(counts)) {
    if ((await countOf(count)) <= fewUsers)
      return sql`(select distinct user_id from ${sql.id(name)} offset 0) one
        cross join lateral (select * from public.app_user where tenant_id = ${tenantId}::uuid and user_id = one.user_id offset 0) u`
  }
  return sql`public.app_user u`
}

/**
 * Who is found by a search now, and who could have been: of a word that is in no name of today, an image has the name that had it.
 * @param changes which images change what a list depends on
 */
const found = (tenantId: string, search: string, changes: Fragment): Fragment => sql`
  found_now as materialized (select user_id from search_users(${tenantId}::uuid, ${search}) user_id),
  found_ever as materialized (
    select user_id from found_now
     union
    select i.row_id from public.row_image i
     where ${changes} and ${hasAnyWord(
       search,
       textOf((name) => sql`(i.before ->> ${sql.lit(name)})`),
     )}),`

const listed = sql`u.user_id, u.username_key, u.given_name, u.family_name, u.status, u.created_at`
