import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostFoundJobs } from '@steward/contract/jobs/constants'
import { findJobs } from '@steward/contract/jobs/endpoints'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { type JobTenant, buildJobTenant, buildMember } from '../testing/job-log.ts'

let app: TestApp
let jobs: JobTenant
let member: string

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

beforeAll(async () => {
  app = await startTestApp()
  jobs = await buildJobTenant(app)
  await jobs.report(
    // Older than any range of the job log.
    { jobId: 'F-1', createdAt: minutesAgo(200 * 24 * 60), resourceGroupId: jobs.ours, workflowId: 'WF-1', operation: 'BULK_EXPORT' },
    { jobId: 'F-2', createdAt: minutesAgo(30), resourceGroupId: jobs.theirs, workflowId: 'WF-1' },
    { jobId: 'F-3', createdAt: minutesAgo(20), workflowId: 'WF-2' },
    { jobId: 'WF-2', createdAt: minutesAgo(10), resourceGroupId: jobs.ours, workflowId: 'WF-2' },
    ...Array.from({ length: 22 }, (_, index) => ({
      jobId: `M-${index}`,
      createdAt: minutesAgo(100 - index),
      resourceGroupId: index % 2 === 0 ? jobs.ours : jobs.theirs,
      workflowId: 'WF 3/many',
    })),
  )
  member = await app.signIn(jobs.tenant, await buildMember(app, jobs.tenant, [jobs.ours]))
})
afterAll(() => app.close())

async function found(id: string, token = jobs.administrator): Promise<string[]> {
  const { status, body } = await app.call(findJobs, { query: { id } }, { token })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items.map(({ jobId }: { jobId: string }) => jobId)
}

test('finds a job by its id, whenever it was created, with its names', async () => {
  const { body } = await app.call(findJobs, { query: { id: 'F-1' } }, { token: jobs.administrator, headers: { 'accept-language': 'de' } })
  expect(body).toMatchObject({ items: [{ jobId: 'F-1', workflowId: 'WF-1', operation: 'BULK_EXPORT', status: 'Running' }] })
  expect(body.items[0].operationName).not.toBe('BULK_EXPORT')
})

test('finds the jobs of a workflow, newest first, each once', async () => {
  expect(await found('WF-1')).toEqual(['F-2', 'F-1'])
  expect(await found('WF-2')).toEqual(['WF-2', 'F-3'])
  expect(await found('WF 3/many')).toEqual(Array.from({ length: mostFoundJobs }, (_, index) => `M-${21 - index}`))
})

test('compares exactly', async () => {
  for (const id of ['f-1', 'F-', 'wf-1', '%', 'F_1']) expect(await found(id)).toEqual([])
  expect((await app.call(findJobs, { query: { id: '' } }, { token: jobs.administrator })).status).toBe(400)
})

test('leaves out what the caller does not see', async () => {
  expect(await found('WF-1', member)).toEqual(['F-1'])
  expect(await found('F-2', member)).toEqual([])
  expect(await found('F-3', member)).toEqual([])
  expect(await found('WF 3/many', member)).toEqual(Array.from({ length: 11 }, (_, index) => `M-${20 - 2 * index}`))
  const others = await buildJobTenant(app)
  expect(await found('F-1', others.administrator)).toEqual([])
})
