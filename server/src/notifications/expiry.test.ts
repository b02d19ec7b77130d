import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asOwner, systemContext, withTenant } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'

let test: TestApp
let tenant: TestTenant
let today: Date
const dayMs = 86_400_000
const start = new Date('2031-03-01T06:17:00Z')

beforeAll(async () => {
  test = await startTestApp({ now: () => today })
})
afterAll(() => test?.close())
beforeEach(async () => {
  today = start
  tenant = await test.buildTenant()
})

const own = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(test.db, systemContext(tenant.tenantId), work)
const inDays = (days: number) => new Date(start.getTime() + days * dayMs)
const scan = async (afterDays: number) => {
  today = inDays(afterDays)
  await test.app.background.runScheduled('announce_expiries')
}
const told = async () => {
  const rows = await own((tx) => tx.selectFrom('notification').select(['message_type', 'properties']).orderBy('notification_id').execute())
  return rows.map(({ message_type, properties }) => {
    const { parameters, ExpiresAt } = properties as { parameters: { names: string[]; count: number }; ExpiresAt: string }
    return [message_type, parameters.names, ExpiresAt]
  })
}
const license = (productCode: string, endDate: Date) =>
  own((tx) =>
    tx
      .insertInto('application_license')
      .values({ tenant_id: tenant.tenantId, product_code: productCode, package_name: 'Tier 1', end_date: endDate })
      .execute(),
  )

it('notifies at 60, 30 and 7 days, once each, however often it runs', async () => {
  await license('RI-RISKMODELER', inDays(70))
  await scan(9)
  expect(await told()).toEqual([])
  await scan(10)
  await scan(10)
  await scan(11)
  expect(await told()).toHaveLength(1)
  for (const day of [39, 40, 41, 62, 63, 64, 69, 70, 71]) await scan(day)
  expect(await told()).toEqual(
    Array.from({ length: 3 }, () => ['ExpiringAppEntitlementsEvent', ['Risk Modeler (Tier 1)'], inDays(70).toISOString()]),
  )
})

it('makes up for missed days with one notification, not with one per threshold', async () => {
  await license('RI-RISKMODELER', inDays(70))
  await scan(65)
  expect(await told()).toHaveLength(1)
})

it('notifies once when two scans run at the same time', async () => {
  await license('RI-RISKMODELER', inDays(20))
  await Promise.all([scan(0), scan(0), scan(0)])
  expect(await told()).toHaveLength(1)
})

it('starts over when the end date moves, and ignores what has ended', async () => {
  await license('RI-RISKMODELER', inDays(5))
  await license('RI-TREATYIQ', inDays(-1))
  await scan(0)
  await own((tx) =>
    tx
      .updateTable('application_license')
      .set({ end_date: inDays(55) })
      .where('product_code', '=', 'RI-RISKMODELER')
      .execute(),
  )
  await scan(0)
  expect(await told()).toEqual([
    ['ExpiringAppEntitlementsEvent', ['Risk Modeler (Tier 1)'], inDays(5).toISOString()],
    ['ExpiringAppEntitlementsEvent', ['Risk Modeler (Tier 1)'], inDays(55).toISOString()],
  ])
})

it('sends one notification for everything that ends on a day, for applications, data and models', async () => {
  const end = inDays(25)
  await own(async (tx) => {
    const models = ['Flood', 'Quake', 'Storm', 'Fire', 'Hail', 'Cyber', 'Ice'].map((peril) => ({
      tenant_id: tenant.tenantId,
      product_code: 'RI-RISKMODELER',
      product_name: 'Europe HD',
      continent: 'Europe',
      peril,
      end_date: end,
    }))
    await tx.insertInto('model_entitlement').values(models).execute()
    await tx
      .insertInto('data_entitlement')
      .values({ tenant_id: tenant.tenantId, product_code: 'DATAAPI-LOCINTEL', end_date: end })
      .execute()
  })
  await license('RI-TREATYIQ', end)
  await license('RI-UNDERWRITEIQ', inDays(26))
  await scan(0)
  expect((await told()).map(([type, names]) => [type, names])).toEqual([
    ['ExpiringAppEntitlementsEvent', ['TreatyIQ (Tier 1)']],
    ['ExpiringAppEntitlementsEvent', ['UnderwriteIQ (Tier 1)']],
    ['ExpiringDataEntitlementsEvent', ['Location Intelligence']],
    [
      'ExpiringModelEntitlementsEvent',
      [
        'Europe HD (Europe, Cyber)',
        'Europe HD (Europe, Fire)',
        'Europe HD (Europe, Flood)',
        'Europe HD (Europe, Hail)',
        'Europe HD (Europe, Ice)',
      ],
    ],
  ])
})

it('checks a tenant when its licenses change, without waiting for the next day', async () => {
  await license('RI-RISKMODELER', inDays(5))
  await expect
    .poll(async () => {
      await test.app.background.runDue()
      return told()
    })
    .toHaveLength(1)
})

it('notifies each tenant about its own, and skips disabled tenants', async () => {
  const other = await test.buildTenant()
  await license('RI-RISKMODELER', inDays(20))
  await asOwner(test.db, 'operator', (tx) =>
    tx.updateTable('tenant').set({ status: 'Disabled' }).where('tenant_id', '=', tenant.tenantId).execute(),
  )
  await scan(0)
  expect(await told()).toEqual([])
  const foreign = await withTenant(test.db, systemContext(other.tenantId), (tx) => tx.selectFrom('notification').selectAll().execute())
  expect(foreign).toEqual([])
})
