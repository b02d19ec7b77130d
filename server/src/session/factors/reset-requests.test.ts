import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { getHistory } from '@steward/contract/history/endpoints'
import { getHome } from '@steward/contract/home/endpoints'
import type { AttentionItem } from '@steward/contract/home/schemas'
import { listNotifications } from '@steward/contract/notifications/endpoints'
import type { Notification } from '@steward/contract/notifications/schemas'
import { login, reportSignIn } from '@steward/contract/session/endpoints'
import { decideFactorReset, listUserFactors, resetUserFactors } from '@steward/contract/session/factors'
import { patchGroup } from '@steward/contract/groups/endpoints'
import { updateUser } from '@steward/contract/users/endpoints'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../../testing/app.ts'
import { addAuthenticator, sendPassword } from '../../testing/factors.ts'
import { type TestMailServer, startMailServer } from '../../testing/mail.ts'
import { systemLog, testClock } from '../../testing/session.ts'
import { saveTenantSetting } from '../../testing/tenant-settings.ts'

const clock = testClock()
let mailServer: TestMailServer
let app: TestApp
let tenant: TestTenant
/** Administrators: who asks, whose factors are reset, and who approves; with their tokens. */
let ada: TestUser
let ben: TestUser
let cleo: TestUser
let byAda: string
let byBen: string
let byCleo: string

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startTestApp({
    now: clock.now,
    environment: { SMTP_URL: mailServer.url, MAIL_FROM: 'Steward <no-reply@steward.example>', STEWARD_ACCESS_TOKEN_SECONDS: '3600' },
  })
})
afterAll(async () => {
  await app?.close()
  await mailServer?.close()
})

async function addAdministrator(): Promise<TestUser> {
  const user = await app.buildUser(tenant)
  const body = [{ operation: 'Add' as const, targetProperty: 'Usernames' as const, value: [user.username] }]
  const added = await app.call(patchGroup, { params: { groupId: tenant.groupId }, body }, { token: await app.signIn(tenant, ada) })
  expect(added.status, JSON.stringify(added.body)).toBeLessThan(300)
  return user
}

const demand = (value: object, token = byAda) => saveTenantSetting(app, tenant, 'secondFactor', value, { token })

beforeEach(async () => {
  tenant = await app.buildTenant({ displayName: 'Northwind Re' })
  ada = tenant.administrator
  ben = await addAdministrator()
  cleo = await addAdministrator()
  byBen = await app.signIn(tenant, ben)
  await addAuthenticator(app, byBen, clock)
  // Long before the requests: a report removes what was added since.
  clock.advance({ minutes: 5 })
  byAda = await app.signIn(tenant, ada)
  byCleo = await app.signIn(tenant, cleo)
  expect((await demand({ requiresResetApproval: true })).status).toBe(200)
  await app.app.background.runDue()
  mailServer.mails.length = 0
})

const ask = (token = byAda, user = ben, reason = 'Lost phone') =>
  app.call(resetUserFactors, { params: { userId: user.userId }, body: { reason } }, { token })
const decide = (requestId: string, decision: 'approve' | 'refuse', token = byCleo, user = ben) =>
  app.call(decideFactorReset, { params: { userId: user.userId, requestId }, body: { decision } }, { token })
const look = async (token: string, user = ben) => (await app.call(listUserFactors, { params: { userId: user.userId } }, { token })).body
async function requested(): Promise<string> {
  const { status, body } = await ask()
  expect(status, JSON.stringify(body)).toBe(200)
  return body.request.requestId
}
const waiting = async (token: string) => {
  const { body } = await app.call(getHome, { query: { parts: ['attention'] } }, { token })
  return (body.attention.items as AttentionItem[]).filter(({ kind }) => kind === 'factor_reset_waiting')
}
const notified = async (token: string) => {
  const { body } = await app.call(listNotifications, { query: {} }, { token })
  return (body.items as Notification[]).filter(({ messageType }) => messageType === 'FactorResetRequested')
}
const events = async (...kinds: string[]) => (await systemLog(app, tenant)).filter(({ kind }) => kinds.includes(kind))
const mails = async () => {
  await app.app.background.runDue()
  return mailServer.mails
}

