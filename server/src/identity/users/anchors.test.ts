import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser, listUsers, updateUser } from '@steward/contract/users'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'

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
  givenName: 'given_name, user_id',
  '-familyName': 'family_name desc, user_id desc',
  '-createdTime': 'created_at desc, user_id desc',
  status: 'status, username_key',
}

/** The whole list as the table has it. */
async function everybody(sort: keyof typeof orders): Promise<string[]> {
  const { rows } = await asOwner(app.db, 'operator', (tx) =>
    sql<{ user_id: string }>`
      select user_id from app_user where tenant_id = ${tenant.tenantId} order by ${sql.raw(orders[sort])}`.execute(tx),
  )
  return rows.map(({ user_id }) => user_id)
}

test.each(['username', '-username', 'givenName', '-familyName', '-createdTime', 'status'] as const)(
  'pages far down the list by %s hold whom they should, also after the list has changed',
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
