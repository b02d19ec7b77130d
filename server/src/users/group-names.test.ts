import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '@steward/contract/http'
import { listUsers } from '@steward/contract/users/endpoints'
import type { User } from '@steward/contract/users/schemas'
import { systemContext, withTenant } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { GroupNames } from './group-names.ts'

let app: TestApp
let tenant: TestTenant
let reader: string
const ids = { sales: '', auditors: '', selling: '', checking: '' }

/** A change by another process, whose event has not arrived. */
const elsewhere = (work: Parameters<typeof withTenant<unknown>>[2]) =>
  withTenant(app.db, systemContext(tenant.tenantId), (tx) => work(tx.withoutPlugins()))

const listed = async (query: CallInput<typeof listUsers>['query'] = {}) => {
  const { body } = await app.call(listUsers, { query: { include: ['Groups', 'Roles'], ...query } }, { token: reader })
  const items: User[] = body.items
  const user = items.find(({ username }) => username === 'ada@names.example')
  return { groups: user?.groups?.map(({ groupName }) => groupName), roles: user?.roles?.map(({ roleName }) => roleName) }
}

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  reader = await app.signIn(tenant, tenant.administrator)
  const { userId } = await app.buildUser(tenant, { email: 'ada@names.example' })
  await withTenant(app.db, systemContext(tenant.tenantId), async (tx) => {
    const group = async (name: string) =>
      (
        await tx
          .insertInto('user_group')
          .values({ tenant_id: tenant.tenantId, group_name: name })
          .returning('group_id')
          .executeTakeFirstOrThrow()
      ).group_id
    const role = async (name: string) =>
      (await tx.insertInto('role').values({ tenant_id: tenant.tenantId, role_name: name }).returning('role_id').executeTakeFirstOrThrow())
        .role_id
    ids.sales = await group('Sales')
    ids.auditors = await group('auditors')
    ids.selling = await role('selling')
    ids.checking = await role('Checking')
    const grants = [
      [ids.sales, ids.selling],
      [ids.sales, ids.checking],
      [ids.auditors, ids.checking],
    ] as const
    await tx
      .insertInto('group_role')
      .values(grants.map(([group_id, role_id]) => ({ tenant_id: tenant.tenantId, group_id, role_id })))
      .execute()
    await tx
      .insertInto('group_member')
      .values([ids.sales, ids.auditors].map((group_id) => ({ tenant_id: tenant.tenantId, group_id, user_id: userId })))
      .execute()
  })
})
afterAll(() => app.close())

describe('groups and roles in the users list', () => {
  test('are by name in any case, each role once', async () => {
    expect(await listed()).toEqual({ groups: ['auditors', 'Sales'], roles: ['Checking', 'selling'] })
    expect(await listed({ include: ['Groups'] })).toEqual({ groups: ['auditors', 'Sales'], roles: undefined })
    expect(await listed({ include: ['Roles'], search: 'ada' })).toEqual({ groups: undefined, roles: ['Checking', 'selling'] })
  })

  test('follow the changes of other processes before their events arrive', async () => {
    await elsewhere((tx) => tx.updateTable('user_group').set({ group_name: 'Zeta' }).where('group_id', '=', ids.auditors).execute())
    expect((await listed()).groups).toEqual(['Sales', 'Zeta'])
    await elsewhere((tx) => tx.updateTable('role').set({ role_name: 'reading' }).where('role_id', '=', ids.checking).execute())
    expect((await listed()).roles).toEqual(['reading', 'selling'])
    await elsewhere((tx) => tx.updateTable('user_group').set({ status: 'Disabled' }).where('group_id', '=', ids.sales).execute())
    expect((await listed()).roles).toEqual(['reading'])
    await elsewhere((tx) => tx.deleteFrom('role').where('role_id', '=', ids.checking).execute())
    expect((await listed()).roles).toEqual([])
    await elsewhere((tx) =>
      tx.insertInto('group_role').values({ tenant_id: tenant.tenantId, group_id: ids.auditors, role_id: ids.selling }).execute(),
    )
    expect((await listed()).roles).toEqual(['selling'])
    await elsewhere((tx) => tx.deleteFrom('group_role').where('group_id', '=', ids.auditors).execute())
    expect((await listed()).roles).toEqual([])
  })

  test('include a new group', async () => {
    await elsewhere(async (tx) => {
      const { group_id } = await tx
        .insertInto('user_group')
        .values({ tenant_id: tenant.tenantId, group_name: 'New here' })
        .returning('group_id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('group_member')
        .columns(['tenant_id', 'group_id', 'user_id'])
        .expression((eb) =>
          eb
            .selectFrom('app_user')
            .select((select) => ['tenant_id', select.val(group_id).as('group_id'), 'user_id'])
            .where('tenant_id', '=', tenant.tenantId)
            .where('username', '=', 'ada@names.example'),
        )
        .execute()
    })
    expect((await listed()).groups).toContain('New here')
  })
})

test('a tenant never sees names of another, and forgetting some tenants changes nothing', async () => {
  const other = await app.buildTenant()
  const names = new GroupNames({ capacity: 1 })
  const describe = (tenantId: string) =>
    withTenant(app.db, systemContext(tenantId), (tx) => names.describe(tx, 0, [{ group_ids: [ids.auditors] }]), { readOnly: true })
  for (let round = 0; round < 2; round++) {
    expect((await describe(tenant.tenantId))[0]?.groups).toMatchObject([{ groupName: 'Zeta' }])
    expect((await describe(other.tenantId))[0]?.groups).toEqual([])
  }
})
