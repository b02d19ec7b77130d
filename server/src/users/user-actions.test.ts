import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile } from '@steward/contract/session/endpoints'
import { bulkUsers, getUser } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())

const act = (action: 'sendPasswordLink' | 'unlock' | 'endSessions', users: TestUser[], by = token) =>
  app.call(bulkUsers, { body: { userIds: users.map((user) => user.userId), change: { action } } }, { token: by })
const linksOf = (user: TestUser) =>
  asOwner(app.db, 'operator', (tx) => tx.selectFrom('one_time_token').select('purpose').where('user_id', '=', user.userId).execute())
const eventsOf = (user: TestUser, kind: string) =>
  asOwner(app.db, 'operator', (tx) =>
    tx.selectFrom('system_log').select('details').where('user_id', '=', user.userId).where('kind', '=', kind).execute(),
  )

test('mails a link to set a password, or the invitation where none was set yet', async () => {
  const active = await app.buildUser(tenant)
  const invited = await app.buildUser(tenant, { status: 'FORCE_CHANGE_PASSWORD' })
  const external = await app.buildUser(tenant, { status: 'EXTERNAL_PROVIDER' })
  const disabled = await app.buildUser(tenant, { isDisabled: true })
  const { body } = await act('sendPasswordLink', [active, invited, external, disabled])
  expect(body.succeeded.toSorted()).toEqual([active.userId, invited.userId].toSorted())
  expect(body.failed.map(({ code }: { code: string }) => code)).toEqual(['user_without_password', 'user_without_password'])
  await app.app.background.runDue()
  expect(await linksOf(active)).toEqual([{ purpose: 'reset' }])
  expect(await linksOf(invited)).toEqual([{ purpose: 'activation' }])
})

test('unlocks users who failed to sign in too often', async () => {
  const users = [await app.buildUser(tenant), await app.buildUser(tenant)]
  const ids = users.map(({ userId }) => userId)
  await asOwner(
    app.db,
    'operator',
    (tx) =>
      tx
        .updateTable('app_user')
        .set({ failed_attempts: 5, locked_until: new Date(Date.now() + 60_000) })
        .where('user_id', 'in', ids)
        .execute(),
    { tenantId: tenant.tenantId },
  )
  const lockedUntil = async (userId: string) => (await app.call(getUser, { params: { userId } }, { token })).body.userDetails.lockedUntil
  for (const id of ids) expect(await lockedUntil(id)).not.toBeNull()
  expect((await act('unlock', users)).body.succeeded).toEqual(ids.toSorted())
  for (const user of users) {
    expect(await lockedUntil(user.userId)).toBeNull()
    expect(await eventsOf(user, 'account_unlocked')).toHaveLength(1)
  }
})

test('signs a user out everywhere', async () => {
  const user = await app.buildUser(tenant)
  const theirs = await app.signIn(tenant, user)
  expect((await app.call(getProfile, {}, { token: theirs })).status).toBe(200)
  expect((await act('endSessions', [user])).body.succeeded).toEqual([user.userId])
  expect((await app.call(getProfile, {}, { token: theirs })).status).toBe(401)
  expect(await eventsOf(user, 'session_revoked')).toEqual([
    { details: expect.objectContaining({ reason: 'revoked_by_administrator', by: tenant.administrator.username }) },
  ])
})

test('needs the permission to edit users, and stays within the tenant', async () => {
  const other = await app.buildTenant()
  const viewer = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewUsers'] }))
  for (const action of ['sendPasswordLink', 'unlock', 'endSessions'] as const) {
    expect((await act(action, [other.administrator])).body.failed).toEqual([expect.objectContaining({ code: 'not_found' })])
    expect((await act(action, [tenant.administrator], viewer)).status).toBe(403)
  }
})
