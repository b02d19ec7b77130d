import type pg from 'pg'
import type { Db } from '../../server/src/db/pool.ts'
import { rowsOf, withoutIndexes } from './indexes.ts'

/** Users of the tenant that were there before the first image, as a share of all: the others were created since. */
const oldShare = 0.6
const part = 500_000

/**
 * Row images of a tenant with this many users, evenly over days that end now: memberships that end and begin again (85 %), users
 * renamed (5 %), created (3 %), disabled and enabled (1 %) and deleted (1 %), preferences (5 %) and few groups. Does nothing if
 * they are there.
 */
export async function addImages(db: Db, { tenantId, count, days }: { tenantId: string; count: number; days: number }): Promise<void> {
  if ((await rowsOf(db, 'row_image')) > count / 2) return
  const client = await db.connect()
  try {
    await client.query(`select create_log_partitions(3, (current_date - $1::int)::date)`, [days + 31])
    await client.query(
      `create temp table bench_user as
       select row_number() over (order by u.user_id) - 1 as n, u.user_id,
              (select (array_agg(m.group_id order by hashtext(m.group_id::text || u.user_id)))[1] from group_member m where m.tenant_id = u.tenant_id and m.user_id = u.user_id) as group_id
         from app_user u where u.tenant_id = $1`,
      [tenantId],
    )
    await client.query(`create unique index on bench_user (n)`)
    await client.query(`analyze bench_user`)
    await client.query(`alter table app_user disable trigger user`)
    await client.query(
      `update app_user u
          set created_at = now() - make_interval(days => $2)
                         + case when b.n < all_users * $3::float8 then interval '-1 day'
                                else (b.n - all_users * $3) / (all_users * (1 - $3)) * make_interval(days => $2) end
         from bench_user b, (select count(*)::float8 as all_users from bench_user) counted
        where u.tenant_id = $1 and u.user_id = b.user_id`,
      [tenantId, days, oldShare],
    )
    await client.query(`alter table app_user enable trigger user`)
    for (const table of ['group_member', 'group_role', 'user_group', 'role', 'role_action']) {
      await client.query(`alter table ${table} disable trigger user`)
      await client.query(
        table === 'group_member'
          ? `update group_member m set created_at = u.created_at from app_user u where m.tenant_id = $1 and u.tenant_id = $1 and u.user_id = m.user_id`
          : `update ${table} set created_at = now() - interval '500 days' where tenant_id = $1`,
        [tenantId],
      )
      await client.query(`alter table ${table} enable trigger user`)
    }
    await client.query(`alter table tenant disable trigger user`)
    await client.query(`update tenant set images_since = now() - make_interval(days => $2) where tenant_id = $1`, [tenantId, days])
    await client.query(`alter table tenant enable trigger user`)
    await client.query(`vacuum analyze app_user, group_member`)
    await withoutIndexes(client, 'row_image', async () => {
      for (let from = 0; from < count; from += part) await addPart(client, { tenantId, from, count, days })
    })
  } finally {
    await client.end()
  }
}

/** Pairs of images, even and odd, belong to one row: what the first takes away or changes, the second puts back. */
async function addPart(
  client: pg.Client,
  { tenantId, from, count, days }: { tenantId: string; from: number; count: number; days: number },
) {
  await client.query(
    `insert into row_image (tenant_id, occurred_at, change_id, table_name, row_id, linked_id, row_key, before, after)
     select $1::uuid, now() - make_interval(days => $4::int) + i::float8 / $3::bigint * make_interval(days => $4::int), gen_random_uuid(), image.*
       from generate_series($2::bigint, least($2 + ${part}, $3::bigint) - 1) i
            cross join lateral (select (i / 2 % 100)::int as kind, i % 2 = 0 as is_first) shape
            join bench_user b on b.n = i / 2 * 7919 % (select (count(*) * ${oldShare})::bigint from bench_user)
            cross join lateral (select jsonb_build_object('tenant_id', $1::uuid, 'group_id', b.group_id, 'user_id', b.user_id,
                                                          'created_at', now() - make_interval(days => $4::int + 1)) as link,
                                       jsonb_build_object('tenant_id', $1::uuid, 'user_id', b.user_id) as user_key) of_user
            cross join lateral (
              select 'group_member', b.group_id, b.user_id, null::jsonb,
                     case when is_first then link end, case when not is_first then link end where kind < 85 and i % 100000 <> 0
              union all
              select 'app_user', b.user_id, null, user_key, jsonb_build_object('is_disabled', not is_first),
                     jsonb_build_object('is_disabled', is_first) where kind = 85
              union all
              select 'app_user', b.user_id, null, user_key, jsonb_build_object('family_name', 'Former' || i),
                     jsonb_build_object('family_name', 'Later' || i) where kind between 86 and 90
              union all
              select 'app_user', created.user_id, null, null, null, jsonb_build_object('user_id', created.user_id)
                from bench_user created
               where kind between 91 and 93
                 and created.n = (select (count(*) * ${oldShare})::bigint from bench_user) + i * (select count(*) * ${1 - oldShare} from bench_user)::bigint / $3::bigint
              union all
              select 'app_user', gone.user_id, null, null,
                     jsonb_build_object('tenant_id', $1::uuid, 'user_id', gone.user_id, 'username', 'gone' || i || '@x.example', 'email', 'gone' || i || '@x.example',
                       'given_name', 'Gone', 'family_name', 'Person' || i, 'status', 'CONFIRMED', 'user_type', 'endUser', 'is_disabled', false,
                       'created_at', now() - make_interval(days => $4::int + 1), 'updated_at', now() - make_interval(days => $4::int + 1)), null
                from (select gen_random_uuid() as user_id) gone where kind = 94
              union all
              select 'datastore_entry', null, null, jsonb_build_object('tenant_id', $1::uuid, 'level', 'user', 'level_id', b.user_id, 'entry_key', 'dateFormat'),
                     jsonb_build_object('value', i), jsonb_build_object('value', i + 1) where kind between 95 and 99
              union all
              select 'user_group', b.group_id, null, jsonb_build_object('tenant_id', $1::uuid, 'group_id', b.group_id),
                     jsonb_build_object('group_name', 'Group before ' || i), jsonb_build_object('group_name', 'Group after ' || i) where i % 100000 = 0
            ) image
      order by i`,
    [tenantId, from, count, days],
  )
}
