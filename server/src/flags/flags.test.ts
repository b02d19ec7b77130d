import { OFREPApi } from '@openfeature/ofrep-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { featureFlags } from '@steward/contract/catalog/flags'
import { evaluateFlag, evaluateFlags } from '@steward/contract/flags/endpoints'
import { getPermissions } from '@steward/contract/access/endpoints'
import { listActions } from '@steward/contract/roles/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'
import { type FlagScope, type FlagValue, setFlag, stopFlag } from './operator.ts'

let app: TestApp
let tenant: TestTenant
let user: TestUser
let token: string
let administrator: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  user = await app.buildUser(tenant, { actions: ['ViewCurrencies'] })
  token = await app.signIn(tenant, user)
  administrator = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())
beforeEach(async () => {
  await set({ kind: 'everyone' }, null)
  await set(ofTenant(), null)
  await set(ofUser(), null)
})

const on: FlagValue = { isEnabled: true, percentage: null }
const off: FlagValue = { isEnabled: false, percentage: null }
const share = (percentage: number): FlagValue => ({ isEnabled: true, percentage })
const flagName = 'ESGScoreCustomization'
const ofTenant = (one = tenant): FlagScope => ({ kind: 'tenant', tenantId: one.tenantId, tenantName: one.tenantName })
const ofUser = (one = user): FlagScope => ({
  kind: 'user',
  tenantId: tenant.tenantId,
  tenantName: tenant.tenantName,
  userId: one.userId,
  username: one.username,
})
const set = (scope: FlagScope, value: FlagValue | null) => setFlag(app.db, flagName, scope, value)
const contextOf = (targetingKey: string) => ({ body: { context: { targetingKey } } })
const evaluated = async (key: string = flagName, options: { token: string; as?: string } = { token }) =>
  (await app.call(evaluateFlag, { params: { key }, ...contextOf(options.as ?? user.userId) }, options)).body
const permitted = async () => (await app.call(getPermissions, {}, { token })).body

