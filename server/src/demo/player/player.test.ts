import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelJobs, getJob, listJobs, reprioritizeJobs } from '@steward/contract/jobs/endpoints'
import type { Job } from '@steward/contract/jobs/schemas'
import { NetworkError, ProblemError } from '@steward/contract/http'
import { getStorage } from '@steward/contract/storage/endpoints'
import { getMetrics } from '@steward/contract/usage/endpoints'
import { isCancellableJobType } from '@steward/contract/catalog/jobs'
import { asOwner } from '../../db/tenant.ts'
import { createServiceToken, renewServiceToken } from '../../service-tokens/operator.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'
import { jobActions } from '../../testing/job-log.ts'
import { buildJobReport, sendJobs } from '../../testing/jobs.ts'
import { demoCompany, demoJobGroups } from '../company.ts'
import { steadySessions } from '../jobs/sessions.ts'
import { type Player, retryAfterMs } from './player.ts'
import { createPlayer, localUrl, playedProducts } from './start.ts'

const dayMs = 86_400_000
/** The last Wednesday that is over, at half past twelve: the demo's company works then. 1970 began with a Thursday. */
const lastWednesdayAtNoon = (): number => {
  const today = Math.floor(Date.now() / dayMs)
  return (today - 1 - (today % 7)) * dayMs + 12.5 * 60 * 60_000
}

/** The player against a server over HTTP, with a clock that the test moves. */
const beginning = lastWednesdayAtNoon()
const roundMs = 2_500
let now = beginning
let app: TestApp
let baseUrl: string
let tenant: TestTenant
let administrator: string
let tokens: Map<string, string>
let player: Player

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) })
  await app.app.http.listen({ host: '127.0.0.1', port: 0 })
  const address = app.app.http.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  baseUrl = localUrl(address)
})
afterAll(() => app.close())

beforeEach(async () => {
  now = beginning
  tenant = await app.buildTenant()
  const inTenant = { tenant_id: tenant.tenantId }
  await asOwner(app.db, 'operator', async (tx) => {
    const lasting = { ...inTenant, start_date: new Date(beginning - dayMs), end_date: new Date(beginning + dayMs * 300) }
    await tx
      .insertInto('application_license')
      .values(
        demoCompany.licenses.map(({ productCode, packageName }) => ({ ...lasting, product_code: productCode, package_name: packageName })),
      )
      .execute()
    await tx
      .insertInto('resource_group')
      .values(
        Object.values(demoJobGroups).map((name) => ({
          ...inTenant,
          product_code: 'RI-DATAADMIN',
          resource_group_name: name,
          all_access: true,
        })),
      )
      .execute()
  })
  const { roleId } = await app.buildRole(tenant, { actions: [...jobActions, 'ViewSystemUsage'] })
  await app.buildGroup(tenant, { members: [tenant.administrator], roleIds: [roleId] })
  administrator = await app.signIn(tenant, tenant.administrator)
  tokens = await makeTokens()
  player = await play()
})

const tokenNameOf = (productCode: string) => `${tenant.tenantName} ${productCode}`
async function makeTokens(): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (const productCode of playedProducts) {
    const wanted = { tokenName: tokenNameOf(productCode), tenant, scopes: ['jobs', 'metrics'] as const, productCode, expiresAt: null }
    made.set(productCode, (await createServiceToken(app.db, wanted)).token)
  }
  return made
}

/** What the player logged. */
const said: string[] = []
const givesWay = 'the demo is played by another process'
const play = () =>
  createPlayer({
    db: app.db,
    tenantId: tenant.tenantId,
    tenantName: tenant.tenantName,
    baseUrl,
    tokens,
    log: pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line).msg) }),
    now: () => now,
  })

/** Rounds until there is what the test wants. */
async function until<T>(wanted: () => Promise<T | undefined>, rounds = 200): Promise<T> {
  for (let round = 0; round < rounds; round++) {
    const found = await wanted()
    if (found !== undefined) return found
    now += roundMs
    await player.report()
  }
  throw new Error(`not within ${rounds} rounds`)
}

const jobs = async (query: { status?: Job['status'][] } = {}): Promise<Job[]> =>
  (await app.call(listJobs, { query: { days: 1, limit: 500, ...query } }, { token: administrator })).body.items
const own = (job: Job) => !job.isInteractive
const jobOf = async (jobId: string): Promise<Job> => (await app.call(getJob, { params: { jobId } }, { token: administrator })).body

test('takes a job from the queue to its end, step by step', async () => {
  const queued = await until(async () => (await jobs({ status: ['Queued'] })).find(own))
  expect(queued).toMatchObject({ startTime: null, progress: 0, queuePosition: 1 })
  expect(queued.resourceGroupName).toMatch(/operations$/)
  const running = await until(async () =>
    (await jobs({ status: ['Running'] })).find((job) => job.jobId === queued.jobId && job.progress > 0),
  )
  expect(running.startTime).not.toBeNull()
  const finished = await until(async () => (await jobs({ status: ['Finished'] })).find(own))
  expect(finished).toMatchObject({ progress: 100, queuePosition: null })
  const { body } = await app.call(getJob, { params: { jobId: finished.jobId } }, { token: administrator })
  expect(body.sections.map((section: { title: string }) => section.title)).toEqual(['Input', 'Output'])
})

