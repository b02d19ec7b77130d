import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mostReportedJobs, mostTasks } from '@steward/contract/jobs/constants'
import { ingestJobs } from '@steward/contract/jobs/endpoints'
import type { JobReport, JobTask } from '@steward/contract/jobs/schemas'
import { ownChangesOf, asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { buildJobReport, buildJobResourceGroup, jobsToken, sendJobs } from '../testing/jobs.ts'
import { metricsToken } from '../testing/usage.ts'

let test: TestApp
let tenant: TestTenant
let product: string
let now = new Date()
const dayMs = 86_400_000

beforeAll(async () => {
  test = await startTestApp({ now: () => now })
  product = await jobsToken(test)
})
afterAll(() => test?.close())
beforeEach(async () => {
  now = new Date()
  tenant = await test.buildTenant()
})

async function send(...jobs: JobReport[]): Promise<number> {
  const answer = await sendJobs(test, product, tenant, jobs)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body).toMatchObject({ tenantName: tenant.tenantName, received: jobs.length })
  return answer.body.taken
}
const stored = () =>
  asOwner(
    test.db,
    'operator',
    (tx) => tx.selectFrom('job').selectAll().where('tenant_id', '=', tenant.tenantId).orderBy('job_id').execute(),
    { readOnly: true },
  )
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
const task = (name: string, tasks: JobTask[] = []): JobTask => ({
  name,
  status: 'Running',
  startTime: ago(1_000),
  endTime: null,
  progress: 40,
  message: '',
  tasks,
})

