import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getApiKey, createApiKey } from '@steward/contract/api-keys/endpoints'
import type { ProvisioningEvent } from '@steward/contract/provisioning/schemas'
import {
  exportProvisioningEvents,
  getProvisioning,
  getProvisioningEvent,
  getProvisioningHours,
  listProvisioningEvents,
  putDeprovisioningLimit,
  replayProvisioningEvent,
} from '@steward/contract/provisioning/endpoints'
import { createExport, getTemporaryFile } from '@steward/contract/exports/endpoints'
import { deleteUser, listUsers } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type ScimClient, scimClient } from '../testing/scim-client.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { cleanProvisioning } from './queries.ts'
import { buildScimToken } from '../testing/provisioning.ts'

let test: TestApp
let tenant: TestTenant
let administrator: string
let provider: ScimClient
let tokenName: string
let scimTokenId: string

beforeAll(async () => {
  test = await startTestApp()
  tenant = await test.buildTenant()
  administrator = await test.signIn(tenant, tenant.administrator)
  const built = await buildScimToken(test, tenant)
  tokenName = built.tokenName
  scimTokenId = built.scimTokenId
  provider = scimClient(test, built.token)
})
afterAll(() => test.close())

let count = 0
const email = () => `person-${++count}@${tenant.tenantName}.example`
const user = (userName: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  name: { givenName: 'Grace', familyName: 'Okafor' },
  emails: [{ value: userName, primary: true }],
  active: true,
  ...more,
})
const patch = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })

const list = async (query: object = {}, token = administrator) => {
  const answer = await test.call(listProvisioningEvents, { query }, { token })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as { items: ProvisioningEvent[]; totalCount: number }
}
const get = async (eventId: string) => test.call(getProvisioningEvent, { params: { eventId } }, { token: administrator })
const replay = async (eventId: string, dryRun: boolean, token = administrator) =>
  test.call(replayProvisioningEvent, { params: { eventId }, body: { dryRun } }, { token })
const latest = async (query: object) => {
  const [first] = (await list(query)).items
  if (!first) throw new Error('nothing was logged')
  return first
}
const findUser = async (search: string) => (await test.call(listUsers, { query: { search } }, { token: administrator })).body.items[0]

