import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobStatuses } from '@steward/contract/catalog/job-statuses'
import { cancellableJobTypes, findJobType } from '@steward/contract/catalog/jobs'
import { products } from '@steward/contract/catalog/products'
import type { QueryOf } from '@steward/contract/http'
import { type JobSort, jobSorts } from '@steward/contract/jobs/constants'
import { listJobs, tagJobs } from '@steward/contract/jobs/endpoints'
import type { Job, JobReport } from '@steward/contract/jobs/schemas'
import { asOwner } from '../db/tenant.ts'
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
const productCodes = ['RI-EXPOSUREIQ', 'RI-RISKMODELER', 'RI-TREATYIQ']
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
    productCode: fc.constantFrom(...productCodes),
    createdBy: fc.constantFrom(...creators),
    resourceGroupId: fc.constantFrom(jobs.ours, jobs.theirs, null),
    workflowId: fc.constantFrom('WF-1', 'WF-12', null),
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
  // With these statistics, PostgreSQL joins all jobs of a tag where the statement lets it.
  await asOwner(app.db, 'maintenance', (tx) => sql`analyze job, job_tag`.execute(tx))
  member = await app.signIn(jobs.tenant, await buildMember(app, jobs.tenant, [jobs.ours]))
})
afterAll(() => app.close())

/** The same filter, without a database. */
function matches(job: JobReport, query: Wanted, isMember: boolean): boolean {
  const among = (values: readonly unknown[] | undefined, value: unknown) => !values?.length || values.includes(value)
  const created = Date.parse(job.createdAt)
  const since =
    query.from === undefined && query.until === undefined ? now - (query.days ?? 7) * dayMs : Date.parse(query.from ?? '1970-01-01')
  const isId = reports.some(
    (one) => [one.jobId, one.workflowId].includes(query.search ?? '') && (!isMember || one.resourceGroupId === jobs.ours),
  )
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
    (query.search === undefined || (isId ? [job.jobId, job.workflowId].includes(query.search) : text.includes(query.search.toLowerCase())))
  )
}

/** The ids of all pages, after going back from each page to the one before it. */
async function readAll(query: Wanted, limit: number, token: string): Promise<string[]> {
  const seen: string[] = []
  const isRising = query.sort === 'createdAt'
  const read = async (position: Pick<Query, 'after' | 'before'>) => {
    const { status, body } = await app.call(listJobs, { query: { ...query, ...position, limit } }, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    return { ...body, ids: body.items.map((item: Job) => item.jobId) as string[] }
  }
  let position: Pick<Query, 'after' | 'before'> = {}
  let before: string[] = []
  for (;;) {
    const page = await read(position)
    if (before.length > 0 && page.ids.length > 0) {
      expect((await read(isRising ? { before: page.oldest } : { after: page.newest })).ids).toEqual(before)
    }
    seen.push(...page.ids)
    if (!(isRising ? page.hasNewer : page.hasOlder)) return seen
    before = page.ids
    position = isRising ? { after: page.newest } : { before: page.oldest }
  }
}

const life = ['Pending', 'Queued', 'Running', 'Finished', 'Failed', 'Cancelled']
const nameOf = (operation: string) => findJobType(operation)?.name ?? operation
/** What each sort compares; undefined comes last. */
const sorted: Record<Exclude<JobSort, 'createdAt'>, (job: JobReport) => string | undefined> = {
  operation: (job) => nameOf(job.operation),
  status: (job) => String(life.indexOf(job.status)),
  createdBy: (job) => job.createdBy,
  reason: (job) => job.reason || undefined,
  resourceGroupName: (job) => (job.resourceGroupId === null ? undefined : job.resourceGroupId === jobs.ours ? 'Ours' : 'Theirs'),
  productName: (job) => products.find(({ productCode }) => productCode === job.productCode)?.productName,
}

/** The order of a list: equal ones newest first, then by id. */
function inOrder(list: readonly JobReport[], sort: Wanted['sort']): string[] {
  const field = sort.replace('-', '') as JobSort
  const sign = sort.startsWith('-') ? -1 : 1
  const byTime = (a: JobReport, b: JobReport) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (b.jobId > a.jobId ? 1 : -1)
  if (field === 'createdAt') return list.toSorted((a, b) => -sign * byTime(a, b)).map((job) => job.jobId)
  const valueOf = sorted[field]
  return list
    .toSorted((a, b) => {
      const [one, other] = [valueOf(a), valueOf(b)]
      if (one === other) return byTime(a, b)
      if (one === undefined || other === undefined) return one === undefined ? 1 : -1
      return sign * one.localeCompare(other, 'en')
    })
    .map((job) => job.jobId)
}

const of = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1, maxLength: 2 })

test('any filters give the same jobs as without an index, in every order, each once, and each page leads back', async () => {
  const filters = {
    status: of(jobStatuses),
    operation: of(operations),
    productCode: of(productCodes),
    createdBy: of(creators),
    resourceGroupId: of([jobs.ours, jobs.theirs]),
    tagId: of(tagIds),
    search: fc.constantFrom('quarter', '0%', 'r_s', 'ADA', 'F-1', 'F-', 'WF-1', 'wf-1', 'rollup'),
    days: fc.constantFrom(1, 7, 30, 92),
  }
  const names = Object.keys(filters) as (keyof typeof filters)[] // the keys of the object above
  const anySort = fc.constantFrom(...jobSorts.flatMap((sort) => [sort, `-${sort}` as const]))
  const anyQuery = fc
    .record({ chosen: fc.subarray(names, { maxLength: 3 }), values: fc.record(filters), sort: anySort })
    .map(({ chosen, values, sort }) => ({ ...Object.fromEntries(chosen.map((name) => [name, values[name]])), sort }) as Wanted)
  await fc.assert(
    fc.asyncProperty(anyQuery, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (query, limit, isMember) => {
      const expected = reports.filter((job) => matches(job, query, isMember))
      const found = await readAll(query, Math.max(limit, Math.ceil(expected.length / 4)), isMember ? member : jobs.administrator)
      expect(found).toEqual(inOrder(expected, query.sort))
    }),
    { numRuns: 80 },
  )
})

test('a tag with another filter gives the jobs that both find, in both directions', async () => {
  const [tagId = ''] = tagIds
  const others: Partial<Query>[] = [
    ...creators.map((creator) => ({ createdBy: [creator] })),
    ...productCodes.map((productCode) => ({ productCode: [productCode] })),
    { resourceGroupId: [jobs.ours] },
  ]
  for (const other of others) {
    for (const sort of ['createdAt', '-createdAt'] as const) {
      const query = { tagId: [tagId], days: 92, ...other, sort } as Wanted
      const expected = reports.filter((job) => matches(job, query, false))
      expect(expected.length).toBeGreaterThan(3)
      expect(await readAll(query, 3, jobs.administrator)).toEqual(inOrder(expected, sort))
    }
  }
})
