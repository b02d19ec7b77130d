import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Compilable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { BindTenant } from './bind-tenant.ts'
import { asOwner } from './tenant.ts'
import { tenantTables } from './tenant-tables.ts'
import type { Database } from './types.ts'

const tenant = '0198c0de-0000-7000-8000-000000000001'
const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withPlugin(new BindTenant(tenant))

/** The statement without quotes, and its values. */
function compiled(query: Compilable): [string, ...unknown[]] {
  const { sql: text, parameters } = query.compile()
  return [text.replaceAll('"', ''), ...parameters]
}

describe('binds', () => {
  test('the table of FROM, under its alias, beside other conditions', () => {
    expect(compiled(db.selectFrom('role').select('role_id'))).toEqual(['select role_id from role where role.tenant_id = $1', tenant])
    expect(
      compiled(
        db
          .selectFrom('role as r')
          .select('r.role_id')
          .where((eb) => eb.or([eb('r.role_name', '=', 'a'), eb('r.role_name', '=', 'b')])),
      ),
    ).toEqual(['select r.role_id from role as r where (r.role_name = $1 or r.role_name = $2) and r.tenant_id = $3', 'a', 'b', tenant])
  })

  test('a joined table in ON, so that an outer join keeps its rows', () => {
    expect(compiled(db.selectFrom('app_user as u').leftJoin('group_member as gm', 'gm.user_id', 'u.user_id').select('u.user_id'))).toEqual([
      'select u.user_id from app_user as u left join group_member as gm on gm.user_id = u.user_id and gm.tenant_id = $1 where u.tenant_id = $2',
      tenant,
      tenant,
    ])
  })

  test('UPDATE and DELETE with what they join', () => {
    expect(compiled(db.updateTable('role').set({ role_name: 'x' }).where('role_id', '=', '1'))).toEqual([
      'update role set role_name = $1 where role_id = $2 and role.tenant_id = $3',
      'x',
      '1',
      tenant,
    ])
    expect(compiled(db.deleteFrom('group_role as gr').using('role as r').whereRef('gr.role_id', '=', 'r.role_id'))).toEqual([
      'delete from group_role as gr using role as r where gr.role_id = r.role_id and r.tenant_id = $1 and gr.tenant_id = $2',
      tenant,
      tenant,
    ])
  })

  test('subqueries, common table expressions and builders in raw SQL', () => {
    expect(
      compiled(
        db
          .with('mine', (q) => q.selectFrom('role').select('role_id'))
          .selectFrom('mine')
          .select((eb) => [
            'mine.role_id',
            jsonArrayFrom(eb.selectFrom('group_role').select('group_role.group_id').whereRef('group_role.role_id', '=', 'mine.role_id')).as(
              'groups',
            ),
          ]),
      ),
    ).toEqual([
      "with mine as (select role_id from role where role.tenant_id = $1) select mine.role_id, (select coalesce(json_agg(agg), '[]') from " +
        '(select group_role.group_id from group_role where group_role.role_id = mine.role_id and group_role.tenant_id = $2) as agg) as groups from mine',
      tenant,
      tenant,
    ])
    expect(sql`select exists ${db.selectFrom('role').select('role_id')} as any_role`.compile(db).sql).toBe(
      'select exists (select "role_id" from "role" where "role"."tenant_id" = $1) as any_role',
    )
  })

  test('inserted rows without it', () => {
    // The types require the column, but a row built without it must not reach another tenant's shard.
    const rows = [{ role_name: 'a' }, { role_name: 'b' }] as never
    expect(compiled(db.insertInto('role').values(rows))).toEqual([
      'insert into role (role_name, tenant_id) values ($1, $2), ($3, $4)',
      'a',
      tenant,
      'b',
      tenant,
    ])
  })
})

describe('leaves alone', () => {
  test('what is bound already', () => {
    expect(compiled(db.selectFrom('role').select('role_id').where('tenant_id', '=', 'mine'))).toEqual([
      'select role_id from role where tenant_id = $1',
      'mine',
    ])
    expect(compiled(db.insertInto('role').values({ tenant_id: 'mine', role_name: 'a' }))).toEqual([
      'insert into role (tenant_id, role_name) values ($1, $2)',
      'mine',
      'a',
    ])
  })

  test('tables joined to a bound table, also from a subquery', () => {
    expect(
      compiled(
        db
          .selectFrom('app_user as u')
          .leftJoin('group_member as gm', (join) => join.onRef('gm.tenant_id', '=', 'u.tenant_id').onRef('gm.user_id', '=', 'u.user_id'))
          .select('u.user_id')
          .where((eb) => eb.exists(eb.selectFrom('scim_user as s').select('s.user_id').whereRef('s.tenant_id', '=', 'u.tenant_id'))),
      ),
    ).toEqual([
      'select u.user_id from app_user as u left join group_member as gm on gm.tenant_id = u.tenant_id and gm.user_id = u.user_id ' +
        'where exists (select s.user_id from scim_user as s where s.tenant_id = u.tenant_id) and u.tenant_id = $1',
      tenant,
    ])
  })

  test('tables without a tenant, and common table expressions named like a table', () => {
    expect(compiled(db.selectFrom('feature_flag').selectAll())).toEqual(['select * from feature_flag'])
    expect(
      compiled(
        db
          .with('role', (q) => q.selectFrom('feature_flag').selectAll())
          .selectFrom('role')
          .selectAll(),
      ),
    ).toEqual(['with role as (select * from feature_flag) select * from role'])
  })
})

test('in an outer join, a bound joined table does not bind the other side', () => {
  expect(
    compiled(
      db
        .selectFrom('app_user as u')
        .leftJoin('group_member as gm', (join) => join.onRef('gm.tenant_id', '=', 'u.tenant_id').on('gm.tenant_id', '=', 'mine'))
        .select('u.user_id'),
    ),
  ).toEqual([
    'select u.user_id from app_user as u left join group_member as gm on gm.tenant_id = u.tenant_id and gm.tenant_id = $1 where u.tenant_id = $2',
    'mine',
    tenant,
  ])
})

describe('the list of tenant tables', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  test('matches the catalog: a tenant_id on every row', async () => {
    const { rows } = await asOwner(database.db, 'maintenance', (tx) =>
      sql<{ name: string }>`
        select c.relname as name
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(tx),
    )
    expect(tenantTables.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })
})