describe('a report', () => {
  it('is stored with everything in it', async () => {
    const resourceGroupId = await buildJobResourceGroup(test, tenant)
    const report = buildJobReport({
      resourceGroupId: resourceGroupId.toUpperCase(),
      workflowId: 'WF-1',
      workflowName: 'Quarterly “rollup” \\ {1}',
      workflowDescription: 'Two\nlines',
      priority: 'VeryHigh',
      progress: 64,
      reason: '再開',
      isInteractive: true,
      sections: [{ title: 'Input', rows: [{ label: 'Portfolios', value: '48' }] }],
      tasks: [task('Roll up', [task('Europe', [task('Wind')])])],
    })
    expect(await send(report)).toBe(1)
    expect(await stored()).toMatchObject([
      {
        job_id: report.jobId,
        sequence: report.sequence,
        product_code: 'RI-EXPOSUREIQ',
        resource_group_id: resourceGroupId,
        workflow_id: 'WF-1',
        workflow_name: report.workflowName,
        workflow_description: 'Two\nlines',
        created_at: new Date(report.createdAt),
        start_time: new Date(report.startTime ?? ''),
        end_time: null,
        status: 'Running',
        priority: 'VeryHigh',
        progress: 64,
        queue_position: null,
        reason: '再開',
        is_interactive: true,
        sections: report.sections,
        tasks: report.tasks,
        reported_at: now,
      },
    ])
  })

  it('counts only if it is newer, in any order of arrival', async () => {
    const first = buildJobReport({ status: 'Queued', queuePosition: 4 })
    const running = { ...first, sequence: first.sequence + 1, status: 'Running' as const, startTime: ago(1_000), queuePosition: null }
    const finished = { ...running, sequence: first.sequence + 2, status: 'Finished' as const, endTime: ago(0), progress: 100 }
    expect(await send(running)).toBe(1)
    expect(await send(first)).toBe(0)
    // Within one call too.
    expect(await send(finished, running, first)).toBe(1)
    expect(await send(finished)).toBe(0)
    expect(await stored()).toMatchObject([{ status: 'Finished', sequence: finished.sequence, progress: 100, queue_position: null }])
  })

  it('does not change the creation of a job', async () => {
    const first = buildJobReport({ createdBy: 'ada@example.com', createdAt: ago(60_000) })
    await send(first)
    const other = {
      ...first,
      sequence: first.sequence + 1,
      createdBy: 'bob@example.com',
      createdAt: ago(1_000),
    }
    expect(await send({ ...other, operation: 'MODEL_RUN' })).toBe(1)
    expect(await stored()).toMatchObject([
      { product_code: 'RI-EXPOSUREIQ', created_by: 'ada@example.com', created_at: new Date(first.createdAt), operation: 'MODEL_RUN' },
    ])
  })

  it('is refused for a job of another product, with the whole call', async () => {
    const first = buildJobReport()
    await send(first)
    for (const step of [1, -1]) {
      const other = { ...first, sequence: first.sequence + step, productCode: 'RI-RISKMODELER' }
      const refused = await sendJobs(test, product, tenant, [buildJobReport({ productCode: 'RI-RISKMODELER' }), other])
      expect(refused).toMatchObject({
        status: 422,
        body: { code: 'ingest_refused', errors: [{ field: 'jobs.1.jobId', code: 'ingest_job_of_other_product' }] },
      })
    }
    expect(await stored()).toMatchObject([{ job_id: first.jobId, product_code: 'RI-EXPOSUREIQ', sequence: first.sequence }])
  })

  it('is told to consoles, unless everything was known', async () => {
    const heard: string[] = []
    const hear = ({ tenantId, tables }: { tenantId: string; tables: string[] }) => {
      if (tenantId === tenant.tenantId) heard.push(...tables)
    }
    const { callbacks } = ownChangesOf(test.db)
    callbacks.add(hear)
    const report = buildJobReport()
    await send(report)
    expect(heard).toEqual(['job'])
    await send(report)
    expect(heard).toEqual(['job'])
    callbacks.delete(hear)
  })

  it('is taken together with others, concurrently and in any order', async () => {
    const jobs = Array.from({ length: 200 }, () => buildJobReport())
    const newer = (round: number) => jobs.map((job) => ({ ...job, sequence: job.sequence + round * 1_000, progress: round }))
    const batches = [1, 2, 3, 4, 5, 6].map((round) => (round % 2 === 0 ? newer(round) : newer(round).toReversed()))
    const answers = await Promise.all(batches.map((batch) => sendJobs(test, product, tenant, batch)))
    expect(answers.map((answer) => answer.status)).toEqual(batches.map(() => 200))
    expect(new Set((await stored()).map((row) => row.progress))).toEqual(new Set([6]))
  })

  it(`can be about up to ${mostReportedJobs} jobs`, async () => {
    const jobs = Array.from({ length: mostReportedJobs + 1 }, () => buildJobReport())
    expect((await sendJobs(test, product, tenant, jobs)).status).toBe(400)
    expect(await send(...jobs.slice(1))).toBe(mostReportedJobs)
  })
})

