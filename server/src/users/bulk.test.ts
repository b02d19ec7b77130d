import { afterAll, beforeAll, expect, test } from 'vitest'
import type { bulkUserAction } from '@steward/contract/users/schemas'
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
  const waiting = await app.buildUser(tenant, { status: 'FORCE_CHANGE_PASSWORD' })
  const active = await app.buildUser(tenant)
  const { body } = await bulk([waiting, active], { action: 'resendActivation' })
  expect(body).toMatchObject({ succeeded: [waiting.userId], failed: [{ userId: active.userId, code: 'user_not_pending' }] })
})
