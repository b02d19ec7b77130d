import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSetting, getTenant, listTenantApps, putSetting } from '@steward/contract/tenants/endpoints'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../../testing/app.ts'
import { readTenantSetting, saveTenantSetting } from '../../testing/tenant-settings.ts'

let app: TestApp
let tenant: TestTenant
let other: TestTenant
let administrator: string
let person: TestUser
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant({ displayName: 'Northwind Re' })
  other = await app.buildTenant()
  administrator = await app.signIn(tenant, tenant.administrator)
  person = await app.buildUser(tenant, { actions: ['EditUsers', 'ViewTenantInfo'] })
  token = await app.signIn(tenant, person)
})
afterAll(() => app.close())

const ownSettings = (value: unknown, userId = person.userId) => ({
  body: { key: 'userSettings', level: 'User' as const, levelId: userId, value: typeof value === 'string' ? value : JSON.stringify(value) },
})
const readOwn = (userId = person.userId) => ({ params: { key: 'userSettings' }, query: { level: 'User' as const, levelId: userId } })

describe('settings of the tenant', () => {
  test('that were never saved return their defaults, as version 0', async () => {
    const answer = await readTenantSetting(app, tenant, 'tenantSettings', { token: administrator })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ featurePreviewAccess: false })
    expect(answer.headers['etag']).toBe('"0"')
  })

  test("are saved with the caller's name, regardless of what the request claims, and read back", async () => {
    const forged = { email: 'eve@evil.example', firstName: 'Eve', lastName: 'Vil', updatedAt: '2020-01-01T00:00:00.000Z' }
    const saved = await saveTenantSetting(
      app,
      tenant,
      'tenantSettings',
      { featurePreviewAccess: true, userDetails: forged },
      { token: administrator, ifMatch: '"0"' },
    )
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(saved.body).toMatchObject({ key: 'tenantSettings', level: 'Tenant', levelId: tenant.tenantId })
    const read = await readTenantSetting(app, tenant, 'tenantSettings', { token: administrator })
    expect(read.headers['etag']).toBe(saved.headers['etag'])
    expect(read.body).toMatchObject({
      featurePreviewAccess: true,
      userDetails: { email: tenant.administrator.username, firstName: 'Ada', lastName: 'Admin' },
    })
    expect(Date.parse(read.body.userDetails.updatedAt)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('can only be saved over the current version', async () => {
    const save = (lifetimeMinutes: number, ifMatch?: string) =>
      saveTenantSetting(app, tenant, 'sessionPolicy', { lifetimeMinutes }, { token: administrator, ifMatch })
    expect((await save(600, '"1"')).status).toBe(412)
    const first = await save(600, '"0"')
    expect(first.headers['etag']).toBe('"1"')
    expect((await save(601, '"0"')).body.code).toBe('version_conflict')
    expect((await save(601, '"1"')).headers['etag']).toBe('"2"')
    expect((await save(602, '"1"')).status).toBe(412)
    expect((await save(603)).headers['etag']).toBe('"3"')
    expect((await readTenantSetting(app, tenant, 'sessionPolicy', { token: administrator })).body.lifetimeMinutes).toBe(603)
  })

  test('are recorded in the audit log', async () => {
    await saveTenantSetting(app, tenant, 'sessionPolicy', { lifetimeMinutes: 700 }, { token: administrator })
    const entry = await asOwner(app.db, 'operator', (tx) =>
      tx
        .selectFrom('audit_entry')
        .select(['type', 'category', 'entity_name', 'actor_name', 'previous_value', 'current_value'])
        .where('tenant_id', '=', tenant.tenantId)
        .where('entity_name', '=', 'sessionPolicy')
        .orderBy('occurred_at', 'desc')
        .orderBy('audit_entry_id', 'desc')
        .executeTakeFirst(),
    )
    expect(entry).toMatchObject({ type: 'Update', category: 'Setting', actor_name: tenant.administrator.username })
    expect(JSON.parse(entry?.current_value ?? '')).toMatchObject({ lifetimeMinutes: 700 })
  })

  test('are for administrators only', async () => {
    const read = await readTenantSetting(app, tenant, 'tenantSettings', { token })
    expect(read.status).toBe(403)
    expect(read.body).toMatchObject({ code: 'forbidden', parameters: { permission: 'Admin.EditTenantSettings' } })
    expect((await saveTenantSetting(app, tenant, 'tenantSettings', { featurePreviewAccess: true }, { token })).status).toBe(403)
  })

  test('are closed if the operator has turned the page off', async () => {
    await asOwner(
      app.db,
      'operator',
      (tx) =>
        tx
          .insertInto('feature_flag_override')
          .values({ tenant_id: other.tenantId, flag_name: 'TenantSettingsAdmin', is_enabled: false })
          .execute(),
      { tenantId: other.tenantId },
    )
    const answer = await readTenantSetting(app, other, 'tenantSettings', { token: await app.signIn(other, other.administrator) })
    expect(answer.status).toBe(403)
  })

  test('of another tenant are not found', async () => {
    expect((await readTenantSetting(app, other, 'tenantSettings', { token: administrator })).status).toBe(404)
    const saved = await saveTenantSetting(app, other, 'tenantSettings', { featurePreviewAccess: true }, { token: administrator })
    expect(saved.status).toBe(404)
  })

  test('with an unknown name are not found', async () => {
    for (const key of ['colour', 'userSettings', 'toString', '__proto__']) {
      expect((await readTenantSetting(app, tenant, key, { token: administrator })).status).toBe(404)
    }
  })
})

describe('refuses invalid settings at their field', () => {
  test.each([
    ['no JSON', '{', 'value', 'invalid_json'],
    ['a list', '[]', 'value', 'invalid_json'],
    ['a text', '"dark"', 'value', 'invalid_json'],
    ['null', 'null', 'value', 'invalid_json'],
    ['a wrong type', '{"theme":1}', 'value.theme', 'invalid_choice'],
    ['an unknown time zone', '{"timeZone":"Mars/Olympus"}', 'value.timeZone', 'time_zone_unknown'],
    ['a field too much', '{"colour":"red"}', 'value.colour', 'unknown_field'],
  ])('%s', async (_, value, field, code) => {
    const answer = await app.call(putSetting, ownSettings(value), { token })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, code }))
    expect(answer.body.errors[0].message).not.toBe(code)
  })

  test('more than 64 KiB', async () => {
    const answer = await app.call(putSetting, ownSettings(JSON.stringify({ language: 'ä'.repeat(33_000) })), { token })
    expect(answer.status).toBe(413)
    expect(answer.body).toMatchObject({ code: 'setting_too_large', parameters: { limitBytes: 65_536 } })
  })

  test('an unknown level', async () => {
    const query = { level: 'World', levelId: person.userId } as never
    expect((await app.call(getSetting, { params: { key: 'userSettings' }, query }, { token })).status).toBe(400)
  })
})

