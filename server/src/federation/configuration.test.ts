import { errors } from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  activateFederationKey,
  addFederationKey,
  checkFederation,
  dropFederationKey,
  dropProviderCertificate,
  enableFederation,
  getFederation,
  listFederationAttempts,
  startFederationTest,
  updateFederation,
} from '@steward/contract/federation/endpoints'
import { federatedSignIn } from '@steward/contract/federation/sign-in'
import { asOwner } from '../db/tenant.ts'
import type { TestAnswer, TestApp, TestTenant } from '../testing/app.ts'
import { type OidcProvider, startOidcProvider } from '../testing/federation/oidc-provider.ts'
import { adminGroup, clientSecret, connect, draftOf, signInThrough, startFederatedApp } from '../testing/federation/setup.ts'

let test: TestApp
let provider: OidcProvider
let tenant: TestTenant
let token: string

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
  token = await test.signIn(tenant, tenant.administrator)
})

const get = async () => (await test.call(getFederation, {}, { token })).body
const draft = (more: object = {}, as = token) =>
  test.call(enableFederation, { body: { ...draftOf(provider, tenant), ...more } }, { token: as })
const update = (body: object, as = token) => test.call(updateFederation, { body }, { token: as })
const tryOut = () => signInThrough(test, tenant, 'boss', { token })
const outcome = (answer: TestAnswer) => [answer.status, answer.body.code]
/** A user who can configure single sign-on but is not an administrator. */
async function configurer(): Promise<string> {
  const user = await test.buildUser(tenant, { actions: ['ConfigureSSO'] })
  return test.signIn(tenant, user)
}

describe('getFederation', () => {
  it('is INACTIVE by default, and shows the values to paste into the provider', async () => {
    const answer = await test.call(getFederation, {}, { token })
    const base = `http://localhost:8080/auth/federation/${tenant.tenantName}`
    expect(answer.body).toMatchObject({
      federationState: 'INACTIVE',
      identifierUri: base,
      responseUrl: `${base}/callback`,
      responseUrls: { oidc: `${base}/callback`, saml: `${base}/acs` },
      jwksUrl: `${base}/jwks.json`,
      active: null,
      draft: null,
      keys: [],
      warnings: [],
      version: 0,
    })
    expect(answer.body.supportedProviders.map(({ id }: { id: string }) => id)).toEqual(['entra', 'okta', 'google', 'keycloak', 'generic'])
    expect(answer.headers['etag']).toBe('"0"')
  })

  it('never shows a secret', async () => {
    await draft()
    const text = JSON.stringify(await get())
    expect(text).toContain('"hasClientSecret":true')
    expect(text.includes(clientSecret) || text.includes('PRIVATE')).toBe(false)
  })
})

