import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cancelFederation,
  disableFederation,
  enableFederation,
  getFederation,
  getFederationImpact,
  updateFederation,
} from '@steward/contract/federation/endpoints'
import { getGroup } from '@steward/contract/groups/endpoints'
import { implicitLogin, login, refreshLogin } from '@steward/contract/session/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestMailServer, startMailServer } from '../testing/mail.ts'
import { refreshCookie } from '../session/cookie.ts'
import { type TestAnswer, type TestApp, type TestTenant, password } from '../testing/app.ts'
import { type OidcProvider, startOidcProvider } from '../testing/federation/oidc-provider.ts'
import {
  adminGroup,
  clientSecret,
  connect,
  draftOf,
  publicUrl,
  register,
  signInThrough,
  startFederatedApp,
} from '../testing/federation/setup.ts'

let test: TestApp
let provider: OidcProvider
let mailServer: TestMailServer
let tenant: TestTenant
let token: string

beforeAll(async () => {
  provider = await startOidcProvider({ users: { boss: { email: 'boss@idp.example', groups: [adminGroup] } } })
  mailServer = await startMailServer()
  test = await startFederatedApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await test.close()
  await provider.close()
  await mailServer.close()
})
beforeEach(async () => {
  tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
})

const get = async () => (await test.call(getFederation, {}, { token })).body
const draft = (more: object = {}, as = token) =>
  test.call(enableFederation, { body: { ...draftOf(provider, tenant), ...more } }, { token: as })
const enable = (more: object = {}, as = token) => test.call(enableFederation, { body: { IsTestIdp: false, ...more } }, { token: as })
const update = (body: object, as = token) => test.call(updateFederation, { body }, { token: as })
const tryOut = () => signInThrough(test, tenant, 'boss', { token })
const outcome = (answer: TestAnswer) => [answer.status, answer.body.code]
/** A user who can configure single sign-on but is not an administrator. */
async function configurer(): Promise<string> {
  const user = await test.buildUser(tenant, { actions: ['ConfigureSSO'] })
  return test.signIn(tenant, user)
}

describe('enableFederation', () => {
  beforeEach(() => register(provider, tenant))

  it('requires a draft, and a successful test of exactly this draft', async () => {
    expect(outcome(await enable())).toEqual([409, 'federation_no_draft'])
    await draft()
    expect(outcome(await enable())).toEqual([409, 'federation_untested'])
    await tryOut()
    expect((await get()).draft).toMatchObject({ isTested: true })
    expect(outcome(await enable({ AdminGroupName: 'Another' }))).toEqual([409, 'federation_untested'])
    await draft({ AdminGroupName: 'Another' })
    expect(outcome(await enable())).toEqual([409, 'federation_untested'])
  })

  it('does not accept a failed test, or one of an earlier draft', async () => {
    await draft()
    provider.users.set('none', {})
    await signInThrough(test, tenant, 'none', { token })
    expect((await get()).draft.testResult).toMatchObject({ outcome: 'failure', refusal: { code: 'email_missing' } })
    expect(outcome(await enable())).toEqual([409, 'federation_untested'])
  })

  it('requires an administrator', async () => {
    await draft()
    await tryOut()
    expect(outcome(await enable({}, await configurer()))).toEqual([403, 'administrator_only'])
  })

  it('makes the draft ACTIVE, and ends password sessions except the break-glass one, with a reason', async () => {
    const user = await test.buildUser(tenant)
    const credentials = { tenantName: tenant.tenantName, username: user.username, password }
    const signedIn = await test.call(login, { body: credentials })
    const cookies = { [refreshCookie]: signedIn.cookies.find(({ name }) => name === refreshCookie)?.value ?? '' }
    await draft()
    await tryOut()
    const enabled = await enable({ AdminGroupName: adminGroup, ProviderName: 'Test provider' })
    expect(enabled.body).toMatchObject({
      federationState: 'ACTIVE',
      draft: null,
      active: { providerName: 'Test provider', isTested: true },
    })
    const refreshed = await test.call(refreshLogin, {}, { cookies })
    expect([refreshed.status, refreshed.body.code, refreshed.body.parameters]).toEqual([400, 'session_ended', { reason: 'sso_change' }])
    expect((await test.call(implicitLogin, {}, { cookies })).body.parameters).toEqual({ reason: 'sso_change' })
    expect((await test.call(getFederation, {}, { token: signedIn.body.accessToken })).status).toBe(401)
    expect((await get()).federationState).toBe('ACTIVE')
  })

  it('lets another provider be tested while one is active, and replaces it without interruption', async () => {
    await connect(test, tenant, provider, { tester: 'boss' })
    const other = await startOidcProvider({ users: { boss: { sub: 'b', email: 'boss@idp.example', groups: [adminGroup] } } })
    try {
      await register(other, tenant)
      const before = (await signInThrough(test, tenant, 'boss')).answer.body
      await test.call(enableFederation, { body: draftOf(other, tenant) }, { token })
      expect(await get()).toMatchObject({ federationState: 'ACTIVE', active: { issuer: provider.issuer }, draft: { issuer: other.issuer } })
      expect((await signInThrough(test, tenant, 'boss')).answer.status).toBe(200)
      await tryOut()
      expect((await enable()).body).toMatchObject({ active: { issuer: other.issuer }, draft: null })
      // Users of the former provider sign in again and are found by email.
      expect((await test.call(getFederation, {}, { token: before.accessToken })).status).toBe(401)
      expect((await signInThrough(test, tenant, 'boss')).answer.body.user.userId).toBe(before.user.userId)
    } finally {
      await other.close()
    }
  })
})

