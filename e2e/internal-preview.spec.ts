import { expect, test } from '@playwright/test'
import { createGroup } from '@steward/contract/groups/endpoints'
import { ingestEntitlements } from '@steward/contract/licenses/endpoints'
import { createRole } from '@steward/contract/roles/endpoints'
import { startProduct } from './product.ts'
import { expectNoViolations } from './support/axe.ts'
import { steward } from './support/operator.ts'
import { activeUser, callAs, enter, followInvitation } from './support/people.ts'
import { unique } from './support/screens.ts'
import { at } from './support/server.ts'
import { inDays, serviceCall } from './support/services.ts'

const path = '/home/monitoring/internal-preview'

test('an internal user finds the page by the palette, and follows jobs in their lanes', async ({ page }) => {
  test.setTimeout(240_000)
  // A company of its own: the license would add an application to the demo's launchpads.
  const tenantName = unique('lanes-')
  const email = `boss@${tenantName}.example`
  await steward(['tenant', 'create', tenantName, '--display-name', 'Lane Re', '--admin-email', email])
  const boss = await followInvitation(email)
  const call = await callAs(boss)
  const role = (await call(createRole, { body: { roleName: 'Previewer', actions: ['InternalServices.ViewPreviews'] } })).data
  await call(createGroup, { body: { groupName: 'Preview', roleIds: [role.roleId], usernames: [email] } })
  const licenses = await serviceCall('entitlements')
  const rows = [{ productCode: 'RI-QE-SERVICES', packageName: 'Internal', endDate: inDays(200) }]
  await licenses(ingestEntitlements, { body: { tenantName, kind: 'application', version: 1, mode: 'replace', rows } })

  await enter(page, boss)
  await page.goto(at('/home/launchpad'))
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('interactive lanes')
  await page.getByRole('option', { name: /Internal Preview/ }).click()
  await expect(page.getByRole('heading', { name: 'No interactive lanes' })).toBeVisible()
  await expectNoViolations(page)

  const quotas = [{ productCode: 'RI-RISKMODELER', quotaName: 'maxInteractiveConcurrency', value: 2 }]
  await licenses(ingestEntitlements, { body: { tenantName, kind: 'quota', version: 1, mode: 'replace', rows: quotas } })
  const lanes = page.getByRole('listitem', { name: 'Risk Modeler' })
  await expect(lanes.getByRole('img', { name: '0 of 2 lanes taken, 2 free' })).toBeVisible()

  const product = await startProduct({ tenantName, productCode: 'RI-RISKMODELER' })
  const jobs = ['A', 'B', 'C'].map((jobId, index) => ({ jobId, isInteractive: true, status: index < 2 ? 'Running' : 'Queued' }) as const)
  await product.report(jobs)
  await expect(lanes.getByRole('img', { name: 'All 2 lanes taken' })).toBeVisible()
  await expect(lanes.getByRole('rowheader', { name: 'A' })).toBeVisible()
  await expectNoViolations(page)
  await product.report([{ jobId: 'A', isInteractive: true, status: 'Finished', endTime: new Date().toISOString() }])
  await expect(lanes.getByRole('img', { name: '1 of 2 lanes taken, 1 free' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoViolations(page)
})

test('other people are told which permission they lack', async ({ page }) => {
  await enter(page, await activeUser(unique('Outsider')))
  await page.goto(at(path))
  await page.waitForURL('**/401**')
  await expect(page.getByText('This page needs the permission “Internal preview”')).toBeVisible()
})