describe('asking to reset the factors of an administrator', () => {
  test('resets nothing, and tells the person, the log, and who can approve', async () => {
    const answer = await ask()
    expect(answer).toMatchObject({ status: 200, body: { removed: 0, request: { askedBy: ada.username, callerIs: 'asker' } } })
    const expected = { factors: [{ kind: 'authenticator' }], resetEffect: 'approval', resetRequest: { reason: 'Lost phone' } }
    expect(await look(byCleo)).toMatchObject({ ...expected, resetRequest: { ...expected.resetRequest, callerIs: 'approver' } })
    expect((await look(byBen)).resetRequest.callerIs).toBe('person')
    const reader = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewUsers'] }))
    expect((await look(reader)).resetRequest.callerIs).toBe('reader')
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text).toContain(`${ada.username} asked to reset the second factor of your account ${ben.username}`)
    expect(mail?.text).toMatch(/\/home\/login\/report#token=[\w-]{64}/)
    expect(await waiting(byCleo)).toMatchObject([{ username: ben.username, askedBy: ada.username, urgency: 'critical' }])
    expect([await waiting(byAda), await waiting(byBen), await waiting(reader)]).toEqual([[], [], []])
    expect(await notified(byCleo)).toMatchObject([{ status: 'UNACKNOWLEDGED', properties: { parameters: { askedBy: ada.username } } }])
    expect([await notified(byAda), await notified(reader)]).toMatchObject([[{ status: 'ACKNOWLEDGED' }], []])
    expect(await events('factors_reset', 'factors_reset_requested')).toMatchObject([
      { kind: 'factors_reset_requested', user_id: ben.userId, details: { by: ada.username, reason: 'Lost phone' } },
    ])
  })

  test('is refused while a request waits, for who is concerned, with a key, and without factors', async () => {
    await requested()
    expect((await ask()).body.code).toBe('factor_reset_waiting')
    expect((await ask(byCleo)).body.code).toBe('factor_reset_waiting')
    expect((await ask(byBen)).body.code).toBe('user_is_self')
    expect((await ask(byAda, cleo)).body.code).toBe('factors_missing')
    const key = await app.call(createApiKey, { body: { apiKeyName: 'Reset', groups: [tenant.groupId], expiresAt: null } }, { token: byAda })
    expect(key.status, JSON.stringify(key.body)).toBe(201)
    const byKey = String(key.body.key ?? key.body.apiKey)
    expect((await ask(byKey)).body.code).toBe('person_needed')
    expect((await ask(byAda, ben, '')).status).toBe(400)
  })

  test('takes effect for people who are not administrators, and without the setting', async () => {
    const dana = await app.buildUser(tenant)
    await addAuthenticator(app, await app.signIn(tenant, dana), clock)
    byAda = await app.signIn(tenant, ada)
    expect((await look(byAda, dana)).resetEffect).toBe('immediate')
    expect((await ask(byAda, dana)).body).toEqual({ removed: 1, request: null })
    const requestId = await requested()
    await demand({ requiresResetApproval: false })
    expect((await ask()).body).toEqual({ removed: 1, request: null })
    expect((await decide(requestId, 'approve')).body.code).toBe('factor_reset_ended')
  })

  test('takes effect where no one else could approve, so that no one is locked out for good', async () => {
    const disabled = await app.call(
      updateUser,
      { params: { userId: cleo.userId }, body: { isDisabled: true }, ifMatch: '*' },
      { token: byAda },
    )
    expect(disabled.status).toBe(200)
    expect((await look(byAda)).resetEffect).toBe('no_approver')
    expect((await ask()).body).toEqual({ removed: 1, request: null })
    const [event] = await events('factors_reset')
    expect(event?.details).not.toHaveProperty('approvedBy')
  })

  test('needs the setting to be saved with a confirmed identity', async () => {
    clock.advance({ minutes: 11 })
    expect((await demand({ requiresResetApproval: false })).body.code).toBe('freshness_required')
    expect((await ask()).body.code).toBe('freshness_required')
  })
})

