import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { problem } from '@steward/contract/errors'
import { urlOf } from '@steward/contract/http'
import { createUser, getUser, listUsers } from '@steward/contract/users/endpoints'
import { loadConfig } from '../config.ts'
import { freePort } from '../db/free-port.ts'
import { createHttp } from '../http/server.ts'
import { exceptionsFrom } from '../outgoing/address.ts'
import { createSafeFetch } from '../outgoing/safe-fetch.ts'
import { startTestApp } from '../testing/app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { removeData, startServer } from '../testing/process.ts'
import { databaseUrl } from '../testing/steward.ts'
import { type Collector, type ReceivedSpan, startCollector } from '../testing/traces.ts'
import { type Tracing, startTracing } from './start.ts'
import { traceIds, traced } from './tracing.ts'

const silent = pino({ level: 'silent' })
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const settingsOf = (environment: Record<string, string>) => loadConfig(environment).tracing

/** Traces to this address until the test is over. */
async function traceTo(address: string, environment: Record<string, string> = {}, log: Logger = silent): Promise<Tracing> {
  const tracing = await startTracing(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: address, ...environment }), log)
  if (!tracing) throw new Error('tracing is configured')
  closers.push(() => tracing.close(1_000))
  return tracing
}

/** How long a batch can take: the SDK reads it when tracing starts. */
function exportWithin(ms: number): void {
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', String(ms))
  onTestFinished(() => void vi.unstubAllEnvs())
}

async function collect(environment?: Record<string, string>): Promise<{ collector: Collector; sent: () => Promise<ReceivedSpan[]> }> {
  const collector = await startCollector()
  closers.push(() => collector.close())
  const tracing = await traceTo(collector.url, environment)
  return {
    collector,
    async sent() {
      await tracing.flush()
      return collector.spans()
    },
  }
}

async function http(log: Logger = silent): Promise<FastifyInstance> {
  const app = await createHttp({
    log,
    publicUrl: 'https://steward.example',
    trustProxy: false,
    rates: undefined,
    scriptOrigin: undefined,
    frameOrigins: [],
    callOrigins: [],
  })
  app.get('/things/:thingId', async () => traced('part', { kind: 'client' }, async () => ({})))
  app.post('/things', async () => traced('part', { kind: 'client' }, async () => ({})))
  app.get('/healthz', async () => ({}))
  app.get('/broken', async () => {
    throw new Error('the secret of ada@traces.example')
  })
  app.get('/refused', async () => {
    throw problem('forbidden')
  })
  closers.push(() => app.close())
  return app
}

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.filter((span) => span.name === name)
  expect(found, `${name} of ${spans.map((span) => span.name).join(', ')}`).toHaveLength(1)
  return found[0] as ReceivedSpan // there is one
}

