import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createExport, downloadTemporaryFile } from '@steward/contract/exports/endpoints'
import type { CallInput } from '@steward/contract/http'
import { exportJobs, getJob, groupJobs, listJobTypes, listJobs, tagJobs } from '@steward/contract/jobs/endpoints'
import type { Job } from '@steward/contract/jobs/schemas'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { buildScimToken } from '../testing/provisioning.ts'
import { type JobTenant, buildJobTenant, buildMember, buildTag } from '../testing/job-log.ts'

let app: TestApp
let jobs: JobTenant
let member: string

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

beforeAll(async () => {
  app = await startTestApp()
  jobs = await buildJobTenant(app)
  await jobs.report(
    {
      jobId: 'A-1',
      createdAt: minutesAgo(50),
      resourceGroupId: jobs.ours,
      status: 'Finished',
      operation: 'BULK_EXPORT',
      endTime: minutesAgo(40),
    },
    { jobId: 'A-2', createdAt: minutesAgo(40), resourceGroupId: jobs.theirs, createdBy: jobs.tenant.administrator.username.toUpperCase() },
    { jobId: 'A-3', createdAt: minutesAgo(30), resourceGroupId: jobs.ours, status: 'Queued', queuePosition: 2, productCode: 'RI-TREATYIQ' },
    { jobId: 'A-4', createdAt: minutesAgo(20), operation: 'MODEL_RUN', reason: '=1+1', status: 'Failed', endTime: minutesAgo(19) },
    { jobId: 'A-5', createdAt: minutesAgo(10), resourceGroupId: jobs.ours, workflowName: '100%_done', workflowId: 'WF-9' },
  )
  member = await app.signIn(jobs.tenant, await buildMember(app, jobs.tenant, [jobs.ours]))
})
afterAll(() => app.close())

type Query = NonNullable<CallInput<typeof listJobs>['query']>
interface Page {
  items: Job[]
  newest: string | null
  oldest: string | null
  hasNewer: boolean
  hasOlder: boolean
  examinedTo: string | null
}

