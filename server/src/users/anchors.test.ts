import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser, listUsers, updateUser } from '@steward/contract/users/endpoints'
import { asOwner, withTenant } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { PageAnchors, cleanUserMoves } from './anchors.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
  await asOwner(
    app.db,
    'operator',
    async (tx) => {
      await sql`select set_config('steward.audit', 'off', true)`.execute(tx)
      await sql`
        insert into app_user (tenant_id, username, email, given_name, family_name, created_at, status)
        select ${tenant.tenantId}, n || '@long.example', n || '@long.example', 'Given ' || n % 7, 'Family ' || n % 1000,
               now() - n * interval '1 microsecond', case n % 3 when 0 then 'CONFIRMED' else 'EXTERNAL_PROVIDER' end
          from generate_series(1, 6000) n`.execute(tx)
    },
    { tenantId: tenant.tenantId },
  )
})
afterAll(() => app.close())

type Query = Parameters<typeof app.call<typeof listUsers>>[1]['query']
const page = async (query: Query) => (await app.call(listUsers, { query }, { token })).body
const idsOf = (body: { items: { userId: string }[] }) => body.items.map(({ userId }) => userId)

const orders = {
  username: 'username_key',
  '-username': 'username_key desc',
  givenName: 'given_name, family_name, user_id',
  '-familyName': 'family_name desc, given_name desc, user_id desc',
  '-createdTime': 'created_at desc, user_id desc',
  status: 'status, username_key',
}

/** The whole list as in the table. */
async function everybody(sort: keyof typeof orders, condition = 'true'): Promise<string[]> {
  const { rows } = await asOwner(app.db, 'operator', (tx) =>
    sql<{ user_id: string }>`
      select user_id from app_user where tenant_id = ${tenant.tenantId} and ${sql.raw(condition)}
       order by ${sql.raw(orders[sort])}`.execute(tx),
  )
  return rows.map(({ user_id }) => user_id)
}

/** A change that no service of this process notices, like one by another process. */
const elsewhere = (statement: string) =>
  asOwner(
    app.db,
    'operator',
    async (tx) => {
      await sql`select set_config('steward.audit', 'off', true)`.execute(tx)
      await sql.raw(statement.replaceAll('TENANT', `'${tenant.tenantId}'`)).execute(tx)
    },
    { tenantId: tenant.tenantId },
  )

const people = (from: number, to: number, name: string) => `
  insert into app_user (tenant_id, username, email, given_name, family_name)
  select TENANT, '${name}' || n || '@late.example', '${name}' || n || '@late.example', '${name}', '${name}' from generate_series(${from}, ${to}) n`

test.each(['username', '-username', 'givenName', '-familyName', '-createdTime', 'status'] as const)(
  'pages far down the list by %s are correct, also after the list changed',
  async (sort) => {
    for (const round of ['before', 'after']) {
      const expected = await everybody(sort)
      for (const offset of [1_990, 2_000, 2_980, 3_000, 5_991, expected.length - 1, expected.length]) {
        const found = await page({ sort, offset, limit: 20 })
        expect(idsOf(found), `${round} at ${offset}`).toEqual(expected.slice(offset, offset + 20))
        expect(found.totalCount).toBe(expected.length)
      }
      const body = { email: `0-${sort}@long.example`, givenName: 'Given 0', familyName: 'A' }
      const created = await app.call(createUser, { body }, { token })
      const params = { userId: created.body.userId }
      expect(idsOf(await page({ sort, offset: 3_000, limit: 1 }))).toEqual((await everybody(sort)).slice(3_000, 3_001))
      await app.call(updateUser, { params, body: { givenName: 'Z', familyName: 'Z' }, ifMatch: '*' }, { token })
    }
  },
)

const changes = {
  'a few were added in front': people(1, 5, '0'),
  'more were added in front than the search margin': people(6, 900, '0'),
  'many in front were deleted': `delete from app_user where tenant_id = TENANT and username like '0%@late.example'`,
  'all moved to the end by name, and some were disabled': `
    update app_user set given_name = 'Zz', is_disabled = username_key < '3' where tenant_id = TENANT and username_key like '2%@long.example'`,
  'so many were added that they are not counted': people(1, 3_000, '1'),
}

test.each(Object.entries(changes))('a page is immediately correct after %s, filtered or not', async (_, statement) => {
  const lists: { query: Query & { sort: keyof typeof orders }; condition?: string }[] = [
    { query: { sort: 'username' } },
    { query: { sort: '-username' } },
    { query: { sort: 'givenName' } },
    { query: { sort: 'username', isDisabled: 'false' }, condition: 'not is_disabled' },
    { query: { sort: '-familyName', userStatus: ['EXTERNAL_PROVIDER'] }, condition: `status = 'EXTERNAL_PROVIDER'` },
  ]
  for (const { query } of lists) await page({ ...query, offset: 2_500, limit: 5 })
  await elsewhere(statement)
  for (const { query, condition } of lists) {
    const expected = await everybody(query.sort, condition)
    for (const offset of [2_000, 2_499, 3_777]) {
      const found = await page({ ...query, offset, limit: 20 })
      expect(idsOf(found), `${JSON.stringify(query)} at ${offset}`).toEqual(expected.slice(offset, offset + 20))
    }
  }
})

test('pages far down a list begin at a key near them, also after changes', async () => {
  const anchors = new PageAnchors(app.db)
  const ctx = { tenantId: tenant.tenantId, requestId: 'test', actor: { type: 'system', id: 'test', name: 'test' } } as const
  const startAt = (offset: number) =>
    withTenant(app.db, ctx, (tx) => anchors.startOf(tx, ctx, { type: 'all', sort: 'username' }, offset), { readOnly: true })
  expect(await startAt(999)).toBeUndefined()
  for (const offset of [1_000, 5_000, 8_000]) expect((await startAt(offset))?.skip, String(offset)).toBeLessThanOrEqual(350)
  const before = await startAt(5_000)
  await elsewhere(people(10_001, 10_007, '0'))
  expect((await startAt(5_000))?.skip).toBe((before?.skip ?? 0) - 7)
  await elsewhere(`delete from app_user where tenant_id = TENANT and username like '0100%@late.example'`)
  expect((await startAt(5_000))?.skip).toBe(before?.skip)
})

test('moves are kept for a day', async () => {
  const count = async () => {
    const { rows } = await asOwner(app.db, 'operator', (tx) => sql<{ n: number }>`select count(*)::int as n from user_move`.execute(tx))
    return rows[0]?.n ?? 0
  }
  const before = await count()
  await asOwner(app.db, 'operator', (tx) =>
    sql`update user_move set moved_at = moved_at - interval '25 hours' where change is null`.execute(tx),
  )
  await cleanUserMoves(app.db)
  const after = await count()
  expect(after).toBeGreaterThan(0)
  expect(after).toBeLessThan(before)
})
