import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createApiKey,
  deleteApiKey,
  endApiKeyOverlap,
  getApiKey,
  listApiKeys,
  patchApiKey,
  regenerateApiKey,
} from '@steward/contract/api-keys/endpoints'
import { listGroups, patchGroup } from '@steward/contract/groups/endpoints'
import { listRoles } from '@steward/contract/roles/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'

let test: TestApp
let tenant: TestTenant
let administrator: string
let clock = new Date()

beforeAll(async () => {
  test = await startTestApp({ now: () => clock })
  tenant = await test.buildTenant()
  administrator = await test.signIn(tenant, tenant.administrator)
})
afterAll(() => test.close())

let count = 0
const unique = (name: string) => `${name} ${++count}`

async function groupThatMay(...actions: string[]): Promise<string> {
  const { roleId } = await test.buildRole(tenant, { actions })
  return (await test.buildGroup(tenant, { roleIds: [roleId] })).groupId
}

const create = (body: object, token = administrator) => test.call(createApiKey, { body: body as never }, { token })

async function buildKey(...actions: string[]) {
  const answer = await create({ apiKeyName: unique('Key'), groups: [await groupThatMay(...actions)] })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as { apiKey: string; apiKeyName: string; prefix: string; version: number; groups: { groupId: string }[] }
}

const events = (kind: string) =>
  asOwner(test.db, 'operator', (tx) =>
    tx.selectFrom('system_log').select(['username', 'details']).where('kind', '=', kind).where('tenant_id', '=', tenant.tenantId).execute(),
  )

describe('creating', () => {
  it('shows the key once, only stores its digest, and writes both logs', async () => {
    const key = await buildKey('ViewUsers')
    expect(key.apiKey).toMatch(/^stw_key_[0-9A-Za-z]{55}$/)
    const listed = await test.call(listApiKeys, { query: { search: key.apiKeyName } }, { token: administrator })
    expect(listed.body.items).toHaveLength(1)
    expect(JSON.stringify(listed.body)).not.toContain(key.apiKey)
    const stored = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('api_key').selectAll().where('api_key_name', '=', key.apiKeyName).executeTakeFirstOrThrow(),
    )
    expect(JSON.stringify(stored)).not.toContain(key.apiKey)
    expect(await events('api_key_created')).toContainEqual({
      username: tenant.administrator.username,
      details: { apiKeyName: key.apiKeyName, prefix: key.prefix },
    })
    const audited = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('audit_entry').selectAll().where('entity_name', '=', key.apiKeyName).execute(),
    )
    expect(audited.length).toBeGreaterThan(0)
    expect(JSON.stringify(audited)).not.toContain(stored.key_digest.toString('hex'))
  })

  it('refuses invalid input at its field', async () => {
    const groups = [await groupThatMay('ViewUsers')]
    const cases: [object, number, string, string][] = [
      [{ groups }, 400, 'apiKeyName', 'required'],
      [{ apiKeyName: 'a/b', groups }, 400, 'apiKeyName', 'api_key_name_invalid'],
      [{ apiKeyName: '..', groups }, 400, 'apiKeyName', 'api_key_name_invalid'],
      [{ apiKeyName: 'x', groups: [] }, 400, 'groups', 'too_few'],
      [{ apiKeyName: 'x', groups: ['0199c0de-0000-7c11-9d59-3b8f5f1c2a44'] }, 400, 'groups', 'group_unknown'],
      [{ apiKeyName: 'x', groups, expiresAt: '2020-01-01T00:00:00.000Z' }, 400, 'expiresAt', 'expiry_past'],
    ]
    for (const [body, status, field, code] of cases) {
      const answer = await create(body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, code }))
    }
  })

  it('refuses a taken name, case-insensitive', async () => {
    const key = await buildKey('ViewUsers')
    const answer = await create({ apiKeyName: key.apiKeyName.toUpperCase(), groups: key.groups.map(({ groupId }) => groupId) })
    expect(answer.status).toBe(409)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field: 'apiKeyName', code: 'api_key_name_taken' }))
  })

  it("refuses another tenant's group", async () => {
    const other = await test.buildTenant()
    const { groupId } = await test.buildGroup(other)
    expect((await create({ apiKeyName: unique('Key'), groups: [groupId] })).body.code).toBe('group_unknown')
  })

  it('refuses to grant what the creator lacks', async () => {
    const user = await test.buildUser(tenant, { actions: ['EditApiKeys', 'ViewUsers'] })
    const token = await test.signIn(tenant, user)
    expect((await create({ apiKeyName: unique('Key'), groups: [await groupThatMay('EditUsers')] }, token)).body.code).toBe(
      'grant_exceeds_own',
    )
    const groups = await test.call(listGroups, { query: { search: 'admin' } }, { token: administrator })
    const admin = groups.body.items[0].groupId as string
    expect((await create({ apiKeyName: unique('Key'), groups: [admin] }, token)).body.code).toBe('administrator_only')
    expect((await create({ apiKeyName: unique('Key'), groups: [await groupThatMay('ViewUsers')] }, token)).status).toBe(201)
  })
})

