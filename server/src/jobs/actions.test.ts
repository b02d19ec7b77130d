import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { cancellableJobTypes, otherJobTypes } from '@steward/contract/catalog/jobs'
import { cancelJobs, getJob, groupJobs, listJobCommands, listJobs, reprioritizeJobs, tagJobs } from '@steward/contract/jobs/endpoints'
import type { ChangedJobs, Job } from '@steward/contract/jobs/schemas'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { type JobTenant, buildJobTenant, buildMember, buildTag, jobActions } from '../testing/job-log.ts'

let app: TestApp
let jobs: JobTenant
let moment = Date.now()

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(moment) })
  jobs = await buildJobTenant(app)
})
afterAll(() => app.close())

const minute = 60_000
const codes = (answer: { body: ChangedJobs }) => Object.fromEntries(answer.body.failed.map(({ jobId, code }) => [jobId, code]))
const cancel = (jobIds: string[], token = jobs.administrator) => app.call(cancelJobs, { body: { jobIds } }, { token })
const jobOf = async (jobId: string) => (await app.call(getJob, { params: { jobId } }, { token: jobs.administrator })).body
const commandsOf = async (jobId: string) => (await jobOf(jobId)).commands
const auditOf = async (jobId: string) => {
  const { rows } = await asOwner(
    app.db,
    'operator',
    (tx) =>
      sql<{ type: string; field_name: string; current_value: string | null; previous_value: string | null; actor_name: string }>`
        select type, field_name, current_value, previous_value, actor_name from audit_entry
         where tenant_id = ${jobs.tenant.tenantId}::uuid and category = 'Job' and entity_id = ${jobId}
         order by occurred_at, audit_entry_id`.execute(tx),
    { tenantId: jobs.tenant.tenantId },
  )
  return rows
}

