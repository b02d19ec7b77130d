import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { addReferenceData, addVintage, demoVintages } from './reference-data.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the demo has twelve years of monthly rates in two schemes of three vintages, as of the day it is made', async () => {
  const { tenantId, administrator } = await app.buildTenant()
  const read = await asOwner(app.db, 'operator', async (tx) => {
    const demo = { tenantId, by: administrator.username }
    await addReferenceData(tx, demo, new Date('2025-12-12T09:00:00Z'))
    for (const vintage of demoVintages(Date.UTC(2026, 10, 22))) await addVintage(tx, demo, vintage)
    const vintages = await tx
      .selectFrom('currency_vintage as v')
      .innerJoin('currency_scheme as s', (join) =>
        join.onRef('s.tenant_id', '=', 'v.tenant_id').onRef('s.currency_scheme_id', '=', 'v.currency_scheme_id'),
      )
      .select(['currency_scheme_code', 'vintage', 'v.status', 'first_as_of_date', 'last_as_of_date', 'currency_count', 'rate_count'])
      .where('v.tenant_id', '=', tenantId)
      .orderBy('currency_scheme_code')
      .orderBy('vintage')
      .execute()
    const { rates } = await tx
      .selectFrom('currency_rate')
      .select((eb) => eb.fn.countAll<number>().as('rates'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow()
    return { vintages, rates }
  })
  expect(read.vintages.map(({ currency_scheme_code, vintage }) => `${currency_scheme_code} ${vintage}`)).toEqual([
    'GROUP 2026-04',
    'GROUP 2026-07',
    'GROUP 2026-10',
    'SOLVENCY 2025-12',
    'SOLVENCY 2026-03',
    'SOLVENCY 2026-06',
  ])
  expect(read.vintages[2]).toMatchObject({
    status: 'Published',
    first_as_of_date: '2014-11-30',
    last_as_of_date: '2026-10-31',
    currency_count: 159,
    rate_count: 159 * 144,
  })
  expect(read.rates).toBe(6 * 159 * 144)
})

test.each(['2026-11-01T00:30:00Z', '2026-11-07T23:59:00Z', '2026-11-08T00:00:00Z', '2026-11-22T10:00:00Z', '2028-02-29T23:00:00Z'])(
  'vintages of %s were published the day before or earlier, within the year before',
  (moment) => {
    const now = Date.parse(moment)
    const times = demoVintages(now).map(({ publishedAt }) => publishedAt.getTime())
    expect(times).toHaveLength(6)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    // The latest changes of the demo are of today.
    expect(times.at(-1)).toBeLessThan(now - 86_400_000)
    // Currencies and schemes were set up before.
    expect(times[0]).toBeGreaterThan(now - 345 * 86_400_000)
  },
)
