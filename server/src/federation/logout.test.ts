import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enableFederation, listFederationAttempts } from '@steward/contract/federation/endpoints'
import { federatedSignOut } from '@steward/contract/federation/sign-in'
import { getProfile } from '@steward/contract/session/endpoints'
import { asOwner } from '../db/tenant.ts'
import type { TestApp, TestTenant } from '../testing/app.ts'
import { type ForgingProvider, signWithPublicKey, startForgingProvider } from '../testing/federation/forging-provider.ts'
import { draftOf, signInThrough, startFederatedApp } from '../testing/federation/setup.ts'

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
let test: TestApp
let provider: ForgingProvider
let tenant: TestTenant
/** The user who signed in through the provider. */
let token: string
let sid: string

beforeAll(async () => {
  provider = await startForgingProvider()
  test = await startFederatedApp()
  tenant = await test.buildTenant()
  const administrator = await test.signIn(tenant, tenant.administrator)
  await test.call(enableFederation, { body: draftOf(provider, tenant) }, { token: administrator })
  await signInThrough(test, tenant, '', { token: administrator })
  await test.call(enableFederation, { body: { IsTestIdp: false } }, { token: administrator })
})
afterAll(async () => {
  await test.close()
  await provider.close()
})
beforeEach(async () => {
  sid = randomUUID()
  provider.lies = { claims: (claims) => ({ ...claims, sid }) }
  token = (await signInThrough(test, tenant, '')).answer.body.accessToken
})

