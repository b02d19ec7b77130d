import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createTestDatabase, createTestTenant } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { constraintOf } from './constraint.ts'
import { asOwner, withTenant } from './tenant.ts'
import type { TenantContext, TenantTransaction } from './tenant.ts'
import type { NewRow, RowUpdate, UserStatus } from './types.ts'

let database: TestDatabase
let ctx: TenantContext

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ctx = await createTestTenant(database.db)
})

const act = <T>(work: (tx: TenantTransaction) => Promise<T>) => withTenant(database.db, ctx, work)

let counter = 0
async function addUser(values: Partial<NewRow<'app_user'>> = {}): Promise<string> {
  const username = `user${(counter += 1)}@example.com`
  const row = await act((tx) =>
    tx
      .insertInto('app_user')
      .values({ tenant_id: ctx.tenantId, username, email: username, status: 'CONFIRMED', ...values })
      .returning('user_id')
      .executeTakeFirstOrThrow(),
  )
  return row.user_id
}

async function addGroup(groupName = `Group ${(counter += 1)}`): Promise<string> {
  const row = await act((tx) =>
    tx.insertInto('user_group').values({ tenant_id: ctx.tenantId, group_name: groupName }).returning('group_id').executeTakeFirstOrThrow(),
  )
  return row.group_id
}

async function addRole(values: Partial<NewRow<'role'>> = {}): Promise<string> {
  const row = await act((tx) =>
    tx
      .insertInto('role')
      .values({ tenant_id: ctx.tenantId, role_name: `Role ${(counter += 1)}`, ...values })
      .returning('role_id')
      .executeTakeFirstOrThrow(),
  )
  return row.role_id
}

const join = (group_id: string, user_id: string) => (tx: TenantTransaction) =>
  tx.insertInto('group_member').values({ tenant_id: ctx.tenantId, group_id, user_id }).execute()
const leave = (group_id: string, user_id: string) => (tx: TenantTransaction) =>
  tx.deleteFrom('group_member').where('group_id', '=', group_id).where('user_id', '=', user_id).execute()
const change = (user_id: string, values: RowUpdate<'app_user'>) => (tx: TenantTransaction) =>
  tx.updateTable('app_user').set(values).where('user_id', '=', user_id).execute()

/** A group with the Tenant Administrator role and users with these states. */
async function addAdministrators(...statuses: UserStatus[]): Promise<{ groupId: string; roleId: string; users: string[] }> {
  const groupId = await addGroup()
  const roleId = await addRole({ is_reserved: true, is_administrator: true })
  await act((tx) => tx.insertInto('group_role').values({ tenant_id: ctx.tenantId, group_id: groupId, role_id: roleId }).execute())
  const users: string[] = []
  for (const status of statuses) {
    const user = await addUser({ status })
    await act(join(groupId, user))
    users.push(user)
  }
  return { groupId, roleId, users }
}

async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return constraintOf(error) ?? String(error)
  }
}

describe('counts', () => {
  const counts = async () => {
    const rows = await act((tx) =>
      tx
        .selectFrom('row_count')
        .select(['table_name', 'facet', sql<number>`sum(n)::int`.as('n')])
        .groupBy(['table_name', 'facet'])
        .having((eb) => eb.fn.sum('n'), '<>', 0)
        .orderBy('table_name')
        .orderBy('facet')
        .execute(),
    )
    return Object.fromEntries(rows.map((row) => [`${row.table_name} ${row.facet}`.trim(), row.n]))
  }

  test('follow every change', async () => {
    const [first = ''] = [await addUser(), await addUser(), await addUser({ status: 'EXTERNAL_PROVIDER' })]
    const group = await addGroup()
    await addRole()
    expect(await counts()).toEqual({
      'app_user endUser/CONFIRMED': 2,
      'app_user endUser/EXTERNAL_PROVIDER': 1,
      'app_user_never endUser': 3,
      role: 1,
      user_group: 1,
    })
    await act(change(first, { is_disabled: true }))
    expect(await counts()).toMatchObject({ 'app_user endUser/CONFIRMED': 1, 'app_user endUser/CONFIRMED/disabled': 1 })
    await act((tx) => tx.deleteFrom('app_user').execute())
    await act((tx) => tx.deleteFrom('user_group').where('group_id', '=', group).execute())
    expect(await counts()).toEqual({ role: 1 })
  })

  test('of a group follow its members and roles, and count as an edit of it', async () => {
    const [group, user, role] = [await addGroup(), await addUser(), await addRole()]
    await act(join(group, user))
    await act((tx) => tx.insertInto('group_role').values({ tenant_id: ctx.tenantId, group_id: group, role_id: role }).execute())
    const read = () => act((tx) => tx.selectFrom('user_group').select(['user_count', 'role_count', 'version']).executeTakeFirstOrThrow())
    expect(await read()).toEqual({ user_count: 1, role_count: 1, version: 3 })
    await act((tx) => tx.deleteFrom('app_user').where('user_id', '=', user).execute())
    await act((tx) => tx.deleteFrom('role').where('role_id', '=', role).execute())
    expect(await read()).toEqual({ user_count: 0, role_count: 0, version: 5 })
  })
})

describe('versions', () => {
  test('increase with every edit, but not with a sign-in', async () => {
    const user = await addUser()
    const version = async () => (await act((tx) => tx.selectFrom('app_user').select('version').executeTakeFirstOrThrow())).version
    await act(change(user, { given_name: 'Ada' }))
    expect(await version()).toBe(2)
    await act(change(user, { last_sign_in_at: new Date() }))
    expect(await version()).toBe(2)
    const role = await addRole()
    await act((tx) => tx.insertInto('role_action').values({ tenant_id: ctx.tenantId, role_id: role, action_name: 'View Users' }).execute())
    const edited = await act((tx) => tx.selectFrom('role').select('version').executeTakeFirstOrThrow())
    expect(edited.version).toBe(2)
  })
})