describe('a bad report', () => {
  const tooMany = Array.from({ length: 250 }, () => task('Part', [task('Piece')]))
  it.each<[string, object, number, string, string]>([
    ['an invalid id', { jobId: '-1' }, 400, 'jobId', 'invalid_value'],
    ['an unknown status', { status: 'Paused' }, 400, 'status', 'invalid_choice'],
    ['more than all', { progress: 101 }, 400, 'progress', 'too_big'],
    ['a position beyond all numbers', { queuePosition: 2 ** 40 }, 400, 'queuePosition', 'too_big'],
    ['an unknown field', { colour: 'red' }, 400, 'colour', 'unknown_field'],
    [
      'a tree of tasks that is too deep',
      { tasks: [task('1', [task('2', [task('3', [task('4')])])])] },
      400,
      'tasks.0.tasks.0.tasks.0.tasks',
      'too_many',
    ],
    ['an unknown product', { productCode: 'NOPE' }, 422, 'productCode', 'ingest_product_unknown'],
    ['an unknown resource group', { resourceGroupId: randomUUID() }, 422, 'resourceGroupId', 'ingest_data_group_unknown'],
    ['a creation in the future', { createdAt: new Date(Date.now() + 10 * 60_000).toISOString() }, 422, 'createdAt', 'ingest_time_future'],
    ['a creation long ago', { createdAt: ago(401 * dayMs) }, 422, 'createdAt', 'ingest_time_too_old'],
    ['a start in year 0', { startTime: '0000-01-01T00:00:00Z' }, 422, 'startTime', 'ingest_time_too_old'],
    [
      'an end before the start',
      { status: 'Failed', startTime: ago(1_000), endTime: ago(2_000) },
      422,
      'endTime',
      'ingest_ends_before_start',
    ],
    ['no end', { status: 'Finished' }, 422, 'endTime', 'ingest_end_missing'],
    ['an end too early', { endTime: ago(0) }, 422, 'endTime', 'ingest_end_early'],
    ['too many tasks', { tasks: [...tooMany, task('One more')] }, 422, 'tasks', 'ingest_tasks_too_many'],
  ])('refuses the call for %s, and is named', async (_, bad, status, field, code) => {
    const refused = await sendJobs(test, product, tenant, [buildJobReport(), { ...buildJobReport(), ...bad }])
    expect(refused.status, JSON.stringify(refused.body)).toBe(status)
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: `jobs.1.${field}`, code })])
    expect(refused.body.errors[0].message).not.toBe(code)
    expect(await stored()).toEqual([])
  })

  it(`can have ${mostTasks} tasks, and a clock slightly ahead`, async () => {
    expect(await send(buildJobReport({ tasks: tooMany, createdAt: ago(-60_000), startTime: null }))).toBe(1)
  })

  it('is one of a resource group of another product or tenant, but not of a deleted one that the job was in', async () => {
    const own = await buildJobResourceGroup(test, tenant)
    const ofOtherProduct = await buildJobResourceGroup(test, tenant, { productCode: 'RI-EXPOSUREIQ' })
    const ofOtherTenant = await buildJobResourceGroup(test, await test.buildTenant())
    for (const resourceGroupId of [ofOtherProduct, ofOtherTenant]) {
      const refused = await sendJobs(test, product, tenant, [buildJobReport({ resourceGroupId })])
      expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([422, 'ingest_data_group_unknown'])
    }
    const job = buildJobReport({ resourceGroupId: own })
    await send(job)
    await asOwner(test.db, 'operator', (tx) => tx.deleteFrom('resource_group').where('resource_group_id', '=', own).execute())
    expect(await send({ ...job, sequence: job.sequence + 1 })).toBe(1)
    expect((await sendJobs(test, product, tenant, [buildJobReport({ resourceGroupId: own })])).status).toBe(422)
  })
})

describe('senders', () => {
  it('are services with the scope, of this tenant or of all tenants', async () => {
    const body = { tenantName: tenant.tenantName, jobs: [buildJobReport()] }
    const answerTo = async (token?: string, wanted = body) => {
      const answer = await test.call(ingestJobs, { body: wanted }, token === undefined ? {} : { token })
      return [answer.status, answer.body.code]
    }
    const foreign = await jobsToken(test, await test.buildTenant())
    expect(await answerTo(foreign)).toEqual([404, 'ingest_tenant_unknown'])
    expect(await answerTo(product, { ...body, tenantName: 'nowhere' })).toEqual([404, 'ingest_tenant_unknown'])
    expect(await answerTo()).toEqual([401, 'unauthenticated'])
    expect(await answerTo(await metricsToken(test))).toEqual([403, 'service_scope_missing'])
    expect(await answerTo(await test.signIn(tenant, tenant.administrator))).toEqual([403, 'service_scope_missing'])
    expect(await stored()).toEqual([])
    expect(await answerTo(await jobsToken(test, tenant))).toEqual([200, undefined])
  })

  it('report for their product only', async () => {
    const bound = await jobsToken(test, tenant, 'RI-EXPOSUREIQ')
    const refused = await sendJobs(test, bound, tenant, [buildJobReport(), buildJobReport({ productCode: 'RI-RISKMODELER' })])
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'service_product_other', message: 'This token reports for RI-EXPOSUREIQ only, not for RI-RISKMODELER.' },
    })
    expect(await stored()).toEqual([])
    expect((await sendJobs(test, bound, tenant, [buildJobReport()])).body).toMatchObject({ taken: 1 })
  })
})