describe('enableFederation as a test', () => {
  it('drafts the provider: TESTING, with the caller as break-glass administrator', async () => {
    const answer = await draft()
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      federationState: 'TESTING',
      active: null,
      draft: {
        providerName: 'Test provider',
        protocol: 'oidc',
        issuer: provider.issuer,
        adminGroupName: adminGroup,
        adminUsername: tenant.administrator.username,
        clientAuthentication: 'client_secret_post',
        hasClientSecret: true,
        isTested: false,
        testResult: null,
      },
      warnings: [{ code: 'draft_untested', slot: 'draft' }],
    })
    expect(answer.body.keys).toMatchObject([{ status: 'active' }])
  })

  it('accepts the issuer in place of its metadata URL, and a file', async () => {
    expect((await draft({ MetadataUrl: provider.issuer })).body.draft.issuer).toBe(provider.issuer)
    const { MetadataUrl: _, ...rest } = draftOf(provider, tenant)
    const metadata = await (await fetch(provider.metadataUrl)).text()
    const answer = await test.call(enableFederation, { body: { ...rest, metadata } }, { token })
    expect(answer.body.draft).toMatchObject({ issuer: provider.issuer, metadataUrl: null })
  })

  it('keeps omitted fields, including the secret, which another issuer does not get', async () => {
    await draft()
    const again = await test.call(enableFederation, { body: { IsTestIdp: true, ProviderName: 'Renamed' } }, { token })
    expect(again.body.draft).toMatchObject({ providerName: 'Renamed', hasClientSecret: true, adminGroupName: adminGroup })
    const other = await startOidcProvider()
    try {
      const { body } = await test.call(
        enableFederation,
        { body: { IsTestIdp: true, MetadataUrl: other.metadataUrl, clientId: 'x' } },
        { token },
      )
      expect(body.draft).toMatchObject({ issuer: other.issuer, hasClientSecret: false, clientAuthentication: 'private_key_jwt' })
    } finally {
      await other.close()
    }
  })

  it.each([
    ['an invalid URL', { MetadataUrl: 'idp.example' }, 'MetadataUrl', 'invalid_url'],
    ['a URL of another scheme', { MetadataUrl: 'ftp://idp.example/' }, 'MetadataUrl', 'invalid_url'],
    ['a group name that begins with a space and a sign', { AdminGroupName: '-admins' }, 'AdminGroupName', 'admin_group_name_invalid'],
    ['a group name with other signs', { AdminGroupName: 'a<b' }, 'AdminGroupName', 'admin_group_name_invalid'],
    ['no name', { ProviderName: '' }, 'ProviderName', 'required'],
    ['a field too many', { colour: 'red' }, 'colour', 'unknown_field'],
  ])('refuses %s', async (_, more, field, code) => {
    const answer = await draft(more)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, code }))
    if (code === 'invalid_url') expect(answer.body.errors[0].message).toBe('Please use a valid URL')
  })

  it('lists missing fields', async () => {
    const nothing = await test.call(enableFederation, { body: { IsTestIdp: true } }, { token })
    expect(nothing.body.errors).toEqual([expect.objectContaining({ field: 'MetadataUrl', code: 'required' })])
    const bare = await test.call(enableFederation, { body: { IsTestIdp: true, MetadataUrl: provider.metadataUrl } }, { token })
    expect(bare.body.errors.map(({ field }: { field: string }) => field)).toEqual(['ProviderName', 'AdminGroupName'])
  })

  it('refuses unusable metadata, and names the check', async () => {
    const closed = await draft({ MetadataUrl: 'http://127.0.0.1:9/.well-known/openid-configuration' })
    expect(outcome(closed)).toEqual([422, 'federation_metadata_refused'])
    expect(closed.body.parameters).toEqual({ check: 'reachable', reason: 'unreachable' })
    const internal = await draft({ MetadataUrl: 'https://192.168.1.1/.well-known/openid-configuration' })
    expect(internal.body.parameters).toEqual({ check: 'reachable', reason: 'not_public' })
    expect((await draft({ MetadataUrl: `${provider.issuer}/jwks`, protocol: 'oidc' })).body.code).toBe('federation_metadata_refused')
    expect((await get()).federationState).toBe('INACTIVE')
  })

  it('refuses a client without an id, a break-glass user who is not an administrator, and missing groups', async () => {
    const { clientId: _, ...anonymous } = draftOf(provider, tenant)
    expect(outcome(await test.call(enableFederation, { body: anonymous }, { token }))).toEqual([400, 'federation_client_missing'])
    const user = await test.buildUser(tenant)
    expect(outcome(await draft({ adminUsername: user.username }))).toEqual([400, 'federation_break_glass_refused'])
    expect(outcome(await draft({ adminUsername: 'nobody@idp.example' }))).toEqual([400, 'federation_break_glass_refused'])
    const foreign = await test.buildGroup(await test.buildTenant())
    const groupMappings = [{ providerGroup: 'A', groupId: foreign.groupId }]
    expect(outcome(await draft({ groupMappings }))).toEqual([400, 'group_unknown'])
  })

  it('requires permission, and does not allow mapping to a group that grants more than the caller has', async () => {
    const as = await configurer()
    const adminUsername = tenant.administrator.username
    expect((await draft({ adminUsername }, as)).status).toBe(200)
    const { roleId } = await test.buildRole(tenant, { actions: ['EditUsers'] })
    const { groupId } = await test.buildGroup(tenant, { roleIds: [roleId] })
    const groupMappings = [{ providerGroup: 'A', groupId }]
    expect(outcome(await draft({ adminUsername, groupMappings }, as))).toEqual([403, 'grant_exceeds_own'])
  })

  it('requires the current version', async () => {
    await draft()
    const stale = await test.call(enableFederation, { body: draftOf(provider, tenant), ifMatch: '"0"' }, { token })
    expect(outcome(stale)).toEqual([412, 'version_conflict'])
    const { version } = await get()
    expect((await test.call(enableFederation, { body: draftOf(provider, tenant), ifMatch: `"${version}"` }, { token })).status).toBe(200)
  })
})

