import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  forgotPassword,
  getProfile,
  login,
  readPasswordLink,
  readReportLink,
  reportSignIn,
  setPasswordByLink,
} from '@steward/contract/session/endpoints'
import { listOwnFactors } from '@steward/contract/session/factors'
import { updateUser } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'
import { addAuthenticator, addSoftPasskey, sendPassword } from '../testing/factors.ts'
import { type TestMailServer, startMailServer } from '../testing/mail.ts'
import { systemLog, testClock } from '../testing/session.ts'
import { browserCookie } from './known-browsers.ts'

let mailServer: TestMailServer
let app: TestApp
let tenant: TestTenant
let user: TestUser
const clock = testClock()

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startTestApp({
    now: clock.now,
    environment: { SMTP_URL: mailServer.url, MAIL_FROM: 'Steward <no-reply@steward.example>' },
  })
})
afterAll(async () => {
  await app?.close()
  await mailServer?.close()
})
beforeEach(async () => {
  clock.advance({ minutes: 90 })
  tenant = await app.buildTenant({ displayName: 'Northwind Re' })
  user = await app.buildUser(tenant)
  await app.app.background.runDue()
  mailServer.mails.length = 0
})

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const signIn = (options: Parameters<TestApp['call']>[2] = {}) => sendPassword(app, tenant, user, { headers, ...options })
const mails = async () => {
  await app.app.background.runDue()
  return mailServer.mails
}
async function mailedToken(): Promise<string> {
  const token = /\/home\/login\/report#token=([\w-]{64})(?![\w-])/.exec((await mails()).at(-1)?.text ?? '')?.[1]
  if (!token) throw new Error('No mail with a link of a report arrived')
  return token
}
const read = (token: string) => app.call(readReportLink, { body: { token } })
const report = (token: string) => app.call(reportSignIn, { body: { token } })

/** The link in the mail about a second browser, and the session of that one. */
async function reported(): Promise<{ link: string; token: string }> {
  await signIn()
  clock.advance({ minutes: 5 })
  const { body } = await signIn()
  return { link: await mailedToken(), token: body.accessToken }
}

test('a browser that never signed in is mailed about, but for the first sign-in of the account', async () => {
  const first = await signIn()
  expect(await mails()).toEqual([])
  const value = first.cookies.find(({ name }) => name === browserCookie)?.value ?? ''
  await signIn({ cookies: { [browserCookie]: value } })
  expect(await mails()).toEqual([])
  await signIn()
  const [mail, ...rest] = await mails()
  expect(rest).toEqual([])
  expect(mail?.subject).toBe('New sign-in at Northwind Re')
  expect(mail?.text).toContain('Firefox 140 on Linux')
  expect(mail?.text).toContain('127.0.0.1')
})

test('a wrong password and a person who does not exist are not mailed about', async () => {
  await signIn()
  await sendPassword(app, tenant, user, {}, 'Wrong-horse-7-battery')
  await app.call(login, { body: { tenantName: tenant.tenantName, username: 'no.one@steward.example', password: 'Wrong-horse-7-battery' } })
  expect(await mails()).toEqual([])
})

test('at most three mails about browsers are sent in an hour', async () => {
  for (let times = 0; times < 6; times++) await signIn()
  expect(await mails()).toHaveLength(3)
  clock.advance({ minutes: 61 })
  await signIn()
  expect(await mails()).toHaveLength(4)
})

test('the link says whom it is for, ends every session and makes the password useless until it is set again', async () => {
  const { link, token } = await reported()
  expect((await read(link)).body).toMatchObject({ username: user.username, company: 'Northwind Re', resetsPassword: true })
  expect((await app.call(getProfile, {}, { token })).status).toBe(200)

  const answer = await report(link)
  expect(answer).toMatchObject({ status: 200, body: { endedSessions: 2, removedFactors: 0, resetsPassword: true } })
  expect((await app.call(getProfile, {}, { token })).status).toBe(401)
  expect((await signIn()).body.code).toBe('login_failed')
  const event = (await systemLog(app, tenant)).find(({ kind }) => kind === 'sign_in_reported')
  expect(event).toMatchObject({ outcome: 'success', user_id: user.userId, details: { endedSessions: 2, removed: 0 } })

  const reset = /reset-password#token=([\w-]{64})/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''
  const set = await app.call(setPasswordByLink, { body: { token: reset, newPassword: 'Another-horse-8-battery' } })
  expect(set.status).toBe(200)
  expect((await sendPassword(app, tenant, user, {}, 'Another-horse-8-battery')).status).toBe(200)
})

