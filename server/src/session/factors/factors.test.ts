import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProfile, implicitLogin, refreshLogin } from '@steward/contract/session/endpoints'
import * as contract from '@steward/contract/session/factors'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, password, startTestApp } from '../../testing/app.ts'
import { type Ceremony, createSoftAuthenticator } from '../../testing/authenticator.ts'
import { addAuthenticator, addSoftPasskey, browserOf, rememberedOf, sendPassword } from '../../testing/factors.ts'
import { refreshTokenOf, systemLog, testClock, withToken } from '../../testing/session.ts'
import { saveTenantSetting } from '../../testing/tenant-settings.ts'
import { codeOf } from './codes.ts'

const clock = testClock()
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ now: clock.now, environment: { STEWARD_ACCESS_TOKEN_SECONDS: '3600' } })
})
afterAll(() => app?.close())

/** A tenant with a user who is signed in. */
async function build(wanted: { actions?: string[] } = {}) {
  const tenant = await app.buildTenant()
  const user = await app.buildUser(tenant, wanted)
  return { tenant, user, token: await app.signIn(tenant, user) }
}

/** A user with an authenticator app. */
async function enrolled() {
  const built = await build()
  return { ...built, ...(await addAuthenticator(app, built.token, clock)) }
}

const code = (secret: string) => codeOf(secret, clock.now())

function sendCode(
  answer: Awaited<ReturnType<typeof sendPassword>>,
  given: string,
  options: { kind?: 'recovery_code'; rememberDevice?: boolean } = {},
) {
  const { kind = 'authenticator' as const, rememberDevice } = options
  const body = { token: answer.body.token ?? '', kind, code: given, ...(rememberDevice ? { rememberDevice } : {}) }
  return app.call(contract.signInWithCode, { body }, browserOf(answer))
}

