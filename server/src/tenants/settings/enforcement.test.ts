import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getProfile,
  implicitLogin,
  listOwnSessions,
  readPasswordLink,
  refreshLogin,
  setPasswordByLink,
} from '@steward/contract/session/endpoints'
import { getPermissions } from '@steward/contract/access/endpoints'
import { createUser, importUsers, resendActivation } from '@steward/contract/users/endpoints'
import { type TestMailServer, startMailServer } from '../../testing/mail.ts'
import { refreshTokenOf, systemLog, testClock, withToken } from '../../testing/session.ts'
import { buildApp } from '../../app.ts'
import { loadConfig } from '../../config.ts'
import { pino } from 'pino'
import { asOwner, operator } from '../../db/tenant.ts'
import { type TestApp, password, startTestApp } from '../../testing/app.ts'
import { resetTenantSettings } from './reset.ts'
import { behindProxy, from, saveTenantSetting, signInFrom } from '../../testing/tenant-settings.ts'

const office = '203.0.113.7'
const home = '198.51.100.23'
const clock = testClock()
let app: TestApp
let mailServer: TestMailServer

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startTestApp({ environment: { ...behindProxy, SMTP_URL: mailServer.url }, now: clock.now })
})
afterAll(async () => {
  await app?.close()
  await mailServer?.close()
})

/** A tenant with its administrator signed in at the office. */
async function build() {
  const tenant = await app.buildTenant()
  const signedIn = await signInFrom(app, tenant, tenant.administrator, office)
  const at = { token: String(signedIn.body.accessToken), ...from(office) }
  return { tenant, at, signedIn }
}

const officeOnly = { ranges: [{ range: '203.0.113.0/24', note: 'Office' }] }

describe('sign-in addresses', () => {
  test('block and log sign-ins from outside, whether the password is right or not', async () => {
    const { tenant, at } = await build()
    expect((await saveTenantSetting(app, tenant, 'signInAddresses', officeOnly, at)).status).toBe(200)
    const refusals = await Promise.all([
      signInFrom(app, tenant, tenant.administrator, home),
      signInFrom(app, tenant, tenant.administrator, home, 'Wrong-horse-7-battery'),
      signInFrom(app, tenant, { username: 'nobody@company.example' }, home),
    ])
    for (const { status, body } of refusals) {
      expect(status).toBe(403)
      expect(body).toMatchObject({ code: 'address_refused', parameters: { address: home } })
    }
    expect((await signInFrom(app, tenant, tenant.administrator, '203.0.113.200')).status).toBe(200)
    expect((await signInFrom(app, tenant, tenant.administrator, '::ffff:203.0.113.9')).status).toBe(200)
    const events = (await systemLog(app, tenant)).filter(({ kind }) => kind === 'sign_in_failed')
    expect(events).toHaveLength(3)
    expect(events[0]).toMatchObject({ address: home, details: { reason: 'address' } })
  })

  test('apply to every call of open sessions as soon as they are saved', async () => {
    const { tenant, at } = await build()
    const roaming = await signInFrom(app, tenant, tenant.administrator, home)
    const token = String(roaming.body.accessToken)
    expect((await app.call(getProfile, {}, { token, ...from(home) })).status).toBe(200)
    await saveTenantSetting(app, tenant, 'signInAddresses', officeOnly, at)
    expect((await app.call(getProfile, {}, { token, ...from(home) })).body.code).toBe('address_refused')
    expect((await app.call(getProfile, {}, { token, ...from(office) })).status).toBe(200)
  })

  test('block token renewal from outside, and allow it again back inside', async () => {
    const { tenant, at, signedIn } = await build()
    await saveTenantSetting(app, tenant, 'signInAddresses', officeOnly, at)
    const cookie = withToken(refreshTokenOf(signedIn))
    for (const endpoint of [refreshLogin, implicitLogin]) {
      const refused = await app.call(endpoint, {}, { ...cookie, ...from(home) })
      expect(refused.status).toBe(403)
      expect(refused.cookies).toEqual([])
    }
    expect((await app.call(refreshLogin, {}, { ...cookie, ...from(office) })).status).toBe(200)
    expect((await systemLog(app, tenant)).filter(({ kind }) => kind === 'address_refused')).toHaveLength(2)
  })

  test('check the address of the connection if no proxy is trusted', async () => {
    const direct = await startTestApp()
    try {
      const tenant = await direct.buildTenant()
      const token = await direct.signIn(tenant, tenant.administrator)
      const local = { ranges: [{ range: '127.0.0.0/8' }] }
      expect((await saveTenantSetting(direct, tenant, 'signInAddresses', local, { token })).status).toBe(200)
      expect((await signInFrom(direct, tenant, tenant.administrator, home)).status).toBe(200)
    } finally {
      await direct.close()
    }
  })

  test('reach another process, and so does their reset by the operator', async () => {
    const { tenant, at } = await build()
    const config = loadConfig({
      STEWARD_ENV: 'test',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://localhost:8080',
      STEWARD_DATA_DIR: app.dataDir,
      ...behindProxy,
    })
    const second = await buildApp({ config, db: { ...app.db }, log: pino({ level: 'silent' }), rateLimits: false })
    try {
      const attempt = async () => {
        const payload = { tenantName: tenant.tenantName, username: tenant.administrator.username, password }
        return (await second.http.inject({ method: 'POST', url: '/auth/v1/Login', payload, ...from(home) })).statusCode
      }
      expect(await attempt()).toBe(200)
      await saveTenantSetting(app, tenant, 'signInAddresses', officeOnly, at)
      await expect.poll(attempt).toBe(403)
      expect(await resetTenantSettings(app.db, tenant.tenantId, ['signInAddresses', 'emailDomains'], operator)).toEqual(['signInAddresses'])
      await expect.poll(attempt).toBe(200)
    } finally {
      await second.close()
    }
  })
})

