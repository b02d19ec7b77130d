import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { sealingOf } from '../testing/factors.ts'
import { buildDemo } from './build.ts'
import { createFactorTools } from '../session/factors/tools.ts'
import { demoCompany, demoJobGroups } from './company.ts'

/** The demo tenant as a whole: its log agrees with its data. */
let app: TestApp
let tenantId: string
beforeAll(async () => {
  app = await startTestApp()
  const built = await buildDemo(
    app.db,
    { tenantName: 'demo-whole', ...(await sealingOf(app)) },
    { ...demoCompany.administrator, passwordHash: 'none' },
  )
  tenantId = built.tenantId
}, 60_000)
afterAll(() => app?.close())

const read = <T>(query: ReturnType<typeof sql<T>>) => asOwner(app.db, 'operator', async (tx) => (await query.execute(tx)).rows)

test('the audit log tells of reference data when it says it was made', async () => {
  const rows = await read(sql<{ vintage: string; published: Date; told: Date }>`
    select v.vintage, v.published_at as published, max(a.occurred_at) as told
      from currency_vintage v join audit_entry a on a.tenant_id = v.tenant_id and a.entity_id = v.currency_vintage_id::text
     where v.tenant_id = ${tenantId}::uuid group by v.vintage, v.published_at`)
  expect(rows).toHaveLength(6)
  for (const { vintage, published, told } of rows) expect([vintage, told]).toEqual([vintage, published])
  const [setUp] = await read(sql<{ differing: number; days: number }>`
    select count(*) filter (where a.occurred_at <> c.created_at)::int as differing,
           extract(day from now() - max(c.created_at))::int as days
      from currency c join audit_entry a on a.tenant_id = c.tenant_id and a.category = 'Currency' and a.entity_id = c.currency_code
     where c.tenant_id = ${tenantId}::uuid`)
  expect(setUp?.differing).toBe(0)
  expect(setUp?.days).toBeGreaterThan(300)
})

test('the latest changes are those of a role and of a group, after the last labels of jobs', async () => {
  const rows = await read(sql<{ told: string }>`
    select a.category || ': ' || a.entity_name as told from audit_entry a
     where a.tenant_id = ${tenantId}::uuid group by a.category, a.entity_name order by max(a.occurred_at) desc limit 3`)
  expect(rows.map(({ told }) => told)).toEqual(['Group: Climate Risk', 'Role: Help desk', expect.stringMatching(/^Job: /)])
})

test('jobs were tagged and assigned to groups by administrators after they were created', async () => {
  const rows = await read(sql<{ field: string; early: number; n: number; actors: number }>`
    select a.field_name as field, count(*) filter (where a.occurred_at < j.created_at)::int as early, count(*)::int as n,
           count(distinct a.actor_name)::int as actors
      from audit_entry a join job j on j.tenant_id = a.tenant_id and j.job_id = a.entity_id
     where a.tenant_id = ${tenantId}::uuid and a.category = 'Job' group by a.field_name order by a.field_name`)
  expect(rows.map(({ field, early }) => [field, early])).toEqual([
    ['groups', 0],
    ['tags', 0],
  ])
  for (const { n } of rows) expect(n).toBeGreaterThan(5)
})

test('has a group whose people see the jobs of one resource group only', async () => {
  const rows = await read(sql<{ name: string; groups: string[]; jobs: number }>`
    select r.resource_group_name as name, array_agg(distinct g.group_name) as groups,
           (select count(*)::int from job j where j.tenant_id = r.tenant_id and j.resource_group_id = r.resource_group_id) as jobs
      from resource_group r
      join resource_group_group l on l.tenant_id = r.tenant_id and l.resource_group_id = r.resource_group_id
      join user_group g on g.tenant_id = l.tenant_id and g.group_id = l.group_id
     where r.tenant_id = ${tenantId}::uuid and r.product_code = 'RI-DATAADMIN'
     group by r.tenant_id, r.resource_group_id, r.resource_group_name order by 1`)
  expect(rows.map(({ name, groups }) => [name, groups.includes('Underwriting Operations')])).toEqual([
    [demoJobGroups.modeling, false],
    [demoJobGroups.underwriting, true],
  ])
  for (const { jobs } of rows) expect(jobs).toBeGreaterThan(500)
})

