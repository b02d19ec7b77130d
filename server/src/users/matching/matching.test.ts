import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelUserChange,
  changeMatchingUsers,
  countUsers,
  getUserChange,
  undoUserChange,
} from '@steward/contract/users/matching-endpoints'
import { getUser, listUsers } from '@steward/contract/users/endpoints'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'

let test: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  test = await startTestApp()
  tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
})
afterAll(() => test.close())

let counter = 0
/** Users that a search for their given name finds. */
async function someUsers(count: number, overrides: { isDisabled?: boolean } = {}) {
  const givenName = `Match${String.fromCharCode(97 + ++counter)}`
  const users = []
  for (let index = 0; index < count; index++) users.push(await test.buildUser(tenant, { givenName, ...overrides }))
  return { givenName, users }
}

const start = (search: string, change: object, by = token) =>
  test.call(changeMatchingUsers, { body: { filter: { search }, change: change as never } }, { token: by })
/** A change of these users. */
const startFor = (userIds: string[], change: object, filter: object = {}) =>
  test.call(changeMatchingUsers, { body: { filter: { userIds, ...filter }, change: change as never } }, { token })
const read = (userChangeId: string, by = token) => test.call(getUserChange, { params: { userChangeId } }, { token: by })
const finished = async (userChangeId: string) => {
  await test.app.background.runDue()
  const { body } = await read(userChangeId)
  expect(body.status).toBe('done')
  return body
}
const disabledOf = async (search: string) =>
  (await test.call(listUsers, { query: { search, isDisabled: 'true' } }, { token })).body.items.map(
    (user: { userId: string }) => user.userId,
  )

