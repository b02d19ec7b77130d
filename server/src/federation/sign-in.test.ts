import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getFederation, listFederationAttempts } from '@steward/contract/federation/endpoints'
import { federatedSignIn } from '@steward/contract/federation/sign-in'
import { createScimToken, revokeScimToken } from '@steward/contract/provisioning/endpoints'
import { getProfile, implicitLogin, login, signInMethods } from '@steward/contract/session/endpoints'
import { putSetting } from '@steward/contract/tenants/endpoints'
import { getUser, updateUser } from '@steward/contract/users/endpoints'
import { asOwner } from '../db/tenant.ts'
import { refreshCookie } from '../session/cookie.ts'
import { inviteAdministrator } from '../tenants/invite.ts'
import { type TestApp, type TestTenant, password } from '../testing/app.ts'
import { type OidcProvider, startOidcProvider } from '../testing/federation/oidc-provider.ts'
import { saveTenantSetting } from '../testing/tenant-settings.ts'
import { adminGroup, connect, signInThrough, startFederatedApp } from '../testing/federation/setup.ts'

let test: TestApp
let provider: OidcProvider
let tenant: TestTenant
let token: string
let analysts: { groupId: string; groupName: string }

beforeAll(async () => {
  provider = await startOidcProvider({ users: { boss: { email: 'boss@idp.example', groups: [adminGroup] } } })
  test = await startFederatedApp()
})
afterAll(async () => {
  await test.close()
  await provider.close()
})
beforeEach(async () => {
  tenant = await test.buildTenant()
  analysts = await test.buildGroup(tenant)
  provider.users.clear()
  provider.users.set('boss', { email: 'boss@idp.example', givenName: 'Bo', familyName: 'Ss', groups: [adminGroup] })
  const groupMappings = [{ providerGroup: 'Analysts', groupId: analysts.groupId }]
  token = await connect(test, tenant, provider, { tester: 'boss', more: { groupMappings } })
})

const groupsOf = async (userId: string): Promise<string[]> => {
  const { body } = await test.call(getUser, { params: { userId } }, { token })
  return body.groups.map(({ groupName }: { groupName: string }) => groupName).toSorted()
}
const refusalOf = async (person: string): Promise<string> => (await signInThrough(test, tenant, person)).answer.body.parameters.refusal

describe('the first sign-in', () => {
  it('creates the user, adds them to groups, and opens an ordinary session', async () => {
    provider.users.set('grace', {
      email: 'Grace@idp.example',
      givenName: 'Grace',
      familyName: 'Okafor',
      groups: ['Analysts', adminGroup, 'Chess'],
    })
    const { answer } = await signInThrough(test, tenant, 'grace')
    expect(answer.status).toBe(200)
    expect(answer.body.user).toMatchObject({
      username: 'Grace@idp.example',
      givenName: 'Grace',
      familyName: 'Okafor',
      roles: ['Tenant Administrator'],
      isFederated: true,
      identityProvider: 'Test provider',
    })
    expect(await groupsOf(answer.body.user.userId)).toEqual([analysts.groupName, 'admin'].toSorted())
    const profile = await test.call(getProfile, {}, { token: answer.body.accessToken })
    expect(profile.body.status).toBe('EXTERNAL_PROVIDER')
    const cookie = answer.cookies.find(({ name }) => name === refreshCookie)?.value ?? ''
    expect((await test.call(implicitLogin, {}, { cookies: { [refreshCookie]: cookie } })).status).toBe(200)
  })

  it('finds a user with the same email, who then loses their password', async () => {
    const user = await test.buildUser(tenant, { email: 'ida@idp.example', givenName: 'Old', familyName: 'Name' })
    provider.users.set('ida', { email: 'IDA@idp.example', givenName: 'Ida', familyName: 'New<b>' })
    const { answer } = await signInThrough(test, tenant, 'ida')
    expect(answer.body.user).toMatchObject({ userId: user.userId, username: 'ida@idp.example', givenName: 'Ida', familyName: 'Newb' })
    const row = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('app_user').select(['status', 'password_hash']).where('user_id', '=', user.userId).executeTakeFirstOrThrow(),
    )
    expect(row).toEqual({ status: 'EXTERNAL_PROVIDER', password_hash: null })
  })

  it('is in the system log and in the trace', async () => {
    await signInThrough(test, tenant, 'boss')
    const [attempt] = (await test.call(listFederationAttempts, {}, { token })).body.items
    expect(attempt).toMatchObject({ outcome: 'success', isTest: false, username: 'boss@idp.example', protocol: 'oidc', refusal: null })
    expect(attempt.steps.map(({ code }: { code: string }) => code)).toEqual([
      'sent_to_provider',
      'returned',
      'token_exchange',
      'issuer',
      'signature',
      'audience',
      'nonce',
      'validity',
      'subject',
      'claims',
      'user',
      'groups',
      'administrator',
      'session',
    ])
    const events = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('system_log').select(['kind', 'details']).where('username', '=', 'boss@idp.example').execute(),
    )
    expect(events).toMatchObject([{ kind: 'sign_in', details: { method: 'oidc' } }])
  })
})