test('people did nothing before they were created, while they were disabled, or after their last sign-in', async () => {
  const [found] = await read(sql<Record<string, number>>`
    with person as (select * from app_user where tenant_id = ${tenantId}::uuid),
         change as (select * from audit_entry where tenant_id = ${tenantId}::uuid),
         sign_in as (select * from system_log where tenant_id = ${tenantId}::uuid and kind = 'sign_in')
    select (select count(*)::int from person where last_sign_in_at is not null) as "signedIn",
           (select count(*)::int from person p where p.last_sign_in_at is distinct from
             (select max(s.occurred_at) from sign_in s where s.user_id = p.user_id)) as "otherLast",
           (select count(*)::int from person p join sign_in s using (user_id)
             where s.occurred_at < p.created_at or p.status = 'FORCE_CHANGE_PASSWORD') as "tooEarly",
           (select count(*)::int from person p join change c on c.entity_id = p.user_id::text or c.subject_id = p.user_id::text
             where c.occurred_at < p.created_at) as "changedBefore",
           (select count(*)::int from person p join change c on c.actor_id = p.user_id::text where c.occurred_at < p.created_at) as "actedBefore",
           (select count(*)::int from person p where p.created_at is distinct from
             (select min(c.occurred_at) from change c where c.entity_id = p.user_id::text and c.type = 'Create')
             and p.email <> ${demoCompany.administrator.email}) as "createdOtherwise",
           (select count(*)::int from sign_in s join lateral (
              select c.current_value as disabled from change c where c.entity_id = s.user_id::text and c.field_name = 'isDisabled'
                 and c.occurred_at < s.occurred_at order by c.occurred_at desc limit 1) state on true where disabled = 'true') as "whileDisabled"`)
  expect(found?.signedIn).toBeGreaterThan(200)
  expect({ ...found, signedIn: 0 }).toEqual({
    signedIn: 0,
    otherLast: 0,
    tooEarly: 0,
    changedBefore: 0,
    actedBefore: 0,
    createdOtherwise: 0,
    whileDisabled: 0,
  })
})

test('one administrator has an authenticator app, sealed as everyone’s, and the person who signs in has none', async () => {
  const [factor, ...others] = await read(sql<Record<string, unknown>>`
    select u.username, u.last_sign_in_at = f.last_used_at as "isUsed", f.factor_name as name, f.shared_secret as secret, f.created_at as since,
           f.tenant_id || ':' || f.user_id as context,
           (select count(*)::int from recovery_code r where r.tenant_id = f.tenant_id and r.user_id = f.user_id and r.used_at is null) as codes,
           (select count(*)::int from role r join group_role gr using (tenant_id, role_id) join group_member gm using (tenant_id, group_id)
             where r.tenant_id = f.tenant_id and gm.user_id = f.user_id and r.is_administrator) as administrator
      from sign_in_factor f join app_user u using (tenant_id, user_id) where f.tenant_id = ${tenantId}::uuid`)
  expect(others).toEqual([])
  expect(factor).toMatchObject({ isUsed: true, name: '', codes: 10, administrator: 1 })
  expect(factor?.['username']).not.toBe(demoCompany.administrator.email)
  const { cipher } = createFactorTools({ ...(await sealingOf(app)), now: () => new Date() })
  expect(cipher.open(factor?.['secret'], String(factor?.['context']))).toMatch(/^[2-7A-Z]{32}$/)
  const logged = await read(sql<{ kind: string; at: Date }>`
    select kind, occurred_at as at from system_log where tenant_id = ${tenantId}::uuid and kind in ('factor_added', 'recovery_codes_created')
     union all select category, occurred_at from audit_entry where tenant_id = ${tenantId}::uuid and category = 'Second factor' order by 1`)
  expect([...new Set(logged.map(({ kind }) => kind))]).toEqual(['factor_added', 'recovery_codes_created', 'Second factor'])
  for (const { at } of logged) expect(at).toEqual(factor?.['since'])
  expect(await read(sql`select from graphile_worker.jobs where task_identifier = 'send_report_mail'`)).toEqual([])
})