describe('a key', () => {
  it('can do what its groups allow and nothing else', async () => {
    const key = await buildKey('ViewUsers')
    expect((await test.call(listUsers, {}, { token: key.apiKey })).status).toBe(200)
    const refused = await test.call(listRoles, {}, { token: key.apiKey })
    expect(refused.status).toBe(403)
  })

  it('loses the permissions of a disabled group', async () => {
    const key = await buildKey('ViewUsers')
    expect((await test.call(listUsers, {}, { token: key.apiKey })).status).toBe(200)
    const groupId = key.groups[0]?.groupId ?? ''
    const disabled = await test.call(
      patchGroup,
      { params: { groupId }, body: [{ operation: 'Update', targetProperty: 'Status', value: 'Disabled' }], ifMatch: '*' },
      { token: administrator },
    )
    expect(disabled.status, JSON.stringify(disabled.body)).toBe(200)
    expect((await test.call(listUsers, {}, { token: key.apiKey })).status).toBe(403)
  })

  it('is refused immediately after it is regenerated or deleted', async () => {
    const key = await buildKey('ViewUsers')
    expect((await test.call(listUsers, {}, { token: key.apiKey })).status).toBe(200)
    const again = await test.call(regenerateApiKey, { params: { key: key.apiKeyName } }, { token: administrator })
    expect(again.status).toBe(200)
    expect(again.body.apiKey).not.toBe(key.apiKey)
    expect((await test.call(listUsers, {}, { token: key.apiKey })).status).toBe(401)
    expect((await test.call(listUsers, {}, { token: again.body.apiKey })).status).toBe(200)
    expect((await test.call(deleteApiKey, { params: { key: key.apiKeyName } }, { token: administrator })).status).toBe(204)
    expect((await test.call(listUsers, {}, { token: again.body.apiKey })).status).toBe(401)
    expect((await events('api_key_regenerated')).length).toBeGreaterThan(0)
    expect((await events('api_key_deleted')).length).toBeGreaterThan(0)
  })

  it('is refused after it expires', async () => {
    const end = new Date(clock.getTime() + 60_000)
    const answer = await create({ apiKeyName: unique('Key'), groups: [await groupThatMay('ViewUsers')], expiresAt: end.toISOString() })
    expect((await test.call(listUsers, {}, { token: answer.body.apiKey })).status).toBe(200)
    clock = new Date(end.getTime() + 1)
    expect((await test.call(listUsers, {}, { token: answer.body.apiKey })).status).toBe(401)
    clock = new Date()
  })

  it('is refused if mistyped or of another tenant', async () => {
    const key = await buildKey('ViewUsers')
    const last = key.apiKey.endsWith('a') ? 'b' : 'a'
    expect((await test.call(listUsers, {}, { token: key.apiKey.slice(0, -1) + last })).status).toBe(401)
    const other = await test.buildTenant()
    const foreign = await test.call(listApiKeys, {}, { token: await test.signIn(other, other.administrator) })
    expect(foreign.body.items).toEqual([])
  })

  it('shows the first use of its new secret after it is regenerated', async () => {
    const key = await buildKey('ViewUsers')
    await test.call(listUsers, {}, { token: key.apiKey })
    const again = await test.call(regenerateApiKey, { params: { key: key.apiKeyName } }, { token: administrator })
    await test.call(listUsers, {}, { token: again.body.apiKey })
    await expect
      .poll(
        async () =>
          (await test.call(listApiKeys, { query: { search: again.body.prefix } }, { token: administrator })).body.items[0]?.lastUsedAt,
      )
      .toEqual(expect.any(String))
  })

  it('shows when it was last used', async () => {
    const key = await buildKey('ViewUsers')
    await test.call(listUsers, {}, { token: key.apiKey })
    await expect
      .poll(async () => {
        const { body } = await test.call(listApiKeys, { query: { search: key.prefix, use: 'used' } }, { token: administrator })
        return body.items[0]?.lastUsedAt
      })
      .toEqual(expect.any(String))
  })
})

