import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quotaLevel } from '@steward/contract/rules/quota-levels'
import type { ProductUsage, QuotaUsage } from '@steward/contract/usage/schemas'
import { getProductUsage, getQuotaUsage } from '@steward/contract/usage/endpoints'
import { notificationsOf } from '../testing/notifications.ts'
import { createHasher } from '../session/hasher.ts'
import { type TestApp, password, startTestApp } from '../testing/app.ts'
import { sealingOf } from '../testing/factors.ts'
import { buildDemo } from './build.ts'
import { demoCompany } from './company.ts'
import { demoMetrics, readingsOf } from './usage.ts'

const hourMs = 3_600_000
const tenantName = 'demo-usage'
const nearlyUsedUp = ['maxInteractiveConcurrency']

/** The last occurrence of this hour (UTC) on a day of the week; Sunday is 0. */
function lastAt(weekday: number, hour: number): Date {
  const at = new Date()
  at.setUTCHours(hour, 2, 0, 0)
  const daysAgo = (at.getUTCDay() - weekday + 7) % 7 || (at.getTime() > Date.now() ? 7 : 0)
  return new Date(at.getTime() - daysAgo * 24 * hourMs)
}

describe.each([
  ['at the busiest hour of a working day', lastAt(3, 13)],
  ['on a weekend night', lastAt(0, 0)],
])('what is used %s', (_, moment) => {
  let test: TestApp
  let token: string

  beforeAll(async () => {
    test = await startTestApp({ now: () => moment })
    const passwordHash = await createHasher({ cost: { memoryCost: 1_024, timeCost: 1, parallelism: 1 } }).hash(password)
    const { tenantId } = await buildDemo(
      test.db,
      { tenantName, ...(await sealingOf(test)) },
      { ...demoCompany.administrator, passwordHash },
      moment.getTime(),
    )
    const tenant = { tenantId, tenantName } as Parameters<typeof test.signIn>[0] // signing in only needs these
    token = await test.signIn(tenant, { username: demoCompany.administrator.email })
  }, 60_000)
  afterAll(() => test?.close())

  it('of the demo company covers every quota, one of them nearly used up, one rising towards its limit', async () => {
    const { body } = await test.call(getQuotaUsage, {}, { token })
    const items: QuotaUsage[] = body.items
    expect(items).toHaveLength(demoCompany.quotas.length)
    for (const item of items) {
      expect(item.current, item.quotaName).not.toBeNull()
      expect(item.peak, item.quotaName).toBeLessThan(item.quota)
    }
    expect(items.filter((item) => item.level !== 'normal').map((item) => item.quotaName)).toEqual(nearlyUsedUp)
    expect(items.find((item) => item.quotaName === 'maxConcurrentModelRuns')?.projection.kind).toBe('day')
  })

  it('of its resource groups includes overuse and underuse', async () => {
    const { body } = await test.call(getProductUsage, { params: { productCode: 'RI-RISKMODELER' } }, { token })
    const runs = (body as ProductUsage).labels.find((label) => label.quotaName === 'maxConcurrentModelRuns')
    const fits = runs?.resourceGroups.map(({ name, peak, quota }) => [
      name,
      (peak ?? 0) > quota ? 'over' : (peak ?? 0) * 2 < quota ? 'under' : 'fits',
    ])
    expect(fits).toEqual([
      ['Catastrophe modeling', 'over'],
      ['Climate studies', 'under'],
      ['Contractors', 'over'],
    ])
  })

  it('has sent the alert for the quota that is nearly used up', async () => {
    await test.app.background.runDue()
    const { items } = await notificationsOf(test, token)
    expect(items.map((item) => item.messageType)).toEqual(['QuotaWarning'])
  })
})

it('at every hour of a leap year, one quota is nearly used up and no other', () => {
  const others = new Set<string>()
  for (let now = Date.UTC(2028, 0, 1, 0, 30); now < Date.UTC(2029, 0, 1); now += hourMs) {
    for (const metric of demoMetrics) {
      const quota = demoCompany.quotas.find(({ quota_name: name }) => name === metric.metricName)?.value ?? 0
      const [latest] = readingsOf(metric, now, 0, 1)
      if (quotaLevel(latest?.value ?? 0, quota) !== 'normal') others.add(metric.metricName)
    }
  }
  expect([...others]).toEqual(nearlyUsedUp)
})
