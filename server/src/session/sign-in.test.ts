import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  changePassword,
  getProfile,
  getProfileGroups,
  implicitLogin,
  login,
  signInMethods,
  signOut,
} from '@steward/contract/session/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, password, startTestApp } from '../testing/app.ts'
import { refreshCookie } from './cookie.ts'
import { browserCookie } from './known-browsers.ts'
import { refreshTokenOf, systemLog, testClock, withToken } from '../testing/session.ts'

let testApp: TestApp
let tenant: TestTenant
let user: TestUser
const clock = testClock()

beforeAll(async () => {
  testApp = await startTestApp({ now: clock.now })
})
afterAll(() => testApp?.close())
beforeEach(async () => {
  // All calls come from one address, whose failures are cleared after 15 minutes.
  clock.advance({ minutes: 20 })
  tenant = await testApp.buildTenant()
  user = await testApp.buildUser(tenant, { email: `Grace.${tenant.tenantName}@Northwind.example` })
})

const signIn = (body: { tenantName?: string; username?: string; password?: string } = {}, headers = {}) =>
  testApp.call(login, { body: { tenantName: tenant.tenantName, username: user.username, password, ...body } }, { headers })

describe('login', () => {
  it('answers an access token, the user and a cookie that scripts and other sites cannot get', async () => {
    const answer = await signIn({}, { 'user-agent': 'Steward test' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      expiresIn: 600,
      user: {
        userId: user.userId,
        username: user.username,
        tenantName: tenant.tenantName,
        company: tenant.displayName,
        apps: expect.arrayContaining(['rms-owl']),
        isFederated: false,
        identityProvider: null,
      },
    })
    const header = [answer.headers['set-cookie']].flat().find((cookie) => cookie?.startsWith(refreshCookie))
    expect(header).toMatch(/^steward_refresh=[\w-]{64}; Max-Age=3600; Path=\/auth\/v1; HttpOnly; SameSite=Strict$/)
    const events = await systemLog(testApp, tenant)
    expect(events).toEqual([
      expect.objectContaining({
        kind: 'sign_in',
        outcome: 'success',
        user_id: user.userId,
        username: user.username,
        address: '127.0.0.1',
        user_agent: 'Steward test',
        details: { sessionId: answer.body.sessionId, method: 'password' },
      }),
    ])
  })

  it('accepts names in any case and with surrounding spaces', async () => {
    const answer = await signIn({ tenantName: ` ${tenant.tenantName.toUpperCase()} `, username: ` ${user.username.toUpperCase()} ` })
    expect(answer.status).toBe(200)
  })

  it('gives the same answer for every cause of failure', async () => {
    const pending = await testApp.buildUser(tenant, { status: 'FORCE_CHANGE_PASSWORD' })
    const disabled = await testApp.buildUser(tenant, { isDisabled: true })
    const external = await testApp.buildUser(tenant, { status: 'EXTERNAL_PROVIDER' })
    const answers = await Promise.all([
      signIn({ password: 'wrong' }),
      signIn({ username: 'nobody@nowhere.example' }),
      signIn({ tenantName: 'no-such-tenant' }),
      signIn({ username: pending.username }),
      signIn({ username: disabled.username }),
      signIn({ username: external.username }),
    ])
    for (const answer of answers) {
      const { requestId, ...body } = answer.body
      expect(requestId).toMatch(/[\w-]+/)
      expect(body).toEqual({
        type: 'about:blank',
        title: 'Unauthorized',
        status: 401,
        code: 'login_failed',
        message: 'The email and password combination doesn’t match.',
        parameters: {},
      })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const events = await systemLog(testApp, tenant)
    expect(events.map(({ kind, username, details }) => [kind, username, details['reason']]).toSorted()).toEqual(
      [
        ['sign_in_failed', disabled.username, 'disabled'],
        ['sign_in_failed', external.username, 'identity_provider'],
        ['sign_in_failed', 'nobody@nowhere.example', 'unknown_user'],
        ['sign_in_failed', pending.username, 'password'],
        ['sign_in_failed', user.username, 'password'],
      ].toSorted(),
    )
  })

  it('refuses a disabled tenant like a wrong password', async () => {
    await asOwner(testApp.db, 'operator', (tx) =>
      tx.updateTable('tenant').set({ status: 'Disabled' }).where('tenant_id', '=', tenant.tenantId).execute(),
    )
    expect((await signIn()).body.code).toBe('login_failed')
  })

  it('refuses bodies that violate the contract', async () => {
    const answer = await testApp.call(login, {
      // @ts-expect-error a missing field and an extra one
      body: { tenantName: tenant.tenantName, username: user.username, remember: true },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { field: string; code: string }) => [error.field, error.code])).toEqual(
      expect.arrayContaining([
        ['password', 'required'],
        ['remember', 'unknown_field'],
      ]),
    )
  })

  it('replaces a hash that has older parameters', async () => {
    const { hash } = await import('@node-rs/argon2')
    const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    const row = () =>
      asOwner(testApp.db, 'operator', (tx) =>
        tx.selectFrom('app_user').select('password_hash').where('user_id', '=', user.userId).executeTakeFirstOrThrow(),
      )
    await asOwner(testApp.db, 'operator', (tx) =>
      tx.updateTable('app_user').set({ password_hash: old }).where('user_id', '=', user.userId).execute(),
    )
    expect((await signIn()).status).toBe(200)
    expect((await row()).password_hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
    expect((await signIn()).status).toBe(200)
  })

  it("ends the browser's previous session", async () => {
    const first = await signIn()
    const again = await testApp.call(
      login,
      { body: { tenantName: tenant.tenantName, username: user.username, password } },
      withToken(refreshTokenOf(first)),
    )
    expect(again.status).toBe(200)
    expect((await testApp.call(getProfile, {}, { token: first.body.accessToken })).status).toBe(401)
    expect((await testApp.call(getProfile, {}, { token: again.body.accessToken })).status).toBe(200)
  })
})

describe('locking', () => {
  const wrong = () => signIn({ password: 'wrong' })

  it('locks an account after five failures, for increasing times, and clears them after a success', async () => {
    for (let n = 0; n < 5; n++) expect((await wrong()).body.code).toBe('login_failed')
    const locked = await signIn()
    expect([locked.status, locked.body.code, locked.headers['retry-after']]).toEqual([429, 'sign_in_locked', '60'])
    clock.advance({ seconds: 61 })
    expect((await wrong()).status).toBe(401)
    expect((await signIn()).headers['retry-after']).toBe('120')
    clock.advance({ seconds: 121 })
    expect((await wrong()).status).toBe(401)
    expect((await signIn()).headers['retry-after']).toBe('240')
    clock.advance({ seconds: 241 })
    expect((await signIn()).status).toBe(200)
    for (let n = 0; n < 4; n++) expect((await wrong()).body.code).toBe('login_failed')
    expect((await signIn()).status).toBe(200)
    const kinds = (await systemLog(testApp, tenant)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'account_locked')).toHaveLength(3)
  })

  it('locks for at most an hour', async () => {
    for (let n = 0; n < 20; n++) {
      await wrong()
      clock.advance({ minutes: 61 })
    }
    await wrong()
    expect((await signIn()).headers['retry-after']).toBe('3600')
  })

  it('shows administrators how long an account is locked', async () => {
    for (let n = 0; n < 5; n++) await wrong()
    await testApp.app.session.signIn.settled()
    const locked = () =>
      asOwner(testApp.db, 'operator', (tx) =>
        tx.selectFrom('app_user').select(['failed_attempts', 'locked_until']).where('user_id', '=', user.userId).executeTakeFirstOrThrow(),
      )
    expect(await locked()).toEqual({ failed_attempts: 5, locked_until: new Date(clock.now().getTime() + 60_000) })
    clock.advance({ minutes: 2 })
    await signIn()
    expect(await locked()).toEqual({ failed_attempts: 0, locked_until: null })
  })

  it('treats accounts and tenants that do not exist the same way', async () => {
    for (const body of [{ username: `ghost@${tenant.tenantName}.example` }, { tenantName: `ghost-${tenant.tenantName}` }]) {
      for (let n = 0; n < 5; n++) expect((await signIn(body)).body.code).toBe('login_failed')
      const answer = await signIn(body)
      expect([answer.status, answer.headers['retry-after']]).toEqual([429, '60'])
    }
  })

  it('does not let concurrent guesses bypass the lock', async () => {
    const guesses = await Promise.all(Array.from({ length: 20 }, wrong))
    expect(guesses.every(({ status }) => status === 401 || status === 429)).toBe(true)
    expect((await signIn()).status).toBe(429)
  })

  const from = (remoteAddress: string, body: { username?: string; password?: string } = {}, cookies: Record<string, string> = {}) =>
    testApp.app.http.inject({
      method: 'POST',
      url: login.path,
      remoteAddress,
      cookies,
      payload: { tenantName: tenant.tenantName, username: user.username, password: 'wrong', ...body },
    })
  const browserOf = (answer: { cookies: { name: string; value: string }[] }) => {
    const cookie = answer.cookies.find(({ name }) => name === browserCookie)
    return { [browserCookie]: cookie?.value ?? '' }
  }

  it('lets the owner sign in from another address while an attacker is locked', async () => {
    for (let n = 0; n < 5; n++) expect((await from('203.0.113.5')).statusCode).toBe(401)
    expect((await from('203.0.113.5', { password })).json().code).toBe('sign_in_locked')
    expect((await from('203.0.113.77', { password })).statusCode).toBe(200)
    expect((await from('198.51.100.9', { password })).statusCode).toBe(200)
    expect((await from('2001:db8::9', { password })).statusCode).toBe(200)
    expect((await from('203.0.113.5', { password })).json().code).toBe('sign_in_locked')
  })

  it.each([
    ['an IPv4 /24', (n: number) => `203.0.113.${n}`, '203.0.113.200', '203.0.114.1'],
    ['an IPv6 /64', (n: number) => `2001:db8:1:1::${n}`, '2001:db8:1:1:ffff::1', '2001:db8:1:2::1'],
  ])('locks %s after twenty failures', async (_name, attacker, neighbor, other) => {
    for (let n = 0; n < 20; n++) expect((await from(attacker(n + 1))).statusCode).toBe(401)
    expect((await from(neighbor, { password })).json().code).toBe('sign_in_locked')
    expect((await from(other, { password })).statusCode).toBe(200)
  })

  it('bounds guesses from everywhere, and still admits a browser that signed in before', async () => {
    const browser = browserOf(await from('198.51.100.9', { password }))
    for (let n = 0; n < 100; n++) expect((await from(`10.1.${n}.1`)).statusCode).toBe(401)
    expect((await from('198.51.100.9', { password })).json().code).toBe('sign_in_locked')
    expect((await from('10.9.9.9', { password })).json().code).toBe('sign_in_locked')
    expect((await from('10.1.1.1', { password }, browser)).statusCode).toBe(200)
    clock.advance({ seconds: 61 })
    expect((await from('10.1.200.1')).statusCode).toBe(401)
    expect((await from('10.9.9.9', { password })).headers['retry-after']).toBe('120')
  })

  it('counts the failures of a known browser alone, and locks it', async () => {
    const browser = browserOf(await from('198.51.100.9', { password }))
    for (let n = 0; n < 5; n++) expect((await from('198.51.100.9', {}, browser)).statusCode).toBe(401)
    expect((await from('198.51.100.9', { password }, browser)).json().code).toBe('sign_in_locked')
    expect((await from('198.51.100.9', { password })).statusCode).toBe(200)
  })

  it('gives no credit for another account, another installation or an old cookie', async () => {
    const browser = browserOf(await from('198.51.100.9', { username: tenant.administrator.username, password }))
    for (let n = 0; n < 5; n++) await from('203.0.113.5')
    expect((await from('203.0.113.5', { password }, browser)).json().code).toBe('sign_in_locked')
    expect((await from('203.0.113.5', { password }, { [browserCookie]: 'AAAA.99999.AAAA' })).json().code).toBe('sign_in_locked')
    const own = browserOf(await from('198.51.100.9', { password }, browser))
    expect(own[browserCookie]?.split('~')).toHaveLength(2)
    expect((await from('203.0.113.5', { password }, own)).statusCode).toBe(200)
    clock.advance({ days: 181 })
    for (let n = 0; n < 5; n++) await from('203.0.113.5')
    expect((await from('203.0.113.5', { password }, own)).json().code).toBe('sign_in_locked')
  })

  it('does not count successes of an address', async () => {
    const people = await Promise.all(Array.from({ length: 70 }, () => testApp.buildUser(tenant)))
    for (const { username } of people) expect((await from('198.51.100.1', { username, password })).statusCode).toBe(200)
  })

  it('locks an address that tries many accounts', async () => {
    const trying = (n: number) => from(`2001:db8:7:7::${n.toString(16)}`, { username: `user${n}@x.example` })
    for (let n = 1; n <= 30; n++) expect((await trying(n)).statusCode).toBe(401)
    const codes: string[] = []
    for (let n = 31; n <= 61; n++) codes.push((await trying(n)).json().code)
    // From twice as many a minute on, not even the lock is looked up.
    expect([codes[0], codes.at(-2), codes.at(-1)]).toEqual(['sign_in_locked', 'sign_in_locked', 'rate_limited'])
    expect((await signIn()).status).toBe(200)
  })
})