describe('POST /jobs/cancel', () => {
  test('asks the product of each job that can be canceled, and tells why of the others', async () => {
    await jobs.report(
      { jobId: 'C-1' },
      { jobId: 'C-2', status: 'Queued' },
      { jobId: 'C-3', status: 'Finished' },
      { jobId: 'C-4', operation: 'MODEL_RUN' },
    )
    const answer = await cancel(['C-4', 'C-2', 'C-1', 'C-3', 'C-none', 'C-1'])
    expect(answer).toMatchObject({ status: 200, body: { succeeded: ['C-1', 'C-2'] } })
    expect(codes(answer)).toEqual({ 'C-3': 'job_ended', 'C-4': 'job_not_cancellable', 'C-none': 'job_unknown' })
    expect(answer.body.failed.find(({ jobId }: { jobId: string }) => jobId === 'C-none')?.message).toBe('There is no job “C-none”.')
    expect((await jobOf('C-1')).command).toMatchObject({
      kind: 'Cancel',
      state: 'Pending',
      priority: null,
      requestedBy: jobs.tenant.administrator.username,
    })
    const query = { tenantName: jobs.tenant.tenantName }
    const { body } = await app.call(listJobCommands, { query }, { token: jobs.product })
    expect(body.items.map((item: { jobId: string }) => item.jobId)).toEqual(['C-1', 'C-2'])
    expect(await auditOf('C-1')).toContainEqual(expect.objectContaining({ actor_name: jobs.tenant.administrator.username }))
  })

  test('cancels exactly the types of the specification', async () => {
    const types = [...cancellableJobTypes, ...otherJobTypes].map((type, index) => ({ jobId: `T-${index}`, operation: type.jobType }))
    await jobs.report(...types)
    const { body } = await cancel(types.map(({ jobId }) => jobId))
    const operationOf = new Map(types.map(({ jobId, operation }) => [jobId, operation]))
    expect(body.succeeded.map((jobId: string) => operationOf.get(jobId)).toSorted()).toEqual(
      cancellableJobTypes.map((type) => type.jobType).toSorted(),
    )
  })

  test('waits five minutes for an answer before it asks again', async () => {
    await jobs.report({ jobId: 'C-5' })
    expect((await cancel(['C-5'])).body.succeeded).toEqual(['C-5'])
    moment += 4 * minute
    expect(codes(await cancel(['C-5']))).toEqual({ 'C-5': 'job_command_pending' })
    moment += minute
    expect((await cancel(['C-5'])).body.succeeded).toEqual(['C-5'])
    expect(await commandsOf('C-5')).toHaveLength(2)
  })

  test('two concurrent requests ask once', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `R-${index}`)
    await jobs.report(...ids.map((jobId) => ({ jobId })))
    const answers = await Promise.all([cancel(ids), cancel(ids.toReversed()), cancel(ids)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.flatMap(({ body }) => body.succeeded).toSorted()).toEqual(ids)
    for (const jobId of ids) expect(await commandsOf(jobId)).toHaveLength(1)
  })

  test('an unanswered request is not shown any more when the job has ended', async () => {
    const [report] = await jobs.report({ jobId: 'C-6' })
    await cancel(['C-6'])
    await jobs.report({ ...report, sequence: (report?.sequence ?? 0) + 1_000_000, status: 'Finished', endTime: new Date().toISOString() })
    const job = await jobOf('C-6')
    expect([job.status, job.command]).toEqual(['Finished', null])
    expect(job.commands).toMatchObject([{ kind: 'Cancel', state: 'Pending' }])
    const { body } = await app.call(listJobs, { query: { search: 'C-6' } }, { token: jobs.administrator })
    expect(body.items.map(({ command }: Job) => command)).toEqual([null])
  })

  test('jobs of other resource groups and tenants are unknown', async () => {
    await jobs.report({ jobId: 'V-1', resourceGroupId: jobs.ours }, { jobId: 'V-2', resourceGroupId: jobs.theirs }, { jobId: 'V-3' })
    const token = await app.signIn(jobs.tenant, await buildMember(app, jobs.tenant, [jobs.ours], jobActions))
    const answer = await cancel(['V-1', 'V-2', 'V-3'], token)
    expect(answer.body.succeeded).toEqual(['V-1'])
    expect(codes(answer)).toEqual({ 'V-2': 'job_unknown', 'V-3': 'job_unknown' })
    const other = await buildJobTenant(app)
    expect(codes(await cancel(['V-1'], other.administrator))).toEqual({ 'V-1': 'job_unknown' })
    const viewer = await app.signIn(jobs.tenant, await buildMember(app, jobs.tenant, [jobs.ours]))
    expect(await cancel(['V-1'], viewer)).toMatchObject({ status: 403, body: { parameters: { permission: 'Monitoring.ManageJobs' } } })
  })

  test('refuses no jobs and too many', async () => {
    expect((await cancel([])).status).toBe(400)
    expect((await cancel(Array.from({ length: 501 }, (_, index) => `M-${index}`))).status).toBe(400)
  })
})

describe('POST /jobs/reprioritize', () => {
  test('only while the job waits, for any type', async () => {
    await jobs.report(
      { jobId: 'P-1', status: 'Pending', operation: 'MODEL_RUN' },
      { jobId: 'P-2', status: 'Queued' },
      { jobId: 'P-3', status: 'Running' },
      { jobId: 'P-4', status: 'Failed' },
    )
    const body = { jobIds: ['P-1', 'P-2', 'P-3', 'P-4'], priority: 'VeryHigh' as const }
    const answer = await app.call(reprioritizeJobs, { body }, { token: jobs.administrator })
    expect(answer.body.succeeded).toEqual(['P-1', 'P-2'])
    expect(codes(answer)).toEqual({ 'P-3': 'job_not_waiting', 'P-4': 'job_ended' })
    expect(await jobOf('P-1')).toMatchObject({
      priority: 'Medium',
      command: { kind: 'Reprioritize', priority: 'VeryHigh', state: 'Pending' },
    })
    expect(codes(await app.call(reprioritizeJobs, { body: { ...body, jobIds: ['P-2'] } }, { token: jobs.administrator }))).toEqual({
      'P-2': 'job_command_pending',
    })
    // Of another kind.
    expect((await cancel(['P-2'])).body.succeeded).toEqual(['P-2'])
  })
})