describe('a tenant that requires the second factor of the provider', () => {
  const demand = () => saveTenantSetting(test, tenant, 'secondFactor', { requiresProviderFactor: true }, { token })

  it('refuses a sign-in without one, with its reason in the log and in the trace', async () => {
    provider.users.set('weak', { email: 'weak@idp.example', amr: ['pwd'] })
    expect((await signInThrough(test, tenant, 'weak')).answer.status).toBe(200)
    expect((await demand()).status).toBe(200)
    const { answer } = await signInThrough(test, tenant, 'weak')
    expect(answer.body).toMatchObject({ code: 'federation_refused', parameters: { refusal: 'factor_missing' } })
    const [attempt] = (await test.call(listFederationAttempts, {}, { token })).body.items
    expect(attempt).toMatchObject({ outcome: 'failure', refusal: { code: 'factor_missing', parameters: { received: 'pwd' } } })
    const events = await asOwner(test.db, 'operator', (tx) =>
      tx
        .selectFrom('system_log')
        .select('details')
        .where('username', '=', 'weak@idp.example')
        .where('kind', '=', 'sign_in_failed')
        .execute(),
    )
    expect(events).toMatchObject([{ details: { refusal: 'factor_missing' } }])
  })

  it('creates no account for who is refused', async () => {
    await demand()
    provider.users.set('never', { email: 'never@idp.example' })
    await signInThrough(test, tenant, 'never')
    const found = await asOwner(test.db, 'operator', (tx) =>
      tx
        .selectFrom('app_user')
        .select('user_id')
        .where('tenant_id', '=', tenant.tenantId)
        .where('email', '=', 'never@idp.example')
        .execute(),
    )
    expect(found).toEqual([])
  })

  it('accepts one that was asked for', async () => {
    await demand()
    provider.users.set('strong', { email: 'strong@idp.example', amr: ['pwd', 'otp'] })
    expect((await signInThrough(test, tenant, 'strong')).answer.status).toBe(200)
  })
})

describe('every later sign-in', () => {
  it('finds the subject, even if the email has changed', async () => {
    const first = await signInThrough(test, tenant, 'boss')
    provider.users.set('boss', { email: 'married@idp.example', groups: [adminGroup] })
    const second = await signInThrough(test, tenant, 'boss')
    expect(second.answer.body.user).toMatchObject({
      userId: first.answer.body.user.userId,
      username: 'boss@idp.example',
      email: 'married@idp.example',
    })
  })

  it("follows the provider's groups, and leaves all others alone", async () => {
    const { userId } = (await signInThrough(test, tenant, 'boss')).answer.body.user
    const own = await test.buildGroup(tenant)
    const groupIds = [own.groupId]
    await test.call(updateUser, { params: { userId }, body: { groupIds }, ifMatch: '*' }, { token })
    provider.users.set('boss', { email: 'boss@idp.example', groups: ['Analysts'] })
    await signInThrough(test, tenant, 'boss')
    expect(await groupsOf(userId)).toEqual([analysts.groupName, own.groupName].toSorted())
    provider.users.set('boss', { email: 'boss@idp.example', groups: [] })
    await signInThrough(test, tenant, 'boss')
    expect(await groupsOf(userId)).toEqual([own.groupName])
  })

  it('changes no group if the provider sends no groups', async () => {
    const { userId } = (await signInThrough(test, tenant, 'boss')).answer.body.user
    provider.users.set('boss', { email: 'boss@idp.example' })
    await signInThrough(test, tenant, 'boss')
    expect(await groupsOf(userId)).toEqual(['admin'])
  })

  it('never removes the last administrator', async () => {
    const { userId } = (await signInThrough(test, tenant, 'boss')).answer.body.user
    const { administrator } = tenant
    await asOwner(test.db, 'operator', (tx) =>
      tx.updateTable('app_user').set({ is_disabled: true }).where('user_id', '=', administrator.userId).execute(),
    )
    provider.users.set('boss', { email: 'boss@idp.example', groups: [] })
    const { answer } = await signInThrough(test, tenant, 'boss')
    expect(answer.body.user).toMatchObject({ userId, roles: ['Tenant Administrator'] })
  })
})