describe('updateFederation', () => {
  it('changes the active provider without downtime', async () => {
    await connect(test, tenant, provider, { tester: 'boss' })
    const { groupId, groupName } = await test.buildGroup(tenant)
    const answer = await update({ providerName: 'Company login', groupMappings: [{ providerGroup: 'A', groupId }] })
    expect(answer.body).toMatchObject({
      federationState: 'ACTIVE',
      active: { providerName: 'Company login', hasClientSecret: true, groupMappings: [{ providerGroup: 'A', groupId, groupName }] },
    })
    expect((await update({ metadataUrl: provider.metadataUrl })).status).toBe(200)
    expect((await update({})).status).toBe(200)
    expect((await signInThrough(test, tenant, 'boss')).answer.status).toBe(200)
  })

  it('uses a changed secret only after a test sign-in, or where that is waived', async () => {
    await connect(test, tenant, provider, { tester: 'boss' })
    const redirectUris = [`${publicUrl}/auth/federation/${tenant.tenantName}/callback`]
    const changeAt = (clientSecret: string) => provider.addClient({ clientId: `steward-${tenant.tenantName}`, clientSecret, redirectUris })
    const works = async () => (await signInThrough(test, tenant, 'boss')).fragment.has('code')
    expect(outcome(await update({ clientSecret: 'renewed' }))).toEqual([409, 'federation_secret_untested'])
    expect(outcome(await update({ clientSecret: null }))).toEqual([409, 'federation_secret_untested'])
    expect((await update({ clientSecret })).status).toBe(200)
    const drafted = await test.call(enableFederation, { body: { IsTestIdp: true, clientSecret: 'renewed' } }, { token })
    expect(drafted.body).toMatchObject({ federationState: 'ACTIVE', draft: { isTested: false } })
    expect(await works()).toBe(true)
    await changeAt('renewed')
    await tryOut()
    expect((await enable()).body).toMatchObject({ federationState: 'ACTIVE', draft: null, active: { adminGroupName: adminGroup } })
    expect(await works()).toBe(true)
    expect((await update({ clientSecret: 'a typing error', withoutTest: true })).status).toBe(200)
    expect(await works()).toBe(false)
  })

  it('cannot switch to another provider or client', async () => {
    await connect(test, tenant, provider, { tester: 'boss' })
    const other = await startOidcProvider()
    try {
      expect(outcome(await update({ metadataUrl: other.metadataUrl }))).toEqual([409, 'federation_other_provider'])
    } finally {
      await other.close()
    }
    expect(outcome(await update({ clientId: 'another' }))).toEqual([409, 'federation_other_provider'])
  })

  it('changes the draft while none is active, and requires a new test', async () => {
    await register(provider, tenant)
    await draft()
    await tryOut()
    expect((await update({ adminGroupName: 'Others' })).body.draft).toMatchObject({ adminGroupName: 'Others', isTested: false })
  })

  it('requires a change, an administrator, a valid URL and the version', async () => {
    expect(outcome(await update({}))).toEqual([409, 'federation_inactive'])
    await connect(test, tenant, provider, { tester: 'boss' })
    const adminUsername = tenant.administrator.username
    const user = await test.buildUser(tenant, { actions: ['ConfigureSSO'] })
    const asUser = await signInAs(user.username)
    expect(outcome(await update({ providerName: 'Mine', adminUsername }, asUser))).toEqual([403, 'administrator_only'])
    expect((await update({ metadataUrl: 'nonsense' })).body.errors[0].message).toBe('Please use a valid URL')
    const stale = await test.call(updateFederation, { body: { providerName: 'X' }, ifMatch: '"1"' }, { token })
    expect(outcome(stale)).toEqual([412, 'version_conflict'])
  })

  /** In a federated tenant, sign-in is only possible through the provider. */
  async function signInAs(email: string): Promise<string> {
    provider.users.set(email, { email })
    return (await signInThrough(test, tenant, email)).answer.body.accessToken
  }
})