describe('one flag', () => {
  test.each([
    ['the default of the catalog', async () => undefined, { value: false, reason: 'STATIC', metadata: { source: 'default' } }],
    ['everyone', () => set({ kind: 'everyone' }, on), { value: true, reason: 'STATIC', metadata: { source: 'everyone' } }],
    ['its tenant', () => set(ofTenant(), on), { value: true, reason: 'TARGETING_MATCH', metadata: { source: 'tenant' } }],
    ['the user', () => set(ofUser(), on), { value: true, reason: 'TARGETING_MATCH', metadata: { source: 'user' } }],
    [
      'a share of all users',
      () => set({ kind: 'everyone' }, share(99)),
      { reason: 'SPLIT', metadata: { source: 'everyone', percentage: 99 } },
    ],
    ['a share of its tenant', () => set(ofTenant(), share(1)), { reason: 'SPLIT', metadata: { source: 'tenant', percentage: 1 } }],
  ])('is decided by %s, and permissions agree', async (_, prepare, expected) => {
    await prepare()
    const found = await evaluated()
    expect(found).toMatchObject({ key: flagName, variant: found.value ? 'on' : 'off', ...expected })
    const { permissions, facts } = await permitted()
    expect(permissions[`FeatureFlags.${flagName}`]).toBe(found.value)
    expect(permissions['Navigation.ESGScoreCustomization']).toBe(found.value)
    expect(facts.flags[flagName]).toMatchObject({ value: found.value, source: found.metadata.source })
  })

  test('of the user overrides the tenant, which overrides everyone; a stopped flag is always off', async () => {
    await set({ kind: 'everyone' }, on)
    await set(ofTenant(), off)
    expect((await evaluated()).value).toBe(false)
    await set(ofUser(), on)
    expect((await evaluated()).value).toBe(true)
    await stopFlag(app.db, flagName, true)
    expect(await evaluated()).toMatchObject({ value: false, reason: 'DISABLED', metadata: { source: 'stopped' } })
    expect((await permitted()).permissions[`FeatureFlags.${flagName}`]).toBe(false)
    await stopFlag(app.db, flagName, false)
    expect((await evaluated()).value).toBe(true)
  })

  test('is on for about the configured share, consistently on every process', async () => {
    await set(ofTenant(), share(30))
    const keys = Array.from({ length: 400 }, (_, index) => `0199c0de-0000-7000-8000-${String(index).padStart(12, '0')}`)
    const first = []
    // Together they could wait for a place until they are refused.
    for (const as of keys) first.push(await evaluated(flagName, { token: administrator, as }))
    expect(first.filter(({ value }) => typeof value !== 'boolean')).toEqual([])
    const inShare = first.filter(({ value }) => value).length
    expect(inShare).toBeGreaterThan(80)
    expect(inShare).toBeLessThan(160)
    const again = await evaluated(flagName, { token: administrator, as: keys[0] ?? '' })
    expect(again).toEqual(first[0])
  })

  test('of another tenant or user has no effect', async () => {
    const other = await app.buildTenant()
    await set(ofTenant(other), on)
    await set(ofUser(tenant.administrator), on)
    expect((await evaluated()).value).toBe(false)
    await set(ofUser(tenant.administrator), null)
  })

  test('is deleted with its user', async () => {
    const leaving = await app.buildUser(tenant)
    await set(ofUser(leaving), on)
    await asOwner(app.db, 'operator', (tx) => tx.deleteFrom('app_user').where('user_id', '=', leaving.userId).execute(), tenant)
    const rows = await asOwner(app.db, 'operator', (tx) =>
      tx.selectFrom('feature_flag_user').selectAll().where('user_id', '=', leaving.userId).execute(),
    )
    expect(rows).toEqual([])
  })

  test('decides which actions a custom role can include, for the user who builds it', async () => {
    const names = async () => {
      const { body } = await app.call(listActions, { query: { applicationName: ['rlax'], limit: 500 } }, { token: administrator })
      return body.items.length
    }
    const before = await names()
    expect(before).toBeGreaterThan(0)
    await setFlag(app.db, 'CustomRolesRiskModeler', ofUser(tenant.administrator), off)
    expect(await names()).toBe(0)
    await setFlag(app.db, 'CustomRolesRiskModeler', ofUser(tenant.administrator), null)
    expect(await names()).toBe(before)
  })
})

