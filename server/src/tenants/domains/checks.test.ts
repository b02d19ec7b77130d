import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listNotifications } from '@steward/contract/notifications/endpoints'
import { signInMethods } from '@steward/contract/session/endpoints'
import { addTenantDomain, listTenantDomains, verifyTenantDomain } from '@steward/contract/tenants/domains'
import type { TestApp, TestTenant } from '../../testing/app.ts'
import { type DnsServer, startDnsServer } from '../../testing/federation/dns-server.ts'
import { startFederatedApp } from '../../testing/federation/setup.ts'

const dayMs = 86_400_000
let dns: DnsServer
let test: TestApp
let tenant: TestTenant
let time = Date.now()
let domain: string
let record: string
let counter = 0

beforeAll(async () => {
  dns = await startDnsServer()
  test = await startFederatedApp({ environment: { STEWARD_DNS_SERVERS: dns.address }, now: () => new Date(time) })
})
afterAll(async () => {
  await test.close()
  await dns.close()
})
beforeEach(async () => {
  dns.isBroken = false
  tenant = await test.buildTenant()
  domain = `sold-${++counter}.example`
  const token = await signIn()
  record = (await test.call(addTenantDomain, { body: { domain } }, { token })).body.recordValue
  dns.records.set(domain, [[record]])
  await test.call(verifyTenantDomain, { params: { domain } }, { token })
})

/** Sessions end as the days pass. */
const signIn = (as = tenant) => test.signIn(as, as.administrator)
const routed = async () => (await test.call(signInMethods, { query: { email: `somebody@${domain}` } })).body.tenantName
const listed = async () => (await test.call(listTenantDomains, {}, { token: await signIn() })).body.items[0]
const told = async () => {
  const { items } = (await test.call(listNotifications, {}, { token: await signIn() })).body
  return items.filter(({ messageType }: { messageType: string }) => messageType === 'DomainProofMissing')
}

/** The check on another day. */
async function checkAfter(days: number): Promise<void> {
  time += days * dayMs
  await test.app.background.runScheduled('check_domains')
}

it('leaves a domain alone if its record is there', async () => {
  await checkAfter(30)
  expect(await listed()).toMatchObject({
    isVerified: true,
    missingSince: null,
    routesUntil: null,
    lastCheckedAt: new Date(time).toISOString(),
  })
  expect(await told()).toEqual([])
})

it.each([
  ['is gone', () => dns.records.delete(domain)],
  ['is another tenant’s now', () => dns.records.set(domain, [['steward-verification=of-a-new-owner']])],
])('tells once of a record that %s, goes on routing for 14 days, and stops then', async (_, lose) => {
  lose()
  await checkAfter(1)
  const [missingSince, routesUntil] = [new Date(time), new Date(time + 14 * dayMs)].map((moment) => moment.toISOString())
  expect(await listed()).toMatchObject({ isVerified: true, missingSince, routesUntil })
  expect(await told()).toMatchObject([{ properties: { parameters: { names: [domain] }, ExpiresAt: routesUntil } }])
  await checkAfter(13)
  expect([await routed(), (await told()).length]).toEqual([tenant.tenantName, 1])
  await checkAfter(1)
  expect([await routed(), (await told()).length]).toEqual([null, 2])
  expect(await listed()).toMatchObject({ isVerified: false, missingSince, routesUntil: null })
  await checkAfter(1)
  expect(await told()).toHaveLength(2)
})

it('restarts the count if the record came back in between', async () => {
  dns.records.delete(domain)
  await checkAfter(1)
  dns.records.set(domain, [[record]])
  await checkAfter(10)
  expect(await listed()).toMatchObject({ isVerified: true, missingSince: null })
  dns.records.delete(domain)
  await checkAfter(10)
  await checkAfter(10)
  expect(await routed()).toBe(tenant.tenantName)
})

it("learns nothing from name servers that don't respond, however long", async () => {
  dns.isBroken = true
  await checkAfter(1)
  await checkAfter(30)
  expect(await listed()).toMatchObject({ isVerified: true, missingSince: null, lastOutcome: 'no_answer' })
  dns.isBroken = false
  dns.records.delete(domain)
  await checkAfter(1)
  dns.isBroken = true
  // The last result was that it is gone; only a check that still doesn't find it ends the verification.
  await checkAfter(30)
  expect(await routed()).toBe(tenant.tenantName)
})

it('frees the domain for its new owner, and for the old one who sets the record again', async () => {
  const other = await test.buildTenant()
  const { recordValue } = (await test.call(addTenantDomain, { body: { domain } }, { token: await signIn(other) })).body
  dns.records.set(domain, [[recordValue]])
  const verify = async (as: TestTenant) => test.call(verifyTenantDomain, { params: { domain } }, { token: await signIn(as) })
  expect((await verify(other)).body.code).toBe('domain_taken')
  await checkAfter(1)
  await checkAfter(14)
  dns.records.set(domain, [[record]])
  expect((await verify(tenant)).body).toMatchObject({ isVerified: true, missingSince: null })
  dns.records.delete(domain)
  await checkAfter(1)
  await checkAfter(14)
  dns.records.set(domain, [[recordValue]])
  expect((await verify(other)).body).toMatchObject({ isVerified: true })
  expect(await routed()).toBe(other.tenantName)
})
