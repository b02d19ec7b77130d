import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { createRole, patchRole } from '@steward/contract/roles/endpoints'
import { bulkUsers, createUser, deleteUser, resendActivation, updateUser } from '@steward/contract/users/endpoints'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'

// docs/adr: users can't grant more than they have.

let app: TestApp
let tenant: TestTenant
let helper: TestUser
let token: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  tenant = await app.buildTenant()
  helper = await app.buildUser(tenant, { actions: ['EditUsers', 'EditGroups', 'EditRoles'] })
  token = await app.signIn(tenant, helper)
})

const administratorOnly = { status: 403, body: { code: 'administrator_only' } }
const exceedsOwn = { status: 403, body: { code: 'grant_exceeds_own' } }
const patch = (groupId: string, operation: 'Add' | 'Remove', targetProperty: 'Usernames' | 'RoleIds', value: string[]) =>
  app.call(patchGroup, { params: { groupId }, body: [{ operation, targetProperty, value }], ifMatch: '*' }, { token })
const put = ({ userId }: { userId: string }, body: object) => app.call(updateUser, { params: { userId }, body, ifMatch: '*' }, { token })

describe("a user who isn't an administrator", () => {
  test("can't become one", async () => {
    const { groupId, roleId } = tenant
    expect(await patch(groupId, 'Add', 'Usernames', [helper.username])).toMatchObject(administratorOnly)
    expect(await put(helper, { groupIds: [groupId] })).toMatchObject(administratorOnly)
    const change = { action: 'addToGroup' as const, groupId }
    const many = await app.call(bulkUsers, { body: { userIds: [helper.userId], change } }, { token })
    expect(many.body).toMatchObject({ succeeded: [], failed: [{ code: 'administrator_only' }] })
    const own = await app.buildGroup(tenant)
    expect(await patch(own.groupId, 'Add', 'RoleIds', [roleId])).toMatchObject(administratorOnly)
    expect(await app.call(createGroup, { body: { groupName: 'Mine', roleIds: [roleId] } }, { token })).toMatchObject(administratorOnly)
    const body = { email: 'second@self.example', givenName: 'Second', familyName: 'Self', groupIds: [groupId] }
    expect(await app.call(createUser, { body }, { token })).toMatchObject(administratorOnly)
  })

  test("can't change administrators", async () => {
    const { administrator, groupId } = tenant
    expect(await put(administrator, { isDisabled: true })).toMatchObject(administratorOnly)
    expect(await put(administrator, { givenName: 'Mallory' })).toMatchObject(administratorOnly)
    expect(await app.call(deleteUser, { params: { userId: administrator.userId } }, { token })).toMatchObject(administratorOnly)
    expect(await patch(groupId, 'Remove', 'Usernames', [administrator.username])).toMatchObject(administratorOnly)
    const resent = await app.call(resendActivation, { body: { username: administrator.username } }, { token })
    expect(resent).toMatchObject(administratorOnly)
  })

  test('can grant the administration actions they have, and no others', async () => {
    const has = await app.buildRole(tenant, { actions: ['EditUsers'] })
    const lacks = await app.buildRole(tenant, { actions: ['EditUsers', 'EditApiKeys', 'ConfigureSSO'] })
    const user = await app.buildUser(tenant)
    const plain = await app.buildGroup(tenant)
    expect((await patch(plain.groupId, 'Add', 'RoleIds', [has.roleId])).status).toBe(200)
    const refused = await patch(plain.groupId, 'Add', 'RoleIds', [lacks.roleId])
    expect(refused).toMatchObject({ ...exceedsOwn, body: { parameters: { actions: 'ConfigureSSO, EditApiKeys' } } })
    const strong = await app.buildGroup(tenant, { roleIds: [lacks.roleId] })
    expect(await put(user, { groupIds: [strong.groupId] })).toMatchObject(exceedsOwn)
    expect((await put(user, { groupIds: [plain.groupId] })).status).toBe(200)
  })

  test("can't build a role with more than they have", async () => {
    const create = (actions: string[]) =>
      app.call(createRole, { body: { roleName: `Role ${actions.join(' ')}`.replaceAll('.', ''), actions } }, { token })
    expect(await create(['EditUsers', 'ConfigureSSO'])).toMatchObject(exceedsOwn)
    const created = await create(['EditUsers'])
    expect(created.status).toBe(201)
    const grow = await app.call(
      patchRole,
      {
        params: { roleId: created.body.roleId },
        body: [{ operation: 'Add', targetProperty: 'Actions', value: ['ConfigureSSO'] }],
        ifMatch: '*',
      },
      { token },
    )
    expect(grow).toMatchObject(exceedsOwn)
  })

  test('can grant product actions without having them', async () => {
    const role = await app.call(createRole, { body: { roleName: 'Modeler', actions: ['RiskModeler.ViewPortfolios'] } }, { token })
    expect(role.status).toBe(201)
    const body = { groupName: 'Modelers', roleIds: [role.body.roleId] }
    expect((await app.call(createGroup, { body }, { token })).status).toBe(201)
  })

  test("can remove what they couldn't grant", async () => {
    const lacks = await app.buildRole(tenant, { actions: ['ConfigureSSO'] })
    const user = await app.buildUser(tenant)
    const strong = await app.buildGroup(tenant, { members: [user], roleIds: [lacks.roleId] })
    expect((await patch(strong.groupId, 'Remove', 'RoleIds', [lacks.roleId])).status).toBe(200)
    expect((await put(user, { groupIds: [] })).status).toBe(200)
  })
})

test('an administrator can add and remove administrators', async () => {
  const by = await app.signIn(tenant, tenant.administrator)
  const body = [{ operation: 'Add' as const, targetProperty: 'Usernames' as const, value: [helper.username] }]
  const added = await app.call(patchGroup, { params: { groupId: tenant.groupId }, body, ifMatch: '*' }, { token: by })
  expect(added).toMatchObject({ status: 200, body: { groupDetails: { userCount: 2 } } })
  const removed = await app.call(deleteUser, { params: { userId: helper.userId } }, { token: by })
  expect(removed.status).toBe(204)
})
