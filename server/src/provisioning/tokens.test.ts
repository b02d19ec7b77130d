import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScimToken, listScimTokens, revokeScimToken } from '@steward/contract/provisioning/endpoints'
import { listNotifications } from '@steward/contract/notifications/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { cleanProvisioning } from './queries.ts'
import { activateFederation } from '../testing/provisioning.ts'

let test: TestApp
let tenant: TestTenant
let administrator: string
let clock = new Date()

beforeAll(async () => {
  test = await startTestApp({ now: () => clock })
  tenant = await test.buildTenant()
  administrator = await test.signIn(tenant, tenant.administrator)
  await activateFederation(test, tenant)
})
afterAll(() => test.close())

let count = 0
const unique = (name: string) => `${name} ${++count}`
const create = (body: object, token = administrator) => test.call(createScimToken, { body: body as never }, { token })
const list = async (query: object = {}, token = administrator) => (await test.call(listScimTokens, { query }, { token })).body
const revoke = (scimTokenId: string, token = administrator) => test.call(revokeScimToken, { params: { scimTokenId } }, { token })
const namesIn = (page: { items: { tokenName: string }[] }) => page.items.map(({ tokenName }) => tokenName)

/** The status that a request with this token gets; 200 if it authenticates. */
const status = async (token: string) => {
  const request = { headers: { authorization: `Bearer ${token}` } }
  return test.app.session.authenticator.authenticate(request as never).then(
    () => 200,
    (error: { status?: number }) => error.status,
  )
}