describe('checkFederation', () => {
  it('describes the metadata, and stores nothing', async () => {
    const { body } = await test.call(checkFederation, { body: { metadataUrl: provider.metadataUrl } }, { token })
    expect(body).toMatchObject({ isUsable: true, provider: { protocol: 'oidc', issuer: provider.issuer } })
    expect(body.checks.map(({ code }: { code: string }) => code)).toEqual([
      'reachable',
      'clock',
      'readable',
      'issuer',
      'endpoint',
      'endpoint',
      'endpoint',
      'keys',
      'algorithms',
      'pkce',
      'client_authentication',
      'logout',
    ])
    expect((await get()).version).toBe(0)
  })

  it('probes the endpoints: only those that the server calls have to be reachable', async () => {
    const document = JSON.parse(await (await fetch(provider.metadataUrl)).text())
    // Nothing listens on port 0.
    const away = { authorization_endpoint: 'http://127.0.0.1:1/authorize', token_endpoint: 'http://127.0.0.1:1/token' }
    const { body } = await test.call(checkFederation, { body: { metadata: JSON.stringify({ ...document, ...away }) } }, { token })
    const checks = body.checks.filter(({ code }: { code: string }) => code === 'endpoint')
    const reason = 'unreachable'
    expect(checks).toEqual([
      { code: 'endpoint', outcome: 'warning', parameters: { endpoint: 'signIn', address: away.authorization_endpoint, reason } },
      { code: 'endpoint', outcome: 'failed', parameters: { endpoint: 'token', address: away.token_endpoint, reason } },
      { code: 'endpoint', outcome: 'passed', parameters: { endpoint: 'keys', address: document.jwks_uri } },
    ])
    expect(body.isUsable).toBe(false)
  })

  it('reports an issuer that differs, or that covers every directory', async () => {
    const document = await (await fetch(provider.metadataUrl)).text()
    const many = document.replace(/"issuer":"[^"]*"/, '"issuer":"https://login.example/{tenantid}/v2.0"')
    const { body } = await test.call(checkFederation, { body: { metadata: many } }, { token })
    expect(body.checks).toContainEqual(expect.objectContaining({ code: 'issuer', outcome: 'failed' }))
    expect(body.isUsable).toBe(false)
  })

  it('requires a URL or a file', async () => {
    const answer = await test.call(checkFederation, { body: {} }, { token })
    expect(answer.body.errors).toEqual([expect.objectContaining({ field: 'metadataUrl', code: 'required' })])
  })
})

