import { afterAll, beforeAll, expect, it } from 'vitest'
import { enableFederation, getFederation, listFederationAttempts } from '@steward/contract/federation/endpoints'
import { federatedSignIn } from '@steward/contract/federation/sign-in'
import { asOwner } from '../db/tenant.ts'
import type { TestApp, TestTenant } from '../testing/app.ts'
import { type ForgingProvider, startForgingProvider } from '../testing/federation/forging-provider.ts'
import { draftOf, goToProvider, signInThrough, startFederatedApp } from '../testing/federation/setup.ts'

const dayMs = 86_400_000
let time = Date.now()
let test: TestApp
let provider: ForgingProvider
let tenant: TestTenant
let token: string

beforeAll(async () => {
  provider = await startForgingProvider()
  test = await startFederatedApp({ now: () => new Date(time) })
  tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
  const clientSecretExpiresAt = new Date(time + 65 * dayMs).toISOString()
  await test.call(enableFederation, { body: { ...draftOf(provider, tenant), clientSecretExpiresAt } }, { token })
  await signInThrough(test, tenant, '', { token })
  await test.call(enableFederation, { body: { IsTestIdp: false } }, { token })
})
afterAll(async () => {
  await test.close()
  await provider.close()
})

it('keeps the last 100 attempts, and only a few of those without a response', async () => {
  const { tenantName } = tenant
  for (let n = 0; n < 25; n++) await test.call(federatedSignIn, { params: { tenantName } })
  const { items } = (await test.call(listFederationAttempts, {}, { token })).body
  const pending = items.filter(({ outcome }: { outcome: string }) => outcome === 'pending')
  expect(pending).toHaveLength(20)
  expect(items.filter(({ outcome }: { outcome: string }) => outcome === 'success')).toHaveLength(1)
  for (let n = 0; n < 102; n++) await signInThrough(test, tenant, '')
  expect((await test.call(listFederationAttempts, {}, { token })).body.items).toHaveLength(100)
})

it('refreshes the metadata of active providers', async () => {
  provider.lies = { discovery: { end_session_endpoint: `${provider.issuer}/new-end` } }
  await test.app.background.runScheduled('refresh_federation_metadata')
  const { active } = (await test.call(getFederation, {}, { token })).body
  expect(active).toMatchObject({ endpoints: { logout: `${provider.issuer}/new-end` }, isTested: true })
})

it('changes nothing if the metadata now describes another provider', async () => {
  provider.lies = { discovery: { issuer: `${provider.issuer}/other` } }
  await test.app.background.runScheduled('refresh_federation_metadata')
  expect((await test.call(getFederation, {}, { token })).body.active.issuer).toBe(provider.issuer)
  provider.lies = {}
})

it('deletes expired flows', async () => {
  await goToProvider(test, tenant, '')
  const count = async () =>
    (await asOwner(test.db, 'operator', (tx) => tx.selectFrom('federation_flow').select('flow_digest').execute())).length
  expect(await count()).toBeGreaterThan(0)
  time += 2 * 3_600_000
  await test.app.background.runScheduled('clean_federation')
  expect(await count()).toBe(0)
})

it('notifies about a client secret and a key that expire soon', async () => {
  time += 10 * dayMs
  token = await test.signIn(tenant, tenant.administrator)
  await test.app.background.runScheduled('announce_expiries')
  const told = await asOwner(test.db, 'operator', (tx) =>
    tx.selectFrom('notification').select(['message_type', 'properties']).where('tenant_id', '=', tenant.tenantId).execute(),
  )
  expect(told).toMatchObject([
    { message_type: 'ExpiringSingleSignOnEvent', properties: { parameters: { names: [`Test provider (steward-${tenant.tenantName})`] } } },
  ])
  const { warnings } = (await test.call(getFederation, {}, { token })).body
  expect(warnings).toMatchObject([{ code: 'client_secret_expiring', slot: 'active', parameters: { days: 55 } }])
})
