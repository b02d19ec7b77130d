import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getCurrentQuotas } from '@steward/contract/licenses/endpoints'
import { getPermissions } from '@steward/contract/access/endpoints'
import type { UsageReading } from '@steward/contract/usage/schemas'
import { getMetrics, getProductUsage, getQuotaUsage } from '@steward/contract/usage/endpoints'
import { asOwner } from '../db/tenant.ts'
import { openProducts } from '../testing/resource-groups.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { metricsToken, sendReadings, setQuotas } from '../testing/usage.ts'

let test: TestApp
let tenant: TestTenant
let token: string
let service: string
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Saturday noon, well inside a day and a year. */
const start = new Date('2031-06-14T12:30:00.000Z')
let now = start

beforeAll(async () => {
  test = await startTestApp({ now: () => now })
  service = await metricsToken(test)
})
afterAll(() => test?.close())
beforeEach(async () => {
  now = start
  tenant = await test.buildTenant()
  await openProducts(test, tenant, ['RI-RISKMODELER'], ['RiskModeler.ViewResults'])
  token = await test.signIn(tenant, tenant.administrator)
})

const runs = 'maxConcurrentModelRuns'
const reading = (metricName: string, agoMs: number, value: number, more: Partial<UsageReading> = {}): UsageReading => ({
  productCode: 'RI-RISKMODELER',
  metricName,
  at: new Date(now.getTime() - agoMs).toISOString(),
  value,
  ...more,
})
async function send(...readings: UsageReading[]): Promise<void> {
  const answer = await sendReadings(test, service, tenant, readings)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const plainUser = async (...actions: string[]) => test.signIn(tenant, await test.buildUser(tenant, { actions }))
const isoAgo = (ms: number) => new Date(now.getTime() - ms).toISOString()

describe('usage of quotas', () => {
  const quotas = (by = token) => test.call(getQuotaUsage, {}, { token: by })
  const quota = async (quotaName: string) => (await quotas()).body.items.find((item: { quotaName: string }) => item.quotaName === quotaName)

  it('is returned for every quota, including those without readings', async () => {
    await setQuotas(test, tenant, 'RI-RISKMODELER', { [runs]: 40, maxJobsPerDay: 0 })
    const empty = await quotas()
    expect(empty.body).toMatchObject({
      from: '2031-05-15T13:00:00.000Z',
      until: start.toISOString(),
      lastReadingAt: null,
      items: [
        {
          productName: 'Risk Modeler',
          quotaName: runs,
          period: 'now',
          quota: 40,
          current: null,
          mean: null,
          peak: null,
          level: 'normal',
          projection: { kind: 'none', reason: 'too_few_days' },
        },
        { quotaName: 'maxJobsPerDay', period: 'day', quota: 0 },
      ],
    })
    await send(reading(runs, 3 * hourMs, 10), reading(runs, 3 * hourMs - 60_000, 30), reading(runs, 60_000, 33))
    expect(await quota(runs)).toMatchObject({
      current: 33,
      // The mean of hourly means, 20 and 33: an hour with more readings doesn't weigh more.
      mean: 26.5,
      peak: 33,
      lastReadingAt: isoAgo(60_000),
      level: 'warning',
    })
    expect((await quotas()).body.lastReadingAt).toBe(isoAgo(60_000))
  })

  it('is by the hour, the day or the year, as the quota counts', async () => {
    await setQuotas(test, tenant, 'RI-RISKMODELER', {
      maxJobsPerHour: 100,
      modeledLocationsPerDay: 1_000,
      portfolioRollupsPerYear: 400,
    })
    await send(
      // 11:00 to 12:00 had 60, this hour has 20 so far.
      ...[10, 40, 60].map((value, index) => reading('maxJobsPerHour', hourMs + (3 - index) * 60_000, value)),
      reading('maxJobsPerHour', 60_000, 20),
      // 600 and 800 on whole days, 300 today.
      reading('modeledLocationsPerDay', 2 * dayMs, 600),
      reading('modeledLocationsPerDay', dayMs, 500),
      reading('modeledLocationsPerDay', dayMs - hourMs, 800),
      reading('modeledLocationsPerDay', hourMs, 300),
      ...[100, 105, 110].map((value, index) => reading('portfolioRollupsPerYear', (3 - index) * dayMs, value)),
    )
    expect(await quota('maxJobsPerHour')).toMatchObject({ period: 'hour', current: 20, mean: 40, peak: 60 })
    expect(await quota('modeledLocationsPerDay')).toMatchObject({ period: 'day', current: 300, mean: 700, peak: 800 })
    expect(await quota('portfolioRollupsPerYear')).toMatchObject({ period: 'year', current: 110, mean: 110, peak: 110 })
    // An hour and a day later, sums count as zero; past values stay.
    now = new Date(start.getTime() + dayMs)
    token = await test.signIn(tenant, tenant.administrator)
    expect(await quota('maxJobsPerHour')).toMatchObject({ current: 0, peak: 60, lastReadingAt: isoAgo(dayMs + 60_000) })
    expect(await quota('modeledLocationsPerDay')).toMatchObject({ current: 0, peak: 800 })
    expect(await quota('portfolioRollupsPerYear')).toMatchObject({ current: 110 })
  })

  it('includes the projected day on which a quota will be used up', async () => {
    await setQuotas(test, tenant, 'RI-RISKMODELER', { [runs]: 40, maxJobsPerDay: 100, maxJobsPerHour: 5 })
    const days = Array.from({ length: 20 }, (_, index) => index + 1)
    await send(
      // 31 today, one more each day: 40 in nine days.
      ...days.flatMap((day) => [reading(runs, day * dayMs, 31 - day), reading(runs, day * dayMs - hourMs, 5)]),
      reading(runs, 60_000, 31),
      ...days.map((day) => reading('maxJobsPerDay', day * dayMs, 50)),
      reading('maxJobsPerHour', 60_000, 5),
    )
    expect(await quota(runs)).toMatchObject({ projection: { kind: 'day', day: '2031-06-23' } })
    expect(await quota('maxJobsPerDay')).toMatchObject({ projection: { kind: 'none', reason: 'not_rising' } })
    expect(await quota('maxJobsPerHour')).toMatchObject({ level: 'critical', projection: { kind: 'reached' } })
  })

  it('is for users who can view licenses or company quotas, of the own tenant', async () => {
    await setQuotas(test, tenant, 'RI-RISKMODELER', { [runs]: 40 })
    await send(reading(runs, 0, 7))
    expect((await quotas(await plainUser('ViewUsers'))).status).toBe(403)
    expect((await quotas(await plainUser('ViewLicenses', 'ViewTenantInfo'))).status).toBe(200)
    const other = await test.buildTenant()
    await setQuotas(test, other, 'RI-RISKMODELER', { [runs]: 40 })
    const theirs = await quotas(await test.signIn(other, other.administrator))
    expect(theirs.body.items).toMatchObject([{ quotaName: runs, current: null }])
  })
})

describe('usage of a product', () => {
  const usage = (by = token, days?: number) =>
    test.call(getProductUsage, { params: { productCode: 'RI-RISKMODELER' }, query: { days } }, { token: by })
  const groupOf = (name: string, packageId: string | null) =>
    asOwner(test.db, 'operator', async (tx) => {
      const values = {
        tenant_id: tenant.tenantId,
        product_code: 'RI-RISKMODELER',
        resource_group_name: name,
        resource_group_package_id: packageId,
      }
      const row = await tx.insertInto('resource_group').values(values).returning('resource_group_id').executeTakeFirstOrThrow()
      return row.resource_group_id
    })

  it('is compared with the share of each resource group', async () => {
    await setQuotas(test, tenant, 'RI-RISKMODELER', { [runs]: 40, maxInteractiveConcurrency: 8 })
    const half = await groupOf('Property desk', '3')
    const none = await groupOf('Agro desk', null)
    await groupOf('Idle desk', '2')
    await send(
      reading(runs, hourMs, 22),
      reading(runs, hourMs, 15, { resourceGroupId: half }),
      reading(runs, 60_000, 9, { resourceGroupId: half }),
      reading(runs, 2 * dayMs, 7, { resourceGroupId: none }),
    )
    const { body } = await usage()
    expect(body.lastReadingAt).toBe(isoAgo(60_000))
    // The labels of the packages, then the company's other quotas.
    expect(body.labels.map((label: { quotaName: string }) => label.quotaName)).toEqual([
      runs,
      'maxConcurrentNonModelRuns',
      'modeledLocationsPerDay',
      'maxInteractiveConcurrency',
    ])
    expect(body.labels[0]).toMatchObject({ quota: 40, current: 22, mean: 22, peak: 22 })
    expect(body.labels[0].resourceGroups).toEqual([
      { resourceGroupId: none, name: 'Agro desk', quota: 0, current: 7, mean: 7, peak: 7, lastReadingAt: isoAgo(2 * dayMs) },
      { resourceGroupId: half, name: 'Property desk', quota: 20, current: 9, mean: 12, peak: 15, lastReadingAt: isoAgo(60_000) },
    ])
    expect(body.labels[1]).toMatchObject({ quota: null, current: null, resourceGroups: [] })
    const lastDay = await usage(token, 1)
    expect(lastDay.body.labels[0].resourceGroups).toMatchObject([{ name: 'Property desk' }])
    expect((await usage(token, 31)).status).toBe(400)
  })

  it('is for users who can view its resource groups, of the own tenant', async () => {
    expect((await usage(await plainUser('ViewLicenses', 'ViewTenantInfo'))).status).toBe(403)
    const other = await test.buildTenant()
    const theirs = await test.signIn(other, other.administrator)
    expect((await usage(theirs)).status).toBe(403)
    const closed = await test.call(getProductUsage, { params: { productCode: 'RI-TREATYIQ' } }, { token })
    expect([closed.status, closed.body.code]).toEqual([403, 'forbidden'])
    await openProducts(test, other, ['RI-RISKMODELER'], ['RiskModeler.ViewResults'])
    await send(reading(runs, 0, 3))
    expect((await usage(theirs)).body.labels[0]).toMatchObject({ current: null })
  })
})

describe('metrics', () => {
  const metrics = (query: object, by = token) =>
    test.call(getMetrics, { query: { productCode: 'RI-RISKMODELER', ...query } }, { token: by })

  it('are means by the hour, and by the day beyond 30 days', async () => {
    await setQuotas(test, tenant, 'RI-RISKMODELER', { [runs]: 40 })
    await send(
      reading(runs, 30 * 60_000, 4),
      reading(runs, 20 * 60_000, 8),
      reading(runs, 2 * hourMs, 30),
      reading(runs, 40 * dayMs, 2),
      reading('exposuresStored', 5 * hourMs, 1.5),
    )
    const day = await metrics({})
    expect(day.body).toMatchObject({ step: 'hour', from: '2031-06-13T13:00:00.000Z', lastReadingAt: isoAgo(20 * 60_000) })
    expect(day.body.series).toEqual([
      { metricName: 'exposuresStored', quota: null, points: [{ at: '2031-06-14T07:00:00.000Z', mean: 1.5, peak: 1.5, last: 1.5 }] },
      {
        metricName: runs,
        quota: 40,
        points: [
          { at: '2031-06-14T10:00:00.000Z', mean: 30, peak: 30, last: 30 },
          { at: '2031-06-14T12:00:00.000Z', mean: 6, peak: 8, last: 8 },
        ],
      },
    ])
    for (const days of [7, 30]) expect((await metrics({ days })).body.step).toBe('hour')
    const long = await metrics({ days: 92, metricName: runs })
    expect(long.body.step).toBe('day')
    expect(long.body.series).toMatchObject([
      {
        metricName: runs,
        points: [
          { at: '2031-05-05T00:00:00.000Z', mean: 2 },
          { at: '2031-06-14T00:00:00.000Z', mean: 18, peak: 30, last: 8 },
        ],
      },
    ])
    expect((await metrics({ days: 2 })).status).toBe(400)
  })

  it("are for users who can view system usage, and for the tenant's products", async () => {
    await send(reading(runs, 0, 4))
    expect((await metrics({}, await plainUser('ViewUsers'))).status).toBe(403)
    expect((await metrics({}, await plainUser('ViewSystemUsage'))).status).toBe(200)
    const closed = await metrics({ productCode: 'IC-DATABRIDGE' })
    expect([closed.status, closed.body.code, closed.body.parameters]).toEqual([403, 'forbidden', { permission: 'Monitoring.DataBridge' }])
    expect((await metrics({ productCode: 'RI-TREATYIQ' })).status).toBe(400)
    const other = await test.buildTenant()
    await openProducts(test, other, ['RI-RISKMODELER'], ['RiskModeler.ViewResults'])
    const theirs = await metrics({}, await test.signIn(other, other.administrator))
    expect(theirs.body).toMatchObject({ series: [], lastReadingAt: null })
  })
})

describe('company quotas and interactive lanes', () => {
  const lanes = async (by: string) => (await test.call(getPermissions, {}, { token: by })).body.permissions['Monitoring.InteractiveLanes']
  const closeLanes = () =>
    asOwner(
      test.db,
      'operator',
      (tx) =>
        tx
          .insertInto('feature_flag_override')
          .values({ tenant_id: tenant.tenantId, flag_name: 'InteractiveLanes', is_enabled: false })
          .execute(),
      { tenantId: tenant.tenantId },
    )

  it('lanes are visible if any company quota has maxInteractiveConcurrency above 0', async () => {
    expect(await lanes(token)).toBe(false)
    await setQuotas(test, tenant, 'RI-RISKMODELER', { maxInteractiveConcurrency: 0 })
    expect(await lanes(token)).toBe(false)
    await setQuotas(test, tenant, 'RI-EXPOSUREIQ', { maxInteractiveConcurrency: 2, maxJobsPerDay: 9 })
    expect(await lanes(token)).toBe(true)
    const { body } = await test.call(getCurrentQuotas, {}, { token })
    expect(body.quotas).toEqual({ maxInteractiveConcurrency: 2 })
  })

  it('quotas can be read with Monitoring and InteractiveLanes, without viewing licenses', async () => {
    const monitor = await plainUser('ViewSystemLog')
    const both = async (by: string) => [
      (await test.call(getCurrentQuotas, {}, { token: by })).status,
      (await test.call(getQuotaUsage, {}, { token: by })).status,
    ]
    expect(await both(monitor)).toEqual([200, 200])
    // Neither the flag nor Monitoring alone is enough.
    expect(await both(await plainUser('ViewUsers'))).toEqual([403, 403])
    await closeLanes()
    expect(await both(monitor)).toEqual([403, 403])
    expect(await both(token)).toEqual([200, 200])
  })
})