describe('the break-glass administrator', () => {
  it('keeps password, status and groups, even after signing in through the provider', async () => {
    provider.users.set('ada', { email: tenant.administrator.username, givenName: 'Other', groups: [] })
    const { answer } = await signInThrough(test, tenant, 'ada')
    expect(answer.body.user).toMatchObject({ userId: tenant.administrator.userId, givenName: 'Ada', roles: ['Tenant Administrator'] })
    const credentials = { tenantName: tenant.tenantName, username: tenant.administrator.username, password }
    expect((await test.call(login, { body: credentials })).status).toBe(200)
  })

  it('is the only one with a password', async () => {
    const user = await test.buildUser(tenant)
    const credentials = { tenantName: tenant.tenantName, username: user.username, password }
    expect((await test.call(login, { body: credentials })).body.code).toBe('login_failed')
    expect((await test.call(signInMethods, { query: { tenantName: tenant.tenantName } })).body).toEqual({
      tenantName: tenant.tenantName,
      password: true,
      identityProvider: 'Test provider',
    })
  })
})

describe('the operator', () => {
  it('invites a break-glass administrator if nothing else allows a sign-in', async () => {
    const { username, userId } = (await signInThrough(test, tenant, 'boss')).answer.body.user
    const { links } = test.app.session
    const wanted = { tenantName: tenant.tenantName, email: username, givenName: 'Bo', familyName: 'Ss' }
    const invited = await inviteAdministrator(test.db, wanted, (tx, userIds) => links.sendActivations(tx, userIds))
    expect(invited).toEqual({ userId, isNew: false, isPending: true })
    await test.app.background.runDue()
    const link = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('one_time_token').select('purpose').where('user_id', '=', userId).executeTakeFirstOrThrow(),
    )
    expect(link.purpose).toBe('activation')
    expect((await test.call(getFederation, {}, { token })).body.active.adminUsername).toBe(username)
  })
})

