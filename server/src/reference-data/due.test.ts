import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '@steward/contract/notifications/endpoints'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { buildScheme, buildVintage } from '../testing/rates.ts'

let app: TestApp
let tenant: TestTenant
let viewer: { username: string }
let other: { username: string }
let clock = new Date('2030-06-01T00:00:00Z')
const rates = [['EUR', '2030-01-31', '0.9']] as const

beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  tenant = await app.buildTenant()
  viewer = await app.buildUser(tenant, { actions: ['ViewCurrencySchemes'] })
  other = await app.buildUser(tenant, { actions: ['ViewUsers'] })
})
afterAll(() => app.close())

async function told(user: { username: string } = tenant.administrator) {
  await app.app.background.runScheduled('announce_due_schemes')
  const { body } = await app.call(listNotifications, { query: {} }, { token: await app.signIn(tenant, user) })
  return (body.items as { properties: { parameters: { schemeCode: string }; displayMessage: string } }[]).map(
    ({ properties }) => properties,
  )
}
const codes = async () => (await told()).map(({ parameters }) => parameters.schemeCode)

test('a scheme is announced once for each time it is due', async () => {
  const on = (day: string) => new Date(`${day}T00:00:00Z`)
  const currencies = { EUR: 'Euro' }
  const quarterly = await buildScheme(app, tenant, { code: 'QUARTERLY', intervalDays: 92, createdAt: on('2020-01-01'), currencies })
  await buildVintage(app, quarterly, { vintage: 'Q1', rates, publishedAt: on('2030-04-01') })
  await buildVintage(app, quarterly, { vintage: 'Q2', rates })
  await buildScheme(app, tenant, { code: 'FRESH', intervalDays: 10, createdAt: on('2030-06-30') })
  await buildScheme(app, tenant, { code: 'NONE', createdAt: on('2020-01-01') })
  const retired = await buildScheme(app, tenant, { code: 'RETIRED', intervalDays: 1, createdAt: on('2020-01-01') })
  await asOwner(
    app.db,
    'operator',
    (tx) =>
      tx.updateTable('currency_scheme').set({ is_active: false }).where('currency_scheme_id', '=', retired.currencySchemeId).execute(),
    { tenantId: tenant.tenantId },
  )
  expect(await codes()).toEqual([])

  clock = on('2030-07-02')
  const [message] = await told()
  expect(message?.displayMessage).toBe(
    'A new vintage of Scheme QUARTERLY (QUARTERLY) has been due since July 2, 2030 (UTC). One is expected every 92 days.',
  )
  expect(await codes()).toEqual(['QUARTERLY'])
  expect(await told(viewer)).toHaveLength(1)
  expect(await told(other)).toEqual([])

  clock = on('2030-07-10')
  expect(await codes()).toEqual(['FRESH', 'QUARTERLY'])

  // A new vintage starts a new period.
  await buildVintage(app, quarterly, { vintage: 'Q3', rates, publishedAt: on('2030-07-09') })
  expect(await codes()).toEqual(['FRESH', 'QUARTERLY'])
  clock = on('2030-10-20')
  const later = await told()
  expect(later.map(({ parameters }) => parameters.schemeCode)).toContain('QUARTERLY')
  expect(later[0]?.displayMessage).toContain('October 9, 2030')
})
