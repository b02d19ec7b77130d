import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  getProfile,
  listOwnSessions,
  listUserSessions,
  login,
  revokeOwnSession,
  revokeUserSession,
  revokeUserSessions,
} from '@steward/contract/session/endpoints'
import { type App, buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { type Db, openDatabase } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import { setTenantStatus } from '../tenants/service.ts'
import { type TestApp, type TestTenant, type TestUser, password, startTestApp } from '../testing/app.ts'
import { systemLog, testClock } from '../testing/session.ts'

let testApp: TestApp
let tenant: TestTenant
let user: TestUser
let administratorToken: string
const clock = testClock()

beforeAll(async () => {
  testApp = await startTestApp({ now: clock.now })
})
afterAll(() => testApp?.close())
beforeEach(async () => {
  tenant = await testApp.buildTenant()
  user = await testApp.buildUser(tenant)
  administratorToken = await testApp.signIn(tenant, tenant.administrator)
})

const signIn = async (userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0') => {
  const answer = await testApp.call(
    login,
    { body: { tenantName: tenant.tenantName, username: user.username, password } },
    { headers: { 'user-agent': userAgent } },
  )
  return { token: String(answer.body.accessToken), sessionId: String(answer.body.sessionId) }
}
const isAlive = async (token: string) => (await testApp.call(getProfile, {}, { token })).status === 200
const unknown = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44'

describe('own sessions', () => {
  it('lists open ones and ends one of them', async () => {
    const laptop = await signIn()
    clock.advance({ minutes: 1 })
    const phone = await signIn(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    )
    const list = await testApp.call(listOwnSessions, {}, { token: laptop.token })
    expect(list.body).toEqual([
      expect.objectContaining({ sessionId: phone.sessionId, isCurrent: false, device: 'Safari 18 on iOS', address: '127.0.0.1' }),
      expect.objectContaining({ sessionId: laptop.sessionId, isCurrent: true, device: 'Firefox 140 on Windows' }),
    ])
    const answer = await testApp.call(revokeOwnSession, { params: { sessionId: phone.sessionId } }, { token: laptop.token })
    expect(answer.status).toBe(204)
    expect([await isAlive(phone.token), await isAlive(laptop.token)]).toEqual([false, true])
    expect((await systemLog(testApp, tenant)).at(-1)).toMatchObject({ kind: 'session_revoked', user_id: user.userId, address: '127.0.0.1' })
    const again = await testApp.call(revokeOwnSession, { params: { sessionId: phone.sessionId } }, { token: laptop.token })
    expect([again.status, again.body.code]).toEqual([404, 'not_found'])
  })

  it("does not include another user's session", async () => {
    const mine = await signIn()
    const administrator = await testApp.call(listOwnSessions, {}, { token: administratorToken })
    const { sessionId } = administrator.body[0]
    expect((await testApp.call(revokeOwnSession, { params: { sessionId } }, { token: mine.token })).status).toBe(404)
    expect(await isAlive(administratorToken)).toBe(true)
  })

  it('requires a token and a well-formed id', async () => {
    expect((await testApp.call(listOwnSessions, {})).status).toBe(401)
    expect((await testApp.call(revokeOwnSession, { params: { sessionId: unknown } })).status).toBe(401)
    const bad = await testApp.call(revokeOwnSession, { params: { sessionId: 'x' } }, { token: administratorToken })
    expect(bad.status).toBe(400)
  })
})

describe("a user's sessions, for administrators", () => {
  it('lists and ends them', async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()]
    const list = await testApp.call(listUserSessions, { params: { userId: user.userId } }, { token: administratorToken })
    expect(list.body).toHaveLength(3)
    const one = { params: { userId: user.userId, sessionId: first.sessionId } }
    expect((await testApp.call(revokeUserSession, one, { token: administratorToken })).status).toBe(204)
    expect((await testApp.call(revokeUserSession, one, { token: administratorToken })).status).toBe(404)
    expect([await isAlive(first.token), await isAlive(second.token)]).toEqual([false, true])
    const all = await testApp.call(revokeUserSessions, { params: { userId: user.userId } }, { token: administratorToken })
    expect(all.body).toEqual({ ended: 2 })
    expect([await isAlive(second.token), await isAlive(third.token), await isAlive(administratorToken)]).toEqual([false, false, true])
  })

  it('answers 404 for unknown users and users of other tenants', async () => {
    const elsewhere = await testApp.buildTenant()
    for (const userId of [unknown, elsewhere.administrator.userId]) {
      expect((await testApp.call(listUserSessions, { params: { userId } }, { token: administratorToken })).status).toBe(404)
      expect((await testApp.call(revokeUserSessions, { params: { userId } }, { token: administratorToken })).status).toBe(404)
    }
  })

  it('refuses users without permission and anonymous requests', async () => {
    const { token } = await signIn()
    const params = { userId: tenant.administrator.userId }
    expect((await testApp.call(listUserSessions, { params }, { token })).status).toBe(403)
    expect((await testApp.call(revokeUserSessions, { params }, { token })).status).toBe(403)
    expect((await testApp.call(listUserSessions, { params })).status).toBe(401)
    expect((await testApp.call(revokeUserSession, { params: { ...params, sessionId: unknown } })).status).toBe(401)
  })
})

