import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listChanges, undoChange } from '@steward/contract/changes/endpoints'
import { deleteGroup, getGroup } from '@steward/contract/groups/endpoints'
import { confirmIdentity } from '@steward/contract/session/factors'
import { changeMatchingUsers, getUserChange, undoUserChange } from '@steward/contract/users/matching-endpoints'
import { getUser, listUsers } from '@steward/contract/users/endpoints'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, password, startTestApp } from '../../testing/app.ts'
import { saveTenantSetting } from '../../testing/tenant-settings.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})

const finished = async (userChangeId: string) => {
  await app.app.background.runDue()
  const { body } = await app.call(getUserChange, { params: { userChangeId } }, { token })
  expect(body.status).toBe('done')
  return body
}
async function deleted(filter: object): Promise<string> {
  const started = await app.call(changeMatchingUsers, { body: { filter, change: { action: 'delete' } } }, { token })
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  expect(await finished(started.body.userChangeId)).toMatchObject({ failed: 0, canUndo: true })
  return started.body.userChangeId
}
const deletedUsers = (users: readonly TestUser[]) => deleted({ userIds: users.map(({ userId }) => userId) })
const undo = (userChangeId: string, by = token, prefer?: string) =>
  app.call(undoUserChange, { params: { userChangeId } }, { token: by, ...(prefer && { headers: { prefer } }) })
async function restored(userChangeId: string, by = token) {
  const { status, body } = await undo(userChangeId, by)
  expect(status, JSON.stringify(body)).toBe(202)
  return finished(body.userChangeId)
}
async function join({ groupId }: { groupId: string }, { userId }: TestUser) {
  const change = { action: 'addToGroup' as const, groupId }
  await finished((await app.call(changeMatchingUsers, { body: { filter: { userIds: [userId] }, change } }, { token })).body.userChangeId)
}
const manage = ({ groupId }: { groupId: string }) =>
  asOwner(
    app.db,
    'operator',
    (tx) => tx.updateTable('user_group').set({ managed_by_provider: true }).where('group_id', '=', groupId).execute(),
    { tenantId: tenant.tenantId },
  )
const statusOf = async ({ userId }: Pick<TestUser, 'userId'>) => (await app.call(getUser, { params: { userId } }, { token })).status
const failuresOf = ({ failures }: { failures: { userId: string; code: string }[] }) => failures.map(({ userId, code }) => [userId, code])

it('brings back all who were deleted, batch by batch, with their groups and a link to set a password', async () => {
  await asOwner(
    app.db,
    'operator',
    async (tx) => {
      const rows = Array.from({ length: 450 }, (_, index) => ({
        tenant_id: tenant.tenantId,
        username: `gone${index}@${tenant.tenantName}.example`,
        email: `gone${index}@${tenant.tenantName}.example`,
        given_name: 'Gone',
        family_name: 'Away',
        status: 'CONFIRMED' as const,
      }))
      await tx.insertInto('app_user').values(rows).execute()
    },
    { tenantId: tenant.tenantId },
  )
  const { roleId } = await app.buildRole(tenant, { actions: ['ViewUsers'] })
  const { groupId } = await app.buildGroup(tenant, { roleIds: [roleId] })
  const members = { filter: { search: 'Gone' }, change: { action: 'addToGroup' as const, groupId } }
  await finished((await app.call(changeMatchingUsers, { body: members }, { token })).body.userChangeId)
  const deletion = await deleted({ search: 'Gone' })
  const find = async (query: object) => (await app.call(listUsers, { query }, { token })).body
  expect((await find({ search: 'Gone' })).totalCount).toBe(0)

  const previewed = await undo(deletion, token, 'preview')
  expect(previewed.status, JSON.stringify(previewed.body)).toBe(200)
  expect(previewed.body).toMatchObject({ refusedCount: 0, effects: { gainingCount: 450, mails: [{ template: 'activation', count: 450 }] } })
  expect((await find({ search: 'Gone' })).totalCount).toBe(0)

  const back = await restored(deletion)
  expect(back).toMatchObject({ change: { action: 'restore' }, total: 450, done: 450, succeeded: 450, failed: 0, canUndo: false })
  expect((await find({ search: 'Gone', userStatus: ['FORCE_CHANGE_PASSWORD'] })).totalCount).toBe(450)
  expect((await find({ groupId: [groupId] })).totalCount).toBe(450)
  for (const id of [deletion, back.userChangeId]) expect((await undo(id)).body.code).toBe('change_not_undoable')
  // Each batch is marked as undone.
  const { body } = await app.call(listChanges, { query: { limit: 10 } }, { token })
  const undoing = body.items.filter(({ undoOf }: { undoOf: string | null }) => undoOf !== null)
  expect(undoing).toHaveLength(3)
  expect(undoing[0]).toMatchObject({ actorName: tenant.administrator.username, operation: 'restore_users' })
})

