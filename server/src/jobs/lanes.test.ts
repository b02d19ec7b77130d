import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getInteractiveLanes } from '@steward/contract/jobs/endpoints'
import type { InteractiveLanes } from '@steward/contract/jobs/schemas'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { type JobTenant, buildJobTenant } from '../testing/job-log.ts'

let app: TestApp
const now = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 1_800_000
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const hourMs = 3_600_000

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) })
})
afterAll(() => app.close())

/** A tenant with lanes, and someone who can see them. */
async function build(quotas: Record<string, number>, flag?: boolean): Promise<JobTenant & { token: string }> {
  const jobs = await buildJobTenant(app)
  const tenant_id = jobs.tenant.tenantId
  await asOwner(
    app.db,
    'operator',
    async (tx) => {
      const end_date = new Date(Date.now() + 86_400_000)
      await tx
        .insertInto('application_license')
        .values({ tenant_id, product_code: 'RI-QE-SERVICES', package_name: 'Base', end_date })
        .execute()
      const rows = Object.entries(quotas).map(([product_code, value]) => ({
        tenant_id,
        product_code,
        quota_name: 'maxInteractiveConcurrency',
        value,
      }))
      if (rows.length > 0) await tx.insertInto('company_quota').values(rows).execute()
      if (flag !== undefined)
        await tx.insertInto('feature_flag_override').values({ tenant_id, flag_name: 'InteractiveLanes', is_enabled: flag }).execute()
    },
    { tenantId: tenant_id },
  )
  const token = await app.signIn(jobs.tenant, await app.buildUser(jobs.tenant, { actions: ['InternalServices.ViewPreviews'] }))
  return { ...jobs, token }
}

async function read(token: string, days: 1 | 7 | 30 | 92 = 1): Promise<InteractiveLanes> {
  const { status, body } = await app.call(getInteractiveLanes, { query: { days } }, { token })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const lane = { isInteractive: true, productCode: 'RI-RISKMODELER', operation: 'MODEL_RUN' }
const over = (from: number, until: number) => ({
  ...lane,
  createdAt: ago(from),
  startTime: ago(from),
  endTime: ago(until),
  status: 'Finished' as const,
})

test('counts what runs and waits, and for how long all lanes were taken', async () => {
  const jobs = await build({ 'RI-RISKMODELER': 2, 'RI-TREATYIQ': 0, 'RI-EXPOSUREIQ': 3 }, true)
  await jobs.report(
    // Two together from 100 to 80 minutes ago, and the running one with another from 20 to 15.
    over(120, 80),
    over(100, 60),
    over(20, 15),
    { ...lane, jobId: 'L-run', createdAt: ago(30), startTime: ago(30), progress: 40 },
    { ...lane, createdAt: ago(5), status: 'Queued' },
    { ...lane, createdAt: ago(4), status: 'Pending' },
    { ...over(200, 10), isInteractive: false },
    // Before the range.
    over(60 * 30, 60 * 25),
  )
  const { items, step } = await read(jobs.token)
  expect(step).toBe('hour')
  expect(items.map((item) => [item.productCode, item.lanes])).toEqual([
    ['RI-EXPOSUREIQ', 3],
    ['RI-RISKMODELER', 2],
  ])
  const [other, own] = items
  expect(own).toMatchObject({ productName: 'Risk Modeler', running: 1, waiting: 2, fullSeconds: 25 * 60 })
  expect(own?.jobs).toEqual([
    { jobId: 'L-run', operation: 'MODEL_RUN', createdBy: 'product@example.com', startTime: ago(30), progress: 40 },
  ])
  expect(own?.points).toHaveLength(25)
  expect(own?.points.slice(-3).map(({ peak }) => peak)).toEqual([2, 2, 2])
  expect(own?.points[0]).toEqual({ at: new Date(now - 24 * hourMs - hourMs / 2).toISOString(), peak: 0 })
  expect(other).toMatchObject({ running: 0, waiting: 0, fullSeconds: 0, jobs: [] })
  const quarter = await read(jobs.token, 92)
  expect([quarter.step, quarter.items[1]?.points.length, quarter.items[1]?.fullSeconds]).toEqual(['day', 93, 25 * 60])
})

test('is the same as counting minute by minute', async () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: 1, max: 1_600 }), fc.integer({ min: 1, max: 300 })), { minLength: 1, maxLength: 25 })
  const [sample = []] = fc.sample(spans, { numRuns: 1, seed: 3 })
  for (const lanes of [1, 3]) {
    const jobs = await build({ 'RI-RISKMODELER': lanes }, true)
    const jobSpans = sample.map(([start, length]) => [start, Math.max(0, start - length)] as const)
    await jobs.report(
      ...jobSpans.map(([start, end]) => (end === 0 ? { ...lane, createdAt: ago(start), startTime: ago(start) } : over(start, end))),
    )
    const runningAt = (minute: number) => jobSpans.filter(([start, end]) => start > minute && end <= minute).length
    const levels = Array.from({ length: 1_440 }, (_, minute) => runningAt(minute))
    const { items } = await read(jobs.token)
    expect(items[0]?.fullSeconds).toBe(levels.filter((level) => level >= lanes).length * 60)
    const peaks = new Map<number, number>()
    for (const [minute, level] of levels.entries()) {
      const hour = Math.floor((now - (minute + 1) * 60_000) / hourMs) * hourMs
      peaks.set(hour, Math.max(peaks.get(hour) ?? 0, level))
    }
    expect(items[0]?.points.map(({ at, peak }) => [Date.parse(at), peak])).toEqual([...peaks].toSorted(([a], [b]) => a - b))
  }
})

test('is empty without the quota or the feature, and of one tenant', async () => {
  const busy = await build({ 'RI-RISKMODELER': 1 }, true)
  await busy.report({ ...lane, createdAt: ago(30), startTime: ago(30) })
  expect((await read((await build({}, true)).token)).items).toEqual([])
  expect((await read((await build({ 'RI-RISKMODELER': 0 }, true)).token)).items).toEqual([])
  expect((await read((await build({ 'RI-RISKMODELER': 1 }, false)).token)).items).toEqual([])
  expect((await read((await build({ 'RI-RISKMODELER': 1 }, true)).token)).items).toMatchObject([{ running: 0, fullSeconds: 0 }])
})

test('needs the internal services', async () => {
  const jobs = await buildJobTenant(app)
  expect(await app.call(getInteractiveLanes, {}, { token: jobs.administrator })).toMatchObject({
    status: 403,
    body: { parameters: { permission: 'Navigation.InternalPreview' } },
  })
  const own = await build({}, true)
  expect((await app.call(getInteractiveLanes, { query: { days: 3 as 1 } }, { token: own.token })).status).toBe(400)
})
