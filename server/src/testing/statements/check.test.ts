import { describe, expect, test } from 'vitest'

import { checkStatement } from './check.ts'

const bound = [
  'select role_id from role where tenant_id = $1',
  'select "r"."role_id" from "role" as "r" where "r"."tenant_id" = $1 and "r"."role_name" = $2',
  "copy (select role_id from role r where r.tenant_id = '0198c0de'::uuid) to stdout",
  'select 1 from app_user u join tenant t using (tenant_id) left join federation_config f using (tenant_id) where u.tenant_id = $1::uuid',
  'select 1 from app_user u left join group_member gm on gm.tenant_id = u.tenant_id and gm.user_id = u.user_id where $1 = u.tenant_id',
  'select exists (select from scim_user s where s.tenant_id = u.tenant_id) from app_user u where u.tenant_id = $1',
  'with held as (select tenant_id, role_id from group_role where tenant_id = $1) select 1 from held join role r using (tenant_id, role_id)',
  'update role r set role_name = $1 where r.tenant_id = $2 and r.role_name is distinct from $1',
  'delete from group_role gr using role r where gr.tenant_id = $1 and r.tenant_id = gr.tenant_id',
  'insert into role (tenant_id, role_name) values ($1, $2), ($1::uuid, $3) returning role_id',
  'insert into group_role (role_id, tenant_id) select id, $1::uuid from unnest($2::uuid[]) id on conflict do nothing',
  'with u as (update app_user set is_disabled = true where tenant_id = $1 returning tenant_id, user_id) insert into scim_user (tenant_id, user_id) select tenant_id, user_id from u',
  'select flag_name from feature_flag',
  'select pg_notify($1, $2)',
  "select set_config('role', $1, true)",
]

const unbound: [string, string[]][] = [
  ['select role_id from role', ['role: no bound tenant_id']],
  ['select role_id from role where tenant_id = current_tenant_id()', ['role: no bound tenant_id']],
  ['select 1 from role r, user_group g where r.tenant_id = $1', ['user_group g: no bound tenant_id']],
  ['select 1 from app_user u join role r on true where u.tenant_id = $1', ['role r: no bound tenant_id']],
  ['select (select count(*) from role) from app_user u where u.tenant_id = $1', ['role: no bound tenant_id']],
  ['with r as (select * from role) select 1 from r', ['role: no bound tenant_id']],
  ['select count(*) filter (where u.tenant_id = $1) from app_user u', ['app_user u: no bound tenant_id']],
  ['update role set role_name = $1 where role_id = $2', ['role: no bound tenant_id']],
  ['delete from role where role_id = $1', ['role: no bound tenant_id']],
  ['insert into role (role_name) values ($1)', ['role: INSERT of rows without a bound tenant_id']],
  ['insert into role (tenant_id, role_name) values (current_tenant_id(), $1)', ['role: INSERT of rows without a bound tenant_id']],
  [
    'insert into role (tenant_id, role_name) select current_tenant_id(), name from unnest($1) name',
    ['role: INSERT of rows without a bound tenant_id'],
  ],
  ['select 1 from role where tenant_id = $1 union all select 1 from app_user', ['app_user: no bound tenant_id']],
]

describe('a statement', () => {
  test.each(bound)('is bound: %s', (text) => {
    expect(checkStatement(text)).toEqual([])
  })

  test.each(unbound)('is not bound: %s', (text, faults) => {
    expect(checkStatement(text)).toEqual(faults)
  })

  test('has one INSERT, and announces and adds jobs apart from tenant tables', () => {
    expect(checkStatement('with a as (insert into role (tenant_id) values ($1)) insert into app_user (tenant_id) values ($1)')).toEqual([
      'several INSERT in one statement',
    ])
    expect(checkStatement('select pg_notify($1, role_name) from role where tenant_id = $2')).toEqual([
      'pg_notify in a statement with a tenant table',
    ])
  })
})
