import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { ingestEntitlements } from '@steward/contract/licenses/endpoints'
import type { CallInput } from '@steward/contract/http'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { activeUser, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'
import { inDays, serviceCall } from './support/services.ts'

const path = '/home/company/company-licenses'

/** Sends a batch as a platform service would, with a token created by the operator. */
async function ingest(batch: Pick<CallInput<typeof ingestEntitlements>['body'], 'kind' | 'rows'>): Promise<void> {
  const { tenantName } = demoCredentials()
  const body = { ...batch, tenantName, version: Date.now(), mode: 'merge' } as CallInput<typeof ingestEntitlements>['body'] // rows fit the kind
  await (
    await serviceCall('entitlements')
  )(ingestEntitlements, { body })
}

test('licenses show their contents and time left; rows sent by a service appear without a reload', async ({ page }) => {
  test.slow()
  await asAdministrator(page, path, 'Licenses')
  const modeler = page.getByRole('listitem', { name: 'Risk Modeler', exact: true })
  await expect(modeler).toContainText('40 concurrent model runs, 50 million modeled locations a day')
  await expect(modeler).toContainText('Licensed')
  await expect(page.getByRole('listitem', { name: 'SiteIQ' })).toContainText('Expired')
  await expect(page.getByRole('listitem', { name: 'Cometa' })).toBeHidden()
  await ingest({ kind: 'application', rows: [{ productCode: 'RI-COMETA', packageName: 'standard', endDate: inDays(5.5) }] })
  await expect(page.getByRole('listitem', { name: 'Cometa' })).toContainText('6 days left')
  await expect(page.getByText(/Expires within 30 days: .*Cometa/)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('searchbox', { name: 'Search applications' }).fill('treaty')
  await expect(page.getByRole('list', { name: 'Applications' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search applications' }).fill('nothing like it')
  await expect(page.getByText('No licenses match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(modeler).toBeVisible()
})

test('models are searched among thousands, filtered, and exported', async ({ page }) => {
  test.slow()
  const perils = ['Flood', 'Wind', 'Earthquake', 'Hail']
  const rows = Array.from({ length: 2_000 }, (_, index) => ({
    productCode: `HD-${index % 500}`,
    productName: `Model ${index % 500} HD`,
    continent: 'Europe',
    peril: perils[Math.floor(index / 500)] ?? '',
    endDate: inDays(index === 7 ? -3 : 400),
  }))
  await ingest({ kind: 'model', rows })
  await asAdministrator(page, `${path}/models`, 'Licenses')
  await expect(page.getByText(/2,0\d\d/).first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search models' }).fill('quake hd-321')
  await expect(page.getByRole('row', { name: /Model 321 HD/ })).toHaveCount(1)
  await expect(page).toHaveURL(/q=quake/)
  await expectNoViolations(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^model-entitlements-\d{4}-\d\d-\d\d\.csv$/)
  await page.goto(at(`${path}/models`))
  const all = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect(readFileSync(await (await all).path(), 'utf8').split('\n').length).toBeGreaterThan(2_000)
  await page.goto(at(`${path}/models?state=lapsed`))
  await expect(page.getByRole('row', { name: /Model 7 HD/ })).toContainText('Expired')
  await page.goto(at(`${path}/no-such-kind`))
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('licenses are shown as of an earlier moment', async ({ page }) => {
  await ingest({ kind: 'data', rows: [{ productCode: 'PAST-DATA', endDate: '2098-06-15T12:00:00.000Z' }] })
  const asOf = new Date(Date.now() + 2).toISOString()
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(asOf) + 2)
  await ingest({ kind: 'data', rows: [{ productCode: 'PAST-DATA', endDate: '2099-06-15T12:00:00.000Z' }] })
  await asAdministrator(page, `${path}/data?q=past-data&moment=${asOf}`, 'Licenses')
  await expect(page.getByText('You are looking at')).toBeVisible()
  await expect(page.getByRole('row', { name: /^PAST-DATA/ })).toContainText('2098')
  await expect(page.getByRole('link', { name: 'Models' })).toBeHidden()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Applications' }).click()
  await expect(page.getByText('Risk Modeler').first()).toBeVisible()
  await page.goto(at(`${path}/data?q=past-data`))
  await expect(page.getByRole('row', { name: /^PAST-DATA/ })).toContainText('2099')
})

test('users who can only view licenses see data and quotas; users without permission are redirected to /401', async ({ page }) => {
  test.slow()
  await ingest({ kind: 'data', rows: [{ productCode: 'DATAAPI-LOCINTEL', endDate: inDays(20.5) }] })
  const role = await buildRole(['ViewLicenses', 'ViewTenantInfo'])
  const group = await buildGroup([role.roleId])
  await enter(page, await activeUser(unique('Viewer'), [group.groupId]))
  await page.goto(at(`${path}/data`))
  await expect(page.getByRole('row', { name: /Location Intelligence/ })).toContainText('21 days left')
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Quotas' }).click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText('CompanyLicensesQuotas')
  await expect(page.getByRole('listitem', { name: 'Risk Modeler' })).toContainText(/Modeled Locations \/ Day.* of 50,000,000/)
  await expectNoViolations(page)

  const other = await page.context().browser()?.newContext()
  const denied = await other?.newPage()
  if (!denied) throw new Error('no second window')
  await enter(denied, await activeUser(unique('Plain'), [(await buildGroup([(await buildRole(['ViewUsers'])).roleId])).groupId]))
  await denied.goto(at(path))
  await denied.waitForURL('**/401**')
})
