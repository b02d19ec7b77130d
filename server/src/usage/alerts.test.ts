import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notificationPath } from '@steward/contract/message-text'
import { listSupportedEventTypes, saveSubscriptions } from '@steward/contract/notifications/endpoints'
import type { UsageReading } from '@steward/contract/usage/schemas'
import { asOwner, systemContext, withTenant } from '../db/tenant.ts'
import { type TestMailServer, startMailServer } from '../testing/mail.ts'
import { notificationsOf } from '../testing/notifications.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { metricsToken, sendReadings, setQuotas } from '../testing/usage.ts'

let test: TestApp
let mail: TestMailServer
let tenant: TestTenant
let token: string
let service: string
let now: Date
const start = new Date('2031-03-14T09:26:00.000Z')
const hourMs = 3_600_000

beforeAll(async () => {
  now = start
  mail = await startMailServer()
  test = await startTestApp({ now: () => now, environment: { SMTP_URL: mail.url } })
  service = await metricsToken(test)
})
afterAll(async () => {
  await test?.close()
  await mail?.close()
})
beforeEach(async () => {
  now = start
  mail.mails.length = 0
  tenant = await test.buildTenant()
  await setQuotas(test, tenant, 'RI-RISKMODELER', { maxConcurrentModelRuns: 40, modeledLocationsPerDay: 1_000_000 })
  token = await test.signIn(tenant, tenant.administrator)
})

