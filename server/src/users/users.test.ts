import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getGroup } from '@steward/contract/groups/endpoints'
import { login } from '@steward/contract/session/endpoints'
import {
  createUser,
  deleteUser,
  getUser,
  legacyCreateUser,
  legacyDeleteUser,
  legacyGetUser,
  legacyGetUserGroups,
  legacyListUsers,
  legacyPatchUser,
  legacyPutUserGroups,
  listUsers,
  resendActivation,
  updateUser,
} from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, password, startTestApp } from '../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())

const address = (name: string) => `${name}@${tenant.tenantName}.example`
const read = async (user: { userId: string }) => (await app.call(getUser, { params: { userId: user.userId } }, { token })).body

function setManaged(groupId: string) {
  return asOwner(
    app.db,
    'operator',
    (tx) => tx.updateTable('user_group').set({ managed_by_provider: true }).where('group_id', '=', groupId).execute(),
    { tenantId: tenant.tenantId },
  )
}

describe('POST /auth/v2/users', () => {
  test('creates a user and emails a link to set a password', async () => {
    const group = await app.buildGroup(tenant)
    const body = { email: address('grace'), givenName: ' Grace ', familyName: 'Okafor', groupIds: [group.groupId] }
    const answer = await app.call(createUser, { body }, { token })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      username: body.email,
      givenName: 'Grace',
      status: 'FORCE_CHANGE_PASSWORD',
      groups: [{ groupId: group.groupId }],
    })
    expect(answer.headers['etag']).toBe(`"${answer.body.version}"`)
    const jobs = await asOwner(app.db, 'operator', (tx) =>
      // The queue's tables are not part of our schema.
      tx
        .selectFrom('graphile_worker._private_jobs' as never)
        .select('payload' as never)
        .execute(),
    )
    expect(JSON.stringify(jobs)).toContain(answer.body.userId)
  })

  test('refuses a taken address in any case, at its field', async () => {
    await app.buildUser(tenant, { email: address('taken') })
    const body = { email: address('TAKEN'), givenName: 'A', familyName: 'B' }
    const answer = await app.call(createUser, { body }, { token })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'user_exists', errors: [{ field: 'email', code: 'user_exists' }] })
  })

  test('creates only one of many concurrent users with the same address', async () => {
    const body = { email: address('race'), givenName: 'A', familyName: 'B' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.call(createUser, { body }, { token })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
  })

  test('creates concurrent users in the same groups, and counts each of them', async () => {
    const groups = [await app.buildGroup(tenant), await app.buildGroup(tenant)].map(({ groupId }) => groupId)
    const people = Array.from({ length: 12 }, (_, index) => ({
      email: address(`member${index}`),
      givenName: 'A',
      familyName: 'B',
      groupIds: index % 2 === 0 ? groups : groups.toReversed(),
    }))
    const answers = await Promise.all(people.map((body) => app.call(createUser, { body }, { token })))
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201))
    for (const groupId of groups) {
      const { body } = await app.call(getGroup, { params: { groupId } }, { token })
      expect(body.groupDetails?.userCount).toBe(people.length)
    }
  })

  test('creates no user in a group that is deleted at the same time', async () => {
    const { groupId } = await app.buildGroup(tenant)
    const [isDeleted, isEnough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deletion = asOwner(
      app.db,
      'operator',
      async (tx) => {
        await tx.deleteFrom('user_group').where('group_id', '=', groupId).execute()
        isDeleted.resolve()
        await isEnough.promise
      },
      { tenantId: tenant.tenantId },
    )
    await isDeleted.promise
    const body = { email: address('late'), givenName: 'A', familyName: 'B', groupIds: [groupId] }
    const created = app.call(createUser, { body }, { token })
    const watcher = await app.db.connect()
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await watcher.query(waiting)).rowCount).toBe(1)
    await watcher.end()
    isEnough.resolve()
    await deletion
    expect(await created).toMatchObject({ status: 400, body: { code: 'group_unknown' } })
    const { body: found } = await app.call(listUsers, { query: { search: body.email } }, { token })
    expect(found.items).toEqual([])
  })

  test('refuses invalid names, addresses and groups', async () => {
    const wrong = await app.call(createUser, { body: { email: 'not an address', givenName: '<b>', familyName: 'x'.repeat(65) } }, { token })
    expect(wrong.body.errors).toMatchObject([
      { field: 'email', code: 'invalid_email' },
      { field: 'givenName', code: 'user_name_invalid' },
      { field: 'familyName', code: 'user_name_invalid' },
    ])
    const other = await app.buildTenant()
    const foreign = { email: address('foreign'), givenName: 'A', familyName: 'B', groupIds: [other.groupId] }
    const refused = await app.call(createUser, { body: foreign }, { token })
    expect(refused).toMatchObject({ status: 400, body: { code: 'group_unknown', errors: [{ field: 'groupIds.0' }] } })
  })

  test('leaves groups of the identity provider alone', async () => {
    const { groupId } = await app.buildGroup(tenant)
    await setManaged(groupId)
    const body = { email: address('provided'), givenName: 'A', familyName: 'B', groupIds: [groupId] }
    expect(await app.call(createUser, { body }, { token })).toMatchObject({ status: 409, body: { code: 'group_managed_elsewhere' } })
  })
})