describe('the log', () => {
  it('stores the request and what changed, field by field', async () => {
    const name = email()
    const created = await provider('POST', '/Users', user(name, { password: 'Never-keep-7-this' }))
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const event = await latest({ search: name })
    expect(event).toMatchObject({
      operation: 'create',
      resourceType: 'User',
      resourceId: created.body.id,
      resourceName: name,
      outcome: 'changed',
      isDryRun: false,
      status: 201,
      message: null,
      tokenName,
      scimTokenId,
      isReplayable: false,
    })
    const { body } = await get(event.eventId)
    expect(body).toMatchObject({
      method: 'POST',
      path: '/Users',
      body: { userName: name },
      isBodyCut: false,
      requestId: expect.any(String),
    })
    expect(JSON.stringify(body)).not.toContain('Never-keep')
    expect(body.changes).toContainEqual({ field: 'name.familyName', before: null, after: 'Okafor' })

    await provider('PATCH', `/Users/${created.body.id}`, patch({ op: 'replace', path: 'name.familyName', value: 'Mensah' }))
    const changed = await get((await latest({ search: name })).eventId)
    expect(changed.body.changes).toEqual([{ field: 'name.familyName', before: 'Okafor', after: 'Mensah' }])

    await provider('PATCH', `/Users/${created.body.id}`, patch({ op: 'replace', path: 'name.familyName', value: 'Mensah' }))
    expect(await latest({ search: name })).toMatchObject({ operation: 'patch', outcome: 'unchanged', changeCount: 0 })
  })

  it('records requests that match no operation, and does not offer to replay them', async () => {
    const tooMuch = { Operations: [{ method: 'POST', path: '/Users', bulkId: 'a', data: { title: 'a'.repeat(1_048_576) } }] }
    const cases: [string, unknown, Record<string, string>, number, string, RegExp][] = [
      ['/Users', '{"userName":', {}, 400, 'create', /isn't JSON/],
      ['/Bulk', tooMuch, {}, 413, 'bulk', /maxPayloadSize/],
      ['/Users', 'userName=a', { 'content-type': 'text/plain' }, 415, 'create', /./],
      ['/no-such-tenant/Users', undefined, {}, 404, 'create', /nothing at/],
      ['/Users', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, {}, 400, 'create', /more than 64 levels/],
    ]
    for (const [path, body, headers, status, operation, words] of cases) {
      expect((await provider('POST', path, body, headers)).status).toBe(status)
      const event = await latest({ outcome: ['failed'] })
      expect(event).toMatchObject({ status, operation, outcome: 'failed', isReplayable: false, message: expect.stringMatching(words) })
      expect((await get(event.eventId)).body).toMatchObject({ path, isBodyCut: body !== undefined })
    }
  })

  it("explains failures in the reader's language", async () => {
    const name = email()
    await provider('POST', '/Users', user(name))
    expect((await provider('POST', '/Users', user(name))).status).toBe(409)
    const event = await latest({ search: name, outcome: ['failed'] })
    expect(event).toMatchObject({ status: 409, isReplayable: true, resourceName: name })
    const german = await test.call(
      getProvisioningEvent,
      { params: { eventId: event.eventId } },
      { token: administrator, headers: { 'accept-language': 'de' } },
    )
    const english = await get(event.eventId)
    expect(english.body).toMatchObject({ code: 'user_exists', scimType: 'uniqueness', detail: expect.any(String) })
    expect(english.body.message).not.toBe(german.body.message)
    await provider('POST', '/Users', user(name, { active: 'perhaps' }))
    const { eventId } = await latest({ search: name, outcome: ['failed'] })
    const messageIn = async (language: string) =>
      (await test.call(getProvisioningEvent, { params: { eventId } }, { token: administrator, headers: { 'accept-language': language } }))
        .body.message
    expect(await messageIn('en')).toBe('active must be true or false.')
    expect(await messageIn('de')).toBe('active muss true oder false sein.')
    expect(await messageIn('ja')).toBe('active は true または false でなければなりません。')
  })

  it('filters by outcome, operation, kind, token, run and time, and shows reads only on request', async () => {
    const name = email()
    const { body } = await provider('POST', '/Users', user(name))
    await provider('GET', `/Users/${body.id}`)
    await expect.poll(async () => (await list({ search: body.id, outcome: ['read'] })).totalCount).toBe(1)
    expect((await list({ search: body.id })).items.map(({ operation }) => operation)).toEqual(['create'])
    expect((await list({ search: name, operation: ['delete', 'patch'] })).totalCount).toBe(0)
    expect((await list({ search: name, resourceType: 'Group' })).totalCount).toBe(0)
    expect((await list({ search: name, scimTokenId })).totalCount).toBe(1)
    expect((await list({ search: name, scimTokenId: '0199c0de-7777-7c11-9d59-3b8f5f1c2a44' })).totalCount).toBe(0)
    expect((await list({ search: name, dryRun: 'true' })).totalCount).toBe(0)
    const soon = new Date(Date.now() + 60_000).toISOString()
    expect((await list({ search: name, to: soon })).totalCount).toBe(1)
    expect((await list({ search: name, from: soon })).totalCount).toBe(0)
    const paged = await list({ limit: 1, offset: 1 })
    expect(paged.items).toHaveLength(1)
    const refused = await test.call(listProvisioningEvents, { query: { outcome: 'odd' } as never }, { token: administrator })
    expect(refused.status).toBe(400)
  })

  it('counts each of the last 24 hours by outcome, without reads, and nothing of other tenants', async () => {
    const countedBy = async (token: string) => {
      const { status, body } = await test.call(getProvisioningHours, {}, { token })
      expect(status).toBe(200)
      const { hours, isComplete } = body as { hours: Record<'changed' | 'unchanged' | 'failed' | 'limited', number>[]; isComplete: boolean }
      expect({ hours: hours.length, isComplete }).toEqual({ hours: 24, isComplete: true })
      const sum = (outcome: keyof (typeof hours)[number]) => hours.reduce((all, hour) => all + hour[outcome], 0)
      return { changed: sum('changed'), unchanged: sum('unchanged'), failed: sum('failed') }
    }
    const before = await countedBy(administrator)
    const name = email()
    await provider('POST', '/Users', user(name))
    await provider('POST', '/Users', user(name))
    await provider('GET', '/Users')
    expect(await countedBy(administrator)).toEqual({ ...before, changed: before.changed + 1, failed: before.failed + 1 })
    const other = await test.buildTenant()
    const stranger = await test.signIn(other, other.administrator)
    await buildScimToken(test, other)
    expect(await countedBy(stranger)).toEqual({ changed: 0, unchanged: 0, failed: 0 })
  })

  it('exports what the filter matches, directly and in the background', async () => {
    const name = email()
    await provider('POST', '/Users', user(name))
    const csv = await test.call(exportProvisioningEvents, { query: { search: name, dryRun: 'false' } }, { token: administrator })
    const [head, ...rows] = String(csv.body).trim().split('\n')
    expect(head).toContain('occurredTime,operation,resourceType')
    expect(rows).toEqual([expect.stringMatching(new RegExp(`,create,User,.*,${name},changed,f,201,`))])
    const file = await test.call(
      createExport,
      { body: { kind: 'provisioning', filter: { search: name, operation: ['create'] } } },
      { token: administrator },
    )
    expect(file.status, JSON.stringify(file.body)).toBe(202)
    await test.app.background.runDue()
    const params = { fileId: file.body.fileId }
    expect((await test.call(getTemporaryFile, { params }, { token: administrator })).body).toMatchObject({ status: 'ready', rowCount: 1 })
  })

  it('is separate for each tenant', async () => {
    const other = await test.buildTenant()
    const token = await test.signIn(other, other.administrator)
    await buildScimToken(test, other)
    expect((await list({}, token)).totalCount).toBe(0)
  })

  it('deletes entries after thirty days', async () => {
    const name = email()
    await provider('POST', '/Users', user(name))
    await cleanProvisioning(test.db, new Date(Date.now() + 29 * 86_400_000))
    expect((await list({ search: name })).totalCount).toBe(1)
    const other = await test.buildTenant()
    const token = await test.signIn(other, other.administrator)
    const theirs = scimClient(test, (await buildScimToken(test, other)).token)
    await theirs('POST', '/Users', user(`x@${other.tenantName}.example`))
    expect((await list({}, token)).totalCount).toBe(1)
    await cleanProvisioning(test.db, new Date(Date.now() + 31 * 86_400_000))
    expect((await list({}, token)).totalCount).toBe(0)
  })
})

describe('a dry-run token', () => {
  it('runs operations, logs them and changes nothing', async () => {
    const trial = scimClient(test, (await buildScimToken(test, tenant, { isDryRun: true })).token)
    const name = email()
    expect((await trial('POST', '/Users', user(name))).status).toBe(201)
    expect(await findUser(name)).toBeUndefined()
    const event = await latest({ search: name, dryRun: 'true' })
    expect(event).toMatchObject({ outcome: 'changed', isDryRun: true, isReplayable: false })
    expect((await get(event.eventId)).body.changes.length).toBeGreaterThan(0)
  })
})

describe('a replay', () => {
  async function failedCreation() {
    const name = email()
    const blocker = await test.buildUser(tenant, { email: name })
    expect((await provider('POST', '/Users', user(name))).status).toBe(409)
    return { name, blocker, event: await latest({ search: name, outcome: ['failed'] }) }
  }
  const unblock = (userId: string) => test.call(deleteUser, { params: { userId }, ifMatch: '*' }, { token: administrator })

  it('runs dry first, then for real, once', async () => {
    const { name, blocker, event } = await failedCreation()
    const early = await replay(event.eventId, true)
    expect(early.body).toMatchObject({ status: 409, isDryRun: true, replayOf: event.eventId })
    expect((await unblock(blocker.userId)).status).toBe(204)
    const trial = await replay(event.eventId, true)
    expect(trial.body).toMatchObject({ status: 201, isDryRun: true, outcome: 'changed', replayedByName: tenant.administrator.username })
    expect(trial.body.changes.length).toBeGreaterThan(0)
    expect(await findUser(name)).toBeUndefined()
    const done = await replay(event.eventId, false)
    expect(done.body).toMatchObject({ status: 201, isDryRun: false, outcome: 'changed', tokenName, replayOf: event.eventId })
    expect(await findUser(name)).toMatchObject({ status: 'EXTERNAL_PROVIDER' })
    expect((await get(event.eventId)).body).toMatchObject({ replayedBy: done.body.eventId, isReplayable: false })
    expect((await replay(event.eventId, false)).body.code).toBe('event_not_replayable')
    const audited = await asOwner(test.db, 'operator', (tx) =>
      tx
        .selectFrom('audit_entry')
        .select(['actor_type', 'actor_name'])
        .where('entity_name', '=', name)
        .where('type', '=', 'Create')
        .execute(),
    )
    expect(audited).toContainEqual({ actor_type: 'scim', actor_name: `${tokenName} (${tenant.administrator.username})` })
    const events = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('system_log').select(['outcome', 'username']).where('kind', '=', 'provisioning_replayed').execute(),
    )
    expect(events).toContainEqual({ outcome: 'success', username: tenant.administrator.username })
  })

  it('reports a repeated failure, and can be repeated', async () => {
    const { event } = await failedCreation()
    const again = await replay(event.eventId, false)
    expect([again.status, again.body.status]).toEqual([200, 409])
    expect((await get(event.eventId)).body).toMatchObject({ isReplayable: true, replayedBy: again.body.eventId })
  })

  it('is refused for a successful operation, and for an invalid body', async () => {
    const name = email()
    await provider('POST', '/Users', user(name))
    expect((await replay((await latest({ search: name })).eventId, true)).body.code).toBe('event_not_replayable')
    const bad = await test.call(
      replayProvisioningEvent,
      { params: { eventId: (await latest({ search: name })).eventId }, body: {} as never },
      { token: administrator },
    )
    expect(bad.status).toBe(400)
  })

  it('is refused for a body that was not stored completely', async () => {
    const name = email()
    await provider('POST', '/Users', user(name))
    expect((await provider('POST', '/Users', user(name, { displayName: 'x'.repeat(70_000) }))).status).toBeGreaterThanOrEqual(400)
    const event = await latest({ outcome: ['failed'] })
    expect(event.isReplayable).toBe(false)
    expect((await replay(event.eventId, false)).body.code).toBe('event_not_replayable')
  })
})