describe('cancelFederation', () => {
  it('deletes the draft', async () => {
    expect(outcome(await test.call(cancelFederation, {}, { token }))).toEqual([409, 'federation_no_draft'])
    await draft()
    expect(outcome(await test.call(cancelFederation, { ifMatch: '"0"' }, { token }))).toEqual([412, 'version_conflict'])
    expect((await test.call(cancelFederation, {}, { token })).body).toMatchObject({ federationState: 'INACTIVE', draft: null })
  })
})

describe('disableFederation', () => {
  it('deletes the draft if called as a test', async () => {
    await draft()
    const answer = await test.call(disableFederation, { body: { IsTestIdp: true } }, { token })
    expect(answer.body).toMatchObject({ federationState: 'INACTIVE', mailed: 0 })
  })

  it('returns everyone to passwords: mails a link, and ends sessions with the reason', async () => {
    await connect(test, tenant, provider, { tester: 'boss' })
    const { answer } = await signInThrough(test, tenant, 'boss')
    const cookies = { [refreshCookie]: answer.cookies.find(({ name }) => name === refreshCookie)?.value ?? '' }
    const impact = await test.call(getFederationImpact, {}, { token })
    expect(impact.body).toMatchObject({ externalUsers: 1, federatedSessions: 1 })
    expect(impact.body.breakGlassCandidates).toMatchObject([{ username: tenant.administrator.username }])
    const disabled = await test.call(disableFederation, { body: { IsTestIdp: false } }, { token })
    expect(disabled.body).toMatchObject({ federationState: 'INACTIVE', active: null, mailed: 1 })
    expect((await test.call(refreshLogin, {}, { cookies })).body.parameters).toEqual({ reason: 'sso_change' })
    await test.app.background.runDue()
    // Others are told about sign-ins.
    const links = mailServer.mails.filter(({ subject }) => subject?.startsWith('Set a password for '))
    expect(links.map(({ to }) => to?.[0]?.address)).toEqual(['boss@idp.example'])
    expect(links[0]?.text).toContain('/home/login/set-password#token=')
    expect(links[0]?.text).toContain('no longer signs in through its identity provider')
    expect(links[0]?.text).not.toMatch(/an account was created/i)
    const row = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('app_user').select('status').where('user_id', '=', answer.body.user.userId).executeTakeFirstOrThrow(),
    )
    expect(row.status).toBe('FORCE_CHANGE_PASSWORD')
    // Single sign-on can be enabled again.
    await connect(test, tenant, provider, { tester: 'boss' })
    expect((await signInThrough(test, tenant, 'boss')).answer.body.user.userId).toBe(answer.body.user.userId)
  })

  it('makes groups that the provider managed editable in the console', async () => {
    await connect(test, tenant, provider, { tester: 'boss' })
    const { groupId } = await test.buildGroup(tenant)
    const managed = { managed_by_provider: true }
    await asOwner(test.db, 'operator', (tx) => tx.updateTable('user_group').set(managed).where('group_id', '=', groupId).execute(), {
      tenantId: tenant.tenantId,
    })
    await test.call(disableFederation, { body: { IsTestIdp: false } }, { token })
    const { body } = await test.call(getGroup, { params: { groupId } }, { token })
    expect(body.isManagedByProvider).toBe(false)
  })

  it('requires an active provider, an administrator who can sign in afterwards, and the version', async () => {
    const body = { IsTestIdp: false }
    expect(outcome(await test.call(disableFederation, { body }, { token }))).toEqual([409, 'federation_inactive'])
    await connect(test, tenant, provider, { tester: 'boss' })
    const { username } = (await signInThrough(test, tenant, 'boss')).answer.body.user
    const external = await test.call(disableFederation, { body: { ...body, adminUsername: username } }, { token })
    expect(outcome(external)).toEqual([400, 'federation_break_glass_refused'])
    expect(outcome(await test.call(disableFederation, { body, ifMatch: '"1"' }, { token }))).toEqual([412, 'version_conflict'])
  })
})
