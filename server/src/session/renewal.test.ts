import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getProfile, implicitLogin, login, refreshLogin, signOut } from '@steward/contract/session/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestAnswer, type TestApp, type TestTenant, type TestUser, password, startTestApp } from '../testing/app.ts'
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
  tenant = await testApp.buildTenant()
  user = await testApp.buildUser(tenant)
})

async function signedIn(): Promise<TestAnswer> {
  const answer = await testApp.call(login, { body: { tenantName: tenant.tenantName, username: user.username, password } })
  expect(answer.status).toBe(200)
  return answer
}
const refresh = (token: string | undefined) => testApp.call(refreshLogin, {}, withToken(token))
const implicit = (token: string | undefined) => testApp.call(implicitLogin, {}, withToken(token))
const profile = (answer: TestAnswer) => testApp.call(getProfile, {}, { token: answer.body.accessToken })

describe.each([
  ['refresh', refreshLogin, 400, 'session_ended'],
  ['implicit', implicitLogin, 401, 'no_session'],
] as const)('%s', (_name, endpoint, endedStatus, endedCode) => {
  const renew = (token: string | undefined) => testApp.call(endpoint, {}, withToken(token))

  it('replaces the refresh token and renews the access token', async () => {
    const first = await signedIn()
    clock.advance({ minutes: 9 })
    const second = await renew(refreshTokenOf(first))
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({ expiresIn: 600, sessionId: first.body.sessionId, user: { username: user.username } })
    expect(refreshTokenOf(second)).toMatch(/^[\w-]{64}$/)
    expect(refreshTokenOf(second)).not.toBe(refreshTokenOf(first))
    clock.advance({ minutes: 9 })
    expect((await profile(first)).status).toBe(401)
    expect((await profile(second)).status).toBe(200)
    expect((await renew(refreshTokenOf(second))).status).toBe(200)
  })

  it(`answers ${endedCode} without a session and clears the cookie`, async () => {
    const bare = await testApp.call(endpoint, {})
    expect([bare.status, bare.body.code]).toEqual([endedStatus, endedCode])
    for (const token of ['nonsense', 'A'.repeat(64)]) {
      const answer = await renew(token)
      expect([answer.status, answer.body.code, refreshTokenOf(answer)]).toEqual([endedStatus, endedCode, ''])
    }
  })

  it('ends the session when a token that was replaced a while ago is used again', async () => {
    const first = await signedIn()
    const second = await renew(refreshTokenOf(first))
    clock.advance({ seconds: 11 })
    const replayed = await renew(refreshTokenOf(first))
    expect([replayed.status, replayed.body.code]).toEqual([endedStatus, endedCode])
    expect((await renew(refreshTokenOf(second))).status).toBe(endedStatus)
    expect((await profile(second)).status).toBe(401)
    const events = await systemLog(testApp, tenant)
    expect(events.at(-1)).toMatchObject({
      kind: 'token_replayed',
      outcome: 'failure',
      user_id: user.userId,
      address: '127.0.0.1',
      details: { sessionId: first.body.sessionId },
    })
  })

  it('gives a concurrent tab the same successor, and ends nothing', async () => {
    const first = await signedIn()
    const answers = await Promise.all([1, 2, 3, 4].map(() => renew(refreshTokenOf(first))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(refreshTokenOf)).size).toBe(1)
    clock.advance({ minutes: 5 })
    expect((await renew(refreshTokenOf(answers[0] ?? first))).status).toBe(200)
  })

  it('sends no cookie with a late answer after the successor has been used', async () => {
    const first = await signedIn()
    const second = await renew(refreshTokenOf(first))
    const third = await renew(refreshTokenOf(second))
    const late = await renew(refreshTokenOf(first))
    expect(late.status).toBe(200)
    expect(refreshTokenOf(late)).toBeUndefined()
    clock.advance({ minutes: 5 })
    expect((await renew(refreshTokenOf(third))).status).toBe(200)
  })

  it('ends a session after an hour without renewal, but not before', async () => {
    let last = await signedIn()
    clock.advance({ minutes: 59 })
    last = await renew(refreshTokenOf(last))
    expect(last.status).toBe(200)
    clock.advance({ minutes: 61 })
    const answer = await renew(refreshTokenOf(last))
    expect([answer.status, answer.body.code, answer.body.parameters]).toEqual([endedStatus, endedCode, { reason: 'inactivity' }])
  })

  it('ends an active session after twelve hours, and its last access token with it', async () => {
    let last = await signedIn()
    for (let minutes = 0; minutes < 11 * 60 + 30; minutes += 30) {
      clock.advance({ minutes: 30 })
      last = await renew(refreshTokenOf(last))
      expect(last.status).toBe(200)
    }
    clock.advance({ minutes: 26 })
    last = await renew(refreshTokenOf(last))
    expect(last.body.expiresIn).toBe(240)
    clock.advance({ minutes: 5 })
    const answer = await renew(refreshTokenOf(last))
    expect([answer.status, answer.body.parameters]).toEqual([endedStatus, { reason: 'expired' }])
  })

  it('does not renew for a user who was disabled', async () => {
    const first = await signedIn()
    await asOwner(
      testApp.db,
      'operator',
      (tx) => tx.updateTable('app_user').set({ is_disabled: true }).where('user_id', '=', user.userId).execute(),
      { tenantId: tenant.tenantId },
    )
    expect((await renew(refreshTokenOf(first))).status).toBe(endedStatus)
    expect((await profile(first)).status).toBe(401)
  })
})

it('logs a session that continues from another address', async () => {
  const first = await signedIn()
  const answer = await testApp.app.http.inject({
    method: 'POST',
    url: refreshLogin.path,
    cookies: withToken(refreshTokenOf(first)).cookies,
    remoteAddress: '203.0.113.9',
  })
  expect(answer.statusCode).toBe(200)
  expect((await systemLog(testApp, tenant)).at(-1)).toMatchObject({
    kind: 'session_moved',
    address: '203.0.113.9',
    details: { previousAddress: '127.0.0.1' },
  })
})

it('refuses tokens of another tenant, regardless of their claims', async () => {
  const first = await signedIn()
  const token = Buffer.from(refreshTokenOf(first) ?? '', 'base64url')
  const other = await testApp.buildTenant()
  const forged = Buffer.concat([Buffer.from(other.tenantId.replaceAll('-', ''), 'hex'), token.subarray(16)]).toString('base64url')
  expect((await refresh(forged)).status).toBe(400)
  expect((await implicit(refreshTokenOf(first))).status).toBe(200)
})

describe.each([
  ['refresh', refreshLogin],
  ['implicit', implicitLogin],
  ['sign-out', signOut],
] as const)('%s by cookie', (_name, endpoint) => {
  const call = async (headers: Record<string, string>) => {
    const session = await signedIn()
    const answer = await testApp.call(endpoint, {}, { ...withToken(refreshTokenOf(session)), headers })
    return { answer, session }
  }

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' }],
    [{ origin: 'http://other.localhost:8080' }],
    [{ origin: 'null' }],
  ])('refuses other websites: %o', async (headers) => {
    const { answer, session } = await call(headers)
    expect([answer.status, answer.body.code, refreshTokenOf(answer)]).toEqual([403, 'cross_site', undefined])
    expect((await profile(session)).status).toBe(200)
    expect((await refresh(refreshTokenOf(session))).status).toBe(200)
  })

  it.each([
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://proxied.example' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'http://localhost:8080' }],
    [{}],
  ])('accepts its own pages, and programs: %o', async (headers) => {
    expect((await call(headers as Record<string, string>)).answer.status).toBeLessThan(300)
  })
})