describe('deactivated users', () => {
  it('lose their keys immediately', async () => {
    const name = email()
    const { body } = await provider('POST', '/Users', user(name))
    const { roleId } = await test.buildRole(tenant, { actions: ['ViewUsers'] })
    const { groupId } = await test.buildGroup(tenant, { roleIds: [roleId] })
    const made = await test.call(createApiKey, { body: { apiKeyName: `Key of ${count}`, groups: [groupId] } }, { token: administrator })
    await asOwner(
      test.db,
      'operator',
      (tx) =>
        tx.updateTable('api_key').set({ holder_id: body.id, holder_name: name }).where('api_key_id', '=', made.body.apiKeyId).execute(),
      { tenantId: tenant.tenantId },
    )
    expect((await test.call(listUsers, {}, { token: made.body.apiKey })).status).toBe(200)
    expect((await provider('PATCH', `/Users/${body.id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))).status).toBe(200)
    expect((await test.call(listUsers, {}, { token: made.body.apiKey })).status).toBe(401)
    expect((await test.call(getApiKey, { params: { key: made.body.apiKeyName } }, { token: administrator })).body).toMatchObject({
      heldBy: name,
      isHolderGone: true,
    })
  })

  it('are kept by the deprovisioning limit, reported to the provider, and removed after a release', async () => {
    const people: string[] = []
    for (let n = 0; n < 3; n++) people.push((await provider('POST', '/Users', user(email()))).body.id)
    await asOwner(test.db, 'operator', async (tx) => {
      await tx.deleteFrom('provisioning_removal').where('tenant_id', '=', tenant.tenantId).execute()
      await tx.updateTable('app_user').set({ last_sign_in_at: new Date() }).where('user_id', 'in', people).execute()
    })
    const { headers } = await test.call(getProvisioning, {}, { token: administrator })
    const settings = { isOn: true, sharePercent: 1, minimumUsers: 2 }
    await test.call(putDeprovisioningLimit, { body: settings, ifMatch: String(headers['etag']) }, { token: administrator })
    const [one, two, three] = people
    expect((await provider('DELETE', `/Users/${one}`)).status).toBe(204)
    expect((await provider('PATCH', `/Users/${two}`, patch({ op: 'replace', value: { active: false } }))).status).toBe(200)
    const limited = await provider('DELETE', `/Users/${three}`)
    expect([limited.status, limited.headers['retry-after']]).toEqual([503, '600'])
    expect(await latest({ outcome: ['limited'] })).toMatchObject({
      resourceId: three,
      resourceName: `person-${count}@${tenant.tenantName}.example`,
      operation: 'delete',
      isReplayable: true,
    })
    const state = await test.call(getProvisioning, {}, { token: administrator })
    expect(state.body.deprovisioningLimit).toMatchObject({ state: 'stopped', removed: 2, refused: 1 })
  })

  it('are not limited for accounts that provisioning created within the hour and that were never used', async () => {
    const created = async () => (await provider('POST', '/Users', user(email()))).body.id as string
    const [unused, older, used] = [await created(), await created(), await created()]
    const ago = new Date(Date.now() - 61 * 60_000)
    await asOwner(test.db, 'operator', async (tx) => {
      await sql`update app_user set created_at = ${ago} where user_id = ${older}::uuid`.execute(tx)
      await sql`update scim_user set created_at = ${ago} where user_id = ${older}::uuid`.execute(tx)
      await tx.updateTable('app_user').set({ last_sign_in_at: new Date() }).where('user_id', '=', used).execute()
    })
    const limitOf = async () => (await test.call(getProvisioning, {}, { token: administrator })).body.deprovisioningLimit
    const before = await limitOf()
    expect(before.state).toBe('stopped')
    const statuses = []
    for (const id of [unused, older, used]) statuses.push((await provider('DELETE', `/Users/${id}`)).status)
    expect(statuses).toEqual([204, 503, 503])
    expect((await limitOf()).removed).toBe(before.removed)
  })
})
