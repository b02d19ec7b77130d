import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GroupOperation } from '@steward/contract/groups/schemas'
import { createGroup, deleteGroup, exportGroups, getGroup, listGroups, patchGroup, searchGroups } from '@steward/contract/groups/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())

const create = (groupName: string, more: { usernames?: string[]; roleIds?: string[] } = {}) =>
  app.call(createGroup, { body: { groupName, ...more } }, { token })
const patch = (groupId: string, body: GroupOperation[], ifMatch = '*', by = token) =>
  app.call(patchGroup, { params: { groupId }, body, ifMatch }, { token: by })
const remove = (groupId: string, ifMatch?: string) => app.call(deleteGroup, { params: { groupId }, ifMatch }, { token })

test('an update with an empty list empties a group', async () => {
  const role = await app.buildRole(tenant)
  const { groupId } = await app.buildGroup(tenant, { members: [await app.buildUser(tenant)], roleIds: [role.roleId] })
  const emptied = await patch(groupId, [
    { operation: 'Update', targetProperty: 'Usernames', value: [] },
    { operation: 'Update', targetProperty: 'RoleIds', value: [] },
  ])
  expect(emptied).toMatchObject({ status: 200, body: { usernames: [], roles: [], groupDetails: { userCount: 0, roleCount: 0 } } })
})

describe('create', () => {
  test('creates a group with users and roles, with names in any case', async () => {
    const [one, two] = [await app.buildUser(tenant), await app.buildUser(tenant)]
    const role = await app.buildRole(tenant, { actions: ['ViewLicenses'] })
    const answer = await create('Treaty desk', { usernames: [one.username.toUpperCase(), two.username], roleIds: [role.roleId] })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      groupName: 'Treaty desk',
      status: 'Enabled',
      groupDetails: { userCount: 2, roleCount: 1 },
      roles: [role],
      usernames: [one.username, two.username].toSorted(),
    })
    expect(answer.headers['etag']).toBe(`"${answer.body.version}"`)
  })

  test.each([
    ['Admin', 409, 'group_name_reserved', 'groupName'],
    ['treaty DESK', 409, 'group_name_taken', 'groupName'],
  ])('refuses the name %s', async (groupName, status, code, field) => {
    expect(await create(groupName)).toMatchObject({ status, body: { code, errors: [{ field }] } })
  })

  test('reports invalid names, unknown users and unknown roles at their fields', async () => {
    const message = 'The provided group name is invalid.'
    expect((await create('a;b')).body).toMatchObject({
      code: 'invalid_request',
      message,
      errors: [{ field: 'groupName', code: 'group_name_invalid', message }],
    })
    const users = await create('G1', { usernames: [tenant.administrator.username, 'nobody@nowhere.example'] })
    expect(users.body).toMatchObject({ code: 'user_unknown', errors: [{ field: 'usernames.1' }] })
    const other = await app.buildTenant()
    expect((await create('G2', { usernames: [other.administrator.username] })).body.code).toBe('user_unknown')
    const roles = await create('G3', { roleIds: [other.roleId] })
    expect(roles.body).toMatchObject({ code: 'role_unknown', errors: [{ field: 'roleIds.0' }] })
  })

  test('allows a hundred groups, also for concurrent requests', async () => {
    const full = await app.buildTenant()
    const by = await app.signIn(full, full.administrator)
    await asOwner(
      app.db,
      'operator',
      (tx) =>
        tx
          .insertInto('user_group')
          .values(Array.from({ length: 97 }, (_, index) => ({ tenant_id: full.tenantId, group_name: `G ${index}` })))
          .execute(),
      { tenantId: full.tenantId },
    )
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((groupName) => app.call(createGroup, { body: { groupName } }, { token: by })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'group_limit_reached' })
  })

  test('takes 10,000 users in one request', async () => {
    const large = await app.buildTenant()
    const by = await app.signIn(large, large.administrator)
    const usernames = Array.from({ length: 10_000 }, (_, index) => `user${index}@large.example`)
    await asOwner(
      app.db,
      'operator',
      async (tx) => {
        await sql`select set_config('steward.audit', 'off', true)`.execute(tx)
        for (let start = 0; start < usernames.length; start += 2_500) {
          const rows = usernames.slice(start, start + 2_500).map((name) => ({ tenant_id: large.tenantId, username: name, email: name }))
          await tx.insertInto('app_user').values(rows).execute()
        }
      },
      { tenantId: large.tenantId },
    )
    const answer = await app.call(createGroup, { body: { groupName: 'Everybody', usernames } }, { token: by })
    expect(answer.body.groupDetails).toMatchObject({ userCount: 10_000 })
    expect(answer.body.usernames).toHaveLength(1_000)
    const body: GroupOperation[] = [{ operation: 'Remove', targetProperty: 'Usernames', value: usernames }]
    const emptied = await app.call(patchGroup, { params: { groupId: answer.body.groupId }, body, ifMatch: '*' }, { token: by })
    expect(emptied.body.groupDetails).toMatchObject({ userCount: 0 })
  }, 120_000)
})

