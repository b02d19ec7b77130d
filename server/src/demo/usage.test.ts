import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ProductUsage, type QuotaUsage, getProductUsage, getQuotaUsage } from '@steward/contract/usage-metrics'
import { notificationsOf } from '../messages/testing.ts'
import { createHasher } from '../session/hasher.ts'
import { type TestApp, password, startTestApp } from '../testing/app.ts'
import { buildDemo } from './build.ts'
import { demoCompany } from './company.ts'

let test: TestApp
let token: string
const tenantName = 'demo-usage'

beforeAll(async () => {
  test = await startTestApp()
  const passwordHash = await createHasher({ cost: { memoryCost: 1_024, timeCost: 1, parallelism: 1 } }).hash(password)
  const { tenantId } = await buildDemo(test.db, tenantName, { ...demoCompany.administrator, passwordHash })
  const tenant = { tenantId, tenantName } as Parameters<typeof test.signIn>[0] // signing in needs no more of it
  token = await test.signIn(tenant, { username: demoCompany.administrator.email })
}, 60_000)
afterAll(() => test?.close())

it('of the demo company is there for every quota, one of them nearly used up, one rising towards its end', async () => {
  const { body } = await test.call(getQuotaUsage, {}, { token })
  const items: QuotaUsage[] = body.items
  expect(items).toHaveLength(demoCompany.quotas.length)
  for (const item of items) {
    expect(item.current, item.quotaName).not.toBeNull()
    expect(item.peak, item.quotaName).toBeLessThan(item.quota)
  }
  expect(items.filter((item) => item.level !== 'normal').map((item) => item.quotaName)).toEqual(['maxInteractiveConcurrency'])
  expect(items.find((item) => item.quotaName === 'maxConcurrentModelRuns')?.projection.kind).toBe('day')
})

it('of its resource groups shows over-use and under-use', async () => {
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

it('has told of the quota that is nearly used up, as everywhere', async () => {
  await test.app.background.runDue()
  const { items } = await notificationsOf(test, token)
  expect(items.map((item) => item.messageType)).toEqual(['QuotaWarning'])
})
