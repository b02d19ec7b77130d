import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '@steward/contract/endpoints'
import { errors } from '@steward/contract/errors'
import { livePath } from '@steward/contract/live'
import { forgotPassword } from '@steward/contract/session/endpoints'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { type OpenApiDocument, operationsOf } from '../testing/fuzz/document.ts'
import { errorText } from './problems.ts'
import { guideNames } from './reference/guides.ts'

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

  it('lists what a server without capacity, database or space answers', async () => {
    const operations = operationsOf((await get('/api/openapi.json')).json<OpenApiDocument>())
    for (const { id, method, pace } of endpoints.values()) {
      const responses = operations.find(({ operationId }) => operationId === id)?.responses ?? {}
      const busy = responses['503']
      const named = ['unavailable', 'took_too_long', 'overloaded', 'outcome_unknown'].filter((code) => busy?.description.includes(code))
      expect([id, named.includes('overloaded'), named.includes('outcome_unknown')]).toEqual([id, pace !== 'always', method !== 'GET'])
      expect(named).toEqual(expect.arrayContaining(['unavailable', 'took_too_long']))
      expect(busy?.headers).toHaveProperty('Retry-After')
      expect([id, '507' in responses]).toEqual([id, method !== 'GET'])
    }
  })

  it('names in examples of errors what is known only when they happen', async () => {
    const { body } = await get('/api/openapi.json')
    expect(body).toContain('"message":"A tenant can have {maximum} API keys. Delete one you no longer use."')
    expect(body).toContain('"parameters":{"maximum":"{maximum}"}')
    const messages = [...body.matchAll(/"message":"([^"]*)"/g)].map(([, message = '']) => message)
    expect(messages.filter((message) => /undefined|NaN|\[object/.test(message))).toEqual([])
  })

  it('describes once what several operations answer', async () => {
    const operations = operationsOf((await get('/api/openapi.json')).json<OpenApiDocument>())
    const answers = operations.flatMap(({ operationId, responses }) =>
      Object.values(responses).flatMap(({ content }) =>
        Object.values(content ?? {}).map(({ schema }) => ({ operationId, schema: JSON.stringify(schema) })),
      ),
    )
    const byObject = Map.groupBy(
      answers.filter(({ schema }) => schema.length > 500),
      ({ schema }) => schema,
    )
    const repeated = [...byObject.values()].filter((those) => those.length > 1).map((those) => those.map(({ operationId }) => operationId))
    expect(repeated, 'give their schema a name in contract/src/named-schemas.ts').toEqual([])
  })

  it('says of every parameter more than its name', async () => {
    const document = (await get('/api/openapi.json')).json()
    const paths = Object.values<Record<string, { operationId: string; parameters?: { name: string; description: string }[] }>>(
      document.paths,
    )
    const unsaid = paths
      .flatMap((path) => Object.values(path))
      .flatMap(({ operationId, parameters = [] }) =>
        parameters.filter(({ name, description }) => description === name).map(({ name }) => `${operationId} ${name}`),
      )
    expect(unsaid).toEqual([])
  })

  it('puts guides before the operations, which name only addresses that exist', async () => {
    const { info, paths } = (await get('/api/openapi.json')).json()
    const guides: string = info.description
    expect(guides.match(/^# .+$/gm)).toHaveLength(guideNames.length)
    const known = [...Object.keys(paths), livePath].map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
    const named = [...guides.matchAll(/(?:`(?:[A-Z]+ )?|example\.com)(\/[\w/%.-]+)/g)].map(([, path = '']) => path)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((path) => path !== '/scim/v2' && !known.some((one) => one.test(path)))).toEqual([])
  })

  it('shows a reference that loads nothing from other origins, and allows no style and no script without its own nonce', async () => {
    const page = await get('/api/')
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toMatch(/(?:src|href)="https?:/)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)';/.exec(policy) ?? []
    expect(page.body).toContain(`nonce="${nonce}"`)
    expect(String((await get('/api/')).headers['content-security-policy'])).not.toContain(nonce)
    expect((await get('/api')).headers.location).toBe('/api/')
  })

  it('serves the files of the reference, compressed, and again only when they changed', async () => {
    const page = (await get('/api/')).body
    const files = [...page.matchAll(/(?:src|href)="(\/api\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files).toHaveLength(3)
    for (const path of files) expect((await get(path)).statusCode, path).toBe(200)
    const script = await get('/api/assets/scalar.js', { 'accept-encoding': 'gzip, br' })
    expect(script.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    const etag = String(script.headers.etag)
    expect((await get('/api/assets/scalar.js', { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get('/api/assets/other.js')).statusCode).toBe(404)
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
    const config = loadConfig({ STEWARD_ENV: 'test', LOG_LEVEL: 'silent', STEWARD_DATA_DIR: test.dataDir })
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

  it('counts a network of IPv6 as one address, and answers callers behind a proxy that says nonsense', async () => {
    const settings = { STEWARD_ENV: 'test', LOG_LEVEL: 'silent', STEWARD_DATA_DIR: test.dataDir, STEWARD_TRUST_PROXY: 'loopback' }
    const limited = await buildApp({ config: loadConfig(settings), db: test.db, log: pino({ level: 'silent' }), rateLimits: true })
    const attempt = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      const payload = { tenantName: 'nowhere', username: 'n' }
      return (await limited.http.inject({ method: forgotPassword.method, url: forgotPassword.path, headers, payload })).statusCode
    }
    const most = endpoints.get(forgotPassword.id)?.ratePerMinute ?? 0
    for (let call = 1; call <= most; call++) expect(await attempt(`2001:db8:1:2::${call.toString(16)}`)).toBeLessThan(300)
    expect(await attempt('2001:db8:1:2:ffff::1')).toBe(429)
    expect(await attempt('2001:db8:1:3::1')).toBeLessThan(300)
    expect(await attempt('unknown')).toBeLessThan(300)
    await limited.close()
  })
})
