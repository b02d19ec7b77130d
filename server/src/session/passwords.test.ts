import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePassword, forgotPassword, getProfile, login, readPasswordLink, setPasswordByLink } from '@steward/contract/session/endpoints'
import { asOwner, withTenant, systemContext } from '../db/tenant.ts'
import { type TestMailServer, startMailServer } from '../testing/mail.ts'
import { type TestApp, type TestTenant, type TestUser, password, startTestApp } from '../testing/app.ts'
import { browserCookie } from './known-browsers.ts'
import { systemLog, testClock } from '../testing/session.ts'

let mailServer: TestMailServer
let testApp: TestApp
let tenant: TestTenant
let user: TestUser
const clock = testClock()
const newPassword = 'Another-horse-8-battery'

beforeAll(async () => {
  mailServer = await startMailServer()
  testApp = await startTestApp({
    now: clock.now,
    environment: { SMTP_URL: mailServer.url, MAIL_FROM: 'Steward <no-reply@steward.example>' },
  })
})
afterAll(async () => {
  await testApp?.close()
  await mailServer?.close()
})
beforeEach(async () => {
  clock.advance({ minutes: 20 })
  mailServer.mails.length = 0
  tenant = await testApp.buildTenant({ displayName: 'Northwind & Söhne' })
  user = await testApp.buildUser(tenant)
})

const signIn = (username: string, word: string) =>
  testApp.call(login, { body: { tenantName: tenant.tenantName, username, password: word } })
const deliver = () => testApp.app.background.runDue()
const forgot = (username: string, tenantName = tenant.tenantName) => testApp.call(forgotPassword, { body: { tenantName, username } })
const invite = async (...users: TestUser[]) => {
  await withTenant(testApp.db, systemContext(tenant.tenantId), (tx) =>
    testApp.app.session.links.sendActivations(
      tx,
      users.map(({ userId }) => userId),
    ),
  )
}

/** The token of the link in the last mail. */
function mailedToken(): string {
  const token = /#token=([\w-]{64})(?![\w-])/.exec(mailServer.mails.at(-1)?.text ?? '')?.[1]
  if (!token) throw new Error('No mail with a link arrived')
  return token
}