describe('session times', () => {
  test("end sessions at the tenant's maximum length and idle timeout", async () => {
    const { tenant, at } = await build()
    await saveTenantSetting(app, tenant, 'sessionPolicy', { lifetimeMinutes: 60, inactivityMinutes: 20 }, at)
    const renewing = await signInFrom(app, tenant, tenant.administrator, office)
    const idle = await signInFrom(app, tenant, tenant.administrator, office)
    let cookie = refreshTokenOf(renewing)
    for (let renewals = 0; renewals < 3; renewals++) {
      clock.advance({ minutes: 19 })
      const renewed = await app.call(refreshLogin, {}, { ...withToken(cookie), ...from(office) })
      expect(renewed.status).toBe(200)
      cookie = refreshTokenOf(renewed)
    }
    expect((await app.call(refreshLogin, {}, withToken(refreshTokenOf(idle)))).body.code).toBe('session_ended')
    clock.advance({ minutes: 4 })
    expect((await app.call(refreshLogin, {}, withToken(cookie))).body.code).toBe('session_ended')
  })

  test('can be longer than those of the installation', async () => {
    const { tenant, at } = await build()
    await saveTenantSetting(app, tenant, 'sessionPolicy', { lifetimeMinutes: 2_880, inactivityMinutes: 600 }, at)
    const signedIn = await signInFrom(app, tenant, tenant.administrator, office)
    clock.advance({ hours: 9 })
    const renewed = await app.call(refreshLogin, {}, withToken(refreshTokenOf(signedIn)))
    expect(renewed.status).toBe(200)
    const [session] = (await app.call(listOwnSessions, {}, { token: renewed.body.accessToken })).body
    expect(Date.parse(session.expiresTime) - Date.parse(session.createdTime)).toBe(2_880 * 60_000)
  })

  test('end sessions that are too old when they are saved', async () => {
    const { tenant } = await build()
    const old = await signInFrom(app, tenant, tenant.administrator, office)
    clock.advance({ minutes: 8 })
    const kept = withToken(refreshTokenOf(await app.call(refreshLogin, {}, withToken(refreshTokenOf(old)))))
    clock.advance({ minutes: 9 })
    const young = await signInFrom(app, tenant, tenant.administrator, office)
    const at = { token: String(young.body.accessToken) }
    expect((await saveTenantSetting(app, tenant, 'sessionPolicy', { lifetimeMinutes: 15 }, at)).status).toBe(200)
    expect((await app.call(refreshLogin, {}, kept)).body.code).toBe('session_ended')
    expect((await app.call(getProfile, {}, at)).status).toBe(200)
    const lapsed = (await systemLog(app, tenant)).filter(({ kind }) => kind === 'session_lapsed')
    expect(lapsed.map(({ details }) => details['reason'])).toContain('expired')
  })

  test("are enforced in the background with each tenant's own limits", async () => {
    const { tenant, at } = await build()
    const plain = await build()
    await saveTenantSetting(app, tenant, 'sessionPolicy', { inactivityMinutes: 15 }, at)
    clock.advance({ minutes: 16 })
    const task = app.app.session.schedule.find(({ name }) => name === 'end_lapsed_sessions')
    await task?.run()
    const open = (tenantId: string) =>
      asOwner(app.db, 'operator', (tx) =>
        tx.selectFrom('user_session').select('session_id').where('tenant_id', '=', tenantId).where('ended_at', 'is', null).execute(),
      )
    expect(await open(tenant.tenantId)).toHaveLength(0)
    expect(await open(plain.tenant.tenantId)).toHaveLength(1)
  })
})