describe('settings of a user', () => {
  test('can be saved and read by the user without any permission', async () => {
    const nobody = await app.buildUser(tenant)
    const own = await app.signIn(tenant, nobody)
    expect((await app.call(getSetting, readOwn(nobody.userId), { token: own })).body).toEqual({})
    const settings = { theme: 'dark', density: 'compact', timeZone: 'Europe/Zurich', language: 'de' }
    expect((await app.call(putSetting, ownSettings(settings, nobody.userId), { token: own })).status).toBe(200)
    expect((await app.call(getSetting, readOwn(nobody.userId), { token: own })).body).toEqual(settings)
  })

  test('are not visible to others, including administrators', async () => {
    for (const call of [
      () => app.call(getSetting, readOwn(), { token: administrator }),
      () => app.call(putSetting, ownSettings({ theme: 'dark' }), { token: administrator }),
      () => app.call(getSetting, readOwn(tenant.administrator.userId), { token }),
    ]) {
      const answer = await call()
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('setting_not_own')
    }
  })

  test('keep their values if the operator has turned account settings off', async () => {
    const closed = await app.buildTenant()
    await asOwner(
      app.db,
      'operator',
      (tx) =>
        tx
          .insertInto('feature_flag_override')
          .values({ tenant_id: closed.tenantId, flag_name: 'AccountSettings', is_enabled: false })
          .execute(),
      { tenantId: closed.tenantId },
    )
    const own = await app.signIn(closed, closed.administrator)
    const saved = await app.call(putSetting, ownSettings({ theme: 'dark' }, closed.administrator.userId), { token: own })
    expect(saved.body).toMatchObject({ code: 'forbidden', parameters: { permission: 'FeatureFlags.AccountSettings' } })
    expect((await app.call(getSetting, readOwn(closed.administrator.userId), { token: own })).status).toBe(200)
  })
})

describe('the tenant', () => {
  test("includes the default session times and the caller's address", async () => {
    const answer = await app.call(getTenant, {}, { token })
    expect(answer.body).toMatchObject({
      tenantId: tenant.tenantId,
      tenantName: tenant.tenantName,
      displayName: 'Northwind Re',
      isFederated: false,
      licenseCode: '',
      region: null,
      administrators: [{ userId: tenant.administrator.userId }],
      sessionDefaults: { lifetimeMinutes: 720, inactivityMinutes: 60 },
      callerAddress: '127.0.0.1',
    })
  })

  test('includes the applications with a valid license', async () => {
    const day = 86_400_000
    await asOwner(
      app.db,
      'operator',
      (tx) =>
        tx
          .insertInto('application_license')
          .values([
            { tenant_id: tenant.tenantId, product_code: 'RI-RISKMODELER', package_name: 'M', end_date: new Date(Date.now() + day) },
            {
              tenant_id: tenant.tenantId,
              product_code: 'RI-TREATYIQ',
              package_name: 'M',
              start_date: new Date(Date.now() - 2 * day),
              end_date: new Date(Date.now() - day),
            },
          ])
          .execute(),
      { tenantId: tenant.tenantId },
    )
    const answer = await app.call(listTenantApps, {}, { token: administrator })
    expect(answer.body).toMatchObject([{ appName: 'rlax', productCodes: ['RI-RISKMODELER'] }])
  })
})
