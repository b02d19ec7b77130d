import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { type UserInclude, type UserRow, userColumns } from './columns.ts'
import { type Fragment, type UserFilter, facetsOf, isUnfiltered, userConditions, userOrder } from './filter.ts'
import type { UserPage } from './queries.ts'

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

/** One page of the users of another moment, with the exact total. */
export async function readPastUserPage(tx: TenantTransaction, filter: UserFilter, window: PastWindow): Promise<UserPage> {
  const columns = columnsBehind(filter)
  const found = await (isUnfiltered(filter) && columns ? alongPresent(tx, filter, columns, window) : fromStartToEnd(tx, filter, window))
  // The ids first: of rows that aren't shown, nothing else is put together.
  const page = await sql<UserRow>`
    select ${userColumns(window.include)} from app_user u
     where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.user_id = any (${found.ids}::uuid[]) order by ${userOrder(filter.sort)}`.execute(tx)
  return { rows: page.rows, totalCount: found.total, totalIsExact: true }
}

interface Found {
  ids: string[]
  total: number
}

/** Neither indexes nor kept counts know what a filter found then. */
async function fromStartToEnd(tx: TenantTransaction, filter: UserFilter, { limit, offset }: PastWindow): Promise<Found> {
  const { search, ...others } = filter
  const tenantId = tenantIdOf(tx)
  const conditions = search ? sql`${userConditions(tenantId, others)} and ${hasText(search)}` : userConditions(tenantId, others)
  const { rows } = await sql<Found>`
    select ids, total from (with matching as materialized (
      select u.user_id, row_number() over (order by ${userOrder(filter.sort)}) as place from app_user u where ${conditions})
    select array(select user_id from matching where place > ${offset} and place <= ${offset + limit} order by place)::text[] as ids,
           (select count(*) from matching)::int as total) found`.execute(tx)
  return rows[0] ?? { ids: [], total: 0 }
}

/** Every word of a search somewhere in the names or the address. */
const hasText = (search: string): Fragment => sql`not exists (
  select from regexp_split_to_table(lower(btrim(${search})), '\\s+') word
   where strpos(lower(concat_ws(' ', u.given_name, u.family_name, u.username, u.email)), word) = 0)`

/** The columns behind the sorts that follow an index of the present. Nobody's last sign-in of the past is kept. */
const placeColumns: Readonly<Record<string, readonly string[]>> = {
  username: ['username'],
  givenName: ['given_name'],
  familyName: ['family_name'],
  status: ['status', 'username'],
  createdTime: [],
}
const columnsBehind = ({ sort }: UserFilter): readonly string[] | undefined => placeColumns[sort.replace(/^-/, '')]

/**
 * Walks the present list by its index and leaves out who moved in it: those who were deleted or restored since, or whose column
 * of the sort changed. They are put between the others by the first image that has it.
 */
async function alongPresent(
  tx: TenantTransaction,
  filter: UserFilter,
  columns: readonly string[],
  { limit, offset, until }: PastWindow,
): Promise<Found> {
  const tenantId = tenantIdOf(tx)
  // As in the condition of its index; only a deleted row has all columns.
  const moves = sql`i.table_name = 'app_user' and i.before is not null and (i.after is null or i.before ?| array['username', 'given_name', 'family_name', 'status', 'user_type'])`
  const ofType = filter.type === 'endUser' ? sql`u.user_type = 'endUser'` : sql`true`
  const order = userOrder(filter.sort)
  const last = offset + limit
  const first = (column: string) => sql`(array_agg(i.before ->> ${sql.lit(column)} order by i.image_id) filter (where i.before ? ${sql.lit(column)}))[1]`
  const { rows } = await sql<Found>`
    select ids, total from (
      with restored as materialized (
             select i.row_id, i.image_id
               from public.change_record c
                    join public.row_image i on i.tenant_id = c.tenant_id and i.occurred_at = c.occurred_at and i.change_id = c.change_id
              where c.tenant_id = ${tenantId}::uuid and c.undo_of is not null and c.occurred_at >= ${until}::timestamptz
                and i.table_name = 'app_user' and i.before is null),
           image as (
             select i.row_id, i.image_id, i.before from public.row_image i
              where i.tenant_id = ${tenantId}::uuid and i.occurred_at >= ${until}::timestamptz and ${moves}
                and i.before ?| ${sql.lit(`{${['created_at', 'user_type', ...columns].join()}}`)}::text[]
              union all
             select row_id, image_id, null from restored),
           moved as materialized (
             select i.row_id as user_id, (array_agg(i.before is not null order by i.image_id))[1] as existed, bool_or(i.before is null) as is_restored,
                    ${sql.join(['username', 'given_name', 'family_name', 'status', 'user_type', 'created_at'].map((column) => sql`${first(column)} as ${sql.id(column)}`))}
               from image i group by i.row_id),
           -- Who was deleted has every column in the image.
           placed as materialized (
             select m.user_id, lower(coalesce(m.username, now.username)) collate "C" as username_key, coalesce(m.given_name, now.given_name) as given_name,
                    coalesce(m.family_name, now.family_name) as family_name, coalesce(m.status, now.status) as status,
                    coalesce(m.user_type, now.user_type) as user_type, coalesce(m.created_at::timestamptz, now.created_at) as created_at,
                    m.existed, now.user_id is not null as is_present
               from moved m left join public.app_user now
                    on now.tenant_id = ${tenantId}::uuid and now.user_id = case when m.created_at is null or m.is_restored then m.user_id end),
           page as (
             select u.* from (
               (select ${listed} from public.app_user u
                 where u.tenant_id = ${tenantId}::uuid and ${ofType} and u.created_at < ${until}::timestamptz
                   and u.user_id not in (select user_id from moved)
                 order by ${order} limit ${last})
               union all
               (select ${listed} from placed u
                 where ${ofType} and u.existed and u.created_at < ${until}::timestamptz order by ${order} limit ${last})) u
              order by ${order} limit ${limit} offset ${offset})
      select array(select u.user_id from page u order by ${order})::text[] as ids,
             ((select coalesce(sum(n), 0) from row_count
                where tenant_id = ${tenantId}::uuid and table_name = 'app_user' and facet = any(${facetsOf(filter)}::text[]))
              - (select count(*) from public.app_user u where u.tenant_id = ${tenantId}::uuid and ${ofType} and u.created_at >= ${until}::timestamptz)
              + (select count(*) filter (where u.existed) - count(*) filter (where u.is_present)
                   from placed u where ${ofType} and u.created_at < ${until}::timestamptz))::int as total) found`.execute(tx)
  return rows[0] ?? { ids: [], total: 0 }
}

const listed = sql`u.user_id, u.username_key, u.given_name, u.family_name, u.status, u.created_at`
