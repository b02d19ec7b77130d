import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { undoChange } from '@steward/contract/changes/endpoints'
import { addFederationKey, updateFederation } from '@steward/contract/federation/endpoints'
import { createGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { confirmIdentity } from '@steward/contract/session/factors'
import { bulkUsers, createUser, importUsers, updateUser } from '@steward/contract/users/endpoints'
import { changeMatchingUsers } from '@steward/contract/users/matching-endpoints'
import { asOwner } from '../../db/tenant.ts'
import { type TestAnswer, type TestApp, type TestTenant, type TestUser, password, startTestApp } from '../../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string
let user: TestUser
/** The group and the role that carry administration. */
let groupId: string
let roleId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  tenant = await app.buildTenant()
  user = await app.buildUser(tenant)
  token = await app.signIn(tenant, tenant.administrator)
  const row = await asOwner(
    app.db,
    'operator',
    (tx) =>
      tx
        .selectFrom('group_role as gr')
        .innerJoin('role as r', (join) => join.onRef('r.tenant_id', '=', 'gr.tenant_id').onRef('r.role_id', '=', 'gr.role_id'))
        .select(['gr.group_id', 'r.role_id'])
        .where('r.is_administrator', '=', true)
        .where('gr.tenant_id', '=', tenant.tenantId)
        .executeTakeFirstOrThrow(),
    { tenantId: tenant.tenantId },
  )
  groupId = row.group_id
  roleId = row.role_id
  await age()
})

/** Makes every confirmation of the tenant too old. */
const age = () =>
  asOwner(app.db, 'operator', (tx) => tx.updateTable('user_session').set({ confirmed_at: null }).execute(), { tenantId: tenant.tenantId })

const confirm = () => app.call(confirmIdentity, { body: { kind: 'password', password } }, { token })
const codeOf = ({ status, body }: TestAnswer) => [status, body.code]
const stale = [401, 'freshness_required']

/** Refused at first, and accepted once the person has confirmed who they are. */
async function asks(call: () => Promise<TestAnswer>): Promise<void> {
  expect(codeOf(await call())).toEqual(stale)
  await confirm()
  expect((await call()).status).toBeLessThan(300)
}

describe('what makes someone an administrator asks for a confirmation', () => {
  test('membership, given to a user', () =>
    asks(() => app.call(updateUser, { params: { userId: user.userId }, body: { groupIds: [groupId] } }, { token })))

  test('membership, given with a new user', () =>
    asks(() =>
      app.call(createUser, { body: { email: 'new@people.example', givenName: 'New', familyName: 'One', groupIds: [groupId] } }, { token }),
    ))

  test('membership, given to a group', () =>
    asks(() => {
      const body = [{ operation: 'Add' as const, targetProperty: 'Usernames' as const, value: [user.username] }]
      return app.call(patchGroup, { params: { groupId }, body }, { token })
    }))

  test('membership, given to many users', async () => {
    const body = { userIds: [user.userId], change: { action: 'addToGroup' as const, groupId } }
    await asks(() => app.call(bulkUsers, { body }, { token }))
  })

  test('membership, given to all that match, before the background begins', async () => {
    const body = { filter: { type: 'endUser' as const }, change: { action: 'addToGroup' as const, groupId } }
    await asks(() => app.call(changeMatchingUsers, { body }, { token }))
  })

  test('membership by an import, but not its preview', async () => {
    const { groupName } = await asOwner(
      app.db,
      'operator',
      (tx) => tx.selectFrom('user_group').select('group_name as groupName').where('group_id', '=', groupId).executeTakeFirstOrThrow(),
      { tenantId: tenant.tenantId },
    )
    const body = `email,givenName,familyName,groups\nimported@people.example,Im,Ported,${groupName}\n`
    expect((await app.call(importUsers, { query: { dryRun: 'true' }, body }, { token })).body).toMatchObject({ created: 1, refused: 0 })
    await asks(() => app.call(importUsers, { query: { dryRun: 'false' }, body }, { token }))
  })

  test('the role, given to a new group and to an old one', async () => {
    await asks(() => app.call(createGroup, { body: { groupName: 'Owners', roleIds: [roleId] } }, { token }))
    const other = await app.buildGroup(tenant)
    await age()
    const body = [{ operation: 'Add' as const, targetProperty: 'RoleIds' as const, value: [roleId] }]
    await asks(() => app.call(patchGroup, { params: { groupId: other.groupId }, body }, { token }))
  })

  test('undoing that it was taken', async () => {
    await confirm()
    const params = { userId: user.userId }
    await app.call(updateUser, { params, body: { groupIds: [groupId] } }, { token })
    const taken = await app.call(updateUser, { params, body: { groupIds: [] } }, { token })
    await age()
    await asks(() => app.call(undoChange, { params: { changeId: String(taken.headers['change-id']) } }, { token }))
  })
})

test('other groups, taking administration, and previews ask for nothing', async () => {
  const { groupId: plain } = await app.buildGroup(tenant)
  const params = { userId: user.userId }
  expect((await app.call(updateUser, { params, body: { groupIds: [plain] } }, { token })).status).toBe(200)
  const headers = { prefer: 'preview' }
  expect((await app.call(updateUser, { params, body: { groupIds: [groupId] } }, { token, headers })).status).toBe(200)
  await confirm()
  await app.call(updateUser, { params, body: { groupIds: [groupId] } }, { token })
  await age()
  expect((await app.call(updateUser, { params, body: { groupIds: [] } }, { token })).status).toBe(200)
})

test('who cannot give administration is refused for that, not asked', async () => {
  const { roleId: editing } = await app.buildRole(tenant, { actions: ['ViewUsers', 'EditUsers'] })
  await app.buildGroup(tenant, { roleIds: [editing], members: [user] })
  const other = await app.buildUser(tenant)
  const theirs = await app.signIn(tenant, user)
  await age()
  const answer = await app.call(updateUser, { params: { userId: other.userId }, body: { groupIds: [groupId] } }, { token: theirs })
  expect(codeOf(answer)).toEqual([403, 'administrator_only'])
})

test('changing single sign-on and its keys asks for a confirmation', async () => {
  expect(codeOf(await app.call(updateFederation, { body: {} }, { token }))).toEqual(stale)
  expect(codeOf(await app.call(addFederationKey, {}, { token }))).toEqual(stale)
  await confirm()
  expect((await app.call(addFederationKey, {}, { token })).status).not.toBe(401)
})
