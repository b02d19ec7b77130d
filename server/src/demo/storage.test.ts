import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveBytesOf } from '@steward/contract/catalog/packages'
import { getStorage } from '@steward/contract/storage/endpoints'
import type { Storage } from '@steward/contract/storage/schemas'
import { createHasher } from '../session/hasher.ts'
import { notificationsOf } from '../testing/notifications.ts'
import { type TestApp, password, startTestApp } from '../testing/app.ts'
import { sealingOf } from '../testing/factors.ts'
import { buildDemo } from './build.ts'
import { demoCompany } from './company.ts'
import { storageReadings } from './storage.ts'

const hourMs = 3_600_000
const tenantName = 'demo-storage'
const limit = archiveBytesOf(demoCompany.licenses.find(({ productCode }) => productCode === 'RI-DATAVAULT')?.packageName ?? '') ?? 0

describe('the archive of the demo company', () => {
  let test: TestApp
  let token: string

  beforeAll(async () => {
    test = await startTestApp()
    const passwordHash = await createHasher({ cost: { memoryCost: 1_024, timeCost: 1, parallelism: 1 } }).hash(password)
    const { tenantId } = await buildDemo(
      test.db,
      { tenantName, ...(await sealingOf(test)) },
      { ...demoCompany.administrator, passwordHash },
    )
    const tenant = { tenantId, tenantName } as Parameters<typeof test.signIn>[0] // signing in only needs these
    token = await test.signIn(tenant, { username: demoCompany.administrator.email })
  }, 60_000)
  afterAll(() => test?.close())

  it('has a reading in every hour of the last 90 days, and is near its limit', async () => {
    const body: Storage = (await test.call(getStorage, { query: { days: 92 } }, { token })).body
    expect(body.limitBytes).toBe(limit)
    expect((body.usedBytes ?? 0) / limit).toBeGreaterThan(0.92)
    expect(body.points.length).toBeGreaterThan(90)
    const hours: Storage = (await test.call(getStorage, { query: { days: 30 } }, { token })).body
    expect(hours.points).toHaveLength(30 * 24)
    expect(hours.points.some(({ average, peak }) => peak > average)).toBe(true)
  })

  it('has told no one that it is exceeded', async () => {
    await test.app.background.runDue()
    const { items } = await notificationsOf(test, token)
    expect(items.map((item) => item.messageType)).not.toContain('DataVaultStorageExceeded')
  })
})

it('grows, and stays below the limit, whenever the demo is started', () => {
  for (let now = Date.UTC(2028, 0, 1, 0, 30); now < Date.UTC(2028, 4, 1); now += 7 * hourMs) {
    const used = storageReadings(now).map((reading) => reading.usedBytes)
    const at = new Date(now).toISOString()
    expect(Math.max(...used), at).toBeLessThan(limit)
    expect(Math.min(...used), at).toBeGreaterThan(0.6 * limit)
    const first = used[0] ?? limit
    expect((used.at(-1) ?? 0) - first, at).toBeGreaterThan(10_000_000_000_000)
  }
})
