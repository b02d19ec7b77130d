import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '@steward/contract/endpoints'
import { errors } from '@steward/contract/errors'
import { forgotPassword } from '@steward/contract/session/endpoints'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { makeTemporaryDirectory } from '../testing/temporary.ts'
import { errorText } from './problems.ts'

describe('what the server serves besides the contract', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp()
  })
  afterAll(() => test.close())

  const get = (url: string, headers: Record<string, string> = {}) => test.app.http.inject({ url, headers })

  it('describes every endpoint in OpenAPI, with errors and a summary', async () => {
    const document = (await get('/api/openapi.json')).json()
    expect(document.openapi).toMatch(/^3\.1/)
    const operations = Object.values<Record<string, { operationId: string; tags: string[]; summary: string; responses: object }>>(
      document.paths,
    ).flatMap((path) => Object.values(path))
    const [scim, contract] = [true, false].map((isScim) => operations.filter(({ tags }) => tags.includes('SCIM') === isScim))
    expect(contract?.map(({ operationId }) => operationId).sort()).toEqual([...endpoints.keys()].sort())
    expect(scim?.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(['scimListUsers', 'scimPatchGroup', 'scimBulk']))
    for (const operation of operations) expect(Object.keys(operation.responses).some((status) => status >= '400')).toBe(true)
  })

  it('shows a reference that loads nothing from other origins', async () => {
    const page = await get('/api/')
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toMatch(/(?:src|href)="https?:/)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  })

  it('has a message for every error', () => {
    for (const code of Object.keys(errors)) expect(errorText(code, {}), code).not.toBe(code)
  })

  it('is healthy and ready', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' })
  })

  it("redirects to the console, and gives it the operator's configuration", async () => {
    expect((await get('/')).headers.location).toBe('/home/')
    expect((await get('/home/config.json')).json()).toMatchObject({
      environment: 'test',
      applications: {},
      links: {},
      hasGuidance: false,
    })
  })

  it('limits expensive and guessing requests, and says when to retry', async () => {
    const config = loadConfig({ STEWARD_ENV: 'test', LOG_LEVEL: 'silent', STEWARD_DATA_DIR: makeTemporaryDirectory('steward-limited-') })
    const limited = await buildApp({ config, db: test.db, log: pino({ level: 'silent' }), rateLimits: true })
    const attempt = () =>
      limited.http.inject({ method: forgotPassword.method, url: forgotPassword.path, payload: { tenantName: 'nowhere', username: 'n' } })
    const statuses: number[] = []
    for (let call = 0; call <= (endpoints.get(forgotPassword.id)?.ratePerMinute ?? 0); call++) statuses.push((await attempt()).statusCode)
    expect(statuses.at(-1)).toBe(429)
    const refused = await attempt()
    expect(refused.json().code).toBe('rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await limited.close()
  })
})
