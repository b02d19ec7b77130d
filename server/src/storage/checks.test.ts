import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ingestEntitlements } from '@steward/contract/licenses/endpoints'
import { notificationPath } from '@steward/contract/message-text'
import { removeLicenses, setLicense } from '../licenses/operator.ts'
import { createServiceToken } from '../service-tokens/operator.ts'
import { notificationsOf } from '../testing/notifications.ts'
import { sendArchive, switchVault } from '../testing/storage.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'
import { metricsToken, sendReadings } from '../testing/usage.ts'

let test: TestApp
let tenant: TestTenant
let keeper: TestUser
let token: string
let service: string
let now: Date
const start = new Date('2031-03-14T09:26:00.000Z')
const terabyte = 1_000_000_000_000
const batchId = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a52'

beforeAll(async () => {
  now = start
  test = await startTestApp({ now: () => now })
  service = await metricsToken(test)
})
afterAll(() => test?.close())
beforeEach(async () => {
  now = start
  tenant = await test.buildTenant()
  await license('10 TB')
  keeper = await test.buildUser(tenant, { actions: ['DataVault.ViewArchive'] })
  token = await test.signIn(tenant, keeper)
})

const license = (packageName: string) =>
  setLicense(test.db, tenant.tenantId, { productCode: 'RI-DATAVAULT', packageName, endDate: new Date('2099-01-01') })
/** Sends readings in terabytes, ten seconds apart, in one batch, without checking them yet. */
async function report(...terabytes: number[]): Promise<void> {
  const readings = terabytes.map((used) => {
    now = new Date(now.getTime() + 10_000)
    return { at: now.toISOString(), usedBytes: used * terabyte }
  })
  expect((await sendArchive(test, service, tenant, readings)).status).toBe(200)
}
async function store(...terabytes: number[]): Promise<void> {
  await report(...terabytes)
  await test.app.background.runDue()
}
const told = async (by = token) => {
  await test.app.background.runDue()
  const { items } = await notificationsOf(test, by)
  return items.toReversed().map((item) => item.properties.displayMessage)
}
const exceeded = (used: number, limit = 10) =>
  `The data vault uses ${used} TB of ${limit} TB. Archive or delete data, or ask for more storage.`

describe('people are told that the archive exceeds the license', () => {
  it('once, and again after it fell to the limit', async () => {
    await store(9)
    await store(10)
    expect(await told()).toEqual([])
    for (const used of [11, 12, 13]) await store(used)
    expect(await told()).toEqual([exceeded(11)])
    for (const used of [10, 9, 12]) await store(used)
    expect(await told()).toEqual([exceeded(11), exceeded(12)])
    const { items } = await notificationsOf(test, token)
    expect(items[0]).toMatchObject({ messageType: 'DataVaultStorageExceeded', kind: 'error' })
    expect(notificationPath('DataVaultStorageExceeded', {})).toBe('/monitoring/system-usage/platform')
  })

  it('also of a crossing within a batch, with its peak', async () => {
    await store(9, 11, 14, 12)
    expect(await told()).toEqual([exceeded(14)])
    await store(13, 9, 9, 11)
    expect(await told()).toEqual([exceeded(14), exceeded(11)])
    await store(9, 12, 8)
    await store(8, 9)
    expect(await told()).toEqual([exceeded(14), exceeded(11), exceeded(12)])
  })

  it('not of readings that come late, when newer ones are known', async () => {
    await store(9)
    const late = { at: new Date(now.getTime() - 3_600_000).toISOString(), usedBytes: 99 * terabyte }
    await sendArchive(test, service, tenant, [late])
    expect(await told()).toEqual([])
    // Late, but the newest there is.
    now = new Date(now.getTime() + 7 * 3_600_000)
    await sendArchive(test, service, tenant, [{ at: new Date(now.getTime() - 6 * 3_600_000).toISOString(), usedBytes: 11 * terabyte }])
    token = await test.signIn(tenant, keeper)
    expect(await told()).toEqual([exceeded(11)])
  })

  it('once for a batch that arrives twice, for concurrent checks, and for a check that runs again', async () => {
    const readings = [{ at: now.toISOString(), usedBytes: 11 * terabyte }]
    await sendArchive(test, service, tenant, readings, batchId)
    await sendArchive(test, service, tenant, readings, batchId)
    await report(12)
    await report(13)
    await license('100 TB')
    await removeLicenses(test.db, tenant.tenantId, 'RI-DATAVAULT', '100 TB')
    await Promise.all([test.app.background.runDue(), test.app.background.runDue(), test.app.background.runDue()])
    expect(await told()).toHaveLength(1)
  })

  it('also of readings that came as a metric of the product, but not of a resource group', async () => {
    const metric = { productCode: 'RI-DATAVAULT', metricName: 'archiveStorageBytes', at: now.toISOString(), value: 11 * terabyte }
    await sendReadings(test, service, tenant, [{ ...metric, metricName: 'maxJobsPerDay' }])
    expect(await told()).toEqual([])
    await sendReadings(test, service, tenant, [metric])
    expect(await told()).toEqual([exceeded(11)])
  })

  it('also when the license changes, by anyone', async () => {
    await license('100 TB')
    await store(50)
    expect(await told()).toEqual([])
    await removeLicenses(test.db, tenant.tenantId, 'RI-DATAVAULT', '100 TB')
    expect(await told()).toEqual([exceeded(50)])
    // More storage ends it; the next reading can exceed that again.
    await license('100 TB')
    await store(101)
    expect(await told()).toEqual([exceeded(50), exceeded(101, 100)])
    await license('10 TB')
    expect(await told()).toHaveLength(2)

    // A license that ended and is renewed isn't a crossing.
    await removeLicenses(test.db, tenant.tenantId, 'RI-DATAVAULT')
    await test.app.background.runDue()
    await license('100 TB')
    expect(await told()).toHaveLength(2)

    await store(60)
    const { token: licensing } = await createServiceToken(test.db, {
      tokenName: `licenses ${tenant.tenantName}`,
      tenant: null,
      scopes: ['entitlements'],
      expiresAt: null,
    })
    const rows = [{ productCode: 'RI-DATAVAULT', packageName: '10 TB', endDate: '2099-01-01T00:00:00.000Z' }]
    const body = { tenantName: tenant.tenantName, kind: 'application' as const, version: 1, mode: 'replace' as const, rows }
    expect((await test.call(ingestEntitlements, { body }, { token: licensing })).status).toBe(200)
    expect(await told()).toEqual([exceeded(50), exceeded(101, 100), exceeded(60)])
  })

  it('never without a license that sets a limit', async () => {
    await removeLicenses(test.db, tenant.tenantId, 'RI-DATAVAULT')
    await store(5_000)
    expect(await told()).toEqual([])
  })

  it('if they have access to the data vault, while its flag is on, in this tenant', async () => {
    const other = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewSystemUsage', 'ViewLicenses'] }))
    await store(11)
    expect(await told()).toHaveLength(1)
    expect(await told(other)).toEqual([])
    const elsewhere = await test.buildTenant()
    expect(await told(await test.signIn(elsewhere, elsewhere.administrator))).toEqual([])
    await switchVault(test, tenant, false)
    expect(await told()).toEqual([])
  })
})
