import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAuditLog } from '@steward/contract/audit-log/endpoints'
import { urlOf } from '@steward/contract/http'
import { answerJobCommand, cancelJobs, listJobCommands } from '@steward/contract/jobs/endpoints'
import type { JobReport } from '@steward/contract/jobs/schemas'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { systemContext, withTenant } from '../db/tenant.ts'
import { createServiceToken, revokeServiceToken } from '../service-tokens/operator.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { buildJobReport, buildJobResourceGroup, jobsToken, sendJobs } from '../testing/jobs.ts'
import { metricsToken } from '../testing/usage.ts'
import { addCommands } from './commands.ts'

let test: TestApp
let tenant: TestTenant
let product: string

beforeAll(async () => {
  test = await startTestApp()
  product = await jobsToken(test)
})
afterAll(() => test?.close())
beforeEach(async () => {
  tenant = await test.buildTenant()
})

async function report(...jobs: JobReport[]): Promise<void> {
  const answer = await sendJobs(test, product, tenant, jobs)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
/** Asks for the end of jobs, as an administrator. */
const cancel = (...jobs: JobReport[]) =>
  withTenant(test.db, { tenantId: tenant.tenantId, requestId: 'r', actor: { type: 'user', id: randomUUID(), name: 'ada' } }, (tx) =>
    addCommands(tx, { jobs, kind: 'Cancel', priority: null, requestedBy: 'ada', at: new Date() }),
  )
const list = (query: object = {}, token = product) =>
  test.call(listJobCommands, { query: { tenantName: tenant.tenantName, ...query } }, { token })
async function listed(query: object = {}): Promise<{ items: { commandId: string; jobId: string; position: number }[]; after: number }> {
  const answer = await list(query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const jobIds = async (query: object = {}) => (await listed(query)).items.map((item) => item.jobId)
const answer = (commandId: string, outcome: 'accepted' | 'refused', reason = '', token = product) =>
  test.call(answerJobCommand, { params: { commandId }, body: { tenantName: tenant.tenantName, outcome, reason } }, { token })
async function built(count = 1, wanted: Partial<JobReport> = {}): Promise<JobReport[]> {
  const jobs = Array.from({ length: count }, () => buildJobReport(wanted))
  await report(...jobs)
  return jobs
}

describe('commands', () => {
  it('are listed in the order they were asked, after a position, of one product or all', async () => {
    const [first, second] = await built(2)
    const [third] = await built(1, { productCode: 'RI-RISKMODELER' })
    if (!first || !second || !third) throw new Error('no jobs')
    expect(await listed({ after: 7 })).toEqual({ items: [], after: 7 })
    await cancel(second, first)
    await withTenant(test.db, { tenantId: tenant.tenantId, requestId: 'r', actor: { type: 'user', id: randomUUID(), name: 'ada' } }, (tx) =>
      addCommands(tx, { jobs: [third], kind: 'Reprioritize', priority: 'High', requestedBy: 'ada', at: new Date() }),
    )
    const all = await listed()
    expect(all).toMatchObject({
      items: [
        { position: 1, jobId: second.jobId, productCode: 'RI-EXPOSUREIQ', kind: 'Cancel', priority: null, requestedBy: 'ada' },
        { position: 2, jobId: first.jobId },
        { position: 3, jobId: third.jobId, kind: 'Reprioritize', priority: 'High' },
      ],
      after: 3,
    })
    expect(await jobIds({ after: 1 })).toEqual([first.jobId, third.jobId])
    expect(await listed({ productCode: 'RI-RISKMODELER' })).toMatchObject({ items: [{ jobId: third.jobId }], after: 3 })
    expect(await listed({ after: 3 })).toEqual({ items: [], after: 3 })
  })

  it('are those of its product for a token of one product, which answers no others', async () => {
    const [own] = await built()
    const [other] = await built(1, { productCode: 'RI-RISKMODELER' })
    if (!own || !other) throw new Error('no jobs')
    await cancel(own, other)
    const bound = await jobsToken(test, tenant, 'RI-EXPOSUREIQ')
    const [ofOwn, ofOther] = (await listed()).items.map((item) => item.commandId)
    expect((await list({}, bound)).body).toMatchObject({ items: [{ jobId: own.jobId }] })
    const forOther = await list({ productCode: 'RI-RISKMODELER' }, bound)
    expect([forOther.status, forOther.body.code]).toEqual([403, 'service_product_other'])
    const refused = await answer(ofOther ?? '', 'accepted', '', bound)
    expect([refused.status, refused.body.message]).toEqual([403, 'This token reports for RI-EXPOSUREIQ only, not for RI-RISKMODELER.'])
    expect(await jobIds()).toEqual([own.jobId, other.jobId])
    expect((await answer(ofOwn ?? '', 'accepted', '', bound)).status).toBe(200)
  })

  it('get positions without gaps or repetition from concurrent administrators', async () => {
    const jobs = await built(40)
    await Promise.all(jobs.map((job) => cancel(job)))
    expect((await listed()).items.map((item) => item.position)).toEqual(jobs.map((_, index) => index + 1))
  })

  it('are not listed once they are answered or their job is over', async () => {
    const [first, second, third] = await built(3)
    if (!first || !second || !third) throw new Error('no jobs')
    await cancel(first, second, third)
    const { items } = await listed()
    await answer(items[0]?.commandId ?? '', 'accepted')
    await report({ ...second, sequence: second.sequence + 1, status: 'Finished', endTime: new Date().toISOString() })
    expect(await jobIds()).toEqual([third.jobId])
  })

  it('are not listed for a retry whose report arrives before the end of the run that they were asked of', async () => {
    const [job] = await built()
    if (!job) throw new Error('no job')
    await cancel(job)
    await report({ ...job, sequence: job.sequence + 2, status: 'Queued', startTime: null, queuePosition: 3 })
    expect(await jobIds()).toEqual([job.jobId])
    await report({ ...job, sequence: job.sequence + 1, status: 'Failed', endTime: new Date().toISOString(), reason: 'Out of memory' })
    expect(await jobIds()).toEqual([])
    // The retry is as it was, and can be asked itself.
    const stored = await withTenant(test.db, systemContext(tenant.tenantId), (tx) =>
      tx.selectFrom('job').selectAll().executeTakeFirstOrThrow(),
    )
    expect(stored).toMatchObject({ sequence: job.sequence + 2, status: 'Queued', end_time: null, reason: '', queue_position: 3 })
    await cancel({ ...job, sequence: job.sequence + 2 })
    expect(await jobIds()).toEqual([job.jobId])
  })

  it('are not listed for a retry of a job that ended without an answer, and can be asked of it again', async () => {
    const [one, other, third] = await built(3)
    if (!one || !other || !third) throw new Error('no jobs')
    await cancel(one, other)
    const next = (job: JobReport, step: number, wanted: Partial<JobReport>) => ({ ...job, ...wanted, sequence: job.sequence + step })
    const failed = { status: 'Failed', endTime: new Date().toISOString() } as const
    const queued = { status: 'Queued', startTime: null } as const
    await report(next(one, 1, failed))
    await report(next(one, 2, queued))
    // The end is only in the call that tells of the retry.
    await report(next(other, 1, failed), next(other, 2, queued), next(third, 2, queued))
    expect(await jobIds()).toEqual([])
    await report(next(one, 3, { status: 'Running' }), next(third, 1, failed))
    expect(await jobIds()).toEqual([])
    await cancel(one, third)
    expect(await jobIds()).toEqual([one.jobId, third.jobId])
    await report(next(one, 4, { progress: 50 }))
    expect(await jobIds()).toEqual([one.jobId, third.jobId])
  })
})

describe('a product that waits', () => {
  it('is answered when there is a command for it, and not for other changes', async () => {
    const [job] = await built()
    const [other] = await built(1, { productCode: 'RI-RISKMODELER' })
    if (!job || !other) throw new Error('no jobs')
    const stranger = await test.buildTenant()
    const forIt = jobIds({ wait: 30, productCode: 'RI-EXPOSUREIQ' })
    const forAll = jobIds({ wait: 30 })
    const elsewhere = test.call(listJobCommands, { query: { tenantName: stranger.tenantName, wait: 1 } }, { token: product })
    await cancel(other)
    expect(await forAll).toEqual([other.jobId])
    await cancel(job)
    expect(await forIt).toEqual([job.jobId])
    expect((await elsewhere).body).toEqual({ items: [], after: 0 })
  })

  it('is answered with nothing when its time is over', async () => {
    const start = performance.now()
    expect(await listed({ wait: 1, after: 12 })).toEqual({ items: [], after: 12 })
    expect(performance.now() - start).toBeGreaterThan(990)
    expect((await list({ wait: 31 })).status).toBe(400)
  })

  it('holds no connection to the database', async () => {
    const waiting = Array.from({ length: 100 }, () => jobIds({ wait: 30 }))
    // More than there are connections.
    const [job] = await built()
    if (!job) throw new Error('no job')
    await expect.poll(() => [test.db.pool.waitingCount, test.db.pool.totalCount - test.db.pool.idleCount]).toEqual([0, 0])
    await cancel(job)
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => [job.jobId]))
  })

  it('has to call again when tokens change, so that a revoked one is refused', async () => {
    const { token, tokenName } = await createServiceToken(test.db, { tokenName: 'Waiting', tenant, scopes: ['jobs'], expiresAt: null })
    await list({}, token)
    const waiting = list({ wait: 30 }, token)
    // By then it waits.
    await listed()
    await listed()
    await revokeServiceToken(test.db, tokenName)
    expect((await waiting).body).toEqual({ items: [], after: 0 })
    expect((await list({}, token)).status).toBe(401)
  })

  it('can leave, and does not delay the end of the server', async () => {
    const own = await startTestApp()
    const url = await own.app.http.listen({ host: '127.0.0.1', port: 0 })
    const theirs = await own.buildTenant()
    const token = await jobsToken(own)
    const job = buildJobReport()
    await sendJobs(own, token, theirs, [job])
    const called = (query: { wait?: number }, signal?: AbortSignal) =>
      fetch(url + urlOf(listJobCommands, { query: { tenantName: theirs.tenantName, ...query } }), {
        headers: { authorization: `Bearer ${token}` },
        ...(signal ? { signal } : {}),
      })
    const gone = new AbortController()
    const left = called({ wait: 30 }, gone.signal).catch((error: Error) => error.name)
    const waiting = called({ wait: 30 })
    await called({})
    gone.abort()
    expect(await left).toBe('AbortError')
    const start = performance.now()
    await own.close()
    expect(performance.now() - start).toBeLessThan(15_000)
    expect(await (await waiting).json()).toEqual({ items: [], after: 0 })
  })
})

describe('several processes, one after another', () => {
  const start = async () => {
    const config = loadConfig({ STEWARD_ENV: 'test', LOG_LEVEL: 'silent', STEWARD_DATA_DIR: test.dataDir })
    const app = await buildApp({ config, db: test.db, log: pino({ level: 'silent' }), rateLimits: false })
    const called = async (query: { after?: number; wait?: number }) => {
      const url = urlOf(listJobCommands, { query: { tenantName: tenant.tenantName, ...query } })
      return (await app.http.inject({ url, headers: { authorization: `Bearer ${product}` } })).json()
    }
    return { app, called }
  }

  it('have the same commands, and wake products that wait at another', async () => {
    const [first, second, third] = await built(3)
    if (!first || !second || !third) throw new Error('no jobs')
    const other = await start()
    await cancel(first)
    expect(await other.called({})).toMatchObject({ items: [{ jobId: first.jobId, position: 1 }], after: 1 })
    const waiting = other.called({ after: 1, wait: 30 })
    await listed()
    await cancel(second)
    expect(await waiting).toMatchObject({ items: [{ jobId: second.jobId, position: 2 }], after: 2 })
    const ended = other.called({ after: 2, wait: 30 })
    await other.called({})
    await other.app.close()
    expect(await ended).toEqual({ items: [], after: 2 })
    await cancel(third)
    const restarted = await start()
    expect(await restarted.called({ after: 2, wait: 30 })).toMatchObject({ items: [{ jobId: third.jobId, position: 3 }], after: 3 })
    await restarted.app.close()
  })
})

describe('an answer', () => {
  it('is recorded once, and the same answer again is answered the same', async () => {
    const [job] = await built()
    if (!job) throw new Error('no job')
    await cancel(job)
    const commandId = (await listed()).items[0]?.commandId ?? ''
    const first = await answer(commandId, 'refused', 'Results are being written.')
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ commandId, kind: 'Cancel', state: 'Refused', reason: 'Results are being written.' })
    expect((await answer(commandId, 'refused', 'Results are being written.')).body).toEqual(first.body)
    for (const other of [await answer(commandId, 'accepted'), await answer(commandId, 'refused', 'Another reason')]) {
      expect([other.status, other.body.code]).toEqual([409, 'command_answered'])
    }
  })

  it('is one of several at the same moment', async () => {
    const [job] = await built()
    if (!job) throw new Error('no job')
    await cancel(job)
    const commandId = (await listed()).items[0]?.commandId ?? ''
    const answers = await Promise.all([answer(commandId, 'accepted'), answer(commandId, 'refused'), answer(commandId, 'accepted')])
    const taken = answers.filter(({ status }) => status === 200)
    expect(new Set(taken.map(({ body }) => body.state)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toContain(409)
  })

  it('comes from a service with the scope that reaches the tenant', async () => {
    const [job] = await built()
    if (!job) throw new Error('no job')
    await cancel(job)
    const commandId = (await listed()).items[0]?.commandId ?? ''
    const codeOf = async (token: string) => (await answer(commandId, 'accepted', '', token)).body.code
    const other = await test.buildTenant()
    expect(await codeOf(await jobsToken(test, other))).toBe('ingest_tenant_unknown')
    expect(await codeOf(await metricsToken(test))).toBe('service_scope_missing')
    expect((await list({}, await jobsToken(test, other))).body.code).toBe('ingest_tenant_unknown')
    // The command of one tenant, in the name of another.
    const body = { tenantName: other.tenantName, outcome: 'accepted', reason: '' } as const
    const wrong = await test.call(answerJobCommand, { params: { commandId }, body }, { token: product })
    expect([wrong.status, wrong.body.code]).toEqual([404, 'not_found'])
    expect((await answer(randomUUID(), 'accepted')).status).toBe(404)
  })

  it('is in the audit log as by the service, and the command as by the administrator', async () => {
    const [job] = await built()
    if (!job) throw new Error('no job')
    const resourceGroupId = await buildJobResourceGroup(test, tenant, { allAccess: true })
    const manager = await test.buildUser(tenant, { actions: ['DataAdmin.ManageJobs', 'ViewSystemLog'] })
    await report({ ...job, sequence: job.sequence + 1, resourceGroupId })
    const token = await test.signIn(tenant, manager)
    const asked = await test.call(cancelJobs, { body: { jobIds: [job.jobId] } }, { token })
    expect([asked.status, asked.body.succeeded], JSON.stringify(asked.body)).toEqual([200, [job.jobId]])
    await answer((await listed()).items[0]?.commandId ?? '', 'refused', 'Too late')
    const log = await test.call(
      listAuditLog,
      { query: { category: ['Job'], days: 1 } },
      { token: await test.signIn(tenant, tenant.administrator) },
    )
    const rows = log.body.items.map((item: Record<string, unknown>) =>
      [item['actorType'], item['actorName'], item['type'], item['entityId'], item['fieldName'], item['currentValue']].join(' '),
    )
    const by = `user ${manager.username} Create ${job.jobId}`
    expect(rows).toEqual(expect.arrayContaining([`${by} kind Cancel`, `${by} state Pending`]))
    expect(rows.filter((row: string) => row.startsWith('service jobs'))).toEqual([
      expect.stringMatching(new RegExp(`^service jobs \\d+ Update ${job.jobId} (state Refused|reason Too late)$`)),
      expect.stringMatching(new RegExp(`^service jobs \\d+ Update ${job.jobId} (state Refused|reason Too late)$`)),
    ])
  })
})