describe('signInMethods', () => {
  it('names the identity provider of a federated tenant, and treats unknown tenants like any other', async () => {
    const ask = async (tenantName: string) => (await testApp.call(signInMethods, { query: { tenantName } })).body
    const { tenantName } = tenant
    expect(await ask('no-such-tenant')).toEqual({ tenantName: 'no-such-tenant', password: true, identityProvider: null })
    expect(await ask(tenantName)).toEqual({ tenantName, password: true, identityProvider: null })
    await federate({ adminUsername: tenant.administrator.username })
    expect(await ask(tenant.tenantName)).toEqual({ tenantName, password: true, identityProvider: 'Entra ID' })
    await federate({ adminUsername: null })
    expect(await ask(tenant.tenantName)).toEqual({ tenantName, password: false, identityProvider: 'Entra ID' })
  })

  it('allows a password only to the one named administrator of a federated tenant', async () => {
    await federate({ adminUsername: tenant.administrator.username })
    expect((await signIn()).body.code).toBe('login_failed')
    const administrator = await signIn({ username: tenant.administrator.username })
    expect(administrator.body.user).toMatchObject({ isFederated: true, identityProvider: 'Entra ID' })
  })

  async function federate({ adminUsername }: { adminUsername: string | null }): Promise<void> {
    await asOwner(testApp.db, 'operator', (tx) =>
      tx
        .insertInto('federation_config')
        .values({ tenant_id: tenant.tenantId, state: 'ACTIVE', provider_name: 'Entra ID', admin_username: adminUsername })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ admin_username: adminUsername }))
        .execute(),
    )
  }
})