describe('a request', () => {
  test('is a span with its route, and what it does is inside', async () => {
    const { sent } = await collect({ OTEL_SERVICE_NAME: 'steward-eu' })
    const app = await http()
    await app.inject({ url: '/things/17?secret=x', headers: { 'x-request-id': 'request-17' } })
    const spans = await sent()
    const request = named(spans, 'GET /things/{thingId}')
    expect(request).toMatchObject({ service: 'steward-eu', isError: false, parentSpanId: undefined })
    expect(request.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/things/{thingId}',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
      'server.address': 'steward.example',
      'server.port': 443,
      'steward.request_id': 'request-17',
    })
    expect(named(spans, 'part')).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId })
  })

  test('with a body, which arrives later, goes on as one', async () => {
    const { sent } = await collect()
    const app = await http()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    await fetch(`${address}/things`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"x"}' })
    const spans = await sent()
    expect(named(spans, 'part').parentSpanId).toBe(named(spans, 'POST /things').spanId)
  })

  test('continues the trace of its caller', async () => {
    const { sent } = await collect()
    const app = await http()
    const [traceId, parentId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    await app.inject({ url: '/things/17', headers: { traceparent: `00-${traceId}-${parentId}-01` } })
    expect(named(await sent(), 'GET /things/{thingId}')).toMatchObject({ traceId, parentSpanId: parentId })
  })

  test('that fails says so, without the message, and its line in the log has the trace', async () => {
    const { collector, sent } = await collect()
    const lines: { trace_id?: string; span_id?: string; reqId?: string }[] = []
    const app = await http(pino({ mixin: traceIds }, { write: (line) => void lines.push(JSON.parse(line)) }))
    await app.inject({ url: '/broken' })
    await app.inject({ url: '/refused' })
    const spans = await sent()
    const broken = named(spans, 'GET /broken')
    expect(broken).toMatchObject({ isError: true, attributes: { 'http.response.status_code': 500, 'error.type': '500' } })
    expect(named(spans, 'GET /refused')).toMatchObject({ isError: false, attributes: { 'http.response.status_code': 403 } })
    expect(lines).toMatchObject([{ trace_id: broken.traceId, span_id: broken.spanId, reqId: broken.attributes['steward.request_id'] }])
    expect(collector.received.join('')).not.toContain('traces.example')
  })

  test('without a route has no address, and health checks are not traced', async () => {
    const { collector, sent } = await collect()
    const app = await http()
    await app.inject({ url: '/people/ada@traces.example' })
    await app.inject({ url: '/healthz' })
    expect((await sent()).map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual([['GET', 404]])
    expect(collector.received.join('')).not.toContain('traces.example')
  })

  test('is left out by the sampler', async () => {
    const { sent } = await collect({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' })
    const app = await http()
    await app.inject({ url: '/things/17' })
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await app.inject({ url: '/things/17', headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
    expect((await sent()).map((span) => span.traceId)).toEqual([traceId, traceId])
  })
})

test('calls, their statements, jobs and mails are traced, without people, values and tokens', async () => {
  const { collector, sent } = await collect()
  const app = await startTestApp()
  closers.push(() => app.close())
  const tenant = await app.buildTenant({ displayName: 'Traced Company' })
  const user = await app.buildUser(tenant, { email: 'ada@traces.example', givenName: 'Adaline', familyName: 'Tracewell' })
  const token = await app.signIn(tenant, tenant.administrator)
  await app.call(getUser, { params: { userId: user.userId } }, { token })
  await app.app.http.inject({
    url: urlOf(listUsers, { query: { searchText: 'tracewell' } }),
    headers: { authorization: `Bearer ${token}` },
  })
  const invited = { email: 'grace@traces.example', givenName: 'Grace', familyName: 'Tracewell' }
  expect((await app.call(createUser, { body: invited }, { token })).status).toBe(201)
  await app.app.background.runDue()
  const spans = await sent()

  const request = named(spans, 'GET /auth/v2/users/{userId}')
  expect(request.attributes).toMatchObject({
    'http.response.status_code': 200,
    'steward.operation': getUser.id,
    'steward.tenant_id': tenant.tenantId,
    'steward.principal_type': 'user',
  })
  const transactions = spans.filter((span) => span.parentSpanId === request.spanId)
  expect(transactions.map((span) => span.name)).toContain('transaction')
  const statements = spans.filter((span) => transactions.some(({ spanId }) => span.parentSpanId === spanId))
  expect(statements.map((span) => span.attributes)).toContainEqual({ 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT' })
  expect(new Set(statements.map((span) => span.traceId))).toEqual(new Set([request.traceId]))

  const job = spans.find(
    (span) => span.name.startsWith('job ') && spans.some((mail) => mail.name === 'mail' && mail.parentSpanId === span.spanId),
  )
  expect(job).toMatchObject({ parentSpanId: undefined, attributes: { 'steward.attempt': 1 } })

  const all = collector.received.join('').toLowerCase()
  const secrets = [
    'traces.example',
    'tracewell',
    'adaline',
    'traced company',
    tenant.administrator.username,
    tenant.tenantName,
    token,
    user.userId,
  ]
  expect(secrets.filter((secret) => all.includes(secret.toLowerCase()))).toEqual([])
})

test('an outgoing call is a span with its host alone, and a failed one with the reason', async () => {
  const { collector, sent } = await collect()
  const fetch = createSafeFetch({ exceptions: exceptionsFrom(['127.0.0.0/8']) })
  closers.push(() => fetch.close())
  await fetch(`${collector.url}/hooks/a-secret?code=a-secret`, {
    headers: { authorization: 'Bearer a-secret' },
    method: 'POST',
    body: '{"resourceSpans":[]}',
  })
  await fetch('http://192.168.0.1/a-secret').catch(() => undefined)
  const spans = await sent()
  expect(named(spans, 'POST').attributes).toEqual({
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  })
  expect(named(spans, 'GET')).toMatchObject({ isError: true, attributes: { 'error.type': 'not_public' } })
  expect(collector.received.join('')).not.toContain('a-secret')
})

test('a collector that is away slows no request, and the log says so once', async () => {
  exportWithin(300)
  const lines: { msg: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const tracing = await traceTo(`http://127.0.0.1:${await freePort()}`, {}, log)
  const app = await http()
  for (const _ of ['first batch', 'second batch']) {
    const statuses = await Promise.all(Array.from({ length: 300 }, async () => (await app.inject({ url: '/things/17' })).statusCode))
    expect(new Set(statuses)).toEqual(new Set([200]))
    await tracing.flush().catch(() => undefined)
  }
  expect(lines.map(({ msg }) => msg)).toEqual(['traces could not be sent'])
})

test('a collector that is silent neither fills the memory nor keeps the server from stopping', async () => {
  exportWithin(5_000)
  const collector = await startCollector({ isAnswering: false })
  closers.push(() => collector.close())
  const tracing = await traceTo(collector.url)
  for (let count = 0; count < 10_000; count++) await traced('work', { kind: 'client' }, async () => undefined)
  const before = performance.now()
  await tracing.close(500)
  expect(performance.now() - before).toBeLessThan(3_000)
  // A full queue, and the batch that is being sent.
  expect(collector.spans().length).toBeGreaterThan(0)
  expect(collector.spans().length).toBeLessThanOrEqual(2_048 + 512)
})

/** Which modules of OpenTelemetry a process loads that starts the server's modules with these settings. */
async function loadedWith(environment: Record<string, string>): Promise<number> {
  const script = `
    import { registerHooks } from 'node:module'
    let count = 0
    registerHooks({ load(url, context, next) { if (url.includes('@opentelemetry/sdk')) count++; return next(url, context) } })
    const { loadConfig } = await import('./src/config.ts')
    await import('./src/app.ts')
    const { startTracing } = await import('./src/tracing/start.ts')
    await startTracing(loadConfig(${JSON.stringify(environment)}).tracing, { warn() {} })
    process.stdout.write(String(count))
    process.exit(0)`
  const cwd = new URL('../../', import.meta.url)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd })
  return Number(stdout)
}

test('OpenTelemetry is loaded only if a collector is configured', async () => {
  const [without, configured] = await Promise.all([loadedWith({}), loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })])
  expect(without).toBe(0)
  expect(configured).toBeGreaterThan(0)
})

test('a server that stops sends its last traces', async () => {
  const collector = await startCollector()
  closers.push(() => collector.close())
  const database = await createTestDatabase()
  closers.push(() => database.close())
  const environment = {
    DATABASE_URL: databaseUrl(database.db.connection),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/anywhere`,
  }
  const server = await startServer({ environment })
  onTestFinished(() => removeData(server))
  await fetch(`${server.url}/no-such-page`)
  await server.stop()
  expect(collector.spans().map(({ service, attributes }) => [service, attributes['http.response.status_code']])).toContainEqual([
    'steward',
    404,
  ])
}, 60_000)