async function build(body: object = {}) {
  const answer = await create({ tokenName: unique('Token'), ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as { token: string; tokenName: string; prefix: string; scimTokenId: string }
}

const logged = (kind: string) =>
  asOwner(test.db, 'operator', (tx) =>
    tx.selectFrom('system_log').select(['username', 'details']).where('kind', '=', kind).where('tenant_id', '=', tenant.tenantId).execute(),
  )

describe('creating', () => {
  it('shows the token once, stores only its digest, and writes both logs', async () => {
    const made = await build({ expiresAt: '2099-01-01T23:59:59.000Z' })
    expect(made.token).toMatch(/^stw_scim_[0-9A-Za-z]{55}$/)
    const page = await list({ search: made.tokenName })
    expect(page.items).toEqual([
      expect.objectContaining({ createdBy: tenant.administrator.username, expiresAt: '2099-01-01T23:59:59.000Z', isDryRun: false }),
    ])
    expect(JSON.stringify(page)).not.toContain(made.token)
    expect(await logged('scim_token_created')).toContainEqual({
      username: tenant.administrator.username,
      details: { tokenName: made.tokenName, prefix: made.prefix },
    })
    const audited = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('audit_entry').select(['category', 'field_name', 'current_value']).where('entity_name', '=', made.tokenName).execute(),
    )
    expect(audited).toContainEqual({ category: 'SCIM token', field_name: 'token', current_value: '••••' })
  })

  it('reports invalid input next to its field', async () => {
    const cases: [object, string, string][] = [
      [{}, 'tokenName', 'required'],
      [{ tokenName: 'a/b' }, 'tokenName', 'scim_token_name_invalid'],
      [{ tokenName: 'x'.repeat(65) }, 'tokenName', 'scim_token_name_invalid'],
      [{ tokenName: 'x', expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt', 'expiry_past'],
      [{ tokenName: 'x', colour: 'red' }, 'colour', 'unknown_field'],
    ]
    for (const [body, field, code] of cases) {
      const answer = await create(body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(400)
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, code }))
    }
  })

  it('refuses a taken name, ignoring case, until its token is revoked', async () => {
    const made = await build()
    const again = await create({ tokenName: made.tokenName.toUpperCase() })
    expect([again.status, again.body.code]).toEqual([409, 'scim_token_name_taken'])
    await revoke(made.scimTokenId)
    expect((await create({ tokenName: made.tokenName })).status).toBe(201)
  })

  it('refuses more than fifty tokens', async () => {
    const other = await test.buildTenant()
    const token = await test.signIn(other, other.administrator)
    await activateFederation(test, other)
    for (let n = 0; n < 50; n++) await create({ tokenName: `Token ${n}` }, token)
    expect((await create({ tokenName: 'One more' }, token)).body).toMatchObject({
      code: 'scim_token_limit_reached',
      parameters: { maximum: 50 },
    })
  })
})

describe('a token', () => {
  it('is refused immediately after revocation, and cannot be revoked again', async () => {
    const made = await build()
    expect(await status(made.token)).toBe(200)
    expect((await revoke(made.scimTokenId)).status).toBe(204)
    expect(await status(made.token)).toBe(401)
    expect((await revoke(made.scimTokenId)).status).toBe(404)
    expect((await logged('scim_token_revoked')).length).toBeGreaterThan(0)
    const audited = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('audit_entry').select('type').where('entity_name', '=', made.tokenName).where('field_name', '=', 'revokedAt').execute(),
    )
    expect(audited).toEqual([{ type: 'Update' }])
  })

  it('is refused after it expires, and while federated login is not active', async () => {
    const end = new Date(clock.getTime() + 60_000)
    const made = await build({ expiresAt: end.toISOString() })
    expect(await status(made.token)).toBe(200)
    const setState = (state: 'ACTIVE' | 'INACTIVE') =>
      asOwner(
        test.db,
        'operator',
        (tx) => tx.updateTable('federation_config').set({ state }).where('tenant_id', '=', tenant.tenantId).execute(),
        {
          tenantId: tenant.tenantId,
        },
      )
    await setState('INACTIVE')
    expect(await status(made.token)).toBe(401)
    expect((await test.call(listScimTokens, {}, { token: administrator })).status).toBe(403)
    await setState('ACTIVE')
    expect(await status(made.token)).toBe(200)
    clock = new Date(end.getTime() + 1)
    expect(await status(made.token)).toBe(401)
    expect(namesIn(await list({ state: 'expired' }))).toContain(made.tokenName)
    clock = new Date()
  })

  it('shows when it was last used', async () => {
    const made = await build()
    await status(made.token)
    await expect.poll(async () => (await list({ search: made.prefix })).items[0]?.lastUsedAt).toEqual(expect.any(String))
  })

  it('that leaked is found by its prefix, even after it was revoked', async () => {
    const made = await build()
    const find = async () => namesIn(await list({ search: made.token.slice(0, 40) }))
    expect(await find()).toEqual([made.tokenName])
    await revoke(made.scimTokenId)
    expect(await find()).toEqual([made.tokenName])
    expect(namesIn(await list({ search: made.tokenName }))).toEqual([])
    expect(namesIn(await list({ state: 'revoked' }))).toContain(made.tokenName)
  })

  it('is deleted 90 days after revocation', async () => {
    const made = await build()
    await revoke(made.scimTokenId)
    await cleanProvisioning(test.db, new Date(clock.getTime() + 91 * 86_400_000))
    const rows = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('scim_token').select('token_name').where('scim_token_id', '=', made.scimTokenId).execute(),
    )
    expect(rows).toEqual([])
  })

  it('that expires soon causes a notification with its id', async () => {
    const made = await build({ expiresAt: new Date(clock.getTime() + 5 * 86_400_000).toISOString() })
    await test.app.background.runScheduled('announce_expiries')
    const { body } = await test.call(listNotifications, { query: {} }, { token: administrator })
    expect(body.items).toContainEqual(
      expect.objectContaining({
        messageType: 'ExpiringScimTokenEvent',
        properties: expect.objectContaining({ ScimTokenId: made.scimTokenId }),
      }),
    )
  })
})

it('requires permission to manage single sign-on', async () => {
  const user = await test.buildUser(tenant, { actions: ['ViewUsers'] })
  // Single sign-on is on, so this user has signed in through the provider.
  await asOwner(
    test.db,
    'operator',
    (tx) => tx.updateTable('federation_config').set({ state: 'INACTIVE' }).where('tenant_id', '=', tenant.tenantId).execute(),
    { tenantId: tenant.tenantId },
  )
  const token = await test.signIn(tenant, user)
  await activateFederation(test, tenant)
  expect((await create({ tokenName: 'x' }, token)).status).toBe(403)
  expect((await test.call(listScimTokens, {}, { token })).status).toBe(403)
})