describe('activation', () => {
  let invited: TestUser
  beforeEach(async () => {
    invited = await testApp.buildUser(tenant, { status: 'FORCE_CHANGE_PASSWORD', givenName: 'Zoë' })
  })

  it('mails a link in the name of the tenant that sets a password once', async () => {
    await invite(invited)
    await deliver()
    const [mail] = mailServer.mails
    expect(mailServer.mails).toHaveLength(1)
    expect(mail).toMatchObject({
      from: { name: 'Northwind & Söhne', address: 'no-reply@steward.example' },
      to: [{ name: 'Zoë Okafor', address: invited.username }],
      subject: 'Set up your account at Northwind & Söhne',
    })
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.messageId).toMatch(/^<[^<>@]+@steward\.example>$/)
    const link = `http://localhost:8080/home/login/set-password#token=${mailedToken()}`
    expect(mail?.text).toContain(link)
    expect(mail?.html).toContain(`href="${link}"`)
    expect(mail?.html).toContain('Northwind &amp; Söhne')

    const body = { token: mailedToken() }
    const read = await testApp.call(readPasswordLink, { body })
    expect(read.body).toEqual({
      kind: 'activation',
      tenantName: tenant.tenantName,
      company: 'Northwind & Söhne',
      username: invited.username,
      givenName: 'Zoë',
      familyName: 'Okafor',
      expiresAt: new Date(clock.now().getTime() + 7 * 86_400_000).toISOString(),
    })
    const set = await testApp.call(setPasswordByLink, { body: { ...body, newPassword } })
    expect([set.status, set.body]).toEqual([200, { tenantName: tenant.tenantName, username: invited.username }])
    expect((await signIn(invited.username, newPassword)).status).toBe(200)
    const again = await testApp.call(setPasswordByLink, { body: { ...body, newPassword: `${newPassword}!` } })
    expect([again.status, again.body.code]).toEqual([400, 'link_invalid'])
    expect((await testApp.call(readPasswordLink, { body })).body.code).toBe('link_invalid')
    expect((await systemLog(testApp, tenant)).map(({ kind }) => kind)).toEqual(['activation_sent', 'password_set', 'sign_in'])
  })

  it('is audited as an action of the user', async () => {
    await invite(invited)
    await deliver()
    await testApp.call(setPasswordByLink, { body: { token: mailedToken(), newPassword } })
    const { rows } = await asOwner(testApp.db, 'maintenance', (tx) =>
      sql<{ field_name: string; current_value: string; actor_name: string }>`
        select field_name, current_value, actor_name from audit_entry
         where tenant_id = ${tenant.tenantId} and entity_id = ${invited.userId} and type = 'Update' order by field_name`.execute(tx),
    )
    expect(rows).toEqual([
      { field_name: 'password', current_value: 'changed', actor_name: invited.username },
      { field_name: 'status', current_value: 'CONFIRMED', actor_name: invited.username },
    ])
  })

  it('invalidates earlier links when another is sent', async () => {
    await invite(invited)
    await deliver()
    const first = mailedToken()
    await invite(invited)
    expect((await testApp.call(readPasswordLink, { body: { token: first } })).body.code).toBe('link_invalid')
    await deliver()
    expect((await testApp.call(readPasswordLink, { body: { token: mailedToken() } })).status).toBe(200)
  })

  it('works for seven days', async () => {
    await invite(invited)
    await deliver()
    clock.advance({ days: 6, hours: 23 })
    expect((await testApp.call(readPasswordLink, { body: { token: mailedToken() } })).status).toBe(200)
    clock.advance({ hours: 2 })
    expect((await testApp.call(readPasswordLink, { body: { token: mailedToken() } })).body.code).toBe('link_invalid')
  })

  it('stores the link nowhere but in the mail', async () => {
    await invite(invited)
    const { rows } = await asOwner(testApp.db, 'maintenance', (tx) =>
      sql<{ payload: string }>`select payload::text from graphile_worker._private_jobs`.execute(tx),
    )
    expect(rows.map(({ payload }) => JSON.parse(payload))).toEqual([
      { tenantId: tenant.tenantId, userId: invited.userId, purpose: 'activation' },
    ])
    await deliver()
    const stored = await asOwner(testApp.db, 'maintenance', (tx) => tx.selectFrom('one_time_token').selectAll().execute())
    expect(JSON.stringify(stored)).not.toContain(mailedToken())
  })

  it('sends nothing if the transaction is rolled back', async () => {
    const failed = withTenant(testApp.db, systemContext(tenant.tenantId), async (tx) => {
      await testApp.app.session.links.sendActivations(tx, [invited.userId])
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await deliver()
    expect(mailServer.mails).toEqual([])
  })
})

describe('forgotPassword', () => {
  it('mails a link that works for an hour, and notifies the owner when it is used', async () => {
    const session = await signIn(user.username, password)
    expect((await forgot(user.username.toUpperCase())).status).toBe(204)
    await deliver()
    expect(mailServer.mails.at(-1)?.subject).toBe('Reset your password at Northwind & Söhne')
    expect(mailServer.mails.at(-1)?.text).toContain('/home/login/reset-password#token=')
    const token = mailedToken()
    expect((await testApp.call(readPasswordLink, { body: { token } })).body.kind).toBe('reset')
    expect((await testApp.call(setPasswordByLink, { body: { token, newPassword } })).status).toBe(200)
    expect((await testApp.call(getProfile, {}, { token: session.body.accessToken })).status).toBe(401)
    expect((await signIn(user.username, password)).status).toBe(401)
    expect((await signIn(user.username, newPassword)).status).toBe(200)
    await deliver()
    expect(mailServer.mails.map(({ subject }) => subject)).toContain('Your password at Northwind & Söhne was changed')
    clock.advance({ minutes: 1 })
    await forgot(user.username)
    await deliver()
    clock.advance({ minutes: 61 })
    expect((await testApp.call(setPasswordByLink, { body: { token: mailedToken(), newPassword: password } })).body.code).toBe(
      'link_invalid',
    )
  })

  it('gives the same answer and mails nothing to users without a password', async () => {
    const disabled = await testApp.buildUser(tenant, { isDisabled: true })
    const external = await testApp.buildUser(tenant, { status: 'EXTERNAL_PROVIDER' })
    for (const answer of [
      await forgot('nobody@nowhere.example'),
      await forgot(user.username, 'no-such-tenant'),
      await forgot(disabled.username),
      await forgot(external.username),
    ]) {
      expect([answer.status, answer.body]).toEqual([204, undefined])
    }
    await deliver()
    expect(mailServer.mails).toEqual([])
    const events = await systemLog(testApp, tenant)
    expect(events.map(({ kind, outcome }) => [kind, outcome])).toEqual(
      Array.from({ length: 3 }, () => ['password_reset_requested', 'failure']),
    )
  })

  it('tells people of a tenant with single sign-on where they sign in, three times an hour, and sends no link', async () => {
    const external = await testApp.buildUser(tenant, { status: 'EXTERNAL_PROVIDER' })
    await asOwner(testApp.db, 'operator', (tx) =>
      tx
        .insertInto('federation_config')
        .values({
          tenant_id: tenant.tenantId,
          state: 'ACTIVE',
          provider_name: 'Entra ID',
          admin_username: tenant.administrator.username,
        })
        .execute(),
    )
    expect((await forgot('nobody@nowhere.example')).status).toBe(204)
    for (let n = 0; n < 5; n++) {
      expect((await forgot(external.username)).status).toBe(204)
      await deliver()
    }
    expect(mailServer.mails.map(({ subject }) => subject)).toEqual(Array(3).fill('How to sign in at Northwind & Söhne'))
    const { text = '' } = mailServer.mails[0] ?? {}
    expect(text).toContain('you sign in with Entra ID')
    expect(text).toContain(`/home/login?tenant=${tenant.tenantName}`)
    expect(text).not.toContain('token=')
    // Someone with an old password is told the same; the emergency administrator gets a link.
    await forgot(user.username)
    await forgot(tenant.administrator.username)
    await deliver()
    expect(
      mailServer.mails
        .slice(3)
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual(['How to sign in at Northwind & Söhne', 'Reset your password at Northwind & Söhne'])
  })

  it('mails the activation link to users who never activated their account', async () => {
    const invited = await testApp.buildUser(tenant, { status: 'FORCE_CHANGE_PASSWORD' })
    await forgot(invited.username)
    await deliver()
    expect((await testApp.call(readPasswordLink, { body: { token: mailedToken() } })).body.kind).toBe('activation')
  })

  it('mails at most three links an hour to a user', async () => {
    for (let n = 0; n < 5; n++) {
      await forgot(user.username)
      await deliver()
    }
    expect(mailServer.mails).toHaveLength(3)
    clock.advance({ minutes: 61 })
    await forgot(user.username)
    await deliver()
    expect(mailServer.mails).toHaveLength(4)
  })

  it('unlocks a locked account', async () => {
    for (let n = 0; n < 6; n++) await signIn(user.username, 'wrong')
    expect((await signIn(user.username, password)).status).toBe(429)
    await forgot(user.username)
    await deliver()
    await testApp.call(setPasswordByLink, { body: { token: mailedToken(), newPassword } })
    expect((await signIn(user.username, newPassword)).status).toBe(200)
  })

  it('is refused if fields are missing', async () => {
    // @ts-expect-error missing field
    const answer = await testApp.call(forgotPassword, { body: { tenantName: 'demo' } })
    expect(answer.status).toBe(400)
  })
})

describe('setPasswordByLink', () => {
  beforeEach(async () => {
    await forgot(user.username)
    await deliver()
  })
  const set = (word: string, token = mailedToken()) => testApp.call(setPasswordByLink, { body: { token, newPassword: word } })

  it('checks the new password against the rules and the current one, and keeps the link if it fails', async () => {
    const weak = await set('short')
    expect([weak.status, weak.body.code, weak.body.errors[0].field]).toEqual([400, 'password_rules', 'newPassword'])
    const same = await set(password)
    expect([same.status, same.body.code, same.body.errors[0].message]).toEqual([400, 'password_unchanged', 'Cannot match current password'])
    expect((await set(newPassword)).status).toBe(200)
  })

  it('works for only one of two concurrent uses', async () => {
    const answers = await Promise.all([set(newPassword), set(`${newPassword}!`)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('refuses links that never existed', async () => {
    for (const token of ['x', 'A'.repeat(64)]) {
      expect((await set(newPassword, token)).body.code).toBe('link_invalid')
      expect((await testApp.call(readPasswordLink, { body: { token } })).body.code).toBe('link_invalid')
    }
  })

  it('refuses the link of a user who has been disabled since', async () => {
    await asOwner(testApp.db, 'operator', (tx) =>
      tx.updateTable('app_user').set({ is_disabled: true }).where('user_id', '=', user.userId).execute(),
    )
    expect((await set(newPassword)).body.code).toBe('link_invalid')
  })
})

describe('the mailed link of an account that strangers keep locked', () => {
  const guessEverywhere = async (network: number) => {
    for (let n = 0; n < 100; n++) await attempt(`10.${network}.${n}.1`, { password: 'wrong' })
  }
  const attempt = (remoteAddress: string, body: { password: string }, cookies: Record<string, string> = {}) =>
    testApp.app.http.inject({
      method: 'POST',
      url: login.path,
      remoteAddress,
      cookies,
      payload: { tenantName: tenant.tenantName, username: user.username, ...body },
    })

  it('works, and lets the browser that used it sign in', async () => {
    await guessEverywhere(1)
    expect((await attempt('198.51.100.9', { password })).json().code).toBe('sign_in_locked')
    await forgot(user.username)
    await deliver()
    const set = await testApp.call(setPasswordByLink, { body: { token: mailedToken(), newPassword } })
    expect(set.status).toBe(200)
    await guessEverywhere(2)
    expect((await attempt('198.51.100.9', { password: newPassword })).json().code).toBe('sign_in_locked')
    const browser = { [browserCookie]: set.cookies.find(({ name }) => name === browserCookie)?.value ?? '' }
    expect((await attempt('198.51.100.9', { password: newPassword }, browser)).statusCode).toBe(200)
  })
})

describe('changePassword', () => {
  let token: string
  beforeEach(async () => {
    token = await testApp.signIn(tenant, user)
  })
  const change = (oldPassword: string, word: string) =>
    testApp.call(changePassword, { body: { oldPassword, newPassword: word } }, { token })

  it('changes it, ends every session and notifies the owner', async () => {
    const elsewhere = await testApp.signIn(tenant, user)
    expect((await change(password, newPassword)).status).toBe(204)
    for (const session of [token, elsewhere]) {
      expect((await testApp.call(getProfile, {}, { token: session })).status).toBe(401)
    }
    expect((await signIn(user.username, newPassword)).status).toBe(200)
    await deliver()
    expect(mailServer.mails.map(({ subject }) => subject)).toContain('Your password at Northwind & Söhne was changed')
    expect((await systemLog(testApp, tenant)).map(({ kind }) => kind)).toContain('password_changed')
  })

  it.each([
    ['wrong', newPassword, 'old_password_wrong', 'oldPassword'],
    [password, 'alllowercase-7', 'password_rules', 'newPassword'],
    [password, password, 'password_unchanged', 'newPassword'],
  ])('refuses %s → %s with %s', async (oldPassword, word, code, field) => {
    const answer = await change(oldPassword, word)
    expect([answer.status, answer.body.code, answer.body.errors[0].field]).toEqual([400, code, field])
    expect((await testApp.call(getProfile, {}, { token })).status).toBe(200)
  })

  it('counts wrong passwords as failed sign-ins', async () => {
    for (let n = 0; n < 5; n++) expect((await change('wrong', newPassword)).status).toBe(400)
    const answer = await change(password, newPassword)
    expect([answer.status, answer.body.code]).toEqual([429, 'sign_in_locked'])
    expect((await signIn(user.username, password)).status).toBe(429)
  })

  it('is not available to users of an identity provider', async () => {
    await asOwner(testApp.db, 'operator', (tx) =>
      tx.updateTable('app_user').set({ status: 'EXTERNAL_PROVIDER' }).where('user_id', '=', user.userId).execute(),
    )
    expect((await change(password, newPassword)).body.code).toBe('password_managed_elsewhere')
  })
})

describe('a failing mail server', () => {
  const jobs = async () => {
    const { rows } = await asOwner(testApp.db, 'maintenance', (tx) =>
      sql<{ attempts: number }>`select attempts from graphile_worker._private_jobs`.execute(tx),
    )
    return rows
  }
  const dueAgain = () =>
    asOwner(testApp.db, 'maintenance', (tx) => sql`update graphile_worker._private_jobs set run_at = now()`.execute(tx))

  it('is retried, and the link of the last mail works', async () => {
    mailServer.refuseWith(451)
    await forgot(user.username)
    await deliver()
    expect(await jobs()).toEqual([{ attempts: 1 }])
    mailServer.refuseWith(undefined)
    await dueAgain()
    await deliver()
    expect(await jobs()).toEqual([])
    expect((await testApp.call(readPasswordLink, { body: { token: mailedToken() } })).status).toBe(200)
  })

  it.each([
    ['immediately when it refuses for good', 550, 1],
    ['after ten attempts', 451, 10],
  ])('is in the system log %s', async (_case, code, attempts) => {
    mailServer.refuseWith(code)
    await forgot(user.username)
    for (let n = 0; n < attempts; n++) {
      expect((await systemLog(testApp, tenant)).map(({ kind }) => kind)).not.toContain('mail_failed')
      await dueAgain()
      await deliver()
    }
    mailServer.refuseWith(undefined)
    expect((await systemLog(testApp, tenant)).at(-1)).toMatchObject({
      kind: 'mail_failed',
      outcome: 'failure',
      user_id: user.userId,
      details: { template: 'reset', recipient: user.username },
    })
  })
})