describe('signOut', () => {
  it('ends the session of the cookie and always succeeds', async () => {
    const signedIn = await signIn()
    const token = refreshTokenOf(signedIn)
    const out = await testApp.call(signOut, {}, withToken(token))
    expect(out.status).toBe(204)
    expect(refreshTokenOf(out)).toBe('')
    expect((await testApp.call(getProfile, {}, { token: signedIn.body.accessToken })).status).toBe(401)
    expect((await testApp.call(implicitLogin, {}, withToken(token))).body.code).toBe('no_session')
    expect((await testApp.call(signOut, {}, withToken(token))).status).toBe(204)
    expect((await testApp.call(signOut, {})).status).toBe(204)
    expect((await systemLog(testApp, tenant)).map(({ kind }) => kind)).toEqual(['sign_in', 'sign_out'])
  })

  it('takes an access token if there is no cookie', async () => {
    const token = await testApp.signIn(tenant, user)
    expect((await testApp.call(signOut, {}, { token })).status).toBe(204)
    expect((await testApp.call(getProfile, {}, { token })).status).toBe(401)
  })
})

describe('profile', () => {
  it('returns the user and their groups', async () => {
    const group = await testApp.buildGroup(tenant, { members: [user] })
    const token = await testApp.signIn(tenant, user)
    const profile = await testApp.call(getProfile, {}, { token })
    expect(profile.body).toMatchObject({ userId: user.userId, status: 'CONFIRMED', lastSignInTime: clock.now().toISOString() })
    const groups = await testApp.call(getProfileGroups, {}, { token })
    expect(groups.body).toEqual([{ groupId: group.groupId, groupName: group.groupName, status: 'Enabled' }])
  })

  it('requires a token', async () => {
    expect((await testApp.call(getProfile, {})).status).toBe(401)
    expect((await testApp.call(getProfile, {}, { token: 'stw_key_unknown' })).status).toBe(401)
    expect((await testApp.call(getProfile, {}, { token: 'ey.not.it' })).status).toBe(401)
    const body = { oldPassword: password, newPassword: 'Another-horse-8-battery' }
    expect((await testApp.call(changePassword, { body })).status).toBe(401)
  })
})
