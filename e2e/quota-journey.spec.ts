import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { ingestEntitlements } from '@steward/contract/licenses/endpoints'
import { createGroup } from '@steward/contract/groups/endpoints'
import { listResourceGroups } from '@steward/contract/resource-groups/endpoints'
import { createRole } from '@steward/contract/roles/endpoints'
import { ingestMetrics } from '@steward/contract/usage/endpoints'
import { createUser } from '@steward/contract/users/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { steward } from './support/operator.ts'
import { callAs, followInvitation, signIn } from './support/people.ts'
import { unique } from './support/screens.ts'
import { at } from './support/server.ts'
import { inDays, serviceCall } from './support/services.ts'

/**
 * The journey of a quota, in a company of its own: licenses arrive from a platform service, resource groups allocate them, usage
 * shows how well they fit, and users in one of the groups see what is licensed.
 */

const path = '/home/user-administration/resource-groups'
const productCode = 'RI-RISKMODELER'
const menu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function create(page: Page, name: string, share: string, group?: string): Promise<void> {
  await page.getByRole('link', { name: 'Create resource group' }).first().click()
  const panel = dialog(page, 'Create resource group')
  await panel.getByLabel('Group Name').fill(name)
  if (group !== undefined) {
    await panel.getByRole('combobox', { name: /Assigned Groups/ }).fill(group)
    await page.getByRole('option', { name: group }).click()
  }
  await panel.getByRole('radio', { name: share, exact: true }).click()
  await panel.getByRole('button', { name: 'Create resource group' }).click()
}

test('from an arriving license to a user who sees the licensed application', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const tenantName = unique('quota-')
  const email = `boss@${tenantName}.example`
  await steward(['tenant', 'create', tenantName, '--display-name', 'Quota Re', '--admin-email', email])
  const boss = await followInvitation(email)
  const call = await callAs(boss)
  // A group with access to three applications once they are licensed; the administrator is a member.
  const actions = ['RiskModeler.ViewResults', 'UnderwriteIQ.ViewSubmissions', 'TreatyIQ.ViewPrograms']
  const role = (await call(createRole, { body: { roleName: 'Analyst', actions } })).data
  const group = (await call(createGroup, { body: { groupName: 'Analysts', roleIds: [role.roleId], usernames: [email] } })).data
  const analyst = `analyst@${tenantName}.example`
  await call(createUser, { body: { givenName: 'Ana', familyName: 'Lyst', email: analyst, groupIds: [group.groupId] } })

  // Nothing is licensed: there is no quota to allocate.
  await signIn(page, boss)
  await page.waitForURL('**/launchpad')
  await expect(menu(page, 'Groups')).toBeVisible()
  await expect(menu(page, 'Resource Groups')).toHaveCount(0)

  // A service sends the licenses; the page and its tab appear without a reload.
  const license = (code: string, packageName: string) => ({ productCode: code, packageName, endDate: inDays(200) })
  const rows = [license(productCode, 'Large'), license('RI-DATAADMIN', 'Standard')]
  await (
    await serviceCall('entitlements')
  )(ingestEntitlements, { body: { tenantName, kind: 'application', version: 1, mode: 'replace', rows } })
  await menu(page, 'Resource Groups').click()
  const products = page.getByRole('navigation', { name: 'Products' })
  await expect(products.getByRole('link', { name: 'Risk Modeler' })).toHaveAttribute('aria-current', 'page')
  await expect(products.getByRole('link', { name: 'TreatyIQ' })).toHaveCount(0)
  await expect(page.getByText('No resource groups yet')).toBeVisible()

  // Three resource groups; a package that exceeds what is left cannot be chosen.
  const [desk, lab, pool] = [unique('Desk'), unique('Lab'), unique('Pool')]
  await create(page, desk, '50%', 'Analysts')
  await expect(row(page, desk)).toContainText('Analysts')
  await create(page, lab, '25%')
  await expect(row(page, lab)).toContainText('25%')
  await page.getByRole('link', { name: 'Create resource group' }).first().click()
  const tooLarge = dialog(page, 'Create resource group').getByRole('radio', { name: '50%', exact: true })
  await expect(tooLarge).toBeDisabled()
  await expect(tooLarge).toHaveAccessibleDescription(/Only 25% is free/)
  await page.keyboard.press('Escape')
  await create(page, pool, '25%')
  await expect(row(page, pool)).toContainText('25%')

  await tryOut(page, { desk, lab, pool }, async () => {
    const { data } = await call(listResourceGroups, { params: { productCode } })
    const used = { [desk]: 9, [lab]: 15, [pool]: 8 }
    const readings = data.items.map(({ resourceGroupId, name }) => ({
      productCode,
      metricName: 'maxConcurrentModelRuns',
      resourceGroupId,
      at: inDays(-2),
      value: used[name] ?? 0,
    }))
    await (
      await serviceCall('metrics', productCode)
    )(ingestMetrics, { body: { tenantName, batchId: randomUUID(), readings } })
  })

  await row(page, lab)
    .getByRole('button', { name: `Actions for ${lab}` })
    .click()
  await page.getByRole('menuitem', { name: 'Set as default' }).click()
  await expect(page.getByText(`Resource group ${lab} set as default.`)).toBeVisible()
  await expect(row(page, lab)).toContainText('Default')

  // Of the three applications that the role would open, only the licensed one.
  const window = await browser.newContext()
  const other = await window.newPage()
  await signIn(other, await followInvitation(analyst))
  await other.waitForURL('**/launchpad')
  const applications = other.getByRole('region', { name: 'Applications' }).getByRole('listitem')
  await expect(applications.filter({ hasText: 'Risk Modeler' })).toBeVisible()
  await expect(applications.filter({ hasText: /UnderwriteIQ|TreatyIQ|Data Admin/ })).toHaveCount(0)
  await expectNoViolations(other)
  // This user can't allocate quota.
  await expect(menu(other, 'Resource Groups')).toHaveCount(0)
  await other.goto(at(`${path}/risk-modeler/allocation?mode=what-if`))
  await other.waitForURL('**/401**')
  await window.close()
})

