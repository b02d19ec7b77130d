import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cancelFederation,
  checkFederation,
  enableFederation,
  listFederationAttempts,
  updateFederation,
} from '@steward/contract/federation/endpoints'
import { federatedSignIn, verifyAuthCode } from '@steward/contract/federation/sign-in'
import { asOwner } from '../db/tenant.ts'
import type { TestApp, TestTenant } from '../testing/app.ts'
import { browserCookie } from './cookie.ts'
import { type ForgingProvider, type Lies, signWithPublicKey, startForgingProvider } from '../testing/federation/forging-provider.ts'
import { comeBack, draftOf, goToProvider, publicUrl, signInThrough, startFederatedApp, verify } from '../testing/federation/setup.ts'

/** Impersonation attempts. Each test fails if the check that it covers is removed. */

let test: TestApp
let provider: ForgingProvider
let tenant: TestTenant
let token: string
let time = Date.now()

beforeAll(async () => {
  provider = await startForgingProvider()
  test = await startFederatedApp({ now: () => new Date(time) })
  tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
  await test.call(enableFederation, { body: draftOf(provider, tenant) }, { token })
  expect((await signInThrough(test, tenant, '', { token })).answer.body.test).toMatchObject({ outcome: 'success' })
  expect((await test.call(enableFederation, { body: { IsTestIdp: false } }, { token })).status).toBe(200)
})
afterAll(async () => {
  await test.close()
  await provider.close()
})
beforeEach(() => {
  provider.lies = {}
  time = Date.now()
})

/** The refusal that a manipulated response gets. */
async function refusalOf(lies: Lies): Promise<string | null> {
  provider.lies = lies
  const { callback } = await goToProvider(test, tenant, '')
  return (await comeBack(test, callback)).get('refusal')
}

describe('an identity token', () => {
  it('signs in if it is valid', async () => {
    const { answer } = await signInThrough(test, tenant, '')
    expect(answer.status).toBe(200)
    expect(answer.body.user.username).toBe('mallory@idp.example')
  })

  it('without a signature (alg none) is refused, even if the provider announces it', async () => {
    expect(await refusalOf({ token: (claims, { unsigned }) => unsigned({ alg: 'none' }, claims) })).toBe('algorithm_refused')
  })

  it('signed with the public key as a shared secret (HS256) is refused', async () => {
    expect(await refusalOf({ token: (claims, tools) => signWithPublicKey(tools, claims) })).toBe('algorithm_refused')
  })

  it('can only be signed by public keys, even if discovery announces other algorithms', async () => {
    const { body } = await test.call(checkFederation, { body: { metadataUrl: provider.metadataUrl } }, { token })
    expect(body.checks).toContainEqual({ code: 'algorithms', outcome: 'passed', parameters: { algorithms: 'RS256' } })
  })

  it('signed with another key is refused', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const token = (claims: object) => new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'forging-1' }).sign(privateKey)
    expect(await refusalOf({ token })).toBe('signature_invalid')
  })

  it('with changed claims under the old signature is refused', async () => {
    const forged = async (claims: object, { sign }: ForgingProvider | { sign: ForgingProvider['sign'] }) => {
      const [header, , signature] = (await sign({ ...claims })).split('.')
      return [header, Buffer.from(JSON.stringify({ ...claims, sub: 'somebody-else' })).toString('base64url'), signature].join('.')
    }
    expect(await refusalOf({ token: forged })).toBe('signature_invalid')
  })

  it.each([
    ['of another audience', { aud: 'another-client' }, 'audience_wrong'],
    ['of another audience beside ours, without azp', { aud: ['another-client', 'steward'] }, 'audience_wrong'],
    ['of another issuer', { iss: 'https://evil.example' }, 'issuer_wrong'],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 600 }, 'expired'],
    ['that begins later', { nbf: Math.floor(Date.now() / 1000) + 600 }, 'not_yet_valid'],
    ['of another sign-in (nonce)', { nonce: 'another' }, 'nonce_wrong'],
    ['without a nonce', { nonce: undefined }, 'nonce_missing'],
    ['without a subject', { sub: undefined }, 'provider_answer_invalid'],
  ])('%s is refused', async (_, changed, refusal) => {
    expect(await refusalOf({ claims: (claims) => ({ ...claims, ...changed }) })).toBe(refusal)
  })

  it('does not appear in the trace', async () => {
    await signInThrough(test, tenant, '')
    const { body } = await test.call(listFederationAttempts, {}, { token })
    expect(JSON.stringify(body)).not.toMatch(/eyJ|an-access-token|a secret of the client/)
  })
})

describe('user info', () => {
  it('with another subject than the token is refused', async () => {
    expect(await refusalOf({ userInfo: { sub: 'somebody-else', email: 'boss@idp.example' } })).toBe('user_info_subject_wrong')
  })
})