test('a link works once, also of two that are used together, and expires', async () => {
  const { link } = await reported()
  const both = await Promise.all([report(link), report(link)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(both.find(({ status }) => status === 400)?.body.code).toBe('link_invalid')
  expect((await read(link)).body.code).toBe('link_invalid')

  user = await app.buildUser(tenant)
  const late = await reported()
  clock.advance({ days: 8 })
  expect((await report(late.link)).body.code).toBe('link_invalid')
})

test('unknown, foreign and malformed links get the same answer, and a report sets no password', async () => {
  const { link } = await reported()
  const other = await app.buildTenant()
  const foreign = Buffer.from(link, 'base64url')
  Buffer.from(other.tenantId.replaceAll('-', ''), 'hex').copy(foreign)
  for (const token of ['x', `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, foreign.toString('base64url')]) {
    expect((await read(token)).body.code).toBe('link_invalid')
    expect((await report(token)).body.code).toBe('link_invalid')
  }
  // The client's types don't allow this.
  expect((await app.call(reportSignIn, { body: { token: 7 } as unknown as { token: string } })).status).toBe(400)
  expect((await app.call(readPasswordLink, { body: { token: link } })).body.code).toBe('link_invalid')
  const set = await app.call(setPasswordByLink, { body: { token: link, newPassword: 'Another-horse-8-battery' } })
  expect(set.body.code).toBe('link_invalid')
})

test('who changes the password does not end the link, and a disabled person cannot use it', async () => {
  const { link } = await reported()
  await app.call(forgotPassword, { body: { tenantName: tenant.tenantName, username: user.username } })
  const reset = /reset-password#token=([\w-]{64})/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''
  await app.call(setPasswordByLink, { body: { token: reset, newPassword: 'Another-horse-8-battery' } })
  expect((await read(link)).status).toBe(200)
  const token = await app.signIn(tenant, tenant.administrator)
  await app.call(updateUser, { params: { userId: user.userId }, body: { isDisabled: true } }, { token })
  expect((await report(link)).body.code).toBe('link_invalid')
})

test('a factor that was added is mailed about, and removed by the report; an older one stays', async () => {
  const { body } = await signIn()
  await addAuthenticator(app, body.accessToken, clock)
  await report(await mailedToken())
  const count = () =>
    asOwner(app.db, 'operator', (tx) => tx.selectFrom('sign_in_factor').select('kind').where('user_id', '=', user.userId).execute(), {
      tenantId: tenant.tenantId,
    })
  expect(await count()).toEqual([])

  user = await app.buildUser(tenant)
  const again = await signIn()
  await addAuthenticator(app, again.body.accessToken, clock)
  clock.advance({ minutes: 5 })
  await addSoftPasskey(app, again.body.accessToken)
  const { body: own } = await app.call(listOwnFactors, {}, { token: again.body.accessToken })
  expect(own.factors).toHaveLength(2)
  expect((await report(await mailedToken())).body).toMatchObject({ removedFactors: 1 })
  expect(await count()).toEqual([{ kind: 'authenticator' }])
})

test('the link is not stored', async () => {
  const { link } = await reported()
  const stored = await asOwner(app.db, 'maintenance', (tx) => tx.selectFrom('one_time_token').selectAll().execute())
  expect(JSON.stringify(stored)).not.toContain(link)
  expect(stored.some(({ purpose, reported_at: at }) => purpose === 'report' && at !== null)).toBe(true)
})
