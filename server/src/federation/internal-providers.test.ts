import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAuditLog } from '@steward/contract/audit-log/endpoints'
import { checkFederation, enableFederation } from '@steward/contract/federation/endpoints'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { type OidcProvider, startOidcProvider } from '../testing/federation/oidc-provider.ts'
import { adminGroup, connect, draftOf, signInThrough } from '../testing/federation/setup.ts'
import { databaseUrl, runSteward } from '../testing/steward.ts'

let test: TestApp
let provider: OidcProvider
let directory: string
let [allowed, other]: TestTenant[] = []

beforeAll(async () => {
  provider = await startOidcProvider({ users: { boss: { email: 'boss@idp.example', groups: [adminGroup] } } })
  directory = mkdtempSync(join(tmpdir(), 'steward-internal-'))
  test = await startTestApp()
})
afterAll(async () => {
  await test.close()
  await provider.close()
  rmSync(directory, { recursive: true, force: true })
})
beforeEach(async () => {
  allowed = await test.buildTenant()
  other = await test.buildTenant()
})

const tenants = () => {
  if (!allowed || !other) throw new Error('Both are built before each test')
  return { allowed, other }
}

const internalProviders = (tenant: TestTenant, ...words: string[]) =>
  runSteward(['tenant', 'internal-providers', tenant.tenantName, ...words], {
    STEWARD_ENV: 'test',
    STEWARD_DATA_DIR: join(directory, 'data'),
    DATABASE_URL: databaseUrl(test.db.connection),
  })

/** Why the address can't be reached for the tenant, if it can't. */
async function reasonOf(tenant: TestTenant, metadataUrl: string): Promise<unknown> {
  const token = await test.signIn(tenant, tenant.administrator)
  const { body } = await test.call(checkFederation, { body: { metadataUrl, protocol: 'oidc' } }, { token })
  const check = body.checks.find(({ code }: { code: string }) => code === 'reachable')
  return check.outcome === 'passed' ? 'reached' : check.parameters.reason
}

it('lets only the tenant that the operator allowed it sign in through an internal provider', async () => {
  const { allowed, other } = tenants()
  const secure = provider.metadataUrl.replace('http:', 'https:')
  expect([await reasonOf(allowed, provider.metadataUrl), await reasonOf(allowed, secure)]).toEqual(['not_https', 'not_public'])
  expect((await internalProviders(allowed, '127.0.0.0/8')).status).toBe(0)
  const token = await connect(test, allowed, provider, { tester: 'boss' })
  expect((await signInThrough(test, allowed, 'boss')).answer.status).toBe(200)

  expect([await reasonOf(other, provider.metadataUrl), await reasonOf(other, secure)]).toEqual(['not_https', 'not_public'])
  const draft = draftOf({ metadataUrl: secure }, other)
  const refused = await test.call(enableFederation, { body: draft }, { token: await test.signIn(other, other.administrator) })
  expect([refused.status, refused.body.parameters]).toEqual([422, { check: 'reachable', reason: 'not_public' }])

  // Without a restart, and for the sign-in, too.
  await internalProviders(allowed, '--none')
  const { body } = await test.call(checkFederation, { body: { metadataUrl: provider.metadataUrl } }, { token })
  expect(body.isUsable).toBe(false)
  expect((await signInThrough(test, allowed, 'boss')).fragment.get('refusal')).toBe('provider_unreachable')
})

it('allows no other internal address than those named, also over a connection of another tenant', async () => {
  const { allowed, other } = tenants()
  const named = provider.metadataUrl.replace('127.0.0.1', 'localhost')
  await internalProviders(allowed, 'localhost')
  await internalProviders(other, '10.99.0.0/16')
  expect(await Promise.all([1, 2].map(() => reasonOf(allowed, named)))).toEqual(['reached', 'reached'])
  expect(await reasonOf(other, named)).toBe('not_public')
  expect(await reasonOf(allowed, provider.metadataUrl)).toBe('not_public')
})

it('is shown, replaced and withdrawn by the command, and audited in the tenant', async () => {
  const { allowed, other } = tenants()
  const { tenantName } = allowed
  const set = await internalProviders(allowed, '10.1.0.0/16', 'IDP.corp.example', 'idp.corp.example', '--json')
  expect(JSON.parse(set.stdout)).toEqual({ tenantName, internalProviders: ['10.1.0.0/16', 'idp.corp.example'] })
  expect((await internalProviders(allowed)).stdout).toContain('at 10.1.0.0/16, idp.corp.example.')
  expect((await internalProviders(other)).stdout).toContain('can use public identity providers')
  expect(JSON.parse((await internalProviders(allowed, 'fd00:7::/32', '--json')).stdout).internalProviders).toEqual(['fd00:7::/32'])
  expect(JSON.parse((await internalProviders(allowed, '--none', '--json')).stdout).internalProviders).toEqual([])

  const changes = []
  for (const tenant of [allowed, other]) {
    const token = await test.signIn(tenant, tenant.administrator)
    const { body } = await test.call(listAuditLog, { query: { limit: 100 } }, { token })
    changes.push(body.items.filter(({ fieldName }: { fieldName: string }) => fieldName === 'internalProviders'))
  }
  expect(changes).toEqual([[expect.anything(), expect.anything(), expect.anything()], []])
  expect(changes[0]).toContainEqual(
    expect.objectContaining({ type: 'Update', previousValue: null, currentValue: '["10.1.0.0/16", "idp.corp.example"]' }),
  )
})

it.each([
  ['an invalid address', ['https://idp.corp.example'], '“https://idp.corp.example” isn’t an address, a range'],
  ['addresses beside --none', ['10.1.0.0/16', '--none'], 'Give either addresses or --none, not both.'],
  ['too many', Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`), 'A tenant can have 100 addresses.'],
])('refuses %s, and changes nothing', async (_, words, sentence) => {
  const { allowed } = tenants()
  await internalProviders(allowed, '10.1.0.0/16')
  const refused = await internalProviders(allowed, ...words)
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(sentence)])
  expect((await internalProviders(allowed)).stdout).toContain('at 10.1.0.0/16.')
})

it('knows no tenant of another name', async () => {
  const nowhere = { ...tenants().allowed, tenantName: 'nowhere' }
  expect((await internalProviders(nowhere, '10.1.0.0/16')).stderr).toContain('There is no tenant called nowhere.')
})