async function list(query: Query = {}, by = jobs.administrator): Promise<Page> {
  const answer = await app.call(listJobs, { query }, { token: by })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const idsOf = (page: Page) => page.items.map((item) => item.jobId)
const ids = async (query: Query = {}, by?: string) => idsOf(await list(query, by))

describe('GET /jobs', () => {
  test('shows jobs with what else is known about them', async () => {
    const { items } = await list()
    expect(items.map((item) => item.jobId)).toEqual(['A-5', 'A-4', 'A-3', 'A-2', 'A-1'])
    expect(items[3]).toMatchObject({
      productName: 'ExposureIQ',
      resourceGroupName: 'Theirs',
      createdByUserId: jobs.tenant.administrator.userId,
      status: 'Running',
      tags: [],
      groups: [],
      command: null,
    })
    expect(items[1]).toMatchObject({ resourceGroupId: null, resourceGroupName: null, createdByUserId: null, reason: '=1+1' })
  })

  test('filters by everything, and by pairs', async () => {
    expect(await ids({ status: ['Queued', 'Failed'] })).toEqual(['A-4', 'A-3'])
    expect(await ids({ productCode: ['RI-TREATYIQ'] })).toEqual(['A-3'])
    expect(await ids({ operation: ['MODEL_RUN', 'BULK_EXPORT'] })).toEqual(['A-4', 'A-1'])
    expect(await ids({ createdBy: ['product@example.com'], resourceGroupId: [jobs.ours] })).toEqual(['A-5', 'A-3', 'A-1'])
    expect(await ids({ resourceGroupId: [jobs.theirs, jobs.ours], status: ['Running'] })).toEqual(['A-5', 'A-2'])
    expect(await ids({ search: '0%_D' })).toEqual(['A-5'])
    expect(await ids({ search: 'wf-9' })).toEqual(['A-5'])
    expect(await ids({ search: 'a-2', status: ['Running'] })).toEqual(['A-2'])
    expect(await ids({ until: minutesAgo(25) })).toEqual(['A-3', 'A-2', 'A-1'])
    expect(await ids({ from: minutesAgo(45), until: minutesAgo(25), sort: 'createdAt' })).toEqual(['A-2', 'A-3'])
  })

  test('filters by tags, each job once', async () => {
    const [first, second] = [await buildTag(app, jobs.tenant, 'first'), await buildTag(app, jobs.tenant, 'second')]
    const tag = (jobIds: string[], add: string[]) => app.call(tagJobs, { body: { jobIds, add } }, { token: jobs.administrator })
    await tag(['A-1', 'A-2', 'A-5'], [first])
    await tag(['A-2', 'A-3'], [second])
    expect(await ids({ tagId: [first] })).toEqual(['A-5', 'A-2', 'A-1'])
    expect(await ids({ tagId: [first, second] })).toEqual(['A-5', 'A-3', 'A-2', 'A-1'])
    expect(await ids({ tagId: [second, first], sort: 'createdAt', limit: 3 })).toEqual(['A-1', 'A-2', 'A-3'])
    expect(await ids({ tagId: [first], operation: ['BULK_EXPORT'] })).toEqual(['A-1'])
    expect(await ids({ tagId: [first], status: ['Running'] })).toEqual(['A-5', 'A-2'])
    expect(await ids({ tagId: [first] }, member)).toEqual(['A-5', 'A-1'])
    expect(await ids({ tagId: [crypto.randomUUID()] })).toEqual([])
  })

  test('pages both ways, in both orders', async () => {
    const first = await list({ limit: 2 })
    expect([idsOf(first), first.hasNewer, first.hasOlder]).toEqual([['A-5', 'A-4'], false, true])
    const second = await list({ limit: 2, before: first.oldest ?? '' })
    expect([idsOf(second), second.hasNewer, second.hasOlder]).toEqual([['A-3', 'A-2'], true, true])
    const back = await list({ limit: 2, after: second.newest ?? '' })
    expect([idsOf(back), back.hasNewer]).toEqual([['A-5', 'A-4'], false])
    const oldest = await list({ limit: 2, sort: 'createdAt' })
    expect([idsOf(oldest), oldest.hasNewer, oldest.hasOlder]).toEqual([['A-1', 'A-2'], true, false])
    const later = await list({ limit: 2, sort: 'createdAt', after: oldest.newest ?? '' })
    expect([idsOf(later), later.hasNewer, later.hasOlder]).toEqual([['A-3', 'A-4'], true, true])
    const before = await list({ limit: 2, sort: 'createdAt', before: later.oldest ?? '' })
    expect([idsOf(before), before.hasOlder]).toEqual([['A-1', 'A-2'], false])
  })

  test('pages over jobs of the same moment', async () => {
    const own = await buildJobTenant(app)
    const createdAt = minutesAgo(5)
    await own.report(...Array.from({ length: 7 }, (_, index) => ({ jobId: `S-${index}`, createdAt })))
    const seen: string[] = []
    for (let before: string | undefined, page = await list({ limit: 3 }, own.administrator); ;) {
      seen.push(...idsOf(page))
      before = page.hasOlder ? (page.oldest ?? undefined) : undefined
      if (before === undefined) break
      page = await list({ limit: 3, before }, own.administrator)
    }
    expect(seen).toEqual(['S-6', 'S-5', 'S-4', 'S-3', 'S-2', 'S-1', 'S-0'])
  })

  test('reads twenty jobs with as many statements as one', async () => {
    const own = await buildJobTenant(app)
    await own.report(...Array.from({ length: 20 }, (_, index) => ({ jobId: `C-${index}`, resourceGroupId: own.ours })))
    const statements = async (limit: number) => {
      let count = 0
      const connect = app.db.pool.connect.bind(app.db.pool)
      const spy = vi.spyOn(app.db.pool, 'connect').mockImplementation(async () => {
        const client = await connect()
        const query = client.query.bind(client)
        client.query = ((...given: Parameters<typeof query>) => {
          count++
          return query(...given)
        }) as typeof client.query
        return client
      })
      expect((await list({ limit }, own.administrator)).items).toHaveLength(limit)
      spy.mockRestore()
      return count
    }
    // The fewest of several: schedules use the same pool now and then.
    const fewest = async (limit: number) => Math.min(await statements(limit), await statements(limit), await statements(limit))
    await statements(20)
    const ofTwenty = await fewest(20)
    expect(ofTwenty).toBeGreaterThan(4)
    expect(ofTwenty).toBe(await fewest(1))
  })

  test('refuses wrong ranges, positions and statuses', async () => {
    const status = async (query: object) => (await app.call(listJobs, { query: query as Query }, { token: jobs.administrator })).status
    expect(await status({ days: 3 })).toBe(400)
    expect(await status({ days: 7, from: minutesAgo(1) })).toBe(400)
    expect(await status({ status: ['Gone'] })).toBe(400)
    expect(await status({ before: 'nowhere' })).toBe(400)
    expect(await status({ limit: 501 })).toBe(400)
  })
})

describe('who sees a job', () => {
  test('members see the jobs of their resource groups, with any filter', async () => {
    expect(await ids({}, member)).toEqual(['A-5', 'A-3', 'A-1'])
    expect(await ids({ resourceGroupId: [jobs.theirs] }, member)).toEqual([])
    expect(await ids({ resourceGroupId: [jobs.theirs, jobs.ours], status: ['Running'] }, member)).toEqual(['A-5'])
    expect(await ids({ search: 'A-2' }, member)).toEqual([])
    expect((await app.call(getJob, { params: { jobId: 'A-2' } }, { token: member })).status).toBe(404)
    expect((await app.call(getJob, { params: { jobId: 'A-4' } }, { token: member })).status).toBe(404)
    expect((await app.call(getJob, { params: { jobId: 'A-5' } }, { token: member })).body).toMatchObject({ jobId: 'A-5', tasks: [] })
  })

  test('no one without a resource group opens the log; leaving one closes it immediately', async () => {
    const outsider = await app.signIn(jobs.tenant, await buildMember(app, jobs.tenant, []))
    expect((await app.call(listJobs, {}, { token: outsider })).status).toBe(403)
    const leaving = await buildMember(app, jobs.tenant, [jobs.theirs])
    const token = await app.signIn(jobs.tenant, leaving)
    expect(await ids({}, token)).toEqual(['A-2'])
    await asOwner(app.db, 'operator', (tx) => tx.deleteFrom('resource_group_group').where('group_id', '=', leaving.groupId).execute(), {
      tenantId: jobs.tenant.tenantId,
    })
    expect((await app.call(listJobs, {}, { token })).status).toBe(403)
  })

  test('a resource group that is open to all counts for everyone, and one of another product for no one', async () => {
    const own = await buildJobTenant(app)
    const change = (values: object) =>
      asOwner(
        app.db,
        'operator',
        (tx) => tx.updateTable('resource_group').set(values).where('resource_group_id', '=', own.theirs).execute(),
        {
          tenantId: own.tenant.tenantId,
        },
      )
    await own.report({ jobId: 'B-1', resourceGroupId: own.theirs }, { jobId: 'B-2', resourceGroupId: own.ours })
    const token = await app.signIn(own.tenant, await buildMember(app, own.tenant, []))
    expect((await app.call(listJobs, {}, { token })).status).toBe(403)
    await change({ all_access: true })
    expect(await ids({}, token)).toEqual(['B-1'])
    await change({ all_access: false })
    expect((await app.call(listJobs, {}, { token })).status).toBe(403)
  })

  test('another tenant sees nothing, and a provisioning client neither', async () => {
    const other = await buildJobTenant(app)
    expect(await ids({}, other.administrator)).toEqual([])
    expect((await app.call(getJob, { params: { jobId: 'A-1' } }, { token: other.administrator })).status).toBe(404)
    const scim = await buildScimToken(app, jobs.tenant)
    expect((await app.call(listJobs, {}, { token: scim.token })).status).toBe(403)
  })
})

describe('GET /jobs/types', () => {
  const types = async (token: string, language = 'en') =>
    (await app.call(listJobTypes, {}, { token, headers: { 'accept-language': language } })).body

  test('names the types, products and resource groups that the caller sees, in the language of the call', async () => {
    expect(await types(jobs.administrator)).toEqual({
      items: [
        { operation: 'AccumulationRollup', name: 'Accumulation rollup', isCancellable: true },
        { operation: 'BULK_EXPORT', name: 'Bulk export', isCancellable: true },
        { operation: 'MODEL_RUN', name: 'Model run', isCancellable: false },
      ],
      productCodes: ['RI-EXPOSUREIQ', 'RI-TREATYIQ'],
      resourceGroups: [
        { resourceGroupId: jobs.ours, resourceGroupName: 'Ours' },
        { resourceGroupId: jobs.theirs, resourceGroupName: 'Theirs' },
      ],
    })
    const own = await types(member, 'de')
    expect(own.items.map((item: { name: string }) => item.name)).toEqual(['Kumul-Rollup', 'Massenexport'])
    expect(own.resourceGroups).toEqual([{ resourceGroupId: jobs.ours, resourceGroupName: 'Ours' }])
    expect(own.productCodes).toEqual(['RI-EXPOSUREIQ', 'RI-TREATYIQ'])
  })

  test('is empty without jobs', async () => {
    const own = await buildJobTenant(app)
    expect(await types(own.administrator)).toMatchObject({ items: [], productCodes: [] })
    const token = await app.signIn(own.tenant, await buildMember(app, own.tenant, [own.ours]))
    expect(await types(token)).toMatchObject({ items: [], productCodes: [] })
  })
})

describe('GET /jobs/export', () => {
  const lines = async (query: Query, token: string) => {
    const { status, body } = await app.call(exportJobs, { query }, { token })
    expect(status).toBe(200)
    return String(body).replace('\uFEFF', '').trim().split('\n')
  }

  test('exports what the filters match and the caller sees', async () => {
    const all = await lines({}, jobs.administrator)
    expect(all[0]).toBe(
      'jobId,operation,status,product,productCode,resourceGroup,createdBy,createdAt,startTime,endTime,waitedSeconds,durationSeconds,priority,progress,queuePosition,reason,workflowId,workflowName,workflowDescription,isInteractive,tags,groups',
    )
    expect(all.slice(1).map((line) => line.split(',')[0])).toEqual(['A-5', 'A-4', 'A-3', 'A-2', 'A-1'])
    expect(all[2]).toContain("'=1+1")
    expect(all[5]).toMatch(/^A-1,BULK_EXPORT,Finished,ExposureIQ,RI-EXPOSUREIQ,Ours,[^,]+,\d{4}-\d\d-\d\dT[\d:.]+Z,[^,]+Z,[^,]+Z,0,600,/)
    expect((await lines({}, member)).slice(1).map((line) => line.split(',')[0])).toEqual(['A-5', 'A-3', 'A-1'])
    expect((await lines({ resourceGroupId: [jobs.theirs] }, member)).slice(1)).toEqual([])
  })

  test('has in the background what its owner sees then', async () => {
    const own = await buildJobTenant(app)
    await own.report({ jobId: 'K-1', resourceGroupId: own.ours }, { jobId: 'K-2', resourceGroupId: own.theirs }, { jobId: 'K-3' })
    const fileOf = async (token: string) => {
      const started = await app.call(createExport, { body: { kind: 'jobs', filter: { days: 1 } } }, { token })
      expect(started.status).toBe(202)
      await app.app.background.runDue()
      const { body } = await app.call(downloadTemporaryFile, { params: { fileId: started.body.fileId } }, { token })
      return String(body).match(/^K-\d/gm) ?? []
    }
    expect(await fileOf(await app.signIn(own.tenant, await buildMember(app, own.tenant, [own.ours])))).toEqual(['K-1'])
    expect(await fileOf(own.administrator)).toEqual(['K-3', 'K-2', 'K-1'])
  })

  test('has tags and groups, and filters by tags', async () => {
    const own = await buildJobTenant(app)
    await own.report({ jobId: 'E-1' }, { jobId: 'E-2', resourceGroupId: own.ours })
    const tagId = await buildTag(app, own.tenant, 'Exported')
    const { groupId, groupName } = await app.buildGroup(own.tenant)
    const token = own.administrator
    await app.call(tagJobs, { body: { jobIds: ['E-1', 'E-2'], add: [tagId] } }, { token })
    await app.call(groupJobs, { body: { jobIds: ['E-1'], add: [groupId] } }, { token })
    const found = await lines({ tagId: [tagId], search: 'e-1' }, token)
    expect(found).toHaveLength(2)
    expect(found[1]).toMatch(new RegExp(`Exported,${groupName}$`))
    expect(await lines({ tagId: [tagId] }, await app.signIn(own.tenant, await buildMember(app, own.tenant, [own.ours])))).toHaveLength(2)
  })
})