describe('POST /jobs/tags and /jobs/groups', () => {
  test('assign and take away, as often as one likes, and are in the audit log', async () => {
    await jobs.report({ jobId: 'G-1' }, { jobId: 'G-2' })
    const [red, blue] = [await buildTag(app, jobs.tenant, 'red'), await buildTag(app, jobs.tenant, 'blue')]
    const { groupId, groupName } = await app.buildGroup(jobs.tenant)
    const token = jobs.administrator
    const tag = (body: object) => app.call(tagJobs, { body: { jobIds: ['G-1', 'G-2', 'G-none'], ...body } }, { token })
    const answer = await tag({ add: [red, blue] })
    expect([answer.status, answer.body.succeeded, codes(answer)]).toEqual([200, ['G-1', 'G-2'], { 'G-none': 'job_unknown' }])
    await tag({ add: [red] })
    await tag({ remove: [blue], add: [red] })
    await tag({ remove: [blue] })
    await app.call(groupJobs, { body: { jobIds: ['G-1'], add: [groupId] } }, { token })
    await app.call(groupJobs, { body: { jobIds: ['G-1'], add: [groupId] } }, { token })
    expect(await jobOf('G-1')).toMatchObject({ tags: [{ tagId: red, tagName: 'red', isActive: true }], groups: [{ groupId, groupName }] })
    expect(await auditOf('G-1')).toEqual([
      expect.objectContaining({ field_name: 'tags', current_value: expect.stringMatching(/red|blue/) }),
      expect.objectContaining({ field_name: 'tags', current_value: expect.stringMatching(/red|blue/) }),
      expect.objectContaining({ field_name: 'tags', previous_value: 'blue', current_value: null }),
      expect.objectContaining({ field_name: 'groups', current_value: groupName }),
    ])
    await app.call(groupJobs, { body: { jobIds: ['G-1'], remove: [groupId] } }, { token })
    expect((await jobOf('G-1')).groups).toEqual([])
  })

  test('a preview names the jobs that would stay as they are', async () => {
    await jobs.report({ jobId: 'P-1' })
    const tagId = await buildTag(app, jobs.tenant, 'previewed')
    const input = { body: { jobIds: ['P-1', 'P-none'], add: [tagId] } }
    const { body } = await app.call(tagJobs, input, { token: jobs.administrator, headers: { prefer: 'preview' } })
    expect(body).toMatchObject({
      refusedCount: 1,
      refused: [{ id: 'P-none', name: 'P-none', code: 'job_unknown', message: 'There is no job “P-none”.' }],
    })
    expect((await jobOf('P-1')).tags).toEqual([])
  })

  test('refuse unknown and inactive tags, unknown groups, and those of another tenant', async () => {
    const other = await buildJobTenant(app)
    const foreign = await buildTag(app, other.tenant, 'foreign')
    const inactive = await buildTag(app, jobs.tenant, 'inactive', false)
    const known = await buildTag(app, jobs.tenant, 'known')
    await jobs.report({ jobId: 'G-3' })
    const token = jobs.administrator
    for (const tagId of [foreign, inactive, crypto.randomUUID()]) {
      expect(await app.call(tagJobs, { body: { jobIds: ['G-3'], add: [known, tagId] } }, { token })).toMatchObject({
        status: 400,
        body: { code: 'tag_unknown', parameters: { tagId } },
      })
    }
    expect((await jobOf('G-3')).tags).toEqual([])
    const foreignGroup = (await app.buildGroup(other.tenant)).groupId
    expect(await app.call(groupJobs, { body: { jobIds: ['G-3'], add: [foreignGroup] } }, { token })).toMatchObject({
      status: 400,
      body: { code: 'group_unknown' },
    })
    // An inactive tag can be taken away.
    expect((await app.call(tagJobs, { body: { jobIds: ['G-3'], remove: [inactive] } }, { token })).body.succeeded).toEqual(['G-3'])
  })

  test('many concurrent changes, in any order, end', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `X-${index}`)
    await jobs.report(...ids.map((jobId) => ({ jobId })))
    const [one, two] = [await buildTag(app, jobs.tenant, 'one'), await buildTag(app, jobs.tenant, 'two')]
    const token = jobs.administrator
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        app.call(
          tagJobs,
          { body: { jobIds: index % 2 ? ids : ids.toReversed(), add: [index % 2 ? one : two], remove: [index % 2 ? two : one] } },
          { token },
        ),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(new Set((await jobOf('X-3')).tags.map(({ tagName }: { tagName: string }) => tagName)).size).toBe(1)
  })
})
