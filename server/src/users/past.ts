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
  const found = await (isUnfiltered(filter) && isOrderKept(filter) ? alongPresent(tx, filter, window) : fromStartToEnd(tx, filter, window))
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

/** Whether most users have the place that they have now. */
const isOrderKept = ({ sort }: UserFilter): boolean => !/lastSignInTime$/.test(sort)

const placeColumns = sql`u.user_id, u.username_key, u.given_name, u.family_name, u.status, u.created_at`

/**
 * Walks the present list by its index and leaves out who moved: those who were renamed, deleted or restored since. They are put
 * between the others from their images.
 */
async function alongPresent(tx: TenantTransaction, filter: UserFilter, { limit, offset, until }: PastWindow): Promise<Found> {
  const tenantId = tenantIdOf(tx)
  const since = sql`i.tenant_id = ${tenantId}::uuid and i.table_name = 'app_user' and i.occurred_at >= ${until}::timestamptz`
  // As in the condition of its index.
  const isMove = sql`i.before is not null and (i.after is null or i.before ?| array['username', 'given_name', 'family_name', 'status', 'user_type'])`
  const ofType = filter.type === 'endUser' ? sql`u.user_type = 'endUser'` : sql`true`
  const order = userOrder(filter.sort)
  const last = offset + limit
  const { rows } = await sql<Found>`
    select ids, total from (with restored as materialized (
           select i.row_id, i.image_id
             from public.change_record c
                  join public.row_image i on i.tenant_id = c.tenant_id and i.occurred_at = c.occurred_at and i.change_id = c.change_id
            where c.tenant_id = ${tenantId}::uuid and c.undo_of is not null and c.occurred_at >= ${until}::timestamptz
              and i.table_name = 'app_user' and i.before is null),
         image as (
           select i.row_id, i.image_id, i.before from public.row_image i where ${since} and ${isMove}
           union all
           select row_id, image_id, null from restored),
         moved as materialized (
           select i.row_id as user_id, (array_agg(i.before is not null order by i.image_id))[1] as existed,
                  coalesce(jsonb_object_agg(was.key, was.value order by i.image_id desc) filter (where was.key is not null), '{}') as columns
             from image i left join lateral jsonb_each(i.before) was on true
            group by i.row_id),
         placed as materialized (
           select moved.user_id, lower(was.username) collate "C" as username_key, was.given_name, was.family_name, was.status, was.created_at,
                  was.user_type
             from moved left join public.app_user now on now.tenant_id = ${tenantId}::uuid and now.user_id = moved.user_id
                  cross join lateral jsonb_populate_record(now, moved.columns) was
            where moved.existed and was.created_at < ${until}::timestamptz),
         page as (
           select u.* from (
             (select ${placeColumns} from public.app_user u
               where u.tenant_id = ${tenantId}::uuid and ${ofType} and u.created_at < ${until}::timestamptz
                 and (select true from public.row_image i where ${since} and ${isMove} and i.row_id = u.user_id limit 1) is null
                 and u.user_id <> all (array(select row_id from restored))
               order by ${order} limit ${last})
             union all
             (select ${placeColumns} from placed u where ${ofType} order by ${order} limit ${last})) u
            order by ${order} limit ${limit} offset ${offset})
    select array(select u.user_id from page u order by ${order})::text[] as ids,
           ((select coalesce(sum(n), 0) from row_count
              where tenant_id = ${tenantId}::uuid and table_name = 'app_user' and facet = any(${facetsOf(filter)}::text[]))
            - (select count(*) from public.app_user u where u.tenant_id = ${tenantId}::uuid and ${ofType} and u.created_at >= ${until}::timestamptz)
            - (select count(*) from moved join public.app_user u on u.tenant_id = ${tenantId}::uuid and u.user_id = moved.user_id
                where ${ofType} and u.created_at < ${until}::timestamptz)
            + (select count(*) from placed u where ${ofType}))::int as total) found`.execute(tx)
  return rows[0] ?? { ids: [], total: 0 }
}