describe('all flags', () => {
  const bulk = (headers: Record<string, string> = {}, targetingKey = user.userId) =>
    app.call(evaluateFlags, contextOf(targetingKey), { token, headers })

  test('come in one response with an ETag, and as 304 until one of them changes', async () => {
    const first = await bulk()
    expect(first.status).toBe(200)
    expect(first.body.flags.map(({ key }: { key: string }) => key)).toEqual(featureFlags.map((flag) => flag.flagName))
    const etag = String(first.headers['etag'])
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await bulk({ 'if-none-match': value })
      expect([again.status, again.body, again.headers['etag']]).toEqual([304, undefined, etag])
    }
    await set(ofUser(), on)
    const changed = await bulk({ 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(etag)
    expect(changed.body.flags).toContainEqual(expect.objectContaining({ key: flagName, value: true }))
  })

  test('are not cached by proxies', async () => {
    expect((await bulk()).headers['cache-control']).toBe('private, no-cache')
  })
})

describe('the protocol', () => {
  const post = (url: string, payload: string | undefined, as = token) =>
    app.app.http.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' } })
  const bulkUrl = '/ofrep/v1/evaluate/flags'

  test.each([
    ['no JSON', '{"context":', 'PARSE_ERROR'],
    ['nothing', undefined, 'PARSE_ERROR'],
    ['a list', '[]', 'PARSE_ERROR'],
    ['no context', '{}', 'INVALID_CONTEXT'],
    ["a context that isn't an object", '{"context":"me"}', 'INVALID_CONTEXT'],
    ['no targeting key', '{"context":{"plan":"free"}}', 'TARGETING_KEY_MISSING'],
    ['an empty targeting key', '{"context":{"targetingKey":""}}', 'TARGETING_KEY_MISSING'],
    ["a targeting key that isn't a string", '{"context":{"targetingKey":7}}', 'INVALID_CONTEXT'],
    ['another user', `{"context":{"targetingKey":"${crypto.randomUUID()}"}}`, 'INVALID_CONTEXT'],
  ])('answers 400 to %s', async (_, payload, errorCode) => {
    const answer = await post(bulkUrl, payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toMatchObject({ errorCode, errorDetails: expect.any(String) })
    const single = await post(`${bulkUrl}/${flagName}`, payload)
    expect(single.json()).toMatchObject({ key: flagName, errorCode })
  })

  test('returns 404 for an unknown flag, also for names of object members', async () => {
    for (const key of ['NoSuchFlag', 'constructor', '__proto__']) {
      const answer = await post(`${bulkUrl}/${key}`, JSON.stringify(contextOf(user.userId).body))
      expect([answer.statusCode, answer.json()]).toEqual([404, expect.objectContaining({ key, errorCode: 'FLAG_NOT_FOUND' })])
    }
  })

  test('returns 401 without a token, as a problem', async () => {
    const answer = await app.app.http.inject({ method: 'POST', url: bulkUrl, payload: contextOf(user.userId).body })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
  })

  test('accepts additions of clients to the context, and of event streams to the URL', async () => {
    const context = { targetingKey: user.userId, plan: 'free', nested: { a: [1] } }
    const answer = await post(`${bulkUrl}?flagConfigEtag=x&flagConfigLastModified=1771622898`, JSON.stringify({ context, extra: 1 }))
    expect(answer.statusCode).toBe(200)
  })

  test('works with the published client', async () => {
    const client = new OFREPApi({ baseUrl: 'http://steward.test', headers: [['authorization', `Bearer ${token}`]] }, inject)
    await set(ofTenant(), on)
    const bulk = await client.postBulkEvaluateFlags(contextOf(user.userId).body)
    expect(bulk.httpStatus).toBe(200)
    const same = await client.postBulkEvaluateFlags(contextOf(user.userId).body, bulk.httpResponse?.headers.get('etag') ?? null)
    expect(same.httpStatus).toBe(304)
    const one = await client.postEvaluateFlag(flagName, contextOf(user.userId).body)
    expect(one.value).toMatchObject({ key: flagName, value: true, reason: 'TARGETING_MATCH' })
    const none = await client.postEvaluateFlag('NoSuchFlag', contextOf(user.userId).body)
    expect([none.httpStatus, none.value]).toEqual([404, expect.objectContaining({ errorCode: 'FLAG_NOT_FOUND' })])
  })

  /** Handles the client's requests in the process. */
  async function inject(input: string | URL | Request): Promise<Response> {
    const request = new Request(input)
    const answer = await app.app.http.inject({
      method: 'POST',
      url: new URL(request.url).pathname,
      payload: await request.text(),
      headers: Object.fromEntries(request.headers),
    })
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
    return new Response(answer.statusCode === 304 ? null : answer.body, { status: answer.statusCode, headers })
  }
})

test('a change by the operator is recorded in the system log and the audit log', async () => {
  await set(ofUser(), on)
  await set({ kind: 'everyone' }, share(25))
  const { events, audited } = await asOwner(app.db, 'operator', async (tx) => ({
    events: await tx
      .selectFrom('system_log')
      .select(['kind', 'outcome', 'details'])
      .where('tenant_id', '=', tenant.tenantId)
      .where('kind', '=', 'flag_changed')
      .orderBy('system_log_id', 'desc')
      .limit(2)
      .execute(),
    audited: await tx
      .selectFrom('audit_entry')
      .select(['actor_type', 'field_name', 'current_value'])
      .where('tenant_id', '=', tenant.tenantId)
      .where('category', '=', 'Feature flag')
      .where('type', '=', 'Create')
      .execute(),
  }))
  expect(events.map(({ details }) => details)).toEqual([
    { flag: flagName, scope: 'everyone', from: 'not set', to: '25%' },
    { flag: flagName, scope: 'user', user: user.username, from: 'not set', to: 'on' },
  ])
  expect(audited).toContainEqual({ actor_type: 'operator', field_name: 'isEnabled', current_value: 'true' })
  expect(audited).toContainEqual({ actor_type: 'operator', field_name: 'userId', current_value: user.userId })
})