describe('a session ends', () => {
  it('with the user', async () => {
    const { token } = await signIn()
    expect(await isAlive(token)).toBe(true)
    await asOwner(testApp.db, 'operator', (tx) => tx.deleteFrom('app_user').where('user_id', '=', user.userId).execute(), {
      tenantId: tenant.tenantId,
    })
    expect(await isAlive(token)).toBe(false)
  })

  it('with the tenant', async () => {
    const { token } = await signIn()
    expect(await isAlive(token)).toBe(true)
    await setTenantStatus(testApp.db, tenant.tenantName, 'Disabled')
    expect(await isAlive(token)).toBe(false)
  })

  it('by expiry, with an event', async () => {
    const { token } = await signIn()
    clock.advance({ minutes: 61 })
    await testApp.app.background.runScheduled('end_lapsed_sessions')
    expect(await isAlive(token)).toBe(false)
    expect((await systemLog(testApp, tenant)).at(-1)).toMatchObject({ kind: 'session_lapsed', details: { reason: 'inactivity' } })
  })

  it('and is removed a week later', async () => {
    await signIn()
    clock.advance({ days: 9 })
    await testApp.app.background.runScheduled('end_lapsed_sessions')
    clock.advance({ days: 9 })
    await testApp.app.background.runScheduled('clean_sign_in')
    const left = await asOwner(testApp.db, 'maintenance', (tx) =>
      tx.selectFrom('user_session').select('session_id').where('tenant_id', '=', tenant.tenantId).execute(),
    )
    expect(left).toEqual([])
  })
})

describe('two processes on one database', () => {
  let other: App
  let otherDb: Db

  // A second pool hears of changes through the database, as on another machine.
  beforeAll(async () => {
    const config = loadConfig({
      STEWARD_ENV: 'test',
      PUBLIC_URL: 'http://localhost:8080',
      STEWARD_DATA_DIR: testApp.dataDir,
    })
    otherDb = openDatabase(testApp.db.connection, { maxConnections: 4 })
    other = await buildApp({ config, db: otherDb, log: pino({ level: 'silent' }), now: clock.now })
  })
  afterAll(async () => {
    await other?.close()
    await otherDb?.close()
  })

  const there = async (token: string) =>
    (await other.http.inject({ method: 'GET', url: getProfile.path, headers: { authorization: `Bearer ${token}` } })).statusCode

  it("accept each other's tokens, and both refuse an ended session within a second", async () => {
    const { token, sessionId } = await signIn()
    expect(await there(token)).toBe(200)
    const body = { tenantName: tenant.tenantName, username: user.username, password }
    const elsewhere = (await other.http.inject({ method: 'POST', url: login.path, payload: body })).json()
    expect(await isAlive(elsewhere.accessToken)).toBe(true)
    await testApp.call(revokeUserSession, { params: { userId: user.userId, sessionId } }, { token: administratorToken })
    expect(await isAlive(token)).toBe(false)
    const started = performance.now()
    await expect.poll(() => there(token), { interval: 5, timeout: 1000 }).toBe(401)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