describe('PUT /auth/v2/users/{userId}', () => {
  const put = (user: { userId: string }, body: object, ifMatch: string | undefined) =>
    app.call(updateUser, { params: { userId: user.userId }, body, ifMatch }, { token })

  test('changes groups and names atomically, and returns the new version', async () => {
    const [before, after] = [await app.buildGroup(tenant), await app.buildGroup(tenant)]
    const user = await app.buildUser(tenant)
    await app.buildGroup(tenant, { members: [user] })
    const { version } = await read(user)
    const first = await put(user, { groupIds: [before.groupId] }, `"${version}"`)
    expect(first.body.groups).toMatchObject([{ groupId: before.groupId }])
    expect(first.body.version).toBeGreaterThan(version)
    const second = await put(user, { groupIds: [after.groupId], familyName: 'Neu' }, String(first.headers['etag']))
    expect(second.body).toMatchObject({ familyName: 'Neu', groups: [{ groupId: after.groupId }] })
  })

  test('accepts a whole user that was read, and refuses other values of what cannot be changed', async () => {
    const user = await app.buildUser(tenant)
    await app.buildGroup(tenant, { members: [user] })
    const whole = await read(user)
    const sent = await put(user, { ...whole, givenName: 'Maria' }, undefined)
    expect(sent.body).toMatchObject({ givenName: 'Maria', groups: whole.groups, username: whole.username })
    const stale = await put(user, { ...whole, givenName: 'Anna' }, undefined)
    expect(stale.body).toMatchObject({ status: 412, code: 'version_conflict' })
    const refused = await put(user, { username: 'other@company.example', apps: ['none'] }, undefined)
    expect(refused.body).toMatchObject({
      status: 400,
      errors: [
        { field: 'username', code: 'read_only', message: 'This field can’t be changed.' },
        { field: 'apps', code: 'read_only' },
      ],
    })
    const legacy = await app.call(legacyPatchUser, { params: { username: user.username }, body: sent.body }, { token })
    expect(legacy.body).toMatchObject({ givenName: 'Maria' })
    const disabled = await app.call(legacyPatchUser, { params: { username: user.username }, body: { isDisabled: true } }, { token })
    expect(disabled.body).toMatchObject({ status: 400, errors: [{ field: 'isDisabled', code: 'read_only' }] })
  })

  test('compares the version that is given', async () => {
    const user = await app.buildUser(tenant)
    expect(await put(user, { givenName: 'New' }, undefined)).toMatchObject({ status: 200, body: { givenName: 'New' } })
    const { version } = await read(user)
    const answers = await Promise.all(['A', 'B', 'C'].map((givenName) => put(user, { givenName }, `"${version}"`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    expect(await put(user, { givenName: 'Any' }, '*')).toMatchObject({ status: 200 })
  })

  test('notices group changes made from the group', async () => {
    const user = await app.buildUser(tenant)
    const { version } = await read(user)
    await app.buildGroup(tenant, { members: [user] })
    expect(await put(user, { groupIds: [] }, `"${version}"`)).toMatchObject({ status: 412, body: { code: 'version_conflict' } })
  })

  test('ends the sessions of a disabled user', async () => {
    const user = await app.buildUser(tenant, { actions: ['ViewUsers'] })
    const own = await app.signIn(tenant, user)
    expect((await app.call(listUsers, {}, { token: own })).status).toBe(200)
    expect(await put(user, { isDisabled: true }, '*')).toMatchObject({ status: 200, body: { isDisabled: true, apps: ['rms-owl'] } })
    await expect.poll(async () => (await app.call(listUsers, {}, { token: own })).status).toBe(401)
    const again = await app.call(login, { body: { tenantName: tenant.tenantName, username: user.username, password } })
    expect(again.status).toBe(401)
    expect(await put(user, { isDisabled: false }, '*')).toMatchObject({ status: 200, body: { isDisabled: false } })
  })

  test('refuses changes to oneself, and to fields that the identity provider manages', async () => {
    const { administrator } = tenant
    expect(await put(administrator, { isDisabled: true }, '*')).toMatchObject({ status: 409, body: { code: 'user_is_self' } })
    const provided = await app.buildUser(tenant, { status: 'EXTERNAL_PROVIDER' })
    expect(await put(provided, { givenName: 'X' }, '*')).toMatchObject({ status: 409, body: { code: 'user_managed_elsewhere' } })
  })

  test('answers 404 for a user of another tenant', async () => {
    const other = await app.buildTenant()
    expect(await put(other.administrator, { givenName: 'X' }, '*')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('DELETE /auth/v2/users/{userId}', () => {
  const remove = (user: { userId: string }, by = token, ifMatch?: string) =>
    app.call(deleteUser, { params: { userId: user.userId }, ifMatch }, { token: by })

  test('deletes a user with memberships and sessions', async () => {
    const user = await app.buildUser(tenant, { actions: ['ViewUsers'] })
    const own = await app.signIn(tenant, user)
    expect(await remove(user, token, '"99"')).toMatchObject({ status: 412 })
    expect((await remove(user)).status).toBe(204)
    expect((await remove(user)).status).toBe(404)
    await expect.poll(async () => (await app.call(listUsers, {}, { token: own })).status).toBe(401)
  })

  test('refuses to delete oneself', async () => {
    expect(await remove(tenant.administrator)).toMatchObject({ status: 409, body: { code: 'user_is_self' } })
  })

  test('keeps the last of two administrators who delete each other at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = await app.buildTenant()
      const second = await app.buildUser(pair)
      await asOwner(app.db, 'operator', (tx) =>
        tx.insertInto('group_member').values({ tenant_id: pair.tenantId, group_id: pair.groupId, user_id: second.userId }).execute(),
      )
      const [one, two] = [await app.signIn(pair, pair.administrator), await app.signIn(pair, second)]
      const answers = await Promise.all([remove(second, one), remove(pair.administrator, two)])
      const statuses = answers.map(({ status }) => status).toSorted()
      // The second one has lost the session or the permission, or is refused by the rule.
      expect(statuses[0]).toBe(204)
      expect([401, 403, 409]).toContain(statuses[1])
      const left = await asOwner(app.db, 'operator', (tx) =>
        tx.selectFrom('group_member').select('user_id').where('group_id', '=', pair.groupId).execute(),
      )
      expect(left).toHaveLength(1)
    }
  })
})

describe('legacy', () => {
  test('lists, reads, changes and deletes by username or id', async () => {
    const body = { username: address('legacy'), email: address('legacy'), givenName: 'Le', familyName: 'Gacy' }
    const created = await app.call(legacyCreateUser, { body }, { token })
    expect(created.status).toBe(201)
    const list = await app.call(legacyListUsers, {}, { token })
    expect(list.body.map(({ username }: { username: string }) => username)).toContain(body.email)
    const params = { username: body.email.toUpperCase() }
    const byName = await app.call(legacyGetUser, { params }, { token })
    const byId = await app.call(legacyGetUser, { params: { username: created.body.userId } }, { token })
    expect(byId.body).toEqual(byName.body)
    const patched = await app.call(legacyPatchUser, { params, body: { familyName: 'Cy' } }, { token })
    expect(patched).toMatchObject({ status: 200, body: { familyName: 'Cy', givenName: 'Le' } })
    const stale = await app.call(legacyPatchUser, { params, body: { familyName: 'X' }, ifMatch: '"1"' }, { token })
    expect(stale.status).toBe(412)
    const { groupId, groupName } = await app.buildGroup(tenant)
    const put = await app.call(legacyPutUserGroups, { params, body: { groupIds: [groupId] } }, { token })
    expect(put.body).toEqual([{ groupId, groupName, status: 'Enabled' }])
    expect((await app.call(legacyGetUserGroups, { params }, { token })).body).toEqual(put.body)
    expect((await app.call(legacyDeleteUser, { params }, { token })).status).toBe(204)
    expect((await app.call(legacyGetUser, { params }, { token })).status).toBe(404)
    expect((await app.call(legacyGetUserGroups, { params }, { token })).status).toBe(404)
  })

  test('refuses a username that is not the address', async () => {
    const body = { username: 'someone', email: address('else'), givenName: 'A', familyName: 'B' }
    expect(await app.call(legacyCreateUser, { body }, { token })).toMatchObject({ status: 400, body: { errors: [{ field: 'username' }] } })
  })

  test('resends the invitation to pending users only', async () => {
    const waiting = await app.buildUser(tenant, { status: 'FORCE_CHANGE_PASSWORD' })
    const active = await app.buildUser(tenant)
    const resend = (username: string) => app.call(resendActivation, { body: { username } }, { token })
    expect((await resend(waiting.username)).status).toBe(204)
    expect(await resend(active.username)).toMatchObject({ status: 409, body: { code: 'user_not_pending' } })
    expect(await resend('nobody@nowhere.example')).toMatchObject({ status: 404 })
  })
})