describe('keys', () => {
  it('are rotated without interruption, and published', async () => {
    await draft()
    const published = async () => {
      const answer = await test.app.http.inject({ method: 'GET', url: `/auth/federation/${tenant.tenantName}/jwks.json` })
      return answer.json().keys.map(({ kid }: { kid: string }) => kid)
    }
    const [first] = (await get()).keys
    const added = await test.call(addFederationKey, {}, { token })
    const next = added.body.keys.find(({ status }: { status: string }) => status === 'next')
    expect(await published()).toEqual(expect.arrayContaining([first.keyId, next.keyId]))
    expect(outcome(await test.call(addFederationKey, {}, { token }))).toEqual([409, 'federation_key_pending'])
    const dropActive = { params: { keyId: first.keyId } }
    expect(outcome(await test.call(dropFederationKey, dropActive, { token }))).toEqual([409, 'federation_key_active'])
    const activated = await test.call(activateFederationKey, { params: { keyId: next.keyId } }, { token })
    expect(activated.body.keys).toMatchObject([
      { keyId: next.keyId, status: 'active' },
      { keyId: first.keyId, status: 'previous' },
    ])
    expect((await test.call(activateFederationKey, { params: { keyId: next.keyId } }, { token })).status).toBe(404)
    expect((await test.call(dropFederationKey, dropActive, { token })).body.keys).toHaveLength(1)
    expect((await test.call(dropFederationKey, dropActive, { token })).status).toBe(404)
    expect(await published()).toEqual([next.keyId])
  })

  it('authenticate a client without a secret (private_key_jwt)', async () => {
    const jwks = (await draft({ clientSecret: null })).body.jwksUrl
    const { pathname } = new URL(jwks)
    const keys = (await test.app.http.inject({ method: 'GET', url: pathname })).json()
    const other = await startOidcProvider({
      users: { boss: { email: 'boss@idp.example', groups: [adminGroup] } },
      clients: [],
    })
    try {
      await other.addClient({
        clientId: 'signing',
        redirectUris: [`http://localhost:8080/auth/federation/${tenant.tenantName}/callback`],
        authentication: 'private_key_jwt',
        jwks: keys,
      })
      const drafted = await draft({ MetadataUrl: other.metadataUrl, clientId: 'signing', clientSecret: null })
      expect(drafted.body.draft).toMatchObject({ clientAuthentication: 'private_key_jwt' })
      expect((await tryOut()).answer.body.test).toMatchObject({ outcome: 'success' })
    } finally {
      await other.close()
    }
  })

  it('finds out in the test that the provider expects its token endpoint as audience, and keeps that', async () => {
    const { pathname } = new URL((await draft({ clientSecret: null })).body.jwksUrl)
    const jwks = (await test.app.http.inject({ method: 'GET', url: pathname })).json()
    const audiences: unknown[] = []
    const strict = await startOidcProvider({
      users: { boss: { email: 'boss@idp.example', groups: [adminGroup] } },
      configuration: {
        async assertJwtClientAuthClaimsAndHeader(ctx, claims) {
          audiences.push(claims['aud'])
          if (claims['aud'] !== ctx.oidc.urlFor('token')) throw new errors.InvalidClientAuth('aud must be the token endpoint')
        },
      },
    })
    try {
      const redirectUris = [`http://localhost:8080/auth/federation/${tenant.tenantName}/callback`]
      await strict.addClient({ clientId: 'signing', redirectUris, authentication: 'private_key_jwt', jwks })
      const drafted = await draft({ MetadataUrl: strict.metadataUrl, clientId: 'signing', clientSecret: null })
      expect(drafted.body.draft).toMatchObject({ clientAuthentication: 'private_key_jwt', assertionAudience: 'issuer' })
      expect((await tryOut()).answer.body.test).toMatchObject({ outcome: 'success' })
      expect(audiences).toEqual([strict.issuer, `${strict.issuer}/token`])
      expect((await get()).draft).toMatchObject({ assertionAudience: 'token_endpoint', isTested: true })
      expect((await test.call(enableFederation, { body: { IsTestIdp: false } }, { token })).body.federationState).toBe('ACTIVE')
      // A real sign-in does not try: it uses what the test found.
      await signInThrough(test, tenant, 'boss')
      expect(audiences.slice(2)).toEqual([`${strict.issuer}/token`])
      await update({ assertionAudience: 'issuer' })
      const { fragment } = await signInThrough(test, tenant, 'boss')
      expect(fragment.get('refusal')).toBe('client_authentication_failed')
      const [attempt] = (await test.call(listFederationAttempts, {}, { token })).body.items
      expect(attempt.steps.at(-1)).toMatchObject({
        code: 'token_exchange',
        outcome: 'failed',
        details: { status: 401, error: 'invalid_client' },
      })
    } finally {
      await strict.close()
    }
  })

  it('ask for a fresh sign-in in a test, and only there', async () => {
    await connect(test, tenant, provider, { tester: 'boss' })
    const location = async (call: Promise<TestAnswer>) => new URL((await call).body.location).searchParams.get('prompt')
    expect(await location(test.call(startFederationTest, {}, { token }))).toBe('login')
    expect(await location(test.call(federatedSignIn, { params: { tenantName: tenant.tenantName } }))).toBeNull()
  })

  it('exist before setup, for providers that need our metadata first', async () => {
    const ask = (name: string) => test.app.http.inject({ method: 'GET', url: `/auth/federation/${tenant.tenantName}/${name}` })
    const [metadata, jwks] = await Promise.all([ask('metadata'), ask('jwks.json')])
    expect(metadata.headers['content-type']).toContain('application/samlmetadata+xml')
    const [key] = jwks.json().keys
    expect(metadata.body).toContain(key.x5c[0].slice(0, 40))
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use', 'x5c', 'x5t#S256'])
    expect(await get()).toMatchObject({ version: 0, keys: [{ keyId: key.kid, status: 'active' }] })
    expect((await test.app.http.inject({ method: 'GET', url: '/auth/federation/no-such-tenant/metadata' })).statusCode).toBe(404)
  })

  it('require an administrator', async () => {
    await draft()
    expect(outcome(await test.call(addFederationKey, {}, { token: await configurer() }))).toEqual([403, 'administrator_only'])
  })
})