/** The what-if mode, first without usage, then with it: tried, discarded, tried again and applied. */
async function tryOut(page: Page, names: Record<'desk' | 'lab' | 'pool', string>, report: () => Promise<void>): Promise<void> {
  const { desk, lab, pool } = names
  await page.getByRole('link', { name: 'Allocate quota' }).click()
  const panel = dialog(page, /^Allocate quota/)
  await panel.getByRole('switch', { name: 'What-if' }).click()
  await expect(page).toHaveURL(/allocation\?.*mode=what-if/)
  await expect(panel.getByText('No recent usage')).toBeVisible()
  await expectNoViolations(page)
  await report()
  const groups = panel.getByRole('list', { name: 'Resource Groups' })
  const of = (name: string) => groups.getByRole('listitem', { name, exact: true })
  // Reported while the page is open.
  await expect(of(lab)).toContainText('peak 15, average 15 of 10')
  await expect(of(lab)).toContainText('Over quota')
  await expect(of(desk)).toContainText('Underused')
  await expect(of(pool)).toContainText('Fits')
  await expect(of(desk)).toContainText('25% would have covered every peak.')

  // More than 100 % can be tried, but not applied.
  const share = (name: string) => panel.getByRole('textbox', { name: `Share of ${name} (%)` })
  await share(lab).fill('50')
  await share(lab).press('Enter')
  await expect(panel.getByText('25% over the quota')).toBeVisible()
  await expect(of(lab)).toContainText('was Over quota')
  await expect(panel.getByRole('button', { name: 'Apply…' })).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page)
  await panel.getByRole('button', { name: 'Discard what-if' }).click()
  await expect(panel.getByText('0% free', { exact: true })).toBeVisible()
  await expect(share(lab)).toHaveValue('25')

  // The URL keeps the mode.
  await page.reload()
  await expect(panel.getByRole('switch', { name: 'What-if' })).toBeChecked()
  await panel.getByRole('button', { name: 'Fit to usage' }).click()
  await expect(share(lab)).toHaveValue('50')
  await expect(share(desk)).toHaveValue('25')
  await expect(panel.getByText('0% free', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Apply…' }).click()
  const question = dialog(page, 'Apply this allocation?')
  await expect(question.getByRole('listitem').filter({ hasText: lab })).toContainText('25%')
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Apply allocation' }).click()
  await expect(page.getByText('Resource group packages updated.')).toBeVisible()
  await expect(page).not.toHaveURL(/mode=/)
  await expect(row(page, lab)).toContainText('50%')
  await expect(row(page, desk)).toContainText('25%')
}
