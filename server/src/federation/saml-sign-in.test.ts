import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  activateFederationKey,
  addFederationKey,
  enableFederation,
  getFederation,
  listFederationAttempts,
  startFederationTest,
  updateFederation,
} from '@steward/contract/federation/endpoints'
import { federatedSignIn, federatedSignOut } from '@steward/contract/federation/sign-in'
import { getProfile, implicitLogin } from '@steward/contract/session/endpoints'
import { asOwner } from '../db/tenant.ts'
import { refreshCookie } from '../session/cookie.ts'
import type { TestAnswer, TestApp, TestTenant } from '../testing/app.ts'
import { browserCookie } from './cookie.ts'
import { visitProvider } from '../testing/federation/browser.ts'
import { type SamlProvider, startSamlProvider } from '../testing/federation/saml-provider.ts'
import { saveTenantSetting } from '../testing/tenant-settings.ts'
import { adminGroup, publicUrl, startFederatedApp, verify } from '../testing/federation/setup.ts'

/** SAML through the whole server: a tenant connects, people sign in and out, keys and certificates change. */

let test: TestApp
let provider: SamlProvider
let tenant: TestTenant
let token: string

beforeAll(async () => {
  test = await startFederatedApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  const boss = { email: 'boss@idp.example', givenName: 'Bo', familyName: 'Ss', groups: [adminGroup] }
  provider = await startSamlProvider({ users: { boss, guest: { email: 'guest@idp.example' } } })
  tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
  return () => provider.close()
})