/** Posts a logout as the provider's server does. */
const post = (logoutToken: string | undefined, tenantName = tenant.tenantName) =>
  test.app.http.inject({
    method: 'POST',
    url: `/auth/federation/${tenantName}/logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(logoutToken === undefined ? {} : { logout_token: logoutToken }).toString(),
  })
const claims = (more: object = {}) => provider.claimsOf({ aud: `steward-${tenant.tenantName}`, sid, events: event, ...more })
const isOpen = async () => (await test.call(getProfile, {}, { token })).status === 200

describe('a logout in a frame of the provider (front channel)', () => {
  const load = (parameters: Record<string, string> | [string, string][], tenantName = tenant.tenantName) =>
    test.app.http.inject({
      method: 'GET',
      url: `/auth/federation/${tenantName}/front-channel-logout?${new URLSearchParams(parameters)}`,
    })

  it('ends the session that it names, and no other, on a page that only the provider can frame', async () => {
    const named = { iss: provider.issuer, sid }
    provider.lies = { claims: (given) => ({ ...given, sid: 'another' }) }
    const other = (await signInThrough(test, tenant, '')).answer.body.accessToken
    const page = await load(named)
    expect([page.statusCode, page.headers['cache-control'], page.headers['x-frame-options']]).toEqual([200, 'no-store', undefined])
    expect(String(page.headers['content-security-policy'])).toBe(
      `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${new URL(provider.issuer).origin}`,
    )
    expect(await isOpen()).toBe(false)
    expect((await test.call(getProfile, {}, { token: other })).status).toBe(200)
    // Providers can repeat it: nothing is left to end.
    expect((await load(named)).statusCode).toBe(200)
  })

  it.each<[string, (named: { iss: string; sid: string }) => Record<string, string> | [string, string][]]>([
    ['of another issuer', (named) => ({ ...named, iss: 'https://evil.example' })],
    ['without an issuer', (named) => ({ sid: named.sid })],
    ['without a session', (named) => ({ iss: named.iss })],
    ['with an empty session', (named) => ({ ...named, sid: '' })],
    ['with two sessions', (named) => [...Object.entries(named), ['sid', 'another']]],
    ['with two issuers', (named) => [...Object.entries(named), ['iss', 'https://evil.example']]],
  ])('%s ends nothing, cannot be framed and is an attempt in the trace', async (_, change) => {
    const page = await load(change({ iss: provider.issuer, sid }))
    expect(page.statusCode).toBe(400)
    expect(String(page.headers['content-security-policy'])).toContain("frame-ancestors 'none'")
    expect(await isOpen()).toBe(true)
  })

  it('is told to administrators where it was refused', async () => {
    const administrator = await test.signIn(tenant, tenant.administrator)
    const { items } = (await test.call(listFederationAttempts, {}, { token: administrator })).body
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: 'sign_out',
        outcome: 'failure',
        refusal: { code: 'issuer_wrong', parameters: { expected: provider.issuer, received: 'https://evil.example' } },
      }),
    )
  })

  it('ends nothing at another tenant', async () => {
    const other = await test.buildTenant()
    for (const name of [other.tenantName, 'no-such-tenant']) {
      expect((await load({ iss: provider.issuer, sid }, name)).statusCode).toBe(400)
    }
    expect(await isOpen()).toBe(true)
  })
})

describe('a logout from the provider (back channel)', () => {
  it('ends the session that it names, and no other', async () => {
    const other = (await signInThrough(test, tenant, '')).answer.body.accessToken
    const otherSid = sid
    provider.lies = { claims: (given) => ({ ...given, sid: 'another' }) }
    const third = (await signInThrough(test, tenant, '')).answer.body.accessToken
    expect((await post(await provider.sign(claims({ sid: otherSid })))).statusCode).toBe(200)
    expect(await isOpen()).toBe(false)
    expect((await test.call(getProfile, {}, { token: other })).status).toBe(401)
    expect((await test.call(getProfile, {}, { token: third })).status).toBe(200)
    const events = await asOwner(test.db, 'operator', (tx) =>
      tx
        .selectFrom('system_log')
        .select('details')
        .where('kind', '=', 'session_revoked')
        .where('tenant_id', '=', tenant.tenantId)
        .execute(),
    )
    expect(events).toContainEqual({ details: expect.objectContaining({ reason: 'provider_sign_out' }) })
  })

  it('ends all sessions of a subject if it names none', async () => {
    expect((await post(await provider.sign(claims({ sid: undefined, sub: 'mallory' })))).statusCode).toBe(200)
    expect(await isOpen()).toBe(false)
  })

  it.each([
    ['for another audience', { aud: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that isn’t a logout', { events: {} }],
    ['that is an identity token (nonce)', { nonce: 'n' }],
    ['that names no one', { sid: undefined }],
    ['that is old', { iat: Math.floor(Date.now() / 1000) - 3_600 }],
    ['without an id', { jti: undefined }],
  ])('%s ends nothing', async (_, more) => {
    expect((await post(await provider.sign(claims(more)))).statusCode).toBe(400)
    expect(await isOpen()).toBe(true)
  })

  it('ends nothing if it is unsigned, or signed with the public key as a secret', async () => {
    expect((await post(provider.unsigned({ alg: 'none' }, claims()))).statusCode).toBe(400)
    expect((await post(signWithPublicKey(provider, claims()))).statusCode).toBe(400)
    expect((await post(undefined)).statusCode).toBe(400)
    expect(await isOpen()).toBe(true)
  })

  it('works once', async () => {
    const logoutToken = await provider.sign(claims({ sid: 'nobody' }))
    expect((await post(logoutToken)).statusCode).toBe(200)
    expect((await post(logoutToken)).statusCode).toBe(400)
  })

  it('ends nothing at another tenant', async () => {
    const other = await test.buildTenant()
    const logoutToken = await provider.sign(claims())
    expect((await post(logoutToken, other.tenantName)).statusCode).toBe(400)
    expect((await post(logoutToken, 'no-such-tenant')).statusCode).toBe(400)
    expect(await isOpen()).toBe(true)
  })
})

describe('federatedSignOut', () => {
  it("returns the provider's logout URL, with a hint whose session it is", async () => {
    const { body } = await test.call(federatedSignOut, {}, { token })
    const url = new URL(body.location)
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/end`)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:8080/home/login')
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/)
  })

  it('returns no URL for a password session', async () => {
    const own = await test.signIn(tenant, tenant.administrator)
    expect((await test.call(federatedSignOut, {}, { token: own })).body).toEqual({ location: null })
  })
})