it('names those who cannot come back, and restores all others', async () => {
  const [gone, managed] = [await app.buildGroup(tenant), await app.buildGroup(tenant)]
  const others = [await app.buildUser(tenant), await app.buildUser(tenant), await app.buildUser(tenant)]
  const taken = await app.buildUser(tenant)
  const lookedAlike = await app.buildUser(tenant, { email: `erik@${tenant.tenantName}.example` })
  const unwelcome = await app.buildUser(tenant, { email: 'eva@elsewhere.example' })
  const external = await app.buildUser(tenant, { status: 'EXTERNAL_PROVIDER' })
  const [ofGone, ofManaged] = [await app.buildUser(tenant), await app.buildUser(tenant)]
  await join(gone, ofGone)
  await join(managed, ofManaged)
  const deletion = await deletedUsers([...others, taken, lookedAlike, unwelcome, external, ofGone, ofManaged])
  await app.buildUser(tenant, { email: taken.username })
  // A Cyrillic letter.
  await app.buildUser(tenant, { email: `\u0435rik@${tenant.tenantName}.example` })
  const { headers } = await app.call(getGroup, { params: { groupId: gone.groupId } }, { token })
  const { groupId } = gone
  expect((await app.call(deleteGroup, { params: { groupId }, ifMatch: String(headers['etag']) }, { token })).status).toBe(204)
  await manage(managed)
  const domains = [{ domain: `${tenant.tenantName}.example` }]
  expect((await saveTenantSetting(app, tenant, 'emailDomains', { domains }, { token })).status).toBe(200)

  const reasons = [
    [taken.userId, 'user_exists'],
    [lookedAlike.userId, 'user_looks_alike'],
    [unwelcome.userId, 'email_domain_refused'],
    [external.userId, 'user_managed_elsewhere'],
    [ofGone.userId, 'change_conflict'],
    [ofManaged.userId, 'group_managed_elsewhere'],
  ]
  const refused = (await undo(deletion, token, 'preview')).body
  expect(refused.refusedCount).toBe(reasons.length)
  const back = await restored(deletion)
  expect(back).toMatchObject({ total: 9, done: 9, succeeded: 3, failed: 6 })
  expect(failuresOf(back).toSorted()).toEqual(reasons.toSorted())
  for (const user of others) expect(await statusOf(user)).toBe(200)
  for (const [userId = ''] of reasons) expect(await statusOf({ userId })).toBe(404)
})

it('restores users of those groups only that the person could give', async () => {
  const { roleId } = await app.buildRole(tenant, { actions: ['EditRoles'] })
  const [powerful, modest] = [await app.buildGroup(tenant, { roleIds: [roleId] }), await app.buildGroup(tenant)]
  const [ofPowerful, ofModest, alone] = [await app.buildUser(tenant), await app.buildUser(tenant), await app.buildUser(tenant)]
  await join(powerful, ofPowerful)
  await join(modest, ofModest)
  const deletion = await deletedUsers([ofPowerful, ofModest, alone])
  const editor = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['EditUsers', 'ViewUsers'] }))
  const back = await restored(deletion, editor)
  expect(back).toMatchObject({ succeeded: 2 })
  expect(failuresOf(back)).toEqual([[ofPowerful.userId, 'grant_exceeds_own']])
})

it('leaves out those whose deletion was undone on its own', async () => {
  const user = await app.buildUser(tenant)
  const deletion = await deletedUsers([user])
  const { body } = await app.call(listChanges, { query: { limit: 1 } }, { token })
  expect((await app.call(undoChange, { params: { changeId: body.items[0].changeId } }, { token })).status).toBe(200)
  expect(failuresOf(await restored(deletion))).toEqual([[user.userId, 'change_not_undoable']])
  expect(await statusOf(user)).toBe(200)
})

it('restores administrators for administrators only, who confirm who they are', async () => {
  const colleague = await app.buildUser(tenant)
  await join(tenant, colleague)
  const user = await app.buildUser(tenant)
  const deletion = await deletedUsers([colleague, user])
  const editor = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['EditUsers', 'ViewUsers'] }))
  const previewed = await undo(deletion, editor, 'preview')
  expect(previewed.body.refused).toMatchObject([{ id: colleague.userId, code: 'administrator_only' }])

  await asOwner(app.db, 'operator', (tx) => tx.updateTable('user_session').set({ confirmed_at: null }).execute(), {
    tenantId: tenant.tenantId,
  })
  const asked = await undo(deletion)
  expect([asked.status, asked.body.code]).toEqual([401, 'freshness_required'])
  await app.call(confirmIdentity, { body: { kind: 'password', password } }, { token })
  expect(await restored(deletion)).toMatchObject({ succeeded: 2, failed: 0 })
})

it('is refused without permission, without a token and to other tenants', async () => {
  const deletion = await deletedUsers([await app.buildUser(tenant)])
  const viewer = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewUsers'] }))
  const other = await app.buildTenant()
  const stranger = await app.signIn(other, other.administrator)
  for (const [by, status] of [
    [viewer, 403],
    ['', 401],
    [stranger, 404],
  ] as const)
    expect((await undo(deletion, by)).status).toBe(status)
})