describe('rotating with overlap', () => {
  const rotate = (key: string, query: object, token = administrator) => test.call(regenerateApiKey, { params: { key }, query }, { token })
  const statusWith = async (token: string) => (await test.call(listUsers, {}, { token })).status
  afterEach(() => {
    clock = new Date()
  })

  it.each([
    ['hour', 1],
    ['day', 24],
    ['week', 168],
  ])('keeps the old secret for one %s', async (overlap, hours) => {
    const key = await buildKey('ViewUsers')
    const again = await rotate(key.apiKeyName, { overlap })
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    const validUntil = new Date(clock.getTime() + hours * 3_600_000)
    expect(again.body.previous).toEqual({ prefix: key.prefix, validUntil: validUntil.toISOString(), lastUsedAt: null })
    expect([await statusWith(key.apiKey), await statusWith(again.body.apiKey)]).toEqual([200, 200])
    clock = new Date(validUntil.getTime() + 1)
    expect([await statusWith(key.apiKey), await statusWith(again.body.apiKey)]).toEqual([401, 200])
    const later = await test.signIn(tenant, tenant.administrator)
    expect((await test.call(getApiKey, { params: { key: key.apiKeyName } }, { token: later })).body.previous).toBeNull()
  })

  it('shows when each of the two was last used', async () => {
    const key = await buildKey('ViewUsers')
    const again = await rotate(key.apiKeyName, { overlap: 'day' })
    await statusWith(key.apiKey)
    const read = async () =>
      (await test.call(listApiKeys, { query: { search: again.body.prefix, use: 'rotating' } }, { token: administrator })).body.items[0]
    await expect.poll(async () => (await read())?.previous.lastUsedAt).toEqual(expect.any(String))
    expect((await read()).lastUsedAt).toBeNull()
  })

  it('ends on request, and with the key', async () => {
    const key = await buildKey('ViewUsers')
    const again = await rotate(key.apiKeyName, { overlap: 'week' })
    expect(await statusWith(key.apiKey)).toBe(200)
    const end = (ifMatch: string, token = administrator) =>
      test.call(endApiKeyOverlap, { params: { key: key.apiKeyName }, ifMatch }, { token })
    expect((await end(`"${key.version}"`)).status).toBe(412)
    const ended = await end(`"${again.body.version}"`)
    expect(ended.status, JSON.stringify(ended.body)).toBe(200)
    expect(ended.body.previous).toBeNull()
    expect([await statusWith(key.apiKey), await statusWith(again.body.apiKey)]).toEqual([401, 200])
    expect(await events('api_key_overlap_ended')).toContainEqual(
      expect.objectContaining({ details: { apiKeyName: key.apiKeyName, prefix: key.prefix } }),
    )
    expect((await end(`"${ended.body.version}"`)).status).toBe(200)
    expect((await test.call(endApiKeyOverlap, { params: { key: 'No such key' } }, { token: administrator })).status).toBe(404)
    const viewer = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewApiKeys'] }))
    expect((await end('*', viewer)).status).toBe(403)
    const other = await test.buildTenant()
    expect((await end('*', await test.signIn(other, other.administrator))).status).toBe(404)
    const third = await rotate(key.apiKeyName, { overlap: 'week' })
    expect((await test.call(deleteApiKey, { params: { key: key.apiKeyName } }, { token: administrator })).status).toBe(204)
    expect([await statusWith(again.body.apiKey), await statusWith(third.body.apiKey)]).toEqual([401, 401])
  })

  it('keeps only the last secret but one, never beyond the expiry of the key, and refuses other periods', async () => {
    const key = await buildKey('ViewUsers')
    const second = await rotate(key.apiKeyName, { overlap: 'week' })
    const third = await rotate(key.apiKeyName, { overlap: 'week' })
    expect([await statusWith(key.apiKey), await statusWith(second.body.apiKey)]).toEqual([401, 200])
    const expiresAt = new Date(clock.getTime() + 60_000)
    await test.call(
      patchApiKey,
      { params: { key: key.apiKeyName }, body: { expiresAt: expiresAt.toISOString() } },
      { token: administrator },
    )
    clock = new Date(expiresAt.getTime() + 1)
    expect([await statusWith(second.body.apiKey), await statusWith(third.body.apiKey)]).toEqual([401, 401])
    expect((await rotate(key.apiKeyName, { overlap: 'year' })).status).toBe(400)
  })

  it('does not bring back the secret of an owner who can no longer sign in', async () => {
    const user = await test.buildUser(tenant, { actions: ['EditApiKeys', 'ViewUsers'] })
    const key = await create({ apiKeyName: unique('Key'), groups: [await groupThatMay('ViewUsers')] }, await test.signIn(tenant, user))
    expect(await statusWith(key.body.apiKey)).toBe(200)
    await asOwner(
      test.db,
      'operator',
      (tx) => tx.updateTable('app_user').set({ is_disabled: true }).where('user_id', '=', user.userId).execute(),
      { tenantId: tenant.tenantId },
    )
    const again = await rotate(key.body.apiKeyName, { overlap: 'week' })
    expect([await statusWith(key.body.apiKey), await statusWith(again.body.apiKey)]).toEqual([401, 200])
  })

  it('lists keys that expire soon and those that never do', async () => {
    const groups = [await groupThatMay('ViewUsers')]
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const soon = await create({ apiKeyName: unique('Key'), groups, expiresAt: inDays(29) })
    const later = await create({ apiKeyName: unique('Key'), groups, expiresAt: inDays(31) })
    const never = await create({ apiKeyName: unique('Key'), groups })
    const names = async (use: 'expiring' | 'unlimited') =>
      (await test.call(listApiKeys, { query: { use, limit: 500 } }, { token: administrator })).body.items.map(
        (item: { apiKeyName: string }) => item.apiKeyName,
      )
    expect(await names('expiring')).toContain(soon.body.apiKeyName)
    expect(await names('expiring')).not.toContain(later.body.apiKeyName)
    expect(await names('unlimited')).toContain(never.body.apiKeyName)
    expect(await names('unlimited')).not.toContain(later.body.apiKeyName)
  })
})

