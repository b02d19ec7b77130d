import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancellableJobTypes, jobStatuses } from '@steward/contract/catalogue/jobs'
import type { QueryOf } from '@steward/contract/http'
import { listJobs, tagJobs } from '@steward/contract/jobs/endpoints'
import type { Job, JobReport } from '@steward/contract/jobs/schemas'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { type JobTenant, buildJobTenant, buildMember, buildTag } from '../testing/job-log.ts'

let app: TestApp
let jobs: JobTenant
let member: string
let reports: JobReport[]
let tagIds: string[]
const tagsOf = new Map<string, string[]>()

type Query = QueryOf<typeof listJobs>
/** What a caller gives of it. */
type Wanted = Partial<Omit<Query, 'sort'>> & { sort: Query['sort'] }

const dayMs = 86_400_000
const now = Date.now()
const operations = cancellableJobTypes.slice(0, 4).map((type) => type.jobType)
const products = ['RI-EXPOSUREIQ', 'RI-RISKMODELER', 'RI-TREATYIQ']
const creators = ['ada@example.com', 'bob@example.com', 'night_run']
const words = ['', 'Quarterly', '50%', 'under_score']

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) })
  jobs = await buildJobTenant(app)
  tagIds = [await buildTag(app, jobs.tenant, 'one'), await buildTag(app, jobs.tenant, 'two'), await buildTag(app, jobs.tenant, 'rare')]
  const anyJob = fc.record({
    // Few moments, so that several jobs share one.
    createdAt: fc.nat(40).map((steps) => new Date(now - 60_000 - Math.floor((steps * 9 * dayMs) / 40)).toISOString()),
    status: fc.constantFrom(...jobStatuses),
    operation: fc.constantFrom(...operations),
    productCode: fc.constantFrom(...products),
    createdBy: fc.constantFrom(...creators),
    resourceGroupId: fc.constantFrom(jobs.ours, jobs.theirs, null),
    workflowName: fc.constantFrom(...words),
    reason: fc.constantFrom(...words),
    tags: fc.subarray(tagIds.slice(0, 2)),
  })
  const sample = fc.sample(anyJob, { numRuns: 150, seed: 7 })
  reports = await jobs.report(
    ...sample.map(({ tags, ...job }, index) => {
      tagsOf.set(`F-${index}`, [...tags, ...(index === 9 ? tagIds.slice(2) : [])])
      const hasEnded = job.status === 'Finished' || job.status === 'Failed' || job.status === 'Cancelled'
      return { ...job, jobId: `F-${index}`, startTime: null, endTime: hasEnded ? job.createdAt : null }
    }),
  )
  for (const tagId of tagIds) {
    const jobIds = [...tagsOf].flatMap(([jobId, tags]) => (tags.includes(tagId) ? [jobId] : []))
    expect((await app.call(tagJobs, { body: { jobIds, add: [tagId] } }, { token: jobs.administrator })).status).toBe(200)
  }
  member = await app.signIn(jobs.tenant, await buildMember(app, jobs.tenant, [jobs.ours]))
})
afterAll(() => app.close())

/** The same filter, without a database. */
function matches(job: JobReport, query: Wanted, isMember: boolean): boolean {
  const among = (values: readonly unknown[] | undefined, value: unknown) => !values?.length || values.includes(value)
  const created = Date.parse(job.createdAt)
  const since =
    query.from === undefined && query.until === undefined ? now - (query.days ?? 7) * dayMs : Date.parse(query.from ?? '1970-01-01')
  const text = [job.jobId, job.workflowId ?? '', job.workflowName, job.createdBy, job.operation, job.reason].join('\n').toLowerCase()
  return (
    (!isMember || job.resourceGroupId === jobs.ours) &&
    created >= since &&
    (query.until === undefined || created < Date.parse(query.until)) &&
    among(query.status, job.status) &&
    among(query.operation, job.operation) &&
    among(query.productCode, job.productCode) &&
    among(query.createdBy, job.createdBy) &&
    among(query.resourceGroupId, job.resourceGroupId) &&
    (!query.tagId?.length || (tagsOf.get(job.jobId) ?? []).some((tagId) => query.tagId?.includes(tagId))) &&
    (query.search === undefined || text.includes(query.search.toLowerCase()))
  )
}

async function readAll(query: Wanted, limit: number, token: string): Promise<string[]> {
  const seen: string[] = []
  const isRising = query.sort === 'createdAt'
  let position: Pick<Query, 'after' | 'before'> = {}
  for (;;) {
    const { status, body } = await app.call(listJobs, { query: { ...query, ...position, limit } }, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    seen.push(...body.items.map((item: Job) => item.jobId))
    if (!(isRising ? body.hasNewer : body.hasOlder)) return seen
    position = isRising ? { after: body.newest } : { before: body.oldest }
  }
}

const of = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1, maxLength: 2 })

test('any filters give the same jobs as without an index, in the order of time, each once', async () => {
  const filters = {
    status: of(jobStatuses),
    operation: of(operations),
    productCode: of(products),
    createdBy: of(creators),
    resourceGroupId: of([jobs.ours, jobs.theirs]),
    tagId: of(tagIds),
    search: fc.constantFrom('quarter', '0%', 'r_s', 'ADA', 'F-1', 'rollup'),
    days: fc.constantFrom(1, 7, 30, 92),
  }
  const names = Object.keys(filters) as (keyof typeof filters)[] // the keys of the object above
  const anyQuery = fc
    .record({ chosen: fc.subarray(names, { maxLength: 3 }), values: fc.record(filters), sort: fc.constantFrom('-createdAt', 'createdAt') })
    .map(({ chosen, values, sort }) => ({ ...Object.fromEntries(chosen.map((name) => [name, values[name]])), sort }) as Wanted)
  await fc.assert(
    fc.asyncProperty(anyQuery, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (query, limit, isMember) => {
      const expected = reports.filter((job) => matches(job, query, isMember))
      const timeOf = new Map(expected.map((job) => [job.jobId, Date.parse(job.createdAt)]))
      const found = await readAll(query, Math.max(limit, Math.ceil(expected.length / 4)), isMember ? member : jobs.administrator)
      expect(found.toSorted()).toEqual(expected.map((job) => job.jobId).toSorted())
      const times = found.map((jobId) => timeOf.get(jobId) ?? 0)
      expect(times).toEqual(times.toSorted((a, b) => (query.sort === 'createdAt' ? a - b : b - a)))
    }),
    { numRuns: 60 },
  )
})