const reading = (metricName: string, value: number, more: Partial<UsageReading> = {}): UsageReading => ({
  productCode: 'RI-RISKMODELER',
  metricName,
  at: now.toISOString(),
  value,
  ...more,
})
/** Advances a minute, sends a batch and checks quotas. */
async function use(...readings: [metricName: string, value: number, more?: Partial<UsageReading>][]): Promise<void> {
  now = new Date(now.getTime() + 60_000)
  const answer = await sendReadings(
    test,
    service,
    tenant,
    readings.map((given) => reading(...given)),
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await test.app.background.runDue()
}
const told = async () => {
  const { items } = await notificationsOf(test, token)
  return items.map((item) => [item.messageType, item.properties.displayMessage]).toReversed()
}
const levels = async () => (await told()).map(([type]) => type)

describe('alerts of quotas', () => {
  it('are sent at 80 and 95%, name the quota, and link to it', async () => {
    await use(['maxConcurrentModelRuns', 31])
    expect(await told()).toEqual([])
    await use(['maxConcurrentModelRuns', 32])
    await use(['maxConcurrentModelRuns', 33])
    await use(['maxConcurrentModelRuns', 38])
    expect(await told()).toEqual([
      ['QuotaWarning', 'Risk Modeler, Max Concurrent Model Runs: 32 of 40 used.'],
      ['QuotaCritical', 'Risk Modeler, Max Concurrent Model Runs: 38 of 40 used.'],
    ])
    const { items } = await notificationsOf(test, token)
    expect(items.map(({ kind }) => kind)).toEqual(['error', 'info'])
    expect(notificationPath('QuotaCritical', {})).toBe('/company/company-licenses/quotas')
  })

  it("don't flap, and are sent again after usage fell well below", async () => {
    for (const value of [33, 31, 32, 30, 33]) await use(['maxConcurrentModelRuns', value])
    expect(await levels()).toEqual(['QuotaWarning'])
    for (const value of [29, 33]) await use(['maxConcurrentModelRuns', value])
    expect(await levels()).toEqual(['QuotaWarning', 'QuotaWarning'])
  })

  it('include a peak that was over when the batch arrived', async () => {
    const before = { at: new Date(now.getTime() - 60_000).toISOString() }
    await use(['maxConcurrentModelRuns', 39, before], ['maxConcurrentModelRuns', 4])
    expect(await told()).toEqual([['QuotaCritical', 'Risk Modeler, Max Concurrent Model Runs: 39 of 40 used.']])
    await use(['maxConcurrentModelRuns', 39])
    expect(await levels()).toEqual(['QuotaCritical', 'QuotaCritical'])
  })

  it('are sent once a day for daily sums, and again the next day', async () => {
    for (const value of [790_000, 800_000, 850_000, 960_000, 999_000]) await use(['modeledLocationsPerDay', value])
    expect(await levels()).toEqual(['QuotaWarning', 'QuotaCritical'])
    now = new Date(now.getTime() + 24 * hourMs)
    await use(['modeledLocationsPerDay', 10_000])
    await use(['modeledLocationsPerDay', 820_000])
    token = await test.signIn(tenant, tenant.administrator)
    expect(await levels()).toEqual(['QuotaWarning', 'QuotaCritical', 'QuotaWarning'])
  })

  it('ignore old readings, resource groups, and metrics without a quota', async () => {
    const { resource_group_id: resourceGroupId } = await asOwner(test.db, 'operator', (tx) =>
      tx
        .insertInto('resource_group')
        .values({ tenant_id: tenant.tenantId, product_code: 'RI-RISKMODELER', resource_group_name: 'Desk' })
        .returning('resource_group_id')
        .executeTakeFirstOrThrow(),
    )
    await use(['maxConcurrentModelRuns', 40, { at: new Date(now.getTime() - 3 * hourMs).toISOString() }])
    await use(['modeledLocationsPerDay', 999_999, { at: new Date(now.getTime() - 24 * hourMs).toISOString() }])
    await use(['maxConcurrentModelRuns', 40, { resourceGroupId }], ['maxJobsPerDay', 5])
    expect(await told()).toEqual([])
    // Readings of this morning still count.
    await use(['modeledLocationsPerDay', 810_000, { at: new Date(now.getTime() - 5 * hourMs).toISOString() }])
    expect(await levels()).toEqual(['QuotaWarning'])
  })

  it('are sent once although the batch arrives twice, and for concurrent jobs', async () => {
    const batchId = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a51'
    await sendReadings(test, service, tenant, [reading('maxConcurrentModelRuns', 33)], batchId)
    await sendReadings(test, service, tenant, [reading('maxConcurrentModelRuns', 33)], batchId)
    await sendReadings(test, service, tenant, [reading('maxConcurrentModelRuns', 34)])
    await Promise.all([test.app.background.runDue(), test.app.background.runDue()])
    expect(await levels()).toEqual(['QuotaWarning'])
  })

  it('reach only this tenant, and in it users who can view licenses', async () => {
    await use(['maxConcurrentModelRuns', 40])
    const plain = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewUsers'] }))
    expect((await notificationsOf(test, plain)).items).toEqual([])
    const other = await test.buildTenant()
    expect((await notificationsOf(test, await test.signIn(other, other.administrator))).items).toEqual([])
  })

  it('reach subscribers by email, in their language, with a link to the quotas', async () => {
    const offered = await test.call(listSupportedEventTypes, {}, { token })
    expect(offered.body).toContainEqual({
      eventType: 'QuotaWarning',
      namespace: 'entitlements',
      subscriptionTypes: ['email', 'push'],
      displayName: 'Quota 80% used',
      description: '80% of a company quota is used',
    })
    const subscription = { eventType: 'QuotaWarning' as const, namespace: 'entitlements', subscriptionTypes: ['email' as const] }
    expect((await test.call(saveSubscriptions, { body: [subscription] }, { token })).status).toBe(200)
    await withTenant(test.db, systemContext(tenant.tenantId), (tx) =>
      tx
        .insertInto('datastore_entry')
        .values({
          tenant_id: tenant.tenantId,
          level: 'User',
          level_id: tenant.administrator.userId,
          entry_key: 'userSettings',
          value: JSON.stringify({ language: 'de' }),
        })
        .execute(),
    )
    await use(['modeledLocationsPerDay', 812_345.5])
    expect(mail.mails).toHaveLength(1)
    expect(mail.mails[0]?.subject).toContain('Kontingent zu 80 % genutzt')
    expect(mail.mails[0]?.text).toContain('Risk Modeler, Modellierte Standorte / Tag: 812.345,5 von 1.000.000 genutzt.')
    expect(mail.mails[0]?.text).toContain('/home/company/company-licenses/quotas')
  })
})