describe('the callback', () => {
  it.each([
    ['from another issuer', (back: URLSearchParams) => back.set('iss', 'https://evil.example')],
    ['that does not say from whom, though the provider promised', (back: URLSearchParams) => back.delete('iss')],
    ['that says it twice', (back: URLSearchParams) => back.append('iss', 'https://evil.example')],
  ])('%s is refused (mix-up, RFC 9207)', async (_, back) => {
    expect(await refusalOf({ back })).toBe('issuer_wrong')
    const [{ refusal, steps }] = (await test.call(listFederationAttempts, {}, { token })).body.items
    expect(refusal.parameters.expected).toBe(provider.issuer)
    // Refused before the code is sent anywhere.
    expect(steps.map(({ code }: { code: string }) => code)).not.toContain('token_exchange')
  })

  it('reports the error of the provider', async () => {
    const back = (parameters: URLSearchParams) => {
      parameters.delete('code')
      parameters.set('error', 'access_denied')
      parameters.set('error_description', 'User is not assigned')
    }
    expect(await refusalOf({ back })).toBe('provider_refused')
    const { body } = await test.call(listFederationAttempts, {}, { token })
    expect(body.items[0]).toMatchObject({
      outcome: 'failure',
      refusal: { code: 'provider_refused', parameters: { error: 'access_denied', description: 'User is not assigned' } },
    })
  })

  it('is accepted once: a replayed response is refused', async () => {
    const { callback } = await goToProvider(test, tenant, '')
    expect((await comeBack(test, callback)).get('code')).toMatch(/^[\w-]{43}$/)
    expect((await comeBack(test, callback)).get('refusal')).toBe('flow_used')
  })

  it('with an unknown state is refused', async () => {
    const { callback } = await goToProvider(test, tenant, '')
    callback.searchParams.set('state', 'A'.repeat(43))
    expect((await comeBack(test, callback)).get('refusal')).toBe('flow_unknown')
    callback.searchParams.delete('state')
    expect((await comeBack(test, callback)).get('refusal')).toBe('unsolicited')
  })

  it('with the state of another tenant is refused', async () => {
    const other = await test.buildTenant()
    const { callback } = await goToProvider(test, tenant, '')
    callback.pathname = callback.pathname.replace(tenant.tenantName, other.tenantName)
    expect((await comeBack(test, callback)).get('refusal')).toBe('flow_unknown')
  })

  it('expires after ten minutes', async () => {
    const { callback } = await goToProvider(test, tenant, '')
    time += 10 * 60_000
    expect((await comeBack(test, callback)).get('refusal')).toBe('flow_expired')
  })

  it('redirects only to the login page, regardless of its parameters (open redirect)', async () => {
    const { callback } = await goToProvider(test, tenant, '')
    for (const name of ['redirect', 'redirect_uri', 'returnTo', 'RelayState', 'target'])
      callback.searchParams.set(name, 'https://evil.example')
    const host = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const answer = await test.app.http.inject({ method: 'GET', url: `${callback.pathname}${callback.search}`, headers: host })
    expect(String(answer.headers.location)).toMatch(`${publicUrl}/home/login#`)
    expect(String(answer.headers.location)).not.toContain('evil')
  })

  it('sends the code in the fragment, and no referrer', async () => {
    const { callback } = await goToProvider(test, tenant, '')
    const answer = await test.app.http.inject({ method: 'GET', url: `${callback.pathname}${callback.search}` })
    const location = new URL(String(answer.headers.location))
    expect(location.search).toBe('')
    expect(location.hash).toContain('code=')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('the code', () => {
  it('is refused without the cookie of the browser that started, and not used up by that (login CSRF)', async () => {
    const { callback, browser } = await goToProvider(test, tenant, '')
    const fragment = await comeBack(test, callback)
    const another = (await goToProvider(test, tenant, '')).browser
    for (const wrong of [another, '', 'A'.repeat(43)]) {
      const refused = await verify(test, tenant, fragment, wrong)
      expect(refused.body).toMatchObject({ code: 'federation_refused', parameters: { refusal: 'browser_unknown' } })
      expect(refused.cookies).toEqual([])
    }
    expect((await verify(test, tenant, fragment, browser)).status).toBe(200)
  })

  it('works once', async () => {
    const { fragment, way } = await signInThrough(test, tenant, '')
    const again = await verify(test, tenant, fragment, way.browser)
    expect(again.body.parameters.refusal).toBe('flow_used')
  })

  it('expires after a minute', async () => {
    const { callback, browser } = await goToProvider(test, tenant, '')
    const fragment = await comeBack(test, callback)
    time += 60_000
    expect((await verify(test, tenant, fragment, browser)).body.parameters.refusal).toBe('flow_expired')
  })

  it('is refused at another tenant', async () => {
    const other = await test.buildTenant()
    const { callback, browser } = await goToProvider(test, tenant, '')
    const refused = await verify(test, other, await comeBack(test, callback), browser)
    expect(refused.body.parameters.refusal).toBe('code_unknown')
  })

  it('is refused with another administrator group than configured', async () => {
    const { callback, browser } = await goToProvider(test, tenant, '')
    const code = (await comeBack(test, callback)).get('code') ?? ''
    const query = { code, tenantName: tenant.tenantName, adminGroupName: 'Everybody' }
    expect((await test.call(verifyAuthCode, { query }, { cookies: { [browserCookie]: browser } })).status).toBe(401)
  })
})

describe('the cookie', () => {
  it('is out of reach of scripts and other sites, and only sent for sign-in', async () => {
    const answer = await test.app.http.inject({ method: 'GET', url: `/auth/Login/federatedsignin/${tenant.tenantName}` })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^steward_federation=[\w-]{43};/)
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).toMatch(/Path=\/auth\/Login/)
  })

  it('stays the same for two tabs, and a forged one is replaced', async () => {
    const { browser } = await goToProvider(test, tenant, '')
    expect((await goToProvider(test, tenant, '', { cookies: { [browserCookie]: browser } })).browser).toBe(browser)
    expect((await goToProvider(test, tenant, '', { cookies: { [browserCookie]: 'short' } })).browser).not.toBe('short')
  })
})

describe('another provider next to the active one', () => {
  /** A discovery document whose author wants codes and secrets sent to another server. */
  async function diverted(changed: object): Promise<string> {
    return JSON.stringify({ ...JSON.parse(await (await fetch(provider.metadataUrl)).text()), ...changed })
  }
  const elsewhere = () => ({ token_endpoint: `${provider.issuer}/elsewhere` })
  const draft = (body: object, as: string) => test.call(enableFederation, { body: { IsTestIdp: true, ...body } }, { token: as })
  async function configurer(): Promise<string> {
    const { username } = await test.buildUser(tenant, { actions: ['ConfigureSSO'] })
    provider.lies = { claims: (claims) => ({ ...claims, sub: username, email: username }), userInfo: { sub: username } }
    return (await signInThrough(test, tenant, '')).answer.body.accessToken
  }

  it.each([
    ['of the same issuer', elsewhere],
    ['of another issuer', () => ({ ...elsewhere(), issuer: 'https://evil.example' })],
    ['that only asks for user info elsewhere', () => ({ userinfo_endpoint: 'https://evil.example/userinfo' })],
  ])('%s can’t be sent the codes of the first by someone who isn’t an administrator (mix-up)', async (_, changed) => {
    const answer = await draft({ metadata: await diverted(changed()), clientSecret: 'another' }, await configurer())
    expect([answer.status, answer.body.code]).toEqual([403, 'administrator_only'])
  })

  it('does not get the secret of the first through a file with other endpoints', async () => {
    const metadata = await diverted(elsewhere())
    const field = { field: 'clientSecret', code: 'required' }
    for (const answer of [
      await draft({ metadata }, token),
      await test.call(updateFederation, { body: { slot: 'active', metadata } }, { token }),
    ]) {
      expect([answer.status, answer.body.errors]).toMatchObject([400, [field]])
    }
  })

  it('can be tested by everyone who can configure single sign-on if it is the same provider', async () => {
    const document = await (await fetch(provider.metadataUrl)).text()
    const as = await configurer()
    for (const body of [{ metadata: document }, { MetadataUrl: provider.metadataUrl }]) {
      expect((await draft(body, as)).body.draft).toMatchObject({ hasClientSecret: true })
    }
    expect((await test.call(cancelFederation, {}, { token })).status).toBe(200)
  })
})

describe('stored data', () => {
  it('cannot be used to sign in: secrets, nonces and identities are encrypted, codes are digests', async () => {
    const { callback, browser } = await goToProvider(test, tenant, '')
    const fragment = await comeBack(test, callback)
    const stored = await asOwner(test.db, 'operator', async (tx) => ({
      flows: await tx.selectFrom('federation_flow').selectAll().execute(),
      providers: await tx.selectFrom('federation_provider').selectAll().execute(),
      keys: await tx.selectFrom('federation_key').select('private_key').execute(),
    }))
    const text = JSON.stringify(stored)
    const secrets = [fragment.get('code') ?? '-', browser, 'a secret of the client', 'PRIVATE KEY']
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    expect(JSON.stringify(stored.flows).includes('mallory')).toBe(false)
  })
})

describe('a test sign-in', () => {
  it('can only be started by people who can configure single sign-on', async () => {
    const input = { params: { tenantName: tenant.tenantName }, query: { isTestIdp: 'true' as const } }
    expect((await test.call(federatedSignIn, input)).status).toBe(401)
    const nobody = await test.buildTenant()
    const user = await test.buildUser(nobody)
    expect((await test.call(federatedSignIn, input, { token: await test.signIn(nobody, user) })).status).toBe(403)
    const foreign = await test.signIn(nobody, nobody.administrator)
    expect((await test.call(federatedSignIn, input, { token: foreign })).body.code).toBe('federation_inactive')
    expect((await test.call(federatedSignIn, input, { token })).status).toBe(200)
  })
})