describe('groups', () => {
  test('are limited to 100, also for concurrent requests', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `Crowd ${index}`)
    const refusals = await Promise.all(names.map((name) => refusalOf(addGroup(name))))
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(100)
    expect(refusals.filter((refusal) => refusal === 'user_group_limit')).toHaveLength(20)
    await act((tx) =>
      tx
        .deleteFrom('user_group')
        .where('group_name', '=', (eb) => eb.selectFrom('user_group').select('group_name').limit(1))
        .execute(),
    )
    expect(await refusalOf(addGroup('One more'))).toBeUndefined()
  })

  test('have case-insensitively unique names', async () => {
    await addGroup('Underwriters')
    expect(await refusalOf(addGroup('underWRITERS'))).toBe('user_group_name_unique')
  })

  test("must be empty to be deleted, and reserved ones can't be deleted", async () => {
    const [group, user] = [await addGroup(), await addUser()]
    await act(join(group, user))
    const remove = () => refusalOf(act((tx) => tx.deleteFrom('user_group').where('group_id', '=', group).execute()))
    expect(await remove()).toBe('group_member_group_fk')
    await act(leave(group, user))
    expect(await remove()).toBeUndefined()
    await asOwner(database.db, 'operator', (tx) =>
      tx.insertInto('user_group').values({ tenant_id: ctx.tenantId, group_name: 'admin', is_reserved: true }).execute(),
    )
    expect(await refusalOf(act((tx) => tx.deleteFrom('user_group').execute()))).toBe('user_group_reserved')
    expect(await refusalOf(act((tx) => tx.updateTable('user_group').set({ group_name: 'other' }).execute()))).toBe('user_group_reserved')
  })
})

describe('the last administrator', () => {
  test.each<[string, (admins: Awaited<ReturnType<typeof addAdministrators>>) => (tx: TenantTransaction) => Promise<unknown>]>([
    ['leave the group', ({ groupId, users: [user = ''] }) => leave(groupId, user)],
    ['be disabled', ({ users: [user = ''] }) => change(user, { is_disabled: true })],
    ['be reset to invited', ({ users: [user = ''] }) => change(user, { status: 'FORCE_CHANGE_PASSWORD' })],
    [
      'be deleted',
      ({ users: [user = ''] }) =>
        (tx) =>
          tx.deleteFrom('app_user').where('user_id', '=', user).execute(),
    ],
    ['lose the role of the group', () => (tx) => tx.deleteFrom('group_role').execute()],
    [
      'be left in a disabled group',
      ({ groupId }) =>
        (tx) =>
          tx.updateTable('user_group').set({ status: 'Disabled' }).where('group_id', '=', groupId).execute(),
    ],
  ])('may not %s', async (_, removal) => {
    const admins = await addAdministrators('CONFIRMED')
    expect(await refusalOf(act(removal(admins)))).toBe('last_administrator')
  })

  test('can be removed if another active one stays', async () => {
    const {
      groupId,
      users: [first = ''],
    } = await addAdministrators('CONFIRMED', 'EXTERNAL_PROVIDER')
    expect(await refusalOf(act(leave(groupId, first)))).toBeUndefined()
  })

  test('is not replaced by one who was only invited', async () => {
    const {
      groupId,
      users: [first = ''],
    } = await addAdministrators('CONFIRMED', 'FORCE_CHANGE_PASSWORD')
    expect(await refusalOf(act(leave(groupId, first)))).toBe('last_administrator')
  })

  test('of a new tenant can be one who was only invited, and one of these stays', async () => {
    const {
      groupId,
      users: [first = '', second = ''],
    } = await addAdministrators('FORCE_CHANGE_PASSWORD', 'FORCE_CHANGE_PASSWORD')
    expect(await refusalOf(act(leave(groupId, first)))).toBeUndefined()
    expect(await refusalOf(act(leave(groupId, second)))).toBe('last_administrator')
  })

  test('can change within one transaction, in any order', async () => {
    const {
      groupId,
      roleId,
      users: [user = ''],
    } = await addAdministrators('CONFIRMED')
    const other = await addGroup()
    await act((tx) => tx.insertInto('group_role').values({ tenant_id: ctx.tenantId, group_id: other, role_id: roleId }).execute())
    const moved = act(async (tx) => {
      await leave(groupId, user)(tx)
      await join(other, user)(tx)
    })
    expect(await refusalOf(moved)).toBeUndefined()
  })

  test('stays when all are removed at the same time', async () => {
    const { groupId, users } = await addAdministrators(...Array.from({ length: 12 }, () => 'CONFIRMED' as const))
    const refusals = await Promise.all(
      users.map((user, index) => refusalOf(index % 2 === 0 ? act(leave(groupId, user)) : act(change(user, { is_disabled: true })))),
    )
    expect(refusals.filter((refusal) => refusal === 'last_administrator')).toHaveLength(1)
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(11)
  })

  test("rule doesn't apply to users without the role", async () => {
    const user = await addUser()
    const group = await addGroup()
    await act(join(group, user))
    expect(await refusalOf(act(leave(group, user)))).toBeUndefined()
    expect(await refusalOf(act(change(user, { is_disabled: true })))).toBeUndefined()
  })
})