describe('sign-in is refused', () => {
  it('for disabled users', async () => {
    const { userId } = (await signInThrough(test, tenant, 'boss')).answer.body.user
    await test.call(updateUser, { params: { userId }, body: { isDisabled: true }, ifMatch: '*' }, { token })
    expect(await refusalOf('boss')).toBe('user_disabled')
  })

  it('without an email, or with an invalid or unverified one', async () => {
    provider.users.set('none', {})
    provider.users.set('broken', { email: 'not an address' })
    provider.users.set('unverified', { email: tenant.administrator.username, emailVerified: false })
    expect(await refusalOf('none')).toBe('email_missing')
    expect(await refusalOf('broken')).toBe('email_invalid')
    expect(await refusalOf('unverified')).toBe('email_unverified')
  })

  it('for a user who is linked to another subject of the provider', async () => {
    await signInThrough(test, tenant, 'boss')
    provider.users.set('impostor', { email: 'boss@idp.example', groups: [adminGroup] })
    expect(await refusalOf('impostor')).toBe('user_linked_elsewhere')
  })

  it('at first sign-in with an email domain that the tenant does not allow', async () => {
    const value = JSON.stringify({ domains: [{ domain: `${tenant.tenantName}.example` }] })
    const setting = { key: 'emailDomains', level: 'Tenant' as const, levelId: tenant.tenantId, value }
    const saved = await test.call(putSetting, { body: setting }, { token })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(await refusalOf('boss')).toBe('email_domain_refused')
    const users = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('app_user').select('username').where('tenant_id', '=', tenant.tenantId).execute(),
    )
    expect(users).toHaveLength(1)
  })

  it('at first sign-in while a SCIM token is active, unless the tenant allows it', async () => {
    const found = { email: (await test.buildUser(tenant)).username }
    const dryRun = await test.call(createScimToken, { body: { tokenName: 'Dry run', isDryRun: true } }, { token })
    provider.users.set('first', { email: 'first@idp.example' })
    expect([dryRun.status, (await signInThrough(test, tenant, 'first')).answer.status]).toEqual([201, 200])

    const { scimTokenId } = (await test.call(createScimToken, { body: { tokenName: 'Provider' } }, { token })).body
    provider.users.set('leaver', { email: 'leaver@idp.example' })
    provider.users.set('known', found)
    expect(await refusalOf('leaver')).toBe('user_not_provisioned')
    for (const person of ['first', 'known']) expect((await signInThrough(test, tenant, person)).answer.status, person).toBe(200)

    const allow = (duringProvisioning: boolean) => {
      const setting = { key: 'accountCreation', level: 'Tenant' as const, levelId: tenant.tenantId }
      return test.call(putSetting, { body: { ...setting, value: JSON.stringify({ duringProvisioning }) } }, { token })
    }
    expect((await allow(true)).status).toBe(200)
    expect((await signInThrough(test, tenant, 'leaver')).answer.status).toBe(200)

    expect((await allow(false)).status).toBe(200)
    provider.users.set('late', { email: 'late@idp.example' })
    expect(await refusalOf('late')).toBe('user_not_provisioned')
    await test.call(revokeScimToken, { params: { scimTokenId } }, { token })
    expect((await signInThrough(test, tenant, 'late')).answer.status).toBe(200)
  })

  it("from outside the tenant's networks, and nothing is created", async () => {
    const entry = { tenant_id: tenant.tenantId, level: 'Tenant' as const, level_id: tenant.tenantId, entry_key: 'signInAddresses' }
    await asOwner(
      test.db,
      'operator',
      (tx) =>
        tx
          .insertInto('datastore_entry')
          .values({ ...entry, value: JSON.stringify({ ranges: [{ range: '192.0.2.0/24' }] }) })
          .execute(),
      { tenantId: tenant.tenantId },
    )
    const { answer } = await signInThrough(test, tenant, 'boss')
    expect(answer.body.code).toBe('address_refused')
    const users = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('app_user').select('username').where('tenant_id', '=', tenant.tenantId).execute(),
    )
    expect(users).toHaveLength(1)
  })

  it('at a tenant that has no provider, or does not exist', async () => {
    const plain = await test.buildTenant()
    for (const tenantName of [plain.tenantName, 'no-such-tenant']) {
      const answer = await test.call(federatedSignIn, { params: { tenantName } })
      expect([answer.status, answer.body.code]).toEqual([409, 'federation_inactive'])
    }
  })
})

describe('a test sign-in', () => {
  it('shows what would happen and changes nothing', async () => {
    provider.users.set('new', { email: 'new@idp.example', givenName: 'Nell', familyName: 'Ew', groups: ['Analysts', adminGroup] })
    const { answer, fragment } = await signInThrough(test, tenant, 'new', { token })
    expect(fragment.get('test')).toBe('true')
    expect(answer.body.test).toMatchObject({
      outcome: 'success',
      refusal: null,
      testedBy: tenant.administrator.username,
      email: 'new@idp.example',
      givenName: 'Nell',
      familyName: 'Ew',
      providerGroups: ['Analysts', adminGroup],
      found: 'new',
      username: null,
      isAdministrator: true,
    })
    expect(answer.body.test.joins.map(({ groupName }: { groupName: string }) => groupName).toSorted()).toEqual(
      [analysts.groupName, 'admin'].toSorted(),
    )
    expect(answer.body.test.claims).toContainEqual({ name: 'groups', values: ['Analysts', adminGroup] })
    expect(answer.cookies).toEqual([])
    const users = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('app_user').select('username').where('tenant_id', '=', tenant.tenantId).execute(),
    )
    expect(users).toHaveLength(1)
  })

  it('explains why a real one would be refused', async () => {
    provider.users.set('none', {})
    const { answer } = await signInThrough(test, tenant, 'none', { token })
    expect(answer.body.test, JSON.stringify(answer.body)).toMatchObject({ outcome: 'failure', refusal: { code: 'email_missing' } })
  })
})