describe('the owner of a key', () => {
  const setDisabled = (userId: string, isDisabled: boolean) =>
    asOwner(
      test.db,
      'operator',
      (tx) => tx.updateTable('app_user').set({ is_disabled: isDisabled }).where('user_id', '=', userId).execute(),
      {
        tenantId: tenant.tenantId,
      },
    )

  async function keyOfLeaver() {
    const user = await test.buildUser(tenant, { actions: ['EditApiKeys', 'ViewUsers'] })
    const groups = [await groupThatMay('ViewUsers')]
    const key = await create({ apiKeyName: unique('Key'), groups }, await test.signIn(tenant, user))
    expect(key.status, JSON.stringify(key.body)).toBe(201)
    expect((await test.call(listUsers, {}, { token: key.body.apiKey })).status).toBe(200)
    return { user, key: key.body as { apiKey: string; apiKeyName: string } }
  }

  it('takes the key along when disabled, and brings it back', async () => {
    const { user, key } = await keyOfLeaver()
    await setDisabled(user.userId, true)
    expect((await test.call(listUsers, {}, { token: key.apiKey })).status).toBe(401)
    const listed = await test.call(listApiKeys, { query: { search: key.apiKeyName, use: 'stopped' } }, { token: administrator })
    expect(listed.body.items).toEqual([expect.objectContaining({ heldBy: user.username, isHolderGone: true })])
    await setDisabled(user.userId, false)
    expect((await test.call(listUsers, {}, { token: key.apiKey })).status).toBe(200)
  })

  it('takes the key along when deleted, until another user regenerates it and becomes its owner', async () => {
    const { user, key } = await keyOfLeaver()
    await asOwner(test.db, 'operator', (tx) => tx.deleteFrom('app_user').where('user_id', '=', user.userId).execute(), {
      tenantId: tenant.tenantId,
    })
    expect((await test.call(listUsers, {}, { token: key.apiKey })).status).toBe(401)
    const again = await test.call(regenerateApiKey, { params: { key: key.apiKeyName } }, { token: administrator })
    expect(again.body).toMatchObject({ heldBy: tenant.administrator.username, isHolderGone: false })
    expect((await test.call(listUsers, {}, { token: again.body.apiKey })).status).toBe(200)
  })

  it('also owns the keys that this key creates', async () => {
    const { user, key } = await keyOfLeaver()
    const maker = await test.call(
      patchApiKey,
      { params: { key: key.apiKeyName }, body: { groups: [await groupThatMay('EditApiKeys', 'ViewUsers')] } },
      { token: administrator },
    )
    expect(maker.status, JSON.stringify(maker.body)).toBe(200)
    const made = await create({ apiKeyName: unique('Key'), groups: [await groupThatMay('ViewUsers')] }, key.apiKey)
    expect(made.body).toMatchObject({ heldBy: user.username })
    expect((await test.call(listUsers, {}, { token: made.body.apiKey })).status).toBe(200)
    await setDisabled(user.userId, true)
    expect((await test.call(listUsers, {}, { token: made.body.apiKey })).status).toBe(401)
  })
})