describe('authenticator codes', () => {
  test('are asked for after a right password, and open a session', async () => {
    const { tenant, user, secret } = await enrolled()
    expect((await sendPassword(app, tenant, user, {}, 'Wrong-horse-7-battery')).body.code).toBe('login_failed')
    const step = await sendPassword(app, tenant, user)
    expect(step.body).toMatchObject({ next: 'factor', kinds: ['authenticator', 'recovery_code'], rememberDays: 30 })
    expect(step.body.accessToken).toBeUndefined()
    expect(refreshTokenOf(step)).toBeUndefined()
    const done = await sendCode(step, code(secret))
    expect(done.status).toBe(200)
    expect((await app.call(getProfile, {}, { token: done.body.accessToken })).body.username).toBe(user.username)
    expect((await app.call(refreshLogin, {}, withToken(refreshTokenOf(done)))).status).toBe(200)
  })

  test('count once, also in another sign-in', async () => {
    const { tenant, user, secret } = await enrolled()
    const [first, second] = [await sendPassword(app, tenant, user), await sendPassword(app, tenant, user)]
    const given = code(secret)
    expect((await sendCode(first, given)).status).toBe(200)
    expect((await sendCode(first, given)).body.code).toBe('sign_in_step_ended')
    expect((await sendCode(second, given)).body).toMatchObject({ code: 'code_wrong', errors: [{ field: 'code' }] })
  })

  test('count once under parallel use', async () => {
    const { tenant, user, secret } = await enrolled()
    const steps = [await sendPassword(app, tenant, user), await sendPassword(app, tenant, user), await sendPassword(app, tenant, user)]
    const given = code(secret)
    const answers = await Promise.all(steps.map((step) => sendCode(step, given)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('end the sign-in and lock the account after five wrong ones', async () => {
    const { tenant, user, secret } = await enrolled()
    const step = await sendPassword(app, tenant, user)
    for (let attempt = 0; attempt < 5; attempt++) expect((await sendCode(step, '000000')).body.code).toBe('code_wrong')
    expect((await sendCode(step, code(secret))).body.code).toBe('sign_in_step_ended')
    expect((await sendPassword(app, tenant, user)).body.code).toBe('sign_in_locked')
    const reasons = (await systemLog(app, tenant)).filter(({ kind }) => kind === 'sign_in_failed').map(({ details }) => details['reason'])
    expect(reasons.filter((reason) => reason === 'code')).toHaveLength(5)
  })

  test('of one person finish no sign-in of another', async () => {
    const { tenant, secret, recoveryCodes } = await enrolled()
    const other = await app.buildUser(tenant)
    const theirs = await addAuthenticator(app, await app.signIn(tenant, other), clock)
    const step = await sendPassword(app, tenant, other)
    expect((await sendCode(step, code(secret))).body.code).toBe('code_wrong')
    expect((await sendCode(step, recoveryCodes[0] ?? '', { kind: 'recovery_code' })).body.code).toBe('code_wrong')
    expect((await sendCode(step, code(theirs.secret))).status).toBe(200)
  })

  test('open a session that was not there before: step, session and refresh token are new each time', async () => {
    const { tenant, user, token, secret } = await enrolled()
    const sent = browserOf(await sendPassword(app, tenant, user))
    // An attacker's step cookie is not taken over.
    const step = await sendPassword(app, tenant, user, sent)
    expect(browserOf(step)).not.toEqual(sent)
    const done = await sendCode(step, code(secret))
    const before = (await app.call(getProfile, {}, { token })).body
    expect(before.username).toBe(user.username)
    const texts = [step.body.token, ...Object.values(browserOf(step).cookies), token, done.body.accessToken, refreshTokenOf(done)]
    expect(new Set(texts).size).toBe(texts.length)
    for (const old of [step.body.token, ...Object.values(browserOf(step).cookies)])
      expect((await app.call(refreshLogin, {}, withToken(old))).status).toBeGreaterThanOrEqual(400)
    // The step is over, also for someone who knows it and its cookie.
    clock.advance({ seconds: 60 })
    expect((await sendCode(step, code(secret))).body.code).toBe('sign_in_step_ended')
  })

  test('belong to the browser of the password, and to ten minutes', async () => {
    const { tenant, user, secret } = await enrolled()
    const step = await sendPassword(app, tenant, user)
    const other = await sendPassword(app, tenant, user)
    const body = { token: step.body.token, kind: 'authenticator' as const, code: code(secret) }
    for (const options of [{}, browserOf(other)]) {
      expect((await app.call(contract.signInWithCode, { body }, options)).body.code).toBe('sign_in_step_ended')
    }
    clock.advance({ minutes: 11 })
    expect((await sendCode(step, code(secret))).body.code).toBe('sign_in_step_ended')
  })

  test('are the only way on: a pending sign-in gives no session anywhere', async () => {
    const { tenant, user } = await enrolled()
    const step = await sendPassword(app, tenant, user)
    for (const endpoint of [implicitLogin, refreshLogin]) {
      expect((await app.call(endpoint, {}, { cookies: { steward_refresh: step.body.token } })).status).toBeGreaterThanOrEqual(400)
    }
    expect((await app.call(getProfile, {}, { token: step.body.token })).status).toBe(401)
    const enrollment = await app.call(contract.enrollBeginAuthenticator, { body: { token: step.body.token } }, browserOf(step))
    expect(enrollment.body.code).toBe('sign_in_step_ended')
    const foreign = { headers: { origin: 'https://evil.example' }, ...browserOf(step) }
    const body = { token: step.body.token, kind: 'authenticator' as const, code: '000000' }
    expect((await app.call(contract.signInWithCode, { body }, foreign)).body.code).toBe('cross_site')
  })

  test('are set up once, within ten minutes, with a right code', async () => {
    const { token } = await build()
    const { body: setup } = await app.call(contract.beginAuthenticator, {}, { token })
    const confirm = (body: { setupToken: string; code: string }) => app.call(contract.confirmAuthenticator, { body }, { token })
    expect((await confirm({ setupToken: setup.setupToken, code: '000000' })).body.code).toBe('code_wrong')
    expect((await confirm({ setupToken: 'x', code: code(setup.secret) })).body.code).toBe('authenticator_setup_ended')
    expect((await confirm({ setupToken: setup.setupToken, code: code(setup.secret) })).body.recoveryCodes).toHaveLength(10)
    expect((await confirm({ setupToken: setup.setupToken, code: code(setup.secret) })).body.code).toBe('authenticator_exists')
    expect((await app.call(contract.beginAuthenticator, {}, { token })).body.code).toBe('authenticator_exists')
    const other = await build()
    const stolen = { setupToken: setup.setupToken, code: code(setup.secret) }
    expect((await app.call(contract.confirmAuthenticator, { body: stolen }, { token: other.token })).body.code).toBe(
      'authenticator_setup_ended',
    )
  })

  test('have no name until their owner gives them one, so that readers see what they are in their language', async () => {
    const { tenant, token } = await enrolled()
    const [factor] = (await app.call(contract.listOwnFactors, {}, { token })).body.factors
    expect(factor).toMatchObject({ kind: 'authenticator', name: '' })
    const added = (await systemLog(app, tenant)).find(({ kind }) => kind === 'factor_added')
    expect(added?.details).toEqual({ kind: 'authenticator' })
    const input = { params: { factorId: factor.factorId }, body: { name: 'Phone' } }
    expect((await app.call(contract.renameFactor, input, { token })).body.name).toBe('Phone')
    expect((await app.call(contract.renameFactor, { ...input, body: { name: ' ' } }, { token })).status).toBe(400)
  })

  test('are sealed in the database, and never logged', async () => {
    const { secret } = await enrolled()
    const rows = await asOwner(app.db, 'maintenance', (tx) => tx.selectFrom('sign_in_factor').select('shared_secret').execute())
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('recovery codes', () => {
  test('count once, also under parallel use, and are told apart from others', async () => {
    const { tenant, user, token, recoveryCodes } = await enrolled()
    const [given = '', next = ''] = recoveryCodes
    const steps = [await sendPassword(app, tenant, user), await sendPassword(app, tenant, user), await sendPassword(app, tenant, user)]
    const answers = await Promise.all(steps.map((step) => sendCode(step, given.toLowerCase(), { kind: 'recovery_code' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await app.call(contract.listOwnFactors, {}, { token })).body.recoveryCodes.left).toBe(9)
    const renewed = await app.call(contract.renewRecoveryCodes, {}, { token })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await sendCode(await sendPassword(app, tenant, user), next, { kind: 'recovery_code' })).body.code).toBe('code_wrong')
  })

  test('need a factor', async () => {
    const { token } = await build()
    expect((await app.call(contract.renewRecoveryCodes, {}, { token })).body.code).toBe('factors_missing')
  })
})

describe('remembered browsers', () => {
  test('are asked for no second factor until they are forgotten, and not for sensitive changes', async () => {
    const { tenant, user, secret } = await enrolled()
    const done = await sendCode(await sendPassword(app, tenant, user), code(secret), { rememberDevice: true })
    const browser = rememberedOf(done)
    const again = await sendPassword(app, tenant, user, browser)
    expect(again.body.accessToken).toBeDefined()
    expect((await app.call(contract.getConfirmation, {}, { token: again.body.accessToken })).body.freshUntil).toBeNull()
    const other = await app.buildUser(tenant)
    await addAuthenticator(app, await app.signIn(tenant, other), clock)
    expect((await sendPassword(app, tenant, other, browser)).body.next).toBe('factor')
    expect((await app.call(contract.listOwnFactors, {}, { token: again.body.accessToken })).body.rememberedBrowsers).toBe(1)
    expect((await app.call(contract.forgetBrowsers, {}, { token: again.body.accessToken })).status).toBe(204)
    expect((await sendPassword(app, tenant, user, browser)).body.next).toBe('factor')
  })
})

describe('passkeys', () => {
  const ask = async () => (await app.call(contract.askPasskey, {})).body
  const signIn = (credential: ReturnType<ReturnType<typeof createSoftAuthenticator>['get']>) =>
    app.call(contract.signInWithPasskey, { body: { credential } })

  test('sign in alone, without a name, and as a second step', async () => {
    const { tenant, user, token } = await build()
    const passkey = await addSoftPasskey(app, token)
    const alone = await signIn(passkey.get(await ask()))
    expect(alone.body.user.username).toBe(user.username)
    expect((await app.call(contract.getConfirmation, {}, { token: alone.body.accessToken })).body.freshUntil).not.toBeNull()
    const step = await sendPassword(app, tenant, user)
    expect(step.body.kinds).toEqual(['passkey', 'recovery_code'])
    const { body: options } = await app.call(contract.askPasskeyStep, { body: { token: step.body.token } }, browserOf(step))
    expect(options.allowCredentials).toMatchObject([{ id: passkey.credentialId }])
    const body = { token: step.body.token, credential: passkey.get(options) }
    expect((await app.call(contract.signInWithPasskeyStep, { body }, browserOf(step))).body.accessToken).toBeDefined()
  })

  test('are refused for another origin or relying party, without verification, and when a challenge is repeated, forged or old', async () => {
    const { token } = await build()
    const passkey = await addSoftPasskey(app, token)
    const stranger = createSoftAuthenticator()
    stranger.create((await app.call(contract.beginPasskey, {}, { token })).body)
    const wrong = [
      passkey.get(await ask(), { origin: 'https://steward.evil.example' }),
      passkey.get(await ask(), { rpId: 'evil.example' }),
      passkey.get(await ask(), { isUserVerified: false }),
      passkey.get({ ...(await ask()), challenge: Buffer.alloc(54).toString('base64url') }),
      stranger.get(await ask()),
    ]
    const answers = []
    for (const credential of wrong) answers.push((await signIn(credential)).body.code)
    expect(answers).toEqual([...Array.from({ length: 4 }, () => 'passkey_refused'), 'passkey_unknown'])
    const right = passkey.get(await ask())
    expect((await signIn(right)).status).toBe(200)
    expect((await signIn(right)).body.code).toBe('passkey_refused')
    const late = passkey.get(await ask())
    clock.advance({ minutes: 6 })
    expect((await signIn(late)).body.code).toBe('passkey_refused')
  })

  test('are refused and recorded when their counter goes back', async () => {
    const { tenant, token } = await build()
    const passkey = await addSoftPasskey(app, token)
    passkey.counter = 5
    expect((await signIn(passkey.get(await ask()))).status).toBe(200)
    passkey.counter = 2
    expect((await signIn(passkey.get(await ask()))).body.code).toBe('passkey_refused')
    expect((await systemLog(app, tenant)).map(({ kind }) => kind)).toContain('passkey_refused')
  })

  test('cannot be registered from another site, twice, or with the challenge of another session', async () => {
    const { token } = await build()
    const { body: options } = await app.call(contract.beginPasskey, {}, { token })
    const authenticator = createSoftAuthenticator()
    const add = (credential: ReturnType<typeof authenticator.create>, as = token) =>
      app.call(contract.addPasskey, { body: { credential } }, { token: as })
    for (const as of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isUserVerified: false }])
      expect((await add(authenticator.create(options, as))).body.code).toBe('passkey_refused')
    expect((await add(authenticator.create(options), (await build()).token)).body.code).toBe('passkey_refused')
    expect((await add(authenticator.create(options))).status).toBe(201)
    const again = await app.call(contract.beginPasskey, {}, { token })
    expect(again.body.excludeCredentials).toMatchObject([{ id: authenticator.credentialId }])
    expect((await add(authenticator.create(again.body))).body.code).toBe('passkey_known')
  })

  test.each([
    ['another origin', { origin: 'https://steward.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a device that did not verify its user', { isUserVerified: false }],
  ])('are refused from %s as a second step and as a confirmation', async (_, as) => {
    const { tenant, user, token } = await build()
    const passkey = await addSoftPasskey(app, token)
    const step = await sendPassword(app, tenant, user)
    const pass = async (ceremony?: Ceremony) => {
      const { body: options } = await app.call(contract.askPasskeyStep, { body: { token: step.body.token } }, browserOf(step))
      const body = { token: step.body.token, credential: passkey.get(options, ceremony) }
      return app.call(contract.signInWithPasskeyStep, { body }, browserOf(step))
    }
    const confirm = async (ceremony?: Ceremony) => {
      const { body: options } = await app.call(contract.askPasskeyConfirmation, {}, { token })
      const body = { kind: 'passkey' as const, credential: passkey.get(options, ceremony) }
      return app.call(contract.confirmIdentity, { body }, { token })
    }
    for (const prove of [pass, confirm]) {
      expect((await prove(as)).body.code).toBe('passkey_refused')
      expect((await prove()).status).toBe(200)
    }
  })

  test('of one person finish no sign-in of another', async () => {
    const { tenant, token } = await build()
    const passkey = await addSoftPasskey(app, token)
    const other = await app.buildUser(tenant)
    await addSoftPasskey(app, await app.signIn(tenant, other))
    const step = await sendPassword(app, tenant, other)
    const { body: options } = await app.call(contract.askPasskeyStep, { body: { token: step.body.token } }, browserOf(step))
    const body = { token: step.body.token, credential: passkey.get(options) }
    expect((await app.call(contract.signInWithPasskeyStep, { body }, browserOf(step))).body.code).toBe('passkey_refused')
  })

  test('are unknown once they were removed', async () => {
    const { token } = await build()
    const passkey = await addSoftPasskey(app, token)
    const { factorId } = (await app.call(contract.listOwnFactors, {}, { token })).body.factors[0]
    await app.call(contract.removeFactor, { params: { factorId } }, { token })
    expect((await signIn(passkey.get(await ask()))).body.code).toBe('passkey_unknown')
  })

  test('are renamed and removed by their owner alone', async () => {
    const { token } = await build()
    await addSoftPasskey(app, token)
    const { factorId } = (await app.call(contract.listOwnFactors, {}, { token })).body.factors[0]
    const input = { params: { factorId }, body: { name: 'Laptop' } }
    expect((await app.call(contract.renameFactor, input, { token })).body.name).toBe('Laptop')
    const other = await build()
    expect((await app.call(contract.renameFactor, input, { token: other.token })).status).toBe(404)
    expect((await app.call(contract.removeFactor, { params: { factorId } }, { token: other.token })).status).toBe(404)
    expect((await app.call(contract.removeFactor, { params: { factorId } }, { token })).status).toBe(204)
    expect((await app.call(contract.listOwnFactors, {}, { token })).body).toMatchObject({ factors: [], recoveryCodes: null })
  })
})

describe('the policy of the tenant', () => {
  const administratorOf = (tenant: TestTenant) => app.signIn(tenant, tenant.administrator)
  const ask = async (tenant: TestTenant, value: object) =>
    saveTenantSetting(app, tenant, 'secondFactor', value, { token: await administratorOf(tenant) })

  test('lets people set up a factor at sign-in once the grace period is over', async () => {
    const { tenant, user, token } = await build()
    expect((await ask(tenant, { audience: 'everybody', graceDays: 2 })).status).toBe(200)
    expect((await sendPassword(app, tenant, user)).body.accessToken).toBeDefined()
    const due = (await app.call(contract.listOwnFactors, {}, { token })).body
    expect(due).toMatchObject({ isRequired: true, factors: [] })
    expect(Date.parse(due.dueTime)).toBeGreaterThan(clock.now().getTime())
    clock.advance({ days: 3 })
    const step = await sendPassword(app, tenant, user)
    expect(step.body).toMatchObject({ next: 'enrollment', kinds: ['authenticator', 'passkey'], rememberDays: 0 })
    const body = { token: step.body.token }
    const { body: setup } = await app.call(contract.enrollBeginAuthenticator, { body }, browserOf(step))
    const confirmation = { ...body, setupToken: setup.setupToken, code: code(setup.secret) }
    const done = await app.call(contract.enrollAuthenticator, { body: confirmation }, browserOf(step))
    expect(done.body.recoveryCodes).toHaveLength(10)
    const factors = (await app.call(contract.listOwnFactors, {}, { token: done.body.accessToken })).body
    const removal = { params: { factorId: factors.factors[0].factorId } }
    expect((await app.call(contract.removeFactor, removal, { token: done.body.accessToken })).body.code).toBe('factor_required')
  })

  test('asks administrators alone, and shows beforehand whom', async () => {
    const { tenant, user } = await build()
    const token = await administratorOf(tenant)
    const missing = await app.call(contract.listWithoutFactor, { query: { audience: 'administrators' } }, { token })
    expect(missing.body).toMatchObject({ count: 1, people: [{ username: tenant.administrator.username, isAdministrator: true }] })
    expect((await app.call(contract.listWithoutFactor, { query: { audience: 'everybody' } }, { token })).body.count).toBe(2)
    await ask(tenant, { audience: 'administrators', graceDays: 0 })
    expect((await sendPassword(app, tenant, user)).body.accessToken).toBeDefined()
    const step = await sendPassword(app, tenant, tenant.administrator)
    expect(step.body.next).toBe('enrollment')
    const body = { token: step.body.token }
    const { body: options } = await app.call(contract.enrollBeginPasskey, { body }, browserOf(step))
    const credential = createSoftAuthenticator().create(options)
    const done = await app.call(contract.enrollPasskey, { body: { ...body, credential } }, browserOf(step))
    expect(done.body.accessToken).toBeDefined()
  })

  test('that changes during a sign-in holds at its end: another kind has to be set up', async () => {
    const { tenant, user, secret } = await enrolled()
    const step = await sendPassword(app, tenant, user)
    await ask(tenant, { audience: 'everybody', kinds: ['passkey'], graceDays: 0 })
    const next = await sendCode(step, code(secret))
    expect(next.body).toMatchObject({ next: 'enrollment', kinds: ['passkey'] })
    const refused = await app.call(contract.enrollBeginAuthenticator, { body: { token: next.body.token } }, browserOf(next))
    expect(refused.body.code).toBe('factor_kind_refused')
    const { body: options } = await app.call(contract.enrollBeginPasskey, { body: { token: next.body.token } }, browserOf(next))
    const credential = createSoftAuthenticator().create(options)
    const done = await app.call(contract.enrollPasskey, { body: { token: next.body.token, credential } }, browserOf(next))
    expect(done.body.accessToken).toBeDefined()
  })

  test('that is turned on during a sign-in asks before the session: a code of a kind that is not allowed is not enough', async () => {
    const { tenant, user, secret } = await enrolled()
    const step = await sendPassword(app, tenant, user)
    await ask(tenant, { audience: 'everybody', kinds: ['passkey'], graceDays: 0 })
    const next = await sendCode(step, code(secret))
    expect(next.body.accessToken).toBeUndefined()
    expect(refreshTokenOf(next)).toBeUndefined()
    // Nor does the step that was passed open one, or the sign-in of clients that know no steps.
    expect((await sendCode(step, code(secret))).body.code).toBe('sign_in_step_ended')
    const again = await sendPassword(app, tenant, user)
    expect(again.body.accessToken).toBeUndefined()
    for (const answer of [step, next, again])
      expect((await app.call(implicitLogin, {}, browserOf(answer))).body.accessToken).toBeUndefined()
  })

  test('cannot be met by someone else while its owner sets up a factor', async () => {
    const { tenant, user, token } = await build()
    await ask(tenant, { audience: 'everybody', graceDays: 0 })
    const thief = await sendPassword(app, tenant, user)
    await addAuthenticator(app, token, clock)
    const { body: options } = await app.call(contract.enrollBeginPasskey, { body: { token: thief.body.token } }, browserOf(thief))
    const body = { token: thief.body.token, credential: createSoftAuthenticator().create(options) }
    expect((await app.call(contract.enrollPasskey, { body }, browserOf(thief))).body.code).toBe('sign_in_step_ended')
    expect((await app.call(contract.listOwnFactors, {}, { token })).body.factors).toHaveLength(1)
  })
})

describe('confirmations', () => {
  test('are asked for after ten minutes, with the password, and end no session', async () => {
    const { token } = await build()
    clock.advance({ minutes: 9 })
    expect((await app.call(contract.beginAuthenticator, {}, { token })).status).toBe(200)
    clock.advance({ minutes: 2 })
    const refused = await app.call(contract.beginAuthenticator, {}, { token })
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ code: 'freshness_required', parameters: { kinds: 'password' } })
    expect(refused.headers['www-authenticate']).toContain('insufficient_user_authentication')
    expect((await app.call(getProfile, {}, { token })).status).toBe(200)
    const wrong = await app.call(contract.confirmIdentity, { body: { kind: 'password', password: 'Wrong-horse-7' } }, { token })
    expect(wrong.body).toMatchObject({ code: 'old_password_wrong', errors: [{ field: 'password' }] })
    const right = await app.call(contract.confirmIdentity, { body: { kind: 'password', password } }, { token })
    expect(right.body.freshUntil).not.toBeNull()
    expect((await app.call(contract.beginAuthenticator, {}, { token })).status).toBe(200)
  })

  test('take a code or a passkey of those who have one, and not their password', async () => {
    const { tenant, user, secret } = await enrolled()
    const done = await sendCode(await sendPassword(app, tenant, user), code(secret), { rememberDevice: true })
    const again = await sendPassword(app, tenant, user, rememberedOf(done))
    const token = again.body.accessToken
    expect((await app.call(contract.renewRecoveryCodes, {}, { token })).body.code).toBe('freshness_required')
    const withPassword = await app.call(contract.confirmIdentity, { body: { kind: 'password', password } }, { token })
    expect(withPassword.body.code).toBe('confirmation_unavailable')
    clock.advance({ seconds: 60 })
    expect((await app.call(contract.confirmIdentity, { body: { kind: 'authenticator', code: '000000' } }, { token })).body.code).toBe(
      'code_wrong',
    )
    const confirmed = await app.call(contract.confirmIdentity, { body: { kind: 'authenticator', code: code(secret) } }, { token })
    expect(confirmed.status).toBe(200)
    expect((await app.call(contract.askPasskeyConfirmation, {}, { token })).body.code).toBe('confirmation_unavailable')
    const passkey = await addSoftPasskey(app, token)
    const { body: options } = await app.call(contract.askPasskeyConfirmation, {}, { token })
    const body = { kind: 'passkey' as const, credential: passkey.get(options) }
    expect((await app.call(contract.confirmIdentity, { body }, { token })).status).toBe(200)
    expect((await app.call(contract.confirmIdentity, { body }, { token })).body.code).toBe('passkey_refused')
  })
})

describe('administrators', () => {
  const reset = (token: string, user: TestUser) =>
    app.call(contract.resetUserFactors, { params: { userId: user.userId }, body: { reason: 'Lost phone' } }, { token })

  test('see and reset the factors of others, which ends their sessions', async () => {
    const { tenant, user, token } = await enrolled()
    const administrator = await app.signIn(tenant, tenant.administrator)
    const seen = await app.call(contract.listUserFactors, { params: { userId: user.userId } }, { token: administrator })
    expect(seen.body).toMatchObject({ factors: [{ kind: 'authenticator' }], recoveryCodesLeft: 10 })
    expect((await reset(administrator, user)).body).toEqual({ removed: 1, request: null })
    expect((await app.call(getProfile, {}, { token })).status).toBe(401)
    expect((await sendPassword(app, tenant, user)).body.accessToken).toBeDefined()
    expect((await reset(administrator, user)).body.code).toBe('factors_missing')
    expect((await reset(administrator, tenant.administrator)).body.code).toBe('user_is_self')
    const event = (await systemLog(app, tenant)).find(({ kind }) => kind === 'factors_reset')
    expect(event?.details).toMatchObject({ reason: 'Lost phone', by: tenant.administrator.username, removed: 1 })
  })

  test('are the only ones who reset those of administrators', async () => {
    const { tenant, user } = await build({ actions: ['EditUsers', 'ViewUsers'] })
    await addAuthenticator(app, await app.signIn(tenant, tenant.administrator), clock)
    expect((await reset(await app.signIn(tenant, user), tenant.administrator)).body.code).toBe('administrator_only')
  })
})
