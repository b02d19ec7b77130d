import { afterAll, beforeAll, expect, test } from 'vitest'
import type { bulkUserAction } from '@steward/contract/users/schemas'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { getGroup } from '@steward/contract/groups/endpoints'
import { getProfile } from '@steward/contract/session/endpoints'
import { bulkUsers, getUser } from '@steward/contract/users/endpoints'
import type { z } from 'zod'
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

const bulk = (users: { userId: string }[], change: z.input<typeof bulkUserAction>, by = token) =>
  app.call(bulkUsers, { body: { userIds: users.map(({ userId }) => userId), change } }, { token: by })
const read = async ({ userId }: TestUser) => (await app.call(getUser, { params: { userId } }, { token })).body
const sorted = (users: { userId: string }[]) => users.map(({ userId }) => userId).toSorted()

test('each user succeeds or fails independently, with the reason', async () => {
  const users = [await app.buildUser(tenant), await app.buildUser(tenant)]
  const other = await app.buildTenant()
  const answer = await bulk([...users, tenant.administrator, other.administrator], { action: 'disable' })
  expect(answer.body.succeeded).toEqual(sorted(users))
  expect(answer.body.failed).toHaveLength(2)
  expect(answer.body.failed).toEqual(
    expect.arrayContaining([
      {
        userId: tenant.administrator.userId,
        username: tenant.administrator.username,
        code: 'user_is_self',
        message: 'You cannot delete or disable yourself.',
      },
      { userId: other.administrator.userId, username: '', code: 'not_found', message: expect.any(String) },
    ]),
  )
  for (const user of users) expect(await read(user)).toMatchObject({ isDisabled: true })
  expect((await bulk(users, { action: 'enable' })).body.succeeded).toEqual(sorted(users))
  expect((await bulk(users, { action: 'delete' })).body).toEqual({ succeeded: sorted(users), failed: [] })
  expect((await bulk(users, { action: 'delete' })).body.failed.map(({ code }: { code: string }) => code)).toEqual([
    'not_found',
    'not_found',
  ])
})

test('a preview names those that it would fail for, in the language of the call', async () => {
  const user = await app.buildUser(tenant)
  const input = { body: { userIds: [user.userId, tenant.administrator.userId], change: { action: 'disable' as const } } }
  const { body } = await app.call(bulkUsers, input, { token, headers: { prefer: 'preview', 'accept-language': 'de' } })
  expect(body).toMatchObject({
    refusedCount: 1,
    refused: [
      {
        id: tenant.administrator.userId,
        name: tenant.administrator.username,
        code: 'user_is_self',
        message: expect.stringContaining('nicht'),
      },
    ],
    effects: { isUndoable: true },
  })
  expect(await read(user)).toMatchObject({ isDisabled: false })
})

test('a preview counts no sessions of those that it would fail for', async () => {
  const { administrator, groupId, ...other } = await app.buildTenant()
  const own = await app.signIn({ ...other, administrator, groupId }, administrator)
  const created = await app.call(createApiKey, { body: { apiKeyName: 'Nightly', groups: [groupId], expiresAt: null } }, { token: own })
  const input = { body: { userIds: [administrator.userId], change: { action: 'disable' as const } } }
  const { body } = await app.call(bulkUsers, input, { token: created.body.apiKey, headers: { prefer: 'preview' } })
  expect(body).toMatchObject({ refused: [{ code: 'last_administrator' }], effects: { endedSessionCount: 0 } })
})

test('adds to and removes from a group', async () => {
  const users = [await app.buildUser(tenant), await app.buildUser(tenant)]
  const { groupId } = await app.buildGroup(tenant, { members: users.slice(0, 1) })
  expect((await bulk(users, { action: 'addToGroup', groupId })).body.succeeded).toEqual(sorted(users))
  for (const user of users) expect((await read(user)).groups).toMatchObject([{ groupId }])
  expect((await bulk(users, { action: 'removeFromGroup', groupId })).body.succeeded).toEqual(sorted(users))
  for (const user of users) expect((await read(user)).groups).toEqual([])
  const other = await app.buildTenant()
  expect(await bulk(users, { action: 'addToGroup', groupId: other.groupId })).toMatchObject({
    status: 400,
    body: { code: 'group_unknown' },
  })
})