describe('patch', () => {
  test('applies operations in order', async () => {
    const [one, two, three] = [await app.buildUser(tenant), await app.buildUser(tenant), await app.buildUser(tenant)]
    const role = await app.buildRole(tenant)
    const { groupId } = await app.buildGroup(tenant, { members: [one] })
    const before = await app.call(getGroup, { params: { groupId } }, { token })
    const answer = await patch(
      groupId,
      [
        { operation: 'Update', targetProperty: 'GroupName', value: 'Renamed' },
        { operation: 'Add', targetProperty: 'Usernames', value: [two.username, three.username] },
        { operation: 'Remove', targetProperty: 'Usernames', value: [one.username] },
        { operation: 'Add', targetProperty: 'Roles', value: [role.roleName.toUpperCase()] },
        { operation: 'Update', targetProperty: 'Status', value: 'Disabled' },
      ],
      String(before.headers['etag']),
    )
    expect(answer.body).toMatchObject({
      groupName: 'Renamed',
      status: 'Disabled',
      usernames: [two.username, three.username].toSorted(),
      roles: [role],
      groupDetails: { userCount: 2, roleCount: 1 },
    })
    expect(answer.body.version).toBeGreaterThan(before.body.version)
    expect((await patch(groupId, [{ operation: 'Update', targetProperty: 'Status', value: 'Enabled' }], '"1"')).status).toBe(412)
  })

  test('changes nothing if one operation is refused', async () => {
    const user = await app.buildUser(tenant)
    const { groupId, groupName } = await app.buildGroup(tenant)
    const answer = await patch(groupId, [
      { operation: 'Update', targetProperty: 'GroupName', value: 'Half done' },
      { operation: 'Add', targetProperty: 'Usernames', value: [user.username, 'nobody@nowhere.example'] },
    ])
    expect(answer).toMatchObject({ status: 400, body: { code: 'user_unknown', errors: [{ field: '1.value.1' }] } })
    expect((await app.call(getGroup, { params: { groupId } }, { token })).body).toMatchObject({ groupName, usernames: [] })
  })

  test('any list of operations has the same result as one by one', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => app.buildUser(tenant)))
    const roles = await Promise.all(Array.from({ length: 3 }, () => app.buildRole(tenant)))
    const some = <T>(all: T[]) => fc.subarray(all, { minLength: 1 })
    const kind = fc.constantFrom('Add' as const, 'Remove' as const, 'Update' as const)
    const operation: fc.Arbitrary<GroupOperation> = fc.oneof(
      fc.record({
        operation: kind,
        targetProperty: fc.constant('Usernames' as const),
        value: some(users.map(({ username }) => username)),
      }),
      fc.record({ operation: kind, targetProperty: fc.constant('Roles' as const), value: some(roles.map(({ roleName }) => roleName)) }),
      fc.record({ operation: kind, targetProperty: fc.constant('RoleIds' as const), value: some(roles.map(({ roleId }) => roleId)) }),
    )
    const nameOf = new Map(roles.map(({ roleId, roleName }) => [roleId, roleName]))
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 6 }), async (operations) => {
        const { groupId } = await app.buildGroup(tenant)
        const sets = { users: new Set<string>(), roles: new Set<string>() }
        for (const { operation: how, targetProperty, value } of operations) {
          const target = targetProperty === 'Usernames' ? sets.users : sets.roles
          const names = [value].flat().map((item) => nameOf.get(item) ?? item)
          if (how === 'Update') target.clear()
          for (const name of names) {
            if (how === 'Remove') target.delete(name)
            else target.add(name)
          }
        }
        const { body } = await patch(groupId, operations)
        expect(new Set(body.usernames)).toEqual(sets.users)
        expect(new Set(body.roles.map(({ roleName }: { roleName: string }) => roleName))).toEqual(sets.roles)
        expect(body.groupDetails).toMatchObject({ userCount: sets.users.size, roleCount: sets.roles.size })
        await patch(groupId, [{ operation: 'Remove', targetProperty: 'Usernames', value: users.map(({ username }) => username) }])
        expect((await remove(groupId)).status).toBe(204)
      }),
      { numRuns: 25 },
    )
  })

  test('protects the reserved group', async () => {
    const { groupId } = tenant
    const refused = { status: 409, body: { code: 'group_reserved' } }
    expect(await patch(groupId, [{ operation: 'Update', targetProperty: 'GroupName', value: 'bosses' }])).toMatchObject(refused)
    expect(await patch(groupId, [{ operation: 'Update', targetProperty: 'Status', value: 'Disabled' }])).toMatchObject(refused)
    expect(await patch(groupId, [{ operation: 'Remove', targetProperty: 'RoleIds', value: [tenant.roleId] }])).toMatchObject(refused)
    expect(await remove(groupId)).toMatchObject(refused)
    const leave = await patch(groupId, [{ operation: 'Remove', targetProperty: 'Usernames', value: [tenant.administrator.username] }])
    expect(leave).toMatchObject({ status: 409, body: { code: 'last_administrator' } })
  })

  test('leaves members of a group from the identity provider alone', async () => {
    const { groupId } = await app.buildGroup(tenant)
    await asOwner(
      app.db,
      'operator',
      (tx) => tx.updateTable('user_group').set({ managed_by_provider: true }).where('group_id', '=', groupId).execute(),
      { tenantId: tenant.tenantId },
    )
    const value = [tenant.administrator.username]
    expect(await patch(groupId, [{ operation: 'Add', targetProperty: 'Usernames', value }])).toMatchObject({
      status: 409,
      body: { code: 'group_managed_elsewhere' },
    })
  })

  test('grants a role to the members from the next request on, and removes it with the group', async () => {
    const user = await app.buildUser(tenant)
    const own = await app.signIn(tenant, user)
    const { groupId } = await app.buildGroup(tenant, { members: [user] })
    const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
    const listed = async () => (await app.call(listUsers, {}, { token: own })).status
    expect(await listed()).toBe(403)
    await patch(groupId, [{ operation: 'Add', targetProperty: 'RoleIds', value: [roleId] }])
    expect(await listed()).toBe(200)
    await patch(groupId, [{ operation: 'Update', targetProperty: 'Status', value: 'Disabled' }])
    expect(await listed()).toBe(403)
    await patch(groupId, [{ operation: 'Update', targetProperty: 'Status', value: 'Enabled' }])
    expect(await listed()).toBe(200)
  })
})