const base = () => `/auth/federation/${tenant.tenantName}`
const inject = (url: URL | string, form?: Record<string, string>) => {
  const { pathname, search } = new URL(url, publicUrl)
  const posting = form && {
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  return test.app.http.inject({ method: form ? 'POST' : 'GET', url: pathname + search, ...posting })
}
const fragmentOf = (answer: Awaited<ReturnType<typeof inject>>) => new URL(String(answer.headers.location)).hash.slice(1)

/** Goes to the provider, and returns its form post to us. */
async function goToProvider(options: { token?: string; cookies?: Map<string, string>; login?: string } = {}) {
  const begun =
    options.token === undefined
      ? await test.call(federatedSignIn, { params: { tenantName: tenant.tenantName } })
      : await test.call(startFederationTest, {}, { token: options.token })
  expect(begun.status).toBe(200)
  const { url, form = {} } = await visitProvider(begun.body.location, { login: options.login ?? 'boss', password: 'x' }, options.cookies)
  expect(url.href).toBe(`${publicUrl}${base()}/acs`)
  return { url, form, browser: begun.cookies.find(({ name }) => name === browserCookie)?.value ?? '' }
}

async function signIn(options: { token?: string; cookies?: Map<string, string>; login?: string } = {}): Promise<TestAnswer> {
  const { url, form, browser } = await goToProvider(options)
  const fragment = new URLSearchParams(fragmentOf(await inject(url, form)))
  expect(Object.fromEntries(fragment)).toHaveProperty('code')
  return verify(test, tenant, fragment, browser)
}

/** Exchanges metadata in both directions. */
async function connect(): Promise<void> {
  const draft = { AdminGroupName: adminGroup, IsTestIdp: true, MetadataUrl: provider.metadataUrl, ProviderName: 'samlp' }
  const drafted = await test.call(enableFederation, { body: draft }, { token })
  expect(drafted.body).toMatchObject({ federationState: 'TESTING', draft: { protocol: 'saml', issuer: provider.issuer } })
  provider.trust((await inject(`${base()}/metadata`)).body)
  expect((await signIn({ token })).body.test).toMatchObject({
    outcome: 'success',
    email: 'boss@idp.example',
    isAdministrator: true,
    found: 'new',
  })
  expect((await test.call(enableFederation, { body: { IsTestIdp: false } }, { token })).body.federationState).toBe('ACTIVE')
}

const isAlive = async (answer: TestAnswer): Promise<boolean> => {
  const cookie = answer.cookies.find(({ name }) => name === refreshCookie)?.value ?? ''
  return (await test.call(implicitLogin, {}, { cookies: { [refreshCookie]: cookie } })).status === 200
}

it('connects, and signs in a new user, with every step in the trace', async () => {
  await connect()
  const answer = await signIn()
  expect(answer.body.user).toMatchObject({
    username: 'boss@idp.example',
    givenName: 'Bo',
    familyName: 'Ss',
    roles: ['Tenant Administrator'],
  })
  const profile = await test.call(getProfile, {}, { token: answer.body.accessToken })
  expect(profile.body.status).toBe('EXTERNAL_PROVIDER')
  const [attempt] = (await test.call(listFederationAttempts, {}, { token })).body.items
  expect(attempt).toMatchObject({ protocol: 'saml', outcome: 'success', refusal: null })
  const steps = attempt.steps.map(({ code }: { code: string }) => code)
  expect(steps).toEqual(expect.arrayContaining(['sent_to_provider', 'signature', 'recipient', 'replay', 'user', 'session']))
})

it('begins a sign-in for an unsolicited response, and accepts a requested one once', async () => {
  await connect()
  const { url, form, browser } = await goToProvider()
  const tampered = Buffer.from(form['SAMLResponse'] ?? '', 'base64')
    .toString()
    .replace(/InResponseTo="[^"]*"/g, '')
  // The tile of the provider: nothing of the response is used.
  const tile = await inject(url, { ...form, SAMLResponse: Buffer.from(tampered).toString('base64') })
  const start = `${publicUrl}/home/login?tenant=${tenant.tenantName}&start=provider`
  expect([tile.statusCode, tile.headers.location, tile.cookies]).toEqual([303, start, []])
  expect((await test.call(getFederation, {}, { token })).body.initiateLoginUrl).toBe(start)
  const fragment = new URLSearchParams(fragmentOf(await inject(url, form)))
  expect(fragmentOf(await inject(url, form))).toContain('refusal=flow_used')
  expect((await verify(test, tenant, fragment, 'another browser')).body.parameters.refusal).toBe('browser_unknown')
  expect((await verify(test, tenant, fragment, browser)).status).toBe(200)
})

it('refuses a replayed assertion in every process, even if its flow were open again', async () => {
  await connect()
  const { url, form } = await goToProvider()
  expect(fragmentOf(await inject(url, form))).toContain('code=')
  await asOwner(test.db, 'operator', (tx) => tx.updateTable('federation_flow').set({ returned_at: null }).execute())
  expect(fragmentOf(await inject(url, form))).toContain('refusal=replayed')
})

it('sends people by form post if the provider supports nothing else', async () => {
  const metadata = (await (await fetch(provider.metadataUrl)).text()).replace(/<SingleSignOnService [^>]*HTTP-Redirect[^>]*>/, '')
  await test.call(enableFederation, { body: { AdminGroupName: adminGroup, IsTestIdp: true, metadata, ProviderName: 'samlp' } }, { token })
  provider.trust((await inject(`${base()}/metadata`)).body)
  const begun = await test.call(startFederationTest, {}, { token })
  expect(begun.body.location).toContain(`${publicUrl}${base()}/depart?flow=`)
  const page = await inject(begun.body.location)
  expect(page.headers['content-security-policy']).toContain(`form-action ${provider.origin}`)
  const request = /name="SAMLRequest" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const answer = await fetch(`${provider.origin}/sso`, { method: 'POST', body: new URLSearchParams({ SAMLRequest: request }) })
  expect(await answer.text()).toContain('name="password"')
})

it('publishes the same metadata whether or not a provider is being set up', async () => {
  const read = async () => [(await inject(`${base()}/metadata`)).body, (await inject(`${base()}/jwks.json`)).body]
  const before = await read()
  Object.assign(provider.settings, { wantsSignedRequests: true })
  const body = { AdminGroupName: adminGroup, IsTestIdp: true, MetadataUrl: provider.metadataUrl, ProviderName: 'samlp' }
  expect((await test.call(enableFederation, { body }, { token })).body.federationState).toBe('TESTING')
  expect(await read()).toEqual(before)
})

describe('a signature on the response alone', () => {
  it('is refused until the administrator accepts it, and given up only with a tested draft', async () => {
    Object.assign(provider.settings, { signsAssertion: false })
    const body = { AdminGroupName: adminGroup, IsTestIdp: true, MetadataUrl: provider.metadataUrl, ProviderName: 'samlp' }
    const drafted = await test.call(enableFederation, { body }, { token })
    expect(drafted.body.draft.acceptsResponseSignature).toBe(false)
    provider.trust((await inject(`${base()}/metadata`)).body)
    const { url, form } = await goToProvider({ token })
    expect(fragmentOf(await inject(url, form))).toContain('refusal=signature_missing')
    await test.call(updateFederation, { body: { acceptsResponseSignature: true } }, { token })
    expect((await signIn({ token })).body.test).toMatchObject({ outcome: 'success', isAdministrator: true })
    // Only what was tested takes over.
    const other = await test.call(enableFederation, { body: { IsTestIdp: false, acceptsResponseSignature: false } }, { token })
    expect([other.status, other.body.code]).toEqual([409, 'federation_untested'])
    await test.call(enableFederation, { body: { IsTestIdp: false } }, { token })
    expect((await signIn()).status).toBe(200)
    const refused = await test.call(updateFederation, { body: { acceptsResponseSignature: false } }, { token })
    expect([refused.status, refused.body.code]).toEqual([409, 'federation_untested'])
    expect((await test.call(updateFederation, { body: { acceptsResponseSignature: true } }, { token })).status).toBe(200)
    expect((await signIn()).status).toBe(200)
  })
})

it('judges a second factor by the context, and by those of the tenant', async () => {
  await connect()
  const demand = (value: object) => saveTenantSetting(test, tenant, 'secondFactor', { requiresProviderFactor: true, ...value }, { token })
  const context = (name: string) => Object.assign(provider.settings.overrides, { authnContextClassRef: name })
  await demand({})
  context('urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport')
  expect((await signIn()).body).toMatchObject({ code: 'federation_refused', parameters: { refusal: 'factor_missing' } })
  expect((await signIn({ token })).body.test).toMatchObject({ outcome: 'failure', refusal: { code: 'factor_missing' } })
  context('https://refeds.org/profile/mfa')
  expect((await signIn()).status).toBe(200)
  context('urn:company:strong')
  expect((await signIn()).status).not.toBe(200)
  await demand({ providerContexts: ['urn:company:strong'] })
  expect((await signIn()).status).toBe(200)
})

describe('who it is', () => {
  it('takes names from the full name, an identifier from the chosen attribute, and says so in the test', async () => {
    provider.users.set('boss', { email: 'boss@idp.example', groups: [adminGroup], attributes: { displayName: ['Bo Ss'], uid: ['u-1'] } })
    const body = { AdminGroupName: adminGroup, IsTestIdp: true, MetadataUrl: provider.metadataUrl, ProviderName: 'samlp' }
    await test.call(enableFederation, { body: { ...body, claimNames: { identifier: 'uid' } } }, { token })
    provider.trust((await inject(`${base()}/metadata`)).body)
    expect((await signIn({ token })).body.test).toMatchObject({ givenName: 'Bo', familyName: 'Ss', nameFrom: 'full', subject: 'u-1' })
    await test.call(enableFederation, { body: { IsTestIdp: false } }, { token })
    const user = (await signIn()).body.user
    expect(user).toMatchObject({ givenName: 'Bo', familyName: 'Ss' })
    const changed = await test.call(updateFederation, { body: { claimNames: {} } }, { token })
    expect([changed.status, changed.body.code]).toEqual([409, 'federation_untested'])
    // As a tested draft: the same person, found by name.
    await test.call(enableFederation, { body: { IsTestIdp: true, claimNames: {} } }, { token })
    await signIn({ token })
    expect((await test.call(enableFederation, { body: { IsTestIdp: false } }, { token })).status).toBe(200)
    expect((await signIn()).body.user.userId).toBe(user.userId)
  })

  it('shows what was received although the test was refused', async () => {
    const body = { AdminGroupName: adminGroup, IsTestIdp: true, MetadataUrl: provider.metadataUrl, ProviderName: 'samlp' }
    await test.call(enableFederation, { body: { ...body, claimNames: { identifier: 'employeeNumber' } } }, { token })
    provider.trust((await inject(`${base()}/metadata`)).body)
    const { url, form } = await goToProvider({ token })
    expect(fragmentOf(await inject(url, form))).toContain('refusal=subject_missing')
    const { testResult } = (await test.call(getFederation, {}, { token })).body.draft
    expect(testResult).toMatchObject({ outcome: 'failure', refusal: { parameters: { reason: 'no_identifier' } } })
    expect(testResult.claims).toContainEqual(expect.objectContaining({ values: ['boss@idp.example'] }))
  })
})

describe('logging out', () => {
  it('at the provider ends the session here, and the provider is informed', async () => {
    await connect()
    const cookies = new Map<string, string>()
    const [answer, other] = [await signIn({ cookies }), await signIn({ login: 'guest' })]
    const { url } = await visitProvider(provider.logoutUrl, {}, cookies)
    expect(url.pathname).toBe(`${base()}/logout`)
    const back = await inject(url)
    expect([back.statusCode, await isAlive(answer), await isAlive(other)]).toEqual([303, false, true])
    const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    expect(await (await fetch(String(back.headers.location), { headers })).text()).toContain('Signed out')
    // A second time it ends nothing.
    expect((await inject(url)).headers.location).toBe(`${publicUrl}/home/login`)
    const [attempt] = (await test.call(listFederationAttempts, {}, { token })).body.items
    expect(attempt).toMatchObject({ kind: 'sign_out', outcome: 'failure', refusal: { code: 'replayed' } })
  })

  it('ends on the sign-in page if the provider does not sign its responses, and the trace tells', async () => {
    await connect()
    const response = `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0"/>`
    const field = { SAMLResponse: Buffer.from(response).toString('base64') }
    const posted = await inject(`${base()}/logout`, field)
    const redirected = await inject(
      `${base()}/logout?${new URLSearchParams({ SAMLResponse: deflateRawSync(response).toString('base64') })}`,
    )
    const bare = await inject(`${base()}/logout`)
    const elsewhere = await inject('/auth/federation/no-such-tenant/logout')
    for (const answer of [posted, redirected, bare, elsewhere]) {
      expect([answer.statusCode, answer.headers.location]).toEqual([303, `${publicUrl}/home/login`])
    }
    const { items } = (await test.call(listFederationAttempts, {}, { token })).body
    expect(items[1]).toMatchObject({ kind: 'sign_out', outcome: 'failure', refusal: { code: 'signature_missing' } })
    expect(items[1].steps).toEqual([expect.objectContaining({ code: 'signature', outcome: 'failed' })])
  })

  it('records ten refusals a minute of messages that no one asked for, and keeps twenty', async () => {
    await connect()
    for (let n = 0; n < 12; n++) await inject(`${base()}/acs`, { RelayState: 'x' })
    const refused = async () =>
      (await test.call(listFederationAttempts, {}, { token })).body.items.filter((item: { refusal: unknown }) => item.refusal !== null)
    expect((await refused()).map((item: { refusal: { code: string } }) => item.refusal.code)).toEqual(Array(10).fill('unsolicited'))
  })

  it('here continues at the provider, which returns to the login page', async () => {
    await connect()
    const cookies = new Map<string, string>()
    const answer = await signIn({ cookies })
    const out = await test.call(federatedSignOut, {}, { token: answer.body.accessToken })
    const { url } = await visitProvider(out.body.location, {}, cookies)
    const back = await inject(url)
    expect([back.statusCode, back.headers.location]).toEqual([303, `${publicUrl}/home/login`])
  })
})

describe('rotation without interruption', () => {
  it('reads the metadata once when the provider signs with a new key, and not again within a minute', async () => {
    await connect()
    // Each rotation publishes the next key, and signs with the one published before.
    const signWithNewKey = async () => {
      await provider.rotate()
      await provider.rotate()
    }
    await signWithNewKey()
    expect((await signIn()).status).toBe(200)
    const attempts = async () => (await test.call(listFederationAttempts, {}, { token })).body.items
    const steps = (await attempts())[0].steps.map(({ code, outcome }: { code: string; outcome: string }) => `${code} ${outcome}`)
    expect(steps).toEqual(expect.arrayContaining(['signature failed', 'metadata_read passed', 'signature passed', 'session passed']))
    await signWithNewKey()
    const { url, form } = await goToProvider()
    expect(fragmentOf(await inject(url, form))).toContain('refusal=signature_invalid')
    expect((await attempts())[0].steps.at(-1)).toMatchObject({ code: 'signature', outcome: 'failed' })
  })

  it('replaces a certificate of the provider', async () => {
    await connect()
    await provider.rotate()
    const updated = await test.call(updateFederation, { body: {} }, { token })
    expect(updated.body.active.certificates).toHaveLength(2)
    expect((await signIn()).status).toBe(200)
    await provider.rotate()
    expect((await signIn()).status).toBe(200)
    const again = await test.call(updateFederation, { body: {} }, { token })
    const kept = again.body.active.certificates.map(({ isInMetadata }: { isInMetadata: boolean }) => isInMetadata)
    expect(kept.toSorted()).toEqual([false, true])
  })

  it('replaces a key of ours, with encrypted assertions and signed requests', async () => {
    Object.assign(provider.settings, { encryption: 'aes256-gcm', wantsSignedRequests: true })
    await connect()
    const added = await test.call(addFederationKey, {}, { token })
    const { keyId } = added.body.keys.find(({ status }: { status: string }) => status === 'next')
    const metadata = (await inject(`${base()}/metadata`)).body
    expect(metadata.match(/use="signing"/g)).toHaveLength(2)
    expect((await signIn()).status).toBe(200)
    await test.call(activateFederationKey, { params: { keyId } }, { token })
    // The provider still encrypts for the previous key; it has to read our metadata again to verify the next.
    Object.assign(provider.settings, { wantsSignedRequests: false })
    expect((await signIn()).status).toBe(200)
    provider.trust((await inject(`${base()}/metadata`)).body)
    Object.assign(provider.settings, { wantsSignedRequests: true })
    expect((await signIn()).status).toBe(200)
  })
})

it('stores private keys encrypted, and shows none', async () => {
  await connect()
  const shown = JSON.stringify((await test.call(getFederation, {}, { token })).body)
  expect(shown).toContain('BEGIN CERTIFICATE')
  expect(shown).not.toContain('PRIVATE KEY')
  const rows = await asOwner(test.db, 'operator', (tx) => tx.selectFrom('federation_key').select('private_key').execute())
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY')
})