test('users without a reason of their own to be refused are changed in one statement', async () => {
  const { groupId } = await app.buildGroup(tenant)
  const users = [await app.buildUser(tenant), await app.buildUser(tenant), await app.buildUser(tenant)]
  // It grows with every statement that changes the number of members.
  const version = async () => (await app.call(getGroup, { params: { groupId } }, { token })).body.version
  const before = await version()
  expect((await bulk(users, { action: 'addToGroup', groupId })).body.succeeded).toHaveLength(3)
  expect(await version()).toBe(before + 1)
  expect((await bulk(users, { action: 'delete' })).body.succeeded).toHaveLength(3)
  expect(await version()).toBe(before + 2)
})

test('who helps administrators changes the others together, and no administrator', async () => {
  const users = [await app.buildUser(tenant), await app.buildUser(tenant)]
  const helper = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['EditUsers', 'ViewUsers'] }))
  const disabled = await bulk([...users, tenant.administrator], { action: 'disable' }, helper)
  expect(disabled.body.succeeded).toEqual(sorted(users))
  expect(disabled.body.failed).toMatchObject([{ userId: tenant.administrator.userId, code: 'administrator_only' }])
  const { body } = await bulk(users, { action: 'addToGroup', groupId: tenant.groupId }, helper)
  expect(body.succeeded).toEqual([])
  expect(body.failed).toHaveLength(2)
  expect(new Set(body.failed.map(({ code }: { code: string }) => code)).size).toBe(1)
  for (const user of users) expect(await read(user)).toMatchObject({ isDisabled: true, groups: [] })
})

test('disabling many ends the sessions of each, with an entry in the audit log for each', async () => {
  const users = [await app.buildUser(tenant), await app.buildUser(tenant)]
  const tokens = await Promise.all(users.map((user) => app.signIn(tenant, user)))
  expect((await bulk(users, { action: 'disable' })).body.succeeded).toEqual(sorted(users))
  for (const of of tokens) expect((await app.call(getProfile, {}, { token: of })).status).toBe(401)
  const entries = await asOwner(app.db, 'operator', (tx) =>
    tx
      .selectFrom('audit_entry')
      .select(['entity_id', 'field_name', 'current_value'])
      .where('tenant_id', '=', tenant.tenantId)
      .where('entity_id', 'in', sorted(users))
      .where('type', '=', 'Update')
      .orderBy('entity_id')
      .execute(),
  )
  expect(entries).toEqual(sorted(users).map((id) => ({ entity_id: id, field_name: 'isDisabled', current_value: 'true' })))
})

test('keeps one administrator when asked to remove all', async () => {
  const pair = await app.buildTenant()
  const helper = await app.buildUser(pair)
  const second = await app.buildUser(pair)
  await asOwner(app.db, 'operator', (tx) =>
    tx
      .insertInto('group_member')
      .values([second, helper].map(({ userId }) => ({ tenant_id: pair.tenantId, group_id: pair.groupId, user_id: userId })))
      .execute(),
  )
  const by = await app.signIn(pair, helper)
  const all = [pair.administrator, second, helper]
  const { body } = await bulk(all, { action: 'removeFromGroup', groupId: pair.groupId }, by)
  expect(body.succeeded.length).toBe(2)
  expect(['last_administrator', 'administrator_only']).toContain(body.failed[0].code)
})

test('sends invitations again to pending users only', async () => {
  const pending = { status: 'FORCE_CHANGE_PASSWORD' } as const
  const waiting = [await app.buildUser(tenant, pending), await app.buildUser(tenant, pending)]
  const active = await app.buildUser(tenant)
  const { body } = await bulk([...waiting, active], { action: 'resendActivation' })
  expect(body).toMatchObject({ succeeded: sorted(waiting), failed: [{ userId: active.userId, code: 'user_not_pending' }] })
})

test('a group of the identity provider refuses all, except those who do not exist', async () => {
  const { groupId } = await app.buildGroup(tenant)
  await asOwner(
    app.db,
    'operator',
    (tx) => tx.updateTable('user_group').set({ managed_by_provider: true }).where('group_id', '=', groupId).execute(),
    {
      tenantId: tenant.tenantId,
    },
  )
  const users = [await app.buildUser(tenant), await app.buildUser(tenant)]
  const gone = { userId: crypto.randomUUID() }
  const { body } = await bulk([...users, gone], { action: 'addToGroup', groupId })
  expect(body.succeeded).toEqual([])
  expect(Object.fromEntries(body.failed.map(({ userId, code }: { userId: string; code: string }) => [userId, code]))).toEqual({
    ...Object.fromEntries(users.map(({ userId }) => [userId, 'group_managed_elsewhere'])),
    [gone.userId]: 'not_found',
  })
})