describe('approving', () => {
  test('resets the factors and names both administrators', async () => {
    const requestId = await requested()
    expect(await decide(requestId, 'approve')).toMatchObject({ status: 200, body: { removed: 1 } })
    expect(await look(byCleo)).toMatchObject({ factors: [], recoveryCodesLeft: 0, resetRequest: null })
    expect((await sendPassword(app, tenant, ben)).body.accessToken).toBeDefined()
    const [event, ...others] = await events('factors_reset')
    expect(others).toEqual([])
    expect(event?.details).toMatchObject({ reason: 'Lost phone', by: ada.username, approvedBy: cleo.username, removed: 1 })
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Second factor reset requested for Northwind Re',
      'Second factors reset for Northwind Re',
      'New sign-in at Northwind Re',
    ])
    const { body } = await app.call(getHistory, { query: { record: 'user', id: ben.userId } }, { token: byCleo })
    const parts = JSON.stringify(body)
    for (const text of ['Second factor reset', 'Accepted', 'Pending', 'Lost phone']) expect(parts).toContain(text)
    expect(await waiting(byCleo)).toEqual([])
  })

  test('is refused to who asked, to who is concerned, to others without administration, and to keys', async () => {
    const requestId = await requested()
    expect((await decide(requestId, 'approve', byAda)).body.code).toBe('factor_reset_own')
    expect((await decide(requestId, 'approve', byBen)).body.code).toBe('factor_reset_own')
    const editor = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['EditUsers', 'ViewUsers'] }))
    expect((await decide(requestId, 'approve', editor)).body.code).toBe('administrator_only')
    expect((await decide(requestId, 'refuse', editor)).body.code).toBe('administrator_only')
    const viewer = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewUsers'] }))
    expect(await decide(requestId, 'approve', viewer)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await app.call(decideFactorReset, { params: { userId: ben.userId, requestId }, body: { decision: 'approve' } })).status).toBe(
      401,
    )
    const key = await app.call(
      createApiKey,
      { body: { apiKeyName: 'Approve', groups: [tenant.groupId], expiresAt: null } },
      { token: byCleo },
    )
    expect((await decide(requestId, 'approve', String(key.body.key ?? key.body.apiKey))).body.code).toBe('person_needed')
    expect((await look(byAda)).factors).toHaveLength(1)
  })

  test('is refused with another person, another tenant, and another decision', async () => {
    const requestId = await requested()
    expect((await decide(requestId, 'approve', byCleo, cleo)).status).toBe(404)
    const other = await app.buildTenant()
    expect((await decide(requestId, 'approve', await app.signIn(other, other.administrator))).status).toBe(404)
    expect((await decide(crypto.randomUUID(), 'approve')).status).toBe(404)
    expect((await decide(requestId, 'postpone' as 'approve')).status).toBe(400)
    expect((await decide('1', 'approve')).status).toBe(400)
  })

  test('is refused after 24 hours, and then another request can be made', async () => {
    const requestId = await requested()
    clock.advance({ hours: 24 })
    byCleo = await app.signIn(tenant, cleo)
    byAda = await app.signIn(tenant, ada)
    expect((await decide(requestId, 'approve')).body.code).toBe('factor_reset_ended')
    expect([(await look(byCleo)).resetRequest, await waiting(byCleo)]).toEqual([null, []])
    const next = await requested()
    expect(next).not.toBe(requestId)
    expect((await decide(next, 'approve')).body.removed).toBe(1)
  })

  test('counts once, also when two approve at the same time', async () => {
    const dora = await addAdministrator()
    byCleo = await app.signIn(tenant, cleo)
    const requestId = await requested()
    const byDora = await app.signIn(tenant, dora)
    const answers = await Promise.all([decide(requestId, 'approve'), decide(requestId, 'approve', byDora)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('factor_reset_ended')
    expect(await events('factors_reset')).toHaveLength(1)
  })

  test('counts for nothing once who asked stopped being an administrator', async () => {
    const requestId = await requested()
    const disabled = await app.call(
      updateUser,
      { params: { userId: ada.userId }, body: { isDisabled: true }, ifMatch: '*' },
      { token: byCleo },
    )
    expect(disabled.status, JSON.stringify(disabled.body)).toBe(200)
    expect((await decide(requestId, 'approve')).body.code).toBe('factor_reset_ended')
    expect(await waiting(byCleo)).toEqual([])
  })

  test('asks who approves to confirm who they are', async () => {
    const requestId = await requested()
    clock.advance({ minutes: 11 })
    expect((await decide(requestId, 'approve')).body.code).toBe('freshness_required')
  })
})

describe('refusing', () => {
  test('is for another administrator, who asked and who is concerned, once', async () => {
    for (const token of [byCleo, byAda, byBen]) {
      const requestId = await requested()
      expect(await decide(requestId, 'refuse', token)).toMatchObject({ status: 200, body: { removed: 0 } })
      expect((await decide(requestId, 'approve')).body.code).toBe('factor_reset_ended')
    }
    expect((await look(byCleo)).factors).toHaveLength(1)
    const refused = await events('factors_reset_refused')
    expect(refused.map(({ details }) => details['by'])).toEqual([cleo.username, ada.username, ben.username])
  })

  test('also follows from the link in the mail to the person', async () => {
    const requestId = await requested()
    const token = /report#token=([\w-]{64})/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''
    expect((await app.call(reportSignIn, { body: { token } })).status).toBe(200)
    expect((await decide(requestId, 'approve')).body.code).toBe('factor_reset_ended')
    expect((await look(byCleo)).factors).toHaveLength(1)
    expect(await events('factors_reset_refused')).toMatchObject([{ user_id: ben.userId, details: { by: ben.username } }])
    const body = { tenantName: tenant.tenantName, username: ben.username, password: 'Correct-horse-7-battery' }
    expect((await app.call(login, { body })).body.code).toBe('login_failed')
  })
})
