import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { createClient } from '@steward/contract/http'
import type { UsageReading } from '@steward/contract/usage/schemas'
import { ingestMetrics } from '@steward/contract/usage/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { steward } from './support/operator.ts'
import { activeUser, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at, testServer } from './support/server.ts'

const path = '/home/company/company-licenses/quotas'

/** Sends a current reading as a platform service would, with a token created by the operator. */
async function read(metricName: string, value: number, productCode = 'RI-TREATYIQ'): Promise<void> {
  const made = await steward([
    'service-token',
    'create',
    unique('e2e '),
    '--all-tenants',
    '--scope',
    'metrics',
    '--product',
    productCode,
    '--json',
  ])
  const { token } = JSON.parse(made) as { token: string } // the command's answer
  const call = createClient({
    baseUrl: testServer().url,
    fetch: (...args) => fetch(...args),
    headers: () => ({ authorization: `Bearer ${token}` }),
  })
  const reading: UsageReading = { productCode, metricName, at: new Date().toISOString(), value }
  await call(ingestMetrics, { body: { tenantName: demoCredentials().tenantName, batchId: randomUUID(), readings: [reading] } })
}

test('quotas show usage and how long they last; new readings appear and trigger notifications', async ({ page }) => {
  test.slow()
  await asAdministrator(page, path, 'Licenses')
  const runs = page.getByRole('listitem', { name: 'Max Concurrent Model Runs', exact: true })
  await expect(runs).toContainText(/of 40/)
  await expect(runs).toContainText(/At this rate you’ll hit the limit on \d+ \w+ 20\d\d\./)
  await expect(runs).toContainText(/Last 30 days: average [\d.]+, peak \d+/)
  const lanes = page.getByRole('listitem', { name: 'Max Interactive Concurrency' })
  await expect(lanes).toContainText('7 of 8')
  await expect(lanes).toContainText('87%')
  await expect(lanes).toContainText('Above 80%')
  await expect(page.getByText('Risk Modeler: Max Interactive Concurrency (87%)')).toBeVisible()
  await expect(page.getByText(/Last update/)).toBeVisible()
  await expectNoViolations(page)

  // The service sends a higher reading: the page updates, and users with permission are notified.
  const jobs = page.getByRole('listitem', { name: 'Maximum Concurrent Portfolio Rollup Jobs' })
  await expect(jobs.getByRole('meter')).toHaveAttribute('aria-valuemax', '8')
  await read('maxConcurrentPortfolioRollupJobs', 8)
  await expect(jobs).toContainText('8 of 8')
  await expect(jobs).toContainText('Used up')
  await expect(jobs).toContainText('Used up')
  await expect(jobs.getByRole('meter')).toHaveAttribute('aria-valuetext', '8 of 8, 100%, Used up')
  const news = page.getByRole('status').filter({ hasText: 'New notification: Quota 95% used' })
  await expect(news).toContainText('TreatyIQ, Maximum Concurrent Portfolio Rollup Jobs: 8 of 8 used.')
  await expectNoViolations(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^quotas-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toMatch(
    /TreatyIQ,RI-TREATYIQ,Maximum Concurrent Portfolio Rollup Jobs,maxConcurrentPortfolioRollupJobs,now,8,8,.*,critical,reached,20/,
  )
})

test('users who can only view licenses see quotas and can get notifications about them', async ({ page }) => {
  test.slow()
  const role = await buildRole(['ViewLicenses', 'ViewTenantInfo'])
  await enter(page, await activeUser(unique('Viewer'), [(await buildGroup([role.roleId])).groupId]))
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto(at(path))
  await expect(page.getByRole('listitem', { name: 'Portfolio Roll-ups Per Year' })).toContainText(/of 400/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(at('/home/notification-settings'))
  await expect(page.getByRole('row', { name: /Quota 80% used/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Quota 95% used/ })).toBeVisible()
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('quotas are translated', async ({ page }) => {
    const { tenantName, username, password } = demoCredentials()
    await page.goto(at(`/home/login?tenant=${tenantName}`))
    await page.getByLabel('E-Mail').fill(username)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.waitForURL('**/launchpad')
    await page.goto(at(path))
    const runs = page.getByRole('listitem', { name: 'Max. gleichzeitige Modellläufe' })
    await expect(runs).toContainText(/von 40/)
    await expect(runs).toContainText(/Bei gleichbleibendem Verlauf ist das Kontingent am \d/)
  })
})
