import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, systemContext } from '../db/tenant.ts'
import type { TestApp, TestTenant } from '../testing/app.ts'
import { addressOfLogout } from './departing-forms.ts'
import { digestOf, randomText } from './secrets.ts'
import { startFederatedApp } from '../testing/federation/setup.ts'

let test: TestApp
let tenant: TestTenant
beforeAll(async () => {
  test = await startFederatedApp()
  tenant = await test.buildTenant()
})
afterAll(() => test.close())

const action = 'https://idp.example/sso?a=1&b="2"'

/** A flow of a provider that requires a form post. */
async function buildFlow(returnedAt: Date | null): Promise<string> {
  const flowId = randomText()
  const departure = { kind: 'form', action, fields: { SAMLRequest: 'PHNhbWw+', RelayState: '"><script>alert(1)</script>' } }
  await asOwner(test.db, 'operator', (tx) =>
    tx
      .insertInto('federation_flow')
      .values({
        tenant_id: tenant.tenantId,
        flow_digest: digestOf(flowId),
        browser_digest: digestOf('browser'),
        attempt_id: randomUUID(),
        slot: 'active',
        revision: randomUUID(),
        is_test: false,
        remembered: '{}',
        departure: JSON.stringify(departure),
        created_at: new Date(),
        expires_at: new Date(Date.now() + 60_000),
        returned_at: returnedAt,
      })
      .execute(),
  )
  return flowId
}
const depart = (flowId: string) =>
  test.app.http.inject({ method: 'GET', url: `/auth/federation/${tenant.tenantName}/depart?flow=${flowId}` })

it('sends a browser to a provider that requires a form, from a page restricted to that form', async () => {
  const answer = await depart(await buildFlow(null))
  expect(answer.statusCode).toBe(200)
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; form-action https:\/\/idp\.example https:; base-uri 'none'/)
  expect(answer.body).toContain('action="https://idp.example/sso?a=1&#38;b=&#34;2&#34;"')
  expect(answer.body).toContain('name="SAMLRequest" value="PHNhbWw+"')
  expect(answer.body).not.toContain('<script>alert')
  expect(answer.headers['referrer-policy']).toBe('no-referrer')
})

it('sends a browser to a logout that requires a form from the same page', async () => {
  const ctx = systemContext(tenant.tenantId)
  const ports = { db: test.db, settings: { publicUrl: 'http://localhost:8080', now: () => new Date() } }
  const named = { tenant_id: tenant.tenantId, tenant_name: tenant.tenantName, display_name: '' }
  const address = new URL(await addressOfLogout(ports, ctx, named, { kind: 'form', action, fields: { SAMLRequest: 'bG9nb3V0' } }))
  const answer = await test.app.http.inject({ method: 'GET', url: `${address.pathname}${address.search}` })
  expect(answer.body).toContain('value="bG9nb3V0"')
  const redirect = { kind: 'redirect' as const, url: 'https://idp.example/logout' }
  expect(await addressOfLogout(ports, ctx, named, redirect)).toBe('https://idp.example/logout')
})

it('has no such page for a flow that is complete or unknown', async () => {
  expect((await depart(await buildFlow(new Date()))).statusCode).toBe(404)
  expect((await depart(randomText())).statusCode).toBe(404)
  expect((await depart('short')).statusCode).toBe(404)
})

it('accepts form posts only at endpoints that providers post to', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (url: string) => test.app.http.inject({ method: 'POST', url, headers: form, payload: 'tenantName=a&username=b&password=c' })
  expect((await post('/auth/v1/Login')).statusCode).toBe(415)
  const back = await post(`/auth/federation/${tenant.tenantName}/acs`)
  expect([back.statusCode, back.headers.location]).toEqual([
    303,
    `http://localhost:8080/home/login#refusal=unsolicited&tenant=${tenant.tenantName}`,
  ])
})

it('refuses a message that is too long', async () => {
  const answer = await test.app.http.inject({
    method: 'POST',
    url: `/auth/federation/${tenant.tenantName}/acs`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `SAMLResponse=${'A'.repeat(1_100_000)}`,
  })
  expect(answer.statusCode).toBe(413)
})