describe('allowed email domains', () => {
  /** Allows only addresses like the administrator's. */
  async function restricted() {
    const { tenant, at } = await build()
    const domain = `${tenant.tenantName}.example`
    expect((await saveTenantSetting(app, tenant, 'emailDomains', { domains: [{ domain }] }, at)).status).toBe(200)
    return { tenant, at, domain }
  }

  test('refuse to invite other addresses, at the address field', async () => {
    const { at, domain } = await restricted()
    const invite = (email: string) => app.call(createUser, { body: { email, givenName: 'Grace', familyName: 'Okafor' } }, at)
    const refused = await invite('grace@evil.example')
    expect(refused.status).toBe(409)
    expect(refused.body.errors).toMatchObject([{ field: 'email', code: 'email_domain_refused', parameters: { domain: 'evil.example' } }])
    expect((await invite(`grace@${domain}`)).status).toBe(201)
  })

  test('reject lines of an import that would create users with other addresses, and leave existing users alone', async () => {
    const { tenant, at, domain } = await restricted()
    const known = await app.buildUser(tenant, { email: `known@elsewhere-${tenant.tenantName}.example` })
    const body = `email,givenName,familyName\nnew@evil.example,Eve,Vil\nnew@${domain},Nova,New\n${known.username},Grace,Changed\n`
    const report = await app.call(importUsers, { body, query: { dryRun: 'true' } }, at)
    expect(report.body).toMatchObject({ created: 1, changed: 1, refused: 1 })
    expect(report.body.rows[0]).toMatchObject({ line: 2, errors: [{ field: 'email', code: 'email_domain_refused' }] })
  })

  test('block earlier invitations and their resending; an administrator’s still works', async () => {
    const { tenant, at, domain } = await restricted()
    await saveTenantSetting(app, tenant, 'emailDomains', { domains: [] }, at)
    const email = `grace@outside-${tenant.tenantName}.example`
    await app.call(createUser, { body: { email, givenName: 'Grace', familyName: 'Okafor' } }, at)
    const link = await mailedToken()
    const second = { email: `boss@outside-${tenant.tenantName}.example`, givenName: 'Bo', familyName: 'Ss', groupIds: [tenant.groupId] }
    await app.call(createUser, { body: second }, at)
    const administratorLink = await mailedToken()
    await saveTenantSetting(app, tenant, 'emailDomains', { domains: [{ domain }] }, at)

    expect((await app.call(resendActivation, { body: { username: email } }, at)).body.code).toBe('email_domain_refused')
    const set = (token: string) => app.call(setPasswordByLink, { body: { token, newPassword: 'Another-horse-8-battery' } })
    expect((await set(link)).body.code).toBe('email_domain_refused')
    // Refused but not used up: an administrator can allow the domain.
    expect((await app.call(readPasswordLink, { body: { token: link } })).status).toBe(200)
    expect((await set(administratorLink)).status).toBe(200)
  })
})

/** The token of the link in the last email. */
async function mailedToken(): Promise<string> {
  await app.app.background.runDue()
  const token = /#token=([\w-]{64})(?![\w-])/.exec(mailServer.mails.at(-1)?.text ?? '')?.[1]
  if (!token) throw new Error('No mail with a link arrived')
  return token
}

describe('feature previews', () => {
  test('show unfinished features to the tenant that chose them, immediately, and to no other', async () => {
    const { tenant, at } = await build()
    const other = await build()
    const sees = async (options: typeof at) => {
      const { permissions, facts } = (await app.call(getPermissions, {}, options)).body
      return [permissions['Navigation.ESGScoreCustomization'], facts.flags.ESGScoreCustomization.source]
    }
    expect(await sees(at)).toEqual([false, 'default'])
    await saveTenantSetting(app, tenant, 'tenantSettings', { featurePreviewAccess: true }, at)
    expect(await sees(at)).toEqual([true, 'preview'])
    expect(await sees(other.at)).toEqual([false, 'default'])
    // The operator's choice for the tenant takes precedence.
    await asOwner(
      app.db,
      'operator',
      (tx) =>
        tx
          .insertInto('feature_flag_override')
          .values({ tenant_id: tenant.tenantId, flag_name: 'ESGScoreCustomization', is_enabled: false })
          .execute(),
      { tenantId: tenant.tenantId },
    )
    expect(await sees(at)).toEqual([false, 'tenant'])
    await saveTenantSetting(app, tenant, 'tenantSettings', { featurePreviewAccess: false }, at)
    expect(await sees(at)).toEqual([false, 'tenant'])
  })
})