describe('dropProviderCertificate', () => {
  const fingerprint = 'a'.repeat(64)
  const drop = () => test.call(dropProviderCertificate, { params: { fingerprint } }, { token })

  it('removes a certificate that is no longer in the metadata, and no other', async () => {
    await connect(test, tenant, provider, { tester: 'boss' })
    expect((await drop()).status).toBe(404)
    const certificate = { tenant_id: tenant.tenantId, slot: 'active' as const, fingerprint, der: 'MA==', subject: 'CN=Old' }
    const soon = new Date(Date.now() + 20 * 86_400_000)
    await asOwner(
      test.db,
      'operator',
      (tx) =>
        tx
          .insertInto('federation_certificate')
          .values({ ...certificate, not_before: new Date(0), not_after: soon, is_in_metadata: true })
          .execute(),
      { tenantId: tenant.tenantId },
    )
    expect((await get()).warnings).toMatchObject([
      { code: 'certificate_expiring', slot: 'active', parameters: { subject: 'CN=Old', days: 20 } },
    ])
    expect(outcome(await drop())).toEqual([409, 'federation_certificate_in_use'])
    expect((await update({})).body.active.certificates).toMatchObject([{ fingerprint, isInMetadata: false }])
    expect((await drop()).body.active.certificates).toEqual([])
  })

  it('accepts only fingerprints', async () => {
    expect((await test.call(dropProviderCertificate, { params: { fingerprint: 'x' } }, { token })).status).toBe(400)
  })
})

describe('another tenant', () => {
  it('has a separate configuration', async () => {
    await draft()
    const other = await test.buildTenant()
    const { body } = await test.call(getFederation, {}, { token: await test.signIn(other, other.administrator) })
    expect(body).toMatchObject({ federationState: 'INACTIVE', draft: null, keys: [] })
  })
})
