import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInMethods } from '@steward/contract/session/endpoints'
import { addTenantDomain, listTenantDomains, removeTenantDomain, verifyTenantDomain } from '@steward/contract/tenants/domains'
import type { TestApp, TestTenant } from '../../testing/app.ts'
import { type DnsServer, startDnsServer } from '../../testing/federation/dns-server.ts'
import { startFederatedApp } from '../../testing/federation/setup.ts'

let dns: DnsServer
let test: TestApp
let tenant: TestTenant
let token: string
let domain: string
let counter = 0

beforeAll(async () => {
  dns = await startDnsServer()
  test = await startFederatedApp({ environment: { STEWARD_DNS_SERVERS: dns.address } })
})
afterAll(async () => {
  await test.close()
  await dns.close()
})
beforeEach(async () => {
  dns.isBroken = false
  tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
  domain = `company-${++counter}.example`
})

const add = (name = domain, as = token) => test.call(addTenantDomain, { body: { domain: name } }, { token: as })
const verify = (as = token) => test.call(verifyTenantDomain, { params: { domain } }, { token: as })
const routed = async () => (await test.call(signInMethods, { query: { email: `Somebody@${domain.toUpperCase()}` } })).body

/** Sets the record that the tenant was asked to set. */
async function prove(as = token): Promise<void> {
  const { body } = await test.call(listTenantDomains, {}, { token: as })
  dns.records.set(domain, [['v=spf1 -all'], [body.items[0].recordValue.slice(0, 10), body.items[0].recordValue.slice(10)]])
}

describe('a domain', () => {
  it('is added in lower case, with the record that verifies it', async () => {
    const added = await add(` ${domain.toUpperCase()} `)
    expect([added.status, added.body]).toEqual([
      201,
      {
        domain,
        isVerified: false,
        verifiedAt: null,
        missingSince: null,
        routesUntil: null,
        recordName: domain,
        recordValue: expect.stringMatching(/^steward-verification=[\w-]{24}$/),
        createdAt: expect.any(String),
        lastCheckedAt: null,
        lastOutcome: null,
      },
    ])
    expect((await test.call(listTenantDomains, {}, { token })).body.items).toEqual([added.body])
  })

  it.each(['localhost', '10.0.0.1', '-a.example', 'a_b.example', 'a..example', '*.company.example', 'a.example/x'])(
    'cannot be %s',
    async (name) => {
      const answer = await add(name)
      expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'email_domain_invalid'])
    },
  )

  it('can be added once', async () => {
    await add()
    expect((await add()).body.code).toBe('domain_exists')
  })

  it('is limited to fifty per tenant', async () => {
    for (let n = 0; n < 50; n++) expect((await add(`d${n}.${domain}`)).status).toBe(201)
    const answer = await add()
    expect([answer.status, answer.body.code, answer.body.parameters]).toEqual([409, 'domain_limit_reached', { limit: 50 }])
  })

  it('routes sign-ins once its record is found, also in parts or among others', async () => {
    await add()
    expect((await verify()).body).toMatchObject({ isVerified: false, lastOutcome: 'no_record', lastCheckedAt: expect.any(String) })
    dns.records.set(domain, [['steward-verification=of-somebody-else']])
    expect((await verify()).body).toMatchObject({ isVerified: false, lastOutcome: 'other_value' })
    dns.isBroken = true
    expect((await verify()).body).toMatchObject({ isVerified: false, lastOutcome: 'no_answer' })
    expect(await routed()).toEqual({ tenantName: null, password: true, identityProvider: null })
    dns.isBroken = false
    await prove()
    expect((await verify()).body).toMatchObject({ isVerified: true, lastOutcome: 'found' })
    expect(await routed()).toEqual({ tenantName: tenant.tenantName, password: true, identityProvider: null })
  })

  it('stays verified while name servers fail', async () => {
    await add()
    await prove()
    await verify()
    dns.isBroken = true
    expect((await verify()).body).toMatchObject({ isVerified: true, lastOutcome: 'no_answer' })
  })

  it('is verified by one tenant; others can add it, but it routes to none of them', async () => {
    await add()
    await prove()
    await verify()
    const other = await test.buildTenant()
    const otherToken = await test.signIn(other, other.administrator)
    expect((await add(domain, otherToken)).status).toBe(201)
    await prove(otherToken)
    const answer = await verify(otherToken)
    expect([answer.status, answer.body.code]).toEqual([409, 'domain_taken'])
    expect((await routed()).tenantName).toBe(tenant.tenantName)
  })

  it('can be removed, and is free for another tenant then', async () => {
    await add()
    await prove()
    await verify()
    expect((await test.call(removeTenantDomain, { params: { domain } }, { token })).status).toBe(204)
    expect((await test.call(removeTenantDomain, { params: { domain } }, { token })).status).toBe(404)
    expect((await routed()).tenantName).toBeNull()
  })

  it('of another tenant is not found', async () => {
    await add()
    const other = await test.buildTenant()
    const otherToken = await test.signIn(other, other.administrator)
    expect((await verify(otherToken)).status).toBe(404)
    expect((await test.call(removeTenantDomain, { params: { domain } }, { token: otherToken })).status).toBe(404)
    expect((await test.call(listTenantDomains, {}, { token: otherToken })).body.items).toEqual([])
  })
})

describe('signInMethods', () => {
  it('depends on the tenant if one is named, and is the same for users and strangers of a domain', async () => {
    await add()
    await prove()
    await verify()
    const user = await test.buildUser(tenant, { email: `known@${domain}` })
    const ask = async (email: string) => (await test.call(signInMethods, { query: { email } })).body
    expect(await ask(user.username)).toEqual(await ask(`unknown@${domain}`))
    const query = { tenantName: 'another', email: `x@${domain}` }
    expect((await test.call(signInMethods, { query })).body.tenantName).toBe('another')
  })
})