describe('delete', () => {
  test('refuses a group with users, and returns their number', async () => {
    const user = await app.buildUser(tenant)
    const { groupId } = await app.buildGroup(tenant, { members: [user] })
    expect(await remove(groupId)).toMatchObject({ status: 409, body: { code: 'group_not_empty', parameters: { count: 1 } } })
    await patch(groupId, [{ operation: 'Remove', targetProperty: 'Usernames', value: [user.username] }])
    expect((await remove(groupId, '"1"')).status).toBe(412)
    expect((await remove(groupId)).status).toBe(204)
    expect((await remove(groupId)).status).toBe(404)
  })

  test('either a user joins or the group is deleted', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await app.buildUser(tenant)
      const { groupId } = await app.buildGroup(tenant)
      const value = [user.username]
      const [joined, removed] = await Promise.all([
        patch(groupId, [{ operation: 'Add', targetProperty: 'Usernames', value }]),
        remove(groupId),
      ])
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([joined.status, removed.status])
    }
  })
})

describe('lists', () => {
  test('filters, sorts, includes and counts', async () => {
    const own = await app.buildTenant()
    const by = await app.signIn(own, own.administrator)
    const user = await app.buildUser(own)
    const role = await app.buildRole(own)
    const alpha = await app.buildGroup(own, { groupName: 'Alpha desk', members: [user], roleIds: [role.roleId] })
    await app.buildGroup(own, { groupName: 'beta DESK' })
    const list = async (query: object) => (await app.call(listGroups, { query }, { token: by })).body
    const names = (body: { items: { groupName: string }[] }) => body.items.map(({ groupName }) => groupName)
    expect(names(await list({}))).toEqual(['admin', 'Alpha desk', 'beta DESK'])
    expect(names(await list({ sort: '-groupName', limit: 2, offset: 1 }))).toEqual(['Alpha desk', 'admin'])
    expect(names(await list({ sort: '-roleCount' }))).toEqual(['admin', 'Alpha desk', 'beta DESK'])
    expect(await list({ search: 'desk', limit: 1 })).toMatchObject({ count: 1, totalCount: 2, totalIsExact: true })
    expect(names(await list({ roleId: [role.roleId] }))).toEqual(['Alpha desk'])
    expect(names(await list({ username: user.username.toUpperCase() }))).toEqual(['Alpha desk'])
    expect(names(await list({ groupStatus: ['Disabled'] }))).toEqual([])
    const included = await list({ search: 'alpha', include: ['Details', 'Roles', 'Usernames'] })
    expect(included.items[0]).toMatchObject({ usernames: [user.username], roles: [role], groupDetails: { userCount: 1 } })
    const found = await app.call(searchGroups, { query: { query: 'ALPHA' } }, { token: by })
    expect(found.body).toMatchObject({ count: 1, searchItems: [{ groupId: alpha.groupId }] })
    const file = await app.call(exportGroups, { query: { search: 'alpha' } }, { token: by })
    expect(file.body).toContain('Alpha desk,Enabled,1,1,')
    await app.buildGroup(own, { groupName: 'Rück-Versicherung Łódź' })
    for (const search of ['lodz rück', 'RUCK-VERSICHERUNG', 'Łódź']) {
      expect(names(await list({ search }))).toEqual(['Rück-Versicherung Łódź'])
    }
    expect((await app.call(exportGroups, { query: { search: 'lodz ruck' } }, { token: by })).body).toContain('Rück-Versicherung Łódź,')
  })
})