test('is calm: a few concurrent jobs, all lanes of interactive work but one, and usage every five minutes', async () => {
  await player.report()
  for (let round = 0; round < 200; round++) {
    now += roundMs
    await player.report()
  }
  const active = await jobs({ status: ['Pending', 'Queued', 'Running'] })
  expect(active.filter(own).length).toBeGreaterThanOrEqual(2)
  expect(active.filter(own).length).toBeLessThanOrEqual(12)
  expect(active.filter((job) => job.isInteractive).length).toBeGreaterThanOrEqual(steadySessions)
  const { body } = await app.call(
    getMetrics,
    { query: { productCode: 'RI-RISKMODELER', metricName: 'maxInteractiveConcurrency' } },
    { token: administrator },
  )
  expect(body.series[0].points.at(-1)).toMatchObject({ last: steadySessions })
  const storage = await app.call(getStorage, { query: {} }, { token: administrator })
  expect(storage.body.usedBytes).toBeLessThan(storage.body.limitBytes)
}, 60_000)

test('follows an administrator who cancels a job', async () => {
  const job = await until(async () =>
    (await jobs({ status: ['Queued', 'Running'] })).find((one) => own(one) && one.progress < 50 && isCancellableJobType(one.operation)),
  )
  const { body } = await app.call(cancelJobs, { body: { jobIds: [job.jobId] } }, { token: administrator })
  expect(body.succeeded).toEqual([job.jobId])
  await player.followCommands()
  expect((await jobOf(job.jobId)).command).toMatchObject({ kind: 'Cancel', state: 'Accepted' })
  const cancelled = await until(async () => (await jobs({ status: ['Cancelled'] })).find((one) => one.jobId === job.jobId), 4)
  expect(cancelled.reason).toBe(`Canceled by ${tenant.administrator.username}`)
})

test('refuses to cancel what is nearly done', async () => {
  const late = await until(
    async () => (await jobs({ status: ['Running'] })).find((one) => own(one) && one.progress >= 90 && isCancellableJobType(one.operation)),
    2_000,
  )
  await app.call(cancelJobs, { body: { jobIds: [late.jobId] } }, { token: administrator })
  await player.followCommands()
  expect((await jobOf(late.jobId)).command).toMatchObject({ state: 'Refused', reason: 'Results are being written.' })
}, 60_000)

test('starts first what an administrator raises to the highest priority', async () => {
  const last = await until(async () => (await jobs({ status: ['Queued'] })).find((one) => (one.queuePosition ?? 0) > 1), 2_000)
  const { body } = await app.call(reprioritizeJobs, { body: { jobIds: [last.jobId], priority: 'VeryHigh' } }, { token: administrator })
  expect(body.succeeded).toEqual([last.jobId])
  await player.followCommands()
  await player.report()
  expect(await jobOf(last.jobId)).toMatchObject({ priority: 'VeryHigh', queuePosition: 1 })
}, 60_000)

test('continues what was left a moment ago, and fails what was left long before', async () => {
  const left = await until(async () => (await jobs({ status: ['Running'] })).find((one) => own(one) && one.progress < 40))
  player = await play()
  await player.report()
  expect(await jobOf(left.jobId)).toMatchObject({ status: 'Running' })
  now += 20 * 60_000
  administrator = await app.signIn(tenant, tenant.administrator)
  player = await play()
  await player.report()
  expect(await jobOf(left.jobId)).toMatchObject({ status: 'Failed', reason: 'The product was restarted' })
})

test('leaves jobs and commands of other products alone', async () => {
  const other = buildJobReport({ jobId: 'EIQ-other-product', createdAt: new Date(now).toISOString() })
  expect((await sendJobs(app, tokens.get('RI-EXPOSUREIQ') ?? '', tenant, [other])).status).toBe(200)
  await app.call(cancelJobs, { body: { jobIds: ['EIQ-other-product'] } }, { token: administrator })
  now += 20 * 60_000
  administrator = await app.signIn(tenant, tenant.administrator)
  player = await play()
  await player.report()
  await player.followCommands()
  expect(await jobOf('EIQ-other-product')).toMatchObject({ status: 'Running', command: { state: 'Pending' } })
})

test('goes on without a resource group that was deleted', async () => {
  await asOwner(app.db, 'operator', (tx) =>
    tx
      .deleteFrom('resource_group')
      .where('tenant_id', '=', tenant.tenantId)
      .where('resource_group_name', '=', demoJobGroups.modeling)
      .execute(),
  )
  const job = await until(async () => (await jobs({ status: ['Running'] })).find((one) => one.isInteractive))
  expect(job.resourceGroupId).toBeNull()
})

test('ends immediately when it is stopped, in the middle of waiting for commands', async () => {
  player.start()
  await player.stop()
  expect(said).not.toContain(givesWay)
})

test('gives way to another process, which has renewed its token', async () => {
  await renewServiceToken(app.db, { tokenName: tokenNameOf('RI-RISKMODELER'), tenantId: tenant.tenantId })
  player.start()
  await expect.poll(() => said).toContain(givesWay)
  await player.stop()
})

test('waits longer after each failure, and as long as a busy server asks for', () => {
  const lost = new NetworkError('network')
  expect([0, 1, 2, 5, 6, 40].map((failures) => retryAfterMs(failures, lost))).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000])
  const busy = new ProblemError(
    503,
    { type: '', title: '', status: 503, code: 'unavailable', message: '', requestId: '', parameters: {} },
    90,
  )
  expect(retryAfterMs(0, busy)).toBe(90_000)
})