describe('a change of all users that match', () => {
  it('says in its preview who would stay as they are', async () => {
    const { givenName, users } = await someUsers(2, { isDisabled: true })
    const input = { body: { filter: { search: givenName }, change: { action: 'sendPasswordLink' as const } } }
    const { body } = await test.call(changeMatchingUsers, input, { token, headers: { prefer: 'preview' } })
    expect(body.refusedCount).toBe(2)
    expect(body.refused.map(({ name, code }: { name: string; code: string }) => [name, code]).toSorted()).toEqual(
      users.map(({ username }) => [username, 'user_without_password']).toSorted(),
    )
  })

  it('changes them in the background and can be undone for those it changed', async () => {
    const { givenName, users } = await someUsers(3)
    const already = await test.buildUser(tenant, { givenName, isDisabled: true })
    const started = await start(givenName, { action: 'disable' })
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    expect(started.body).toMatchObject({ status: 'running', total: 4, done: 0, canUndo: false })
    const done = await finished(started.body.userChangeId)
    expect(done).toMatchObject({ done: 4, succeeded: 4, failed: 0, canUndo: true, createdBy: tenant.administrator.username })
    expect(await disabledOf(givenName)).toHaveLength(4)
    const undone = await test.call(undoUserChange, { params: { userChangeId: started.body.userChangeId } }, { token })
    expect(undone.status, JSON.stringify(undone.body)).toBe(202)
    expect(await finished(undone.body.userChangeId)).toMatchObject({ total: 3, succeeded: 3, change: { action: 'enable' } })
    expect(await disabledOf(givenName)).toEqual([already.userId])
    expect(users).toHaveLength(3)
    expect((await read(started.body.userChangeId)).body.canUndo).toBe(false)
    expect((await test.call(undoUserChange, { params: { userChangeId: started.body.userChangeId } }, { token })).body.code).toBe(
      'change_not_undoable',
    )
  })

  it('changes those that are named, among those that match', async () => {
    const { givenName, users } = await someUsers(3)
    const [first, second] = users.map(({ userId }) => userId)
    const stranger = await test.buildUser(await test.buildTenant())
    const { body } = await startFor([first ?? '', second ?? '', stranger.userId, randomUUID()], { action: 'disable' })
    expect(await finished(body.userChangeId)).toMatchObject({ total: 2, succeeded: 2 })
    expect((await disabledOf(givenName)).toSorted()).toEqual([first, second].toSorted())
    expect((await startFor([first ?? ''], { action: 'enable' }, { search: 'Nosuchname' })).body.code).toBe('selection_empty')
    expect((await startFor([stranger.userId], { action: 'disable' })).body.code).toBe('selection_empty')
    const tooMany = Array.from({ length: 10_001 }, () => randomUUID())
    const refused = await startFor(tooMany, { action: 'enable' })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'filter.userIds', code: 'too_many' }] } })
  })

  it('goes on batch by batch, as the person who started it', async () => {
    const { givenName } = await someUsers(0)
    await asOwner(
      test.db,
      'operator',
      async (tx) => {
        const rows = Array.from({ length: 450 }, (_, index) => ({
          tenant_id: tenant.tenantId,
          username: `batch${index}@${tenant.tenantName}.example`,
          email: `batch${index}@${tenant.tenantName}.example`,
          given_name: givenName,
          family_name: 'Batch',
        }))
        await tx.insertInto('app_user').values(rows).execute()
      },
      { tenantId: tenant.tenantId },
    )
    const { groupId } = await test.buildGroup(tenant)
    const { body } = await start(givenName, { action: 'addToGroup', groupId })
    expect(await finished(body.userChangeId)).toMatchObject({ total: 450, done: 450, succeeded: 450, canUndo: true })
    const members = await test.call(listUsers, { query: { groupId: [groupId] } }, { token })
    expect(members.body.totalCount).toBe(450)
    const actors = await asOwner(test.db, 'operator', (tx) =>
      tx
        .selectFrom('audit_entry')
        .select('actor_name')
        .distinct()
        .where('entity_id', '=', groupId)
        .where('field_name', '=', 'usernames')
        .execute(),
    )
    for (const { actor_name } of actors) expect(actor_name).toBe(tenant.administrator.username)
  })

  it('names the users that it is refused for', async () => {
    const { givenName } = await someUsers(1)
    await test.buildUser(tenant, { givenName, status: 'FORCE_CHANGE_PASSWORD' })
    const { body } = await start(givenName, { action: 'resendActivation' })
    const done = await finished(body.userChangeId)
    expect(done).toMatchObject({ succeeded: 1, failed: 1, canUndo: false })
    expect(done.failures).toEqual([expect.objectContaining({ code: 'user_not_pending', message: expect.stringMatching(/\w/) })])
  })

  it('stops where it is when canceled', async () => {
    const { givenName } = await someUsers(1)
    const { body } = await start(givenName, { action: 'disable' })
    const canceled = await test.call(cancelUserChange, { params: { userChangeId: body.userChangeId } }, { token })
    expect(canceled.body).toMatchObject({ status: 'cancelled', finishedAt: expect.any(String) })
    await test.app.background.runDue()
    expect((await read(body.userChangeId)).body).toMatchObject({ status: 'cancelled', done: 0 })
    expect(await disabledOf(givenName)).toEqual([])
  })

  it('stops when its starter lost the permission', async () => {
    const { givenName } = await someUsers(1)
    const editor = await test.buildUser(tenant, { actions: ['EditUsers', 'ViewUsers'] })
    const { body } = await start(givenName, { action: 'disable' }, await test.signIn(tenant, editor))
    await asOwner(test.db, 'operator', (tx) => tx.deleteFrom('group_member').where('user_id', '=', editor.userId).execute(), {
      tenantId: tenant.tenantId,
    })
    await test.app.background.runDue()
    expect((await read(body.userChangeId)).body).toMatchObject({ status: 'failed', done: 0 })
    expect(await disabledOf(givenName)).toEqual([])
  })

  it('is refused for an empty selection, an unknown group, without permission or token, and to other tenants', async () => {
    expect((await start('Nosuchname', { action: 'disable' })).body.code).toBe('selection_empty')
    const other = await test.buildTenant()
    const { groupId } = await test.buildGroup(other)
    expect((await start('Match', { action: 'addToGroup', groupId })).body.code).toBe('group_unknown')
    expect((await start('Match', { action: 'fly' })).status).toBe(400)
    const viewer = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewUsers'] }))
    expect((await start('Match', { action: 'disable' }, viewer)).status).toBe(403)
    expect((await start('Match', { action: 'disable' }, '')).status).toBe(401)
    const { givenName, users } = await someUsers(1)
    const { body } = await start(givenName, { action: 'disable' })
    await finished(body.userChangeId)
    const stranger = await test.signIn(other, other.administrator)
    const params = { userChangeId: body.userChangeId as string }
    expect((await read(params.userChangeId, stranger)).status).toBe(404)
    for (const endpoint of [cancelUserChange, undoUserChange]) {
      expect((await test.call(endpoint, { params }, { token: stranger })).status).toBe(404)
      expect((await test.call(endpoint, { params }, { token: viewer })).status).toBe(403)
      expect((await test.call(endpoint, { params }, {})).status).toBe(401)
    }
    expect((await test.call(getUser, { params: { userId: users[0]?.userId ?? '' } }, { token })).body.isDisabled).toBe(true)
  })
})

describe('users by status', () => {
  it('are counted, and locked ones listed', async () => {
    const own = await test.buildTenant()
    const by = await test.signIn(own, own.administrator)
    const locked = await test.buildUser(own, { givenName: 'Locked' })
    await test.buildUser(own, { status: 'FORCE_CHANGE_PASSWORD' })
    await test.buildUser(own, { status: 'EXTERNAL_PROVIDER' })
    await test.buildUser(own, { isDisabled: true })
    await asOwner(
      test.db,
      'operator',
      (tx) =>
        tx
          .updateTable('app_user')
          .set({ locked_until: new Date(Date.now() + 60_000) })
          .where('user_id', '=', locked.userId)
          .execute(),
      { tenantId: own.tenantId },
    )
    const { body } = await test.call(countUsers, {}, { token: by })
    expect(body).toEqual({ active: 2, invited: 1, external: 1, locked: 1, disabled: 1 })
    const list = async (query: object) =>
      (await test.call(listUsers, { query: { isLocked: 'true', ...query } }, { token: by })).body.items.map(
        (user: { userId: string }) => user.userId,
      )
    expect(await list({})).toEqual([locked.userId])
    expect(await list({ search: 'Lock' })).toEqual([locked.userId])
    expect(await list({ search: 'Grace' })).toEqual([])
    expect((await test.call(countUsers, {}, {})).status).toBe(401)
    const nobody = await test.signIn(own, await test.buildUser(own))
    expect((await test.call(countUsers, {}, { token: nobody })).status).toBe(403)
  })
})