describe('changing', () => {
  const patch = (keyName: string, body: object, ifMatch?: string, token = administrator) =>
    test.call(patchApiKey, { params: { key: keyName }, body, ...(ifMatch ? { ifMatch } : {}) }, { token })

  it('renames, sets groups and expiry, and refuses a stale edit', async () => {
    const key = await buildKey('ViewUsers')
    const groups = [await groupThatMay('ViewRoles')]
    const name = unique('Renamed')
    const answer = await patch(key.apiKeyName, { apiKeyName: name, groups, expiresAt: '2099-01-01T00:00:00.000Z' }, `"${key.version}"`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toMatchObject({ apiKeyName: name, expiresAt: '2099-01-01T00:00:00.000Z', groups: [{ groupId: groups[0] }] })
    expect((await test.call(listRoles, {}, { token: key.apiKey })).status).toBe(200)
    expect((await test.call(listUsers, {}, { token: key.apiKey })).status).toBe(403)
    expect((await patch(name, { apiKeyName: unique('Key') }, `"${key.version}"`)).status).toBe(412)
    expect((await patch('No such key', { apiKeyName: unique('Key') })).status).toBe(404)
  })

  it('is refused for a key with more permissions than the caller, and so is a new secret', async () => {
    const strong = await buildKey('EditUsers')
    const token = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['EditApiKeys'] }))
    expect((await patch(strong.apiKeyName, { apiKeyName: unique('Key') }, undefined, token)).body.code).toBe('grant_exceeds_own')
    const regenerated = await test.call(regenerateApiKey, { params: { key: strong.apiKeyName } }, { token })
    expect(regenerated.body.code).toBe('grant_exceeds_own')
    expect((await test.call(listUsers, {}, { token: strong.apiKey })).status).toBe(200)
  })

  it('finds a leaked key by its prefix', async () => {
    const key = await buildKey('ViewUsers')
    const { body } = await test.call(listApiKeys, { query: { search: key.apiKey.slice(0, 40) } }, { token: administrator })
    expect(body.items.map((item: { apiKeyName: string }) => item.apiKeyName)).toEqual([key.apiKeyName])
  })
})
