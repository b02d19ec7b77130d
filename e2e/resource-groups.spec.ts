import { expect, test, type Page } from '@playwright/test'
import {
  createResourceGroup,
  deleteResourceGroup,
  listResourceGroups,
  manageResourceGroups,
  patchResourceGroup,
} from '@steward/contract/resource-groups/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { expectOneSheet } from './support/paper.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const path = '/home/user-administration/resource-groups'
/** A product without resource groups in the demo. */
const climate = `${path}/climate-on-demand`

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
/** The open resource group, beside the list or as a page. */
const record = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function act(page: Page, name: string, action: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function create(page: Page, name: string, share: string): Promise<void> {
  await page.getByRole('link', { name: 'Create resource group' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Create resource group' })
  await panel.getByLabel('Group Name').fill(name)
  await panel.getByRole('radio', { name: share, exact: true }).click()
  await panel.getByRole('button', { name: 'Create resource group' }).click()
}

test('resource groups allocate the quota of a product, never more than all of it', async ({ page }) => {
  test.slow()
  await asAdministrator(page, path, 'Resource Groups')
  // The index redirects to the first available product.
  await expect(page).toHaveURL(/resource-groups\/[a-z-]+$/)
  await page.getByRole('navigation', { name: 'Products' }).getByRole('link', { name: 'Climate On Demand' }).click()
  await expect(page.getByText('No resource groups yet')).toBeVisible()
  await expect(page.getByText('100% free')).toBeVisible()
  await expect(page).toHaveTitle('Climate On Demand · Resource Groups · Steward')
  const [desk, lab, pool] = [unique('Desk'), unique('Lab'), unique('Pool')]
  await create(page, desk, '50%')
  await expect(page.getByText(`Resource group ${desk} created.`)).toBeVisible()
  await expect(row(page, desk)).toContainText('50%')
  await expect(page.getByText('50% free')).toBeVisible()

  // Each option shows its quota; one that exceeds the rest cannot be chosen.
  await page.getByRole('link', { name: 'Create resource group' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Create resource group' })
  await expect(page).toHaveTitle('Create resource group · Steward')
  await panel.getByLabel('Group Name').fill(lab)
  const tooLarge = panel.getByRole('radio', { name: '75%', exact: true })
  await expect(tooLarge).toBeDisabled()
  await expect(tooLarge).toHaveAccessibleDescription(/Submitted Locations \/ Day: 7,500.*50% is free/)
  await expectNoViolations(page)
  await panel.getByRole('radio', { name: '25%', exact: true }).click()
  await panel.getByRole('button', { name: 'Create resource group' }).click()
  await expect(row(page, lab)).toContainText('25%')
  // Names are compared in lower case.
  await create(page, lab.toUpperCase(), '0%')
  await expect(page.getByRole('textbox', { name: 'Group Name' })).toHaveAccessibleDescription(/Duplicate names are not allowed/)
  await page.getByRole('textbox', { name: 'Group Name' }).fill(pool)
  await page.getByRole('dialog').getByRole('button', { name: 'Create resource group' }).click()
  await expect(row(page, pool)).toContainText('No package')
  await expectNoViolations(page)

  await act(page, desk, 'Set as default')
  await expect(page.getByText(`Resource group ${desk} set as default.`)).toBeVisible()
  await expect(row(page, desk)).toContainText('Default')

  // Another administrator takes the rest while the package is chosen.
  await act(page, pool, 'Assign package')
  const assign = record(page, pool)
  await assign.getByRole('radio', { name: '25%', exact: true }).click()
  const other = unique('Other')
  const params = { productCode: 'RI-COD-STN' } as const
  await (
    await administratorCall()
  )(createResourceGroup, { params, body: { name: other, resourceGroupPackageId: '2' } })
  await assign.getByRole('button', { name: 'Save package' }).click()
  await expect(assign.getByRole('radiogroup', { name: /^Package/ })).toHaveAccessibleDescription(
    'You have already assigned 100% of the package quota.',
  )
  await assign.getByRole('button', { name: 'Discard changes' }).click()
  await assign.getByRole('button', { name: 'Close' }).click()
  await expect(assign).toBeHidden()

  // Reallocation: quota freed by one group can go to another. Exceeding it is refused next to the field.
  await page.getByRole('link', { name: 'Allocate quota' }).click()
  const allocation = page.getByRole('dialog', { name: 'Allocate quota' })
  await expect(allocation.getByText('0% free', { exact: true })).toBeVisible()
  await expectOneSheet(page)
  const share = (name: string) => allocation.getByRole('textbox', { name: `Share of ${name} (%)` })
  await share(pool).fill('25')
  await share(pool).press('Enter')
  await expect(share(pool)).toHaveAccessibleDescription('At most 0% is free.')
  await share(pool).press('Escape')
  await expect(share(pool)).toHaveValue('0')
  await allocation.getByRole('slider', { name: `Share of ${desk}` }).press('ArrowLeft')
  await expect(allocation.getByText('25% free')).toBeVisible()
  await allocation.getByRole('button', { name: `Package of ${pool}` }).click()
  await expect(page.getByRole('menuitemradio', { name: /^50%.*At most 25% is free/ })).toBeDisabled()
  await page.getByRole('menuitemradio', { name: /^25%.*Submitted Locations \/ Day: 2,500/ }).click()
  await expect(allocation.getByText('0% free', { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await allocation.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Resource group packages updated.')).toBeVisible()
  await expect(row(page, desk)).toContainText('25%')
  await expect(row(page, pool)).toContainText('25%')

  await act(page, other, 'Remove package')
  await page.getByRole('button', { name: 'Remove package' }).click()
  await expect(row(page, other)).toContainText('No package')
  await act(page, other, 'Delete resource group')
  await page
    .getByRole('dialog', { name: `Delete resource group ${other}?` })
    .getByRole('button', { name: 'Delete resource group' })
    .click()
  await expect(page.getByText(`Resource group ${other} deleted.`)).toBeVisible()
  await expect(row(page, other)).toHaveCount(0)
})

test('a resource group is renamed and assigned to groups, or to all', async ({ page }) => {
  const group = await buildGroup()
  const name = unique('Studies')
  const params = { productCode: 'RI-COD-STN' } as const
  await (
    await administratorCall()
  )(createResourceGroup, { params, body: { name } })
  await asAdministrator(page, `${climate}?q=${name}`, 'Resource Groups')
  await row(page, name).getByRole('link', { name }).click()
  const panel = record(page, name)
  await expect(panel.getByLabel('Group Name')).toBeVisible()
  await expectNoViolations(page)
  await panel.getByLabel('Group Name').fill(`${name} two`)
  await panel.getByRole('combobox', { name: /Assigned Groups/ }).fill(group.groupName)
  await page.getByRole('option', { name: group.groupName }).click()
  await panel.getByRole('button', { name: 'Save changes' }).click()
  await expect(row(page, `${name} two`)).toContainText(group.groupName)
  const renamed = record(page, `${name} two`)
  await renamed.getByRole('radio', { name: 'All groups' }).click()
  await renamed.getByRole('button', { name: 'Save changes' }).click()
  await expect(row(page, `${name} two`)).toContainText('All groups')
})

test('a resource group opens beside the list, which stays usable by keys, and as a page at the same address', async ({ page }) => {
  const call = await administratorCall()
  const params = { productCode: 'RI-COD-STN' } as const
  const prefix = unique('Peek')
  const build = async (name: string) => (await call(createResourceGroup, { params, body: { name: `${prefix} ${name}` } })).data
  const [first, second] = [await build('a'), await build('b')]
  await asAdministrator(page, `${climate}?q=${prefix}`, 'Resource Groups')
  await expect(row(page, first.name)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(record(page, first.name)).toBeFocused()
  await expect(row(page, second.name)).toBeVisible()
  await page.keyboard.press('j')
  await expect(record(page, second.name)).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`${second.resourceGroupId}.*q=${prefix}`))
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(record(page, second.name)).toBeHidden()
  await expect(row(page, second.name).getByRole('link', { name: second.name, exact: true })).toBeFocused()

  // The tabs have addresses, and keep the record beside the list.
  await page.keyboard.press('Enter')
  const own = record(page, second.name)
  // What is typed stays when the window gets too narrow for both, and when it gets wide again.
  const nameField = page.getByRole('textbox', { name: 'Group Name' })
  await nameField.fill(`${second.name} typed`)
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 760, height: 800 })
  await expect(page.getByRole('heading', { level: 1, name: second.name })).toBeVisible()
  await expect(nameField).toHaveValue(`${second.name} typed`)
  if (wide) await page.setViewportSize(wide)
  await expect(row(page, first.name)).toBeVisible()
  await expect(nameField).toHaveValue(`${second.name} typed`)
  await own.getByRole('button', { name: 'Discard changes' }).click()
  await own.getByRole('link', { name: 'Package' }).click()
  await expect(page).toHaveURL(/\/package\?/)
  await expect(own.getByRole('button', { name: 'Save package' })).toBeVisible()
  await own.getByRole('link', { name: 'History' }).click()
  await expect(own.getByText(/created/i).first()).toBeVisible()
  await expect(row(page, first.name)).toBeVisible()
  await own.getByRole('button', { name: `Open ${second.name} as a page` }).click()
  await expect(page.getByRole('table', { name: 'Resource Groups' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: second.name })).toBeVisible()
  await expectNoViolations(page)

  // It was deleted.
  await call(deleteResourceGroup, { params: { ...params, rgId: second.resourceGroupId } })
  await expect(page.getByText('Resource group not found')).toBeVisible()
})

test('two concurrent administrators are shown both versions, and nothing is lost', async ({ page }) => {
  test.slow()
  const call = await administratorCall()
  const params = { productCode: 'RI-DATAADMIN' } as const
  const build = async (name: string) => (await call(createResourceGroup, { params, body: { name: unique(name) } })).data
  const [mine, theirs] = [await build('Mine'), await build('Theirs')]
  const assign = async (packages: Record<string, string>) => {
    const { data, etag } = await call(listResourceGroups, { params })
    const body = data.items.map((group) => ({
      default: group.default,
      resourceGroupId: group.resourceGroupId,
      resourceGroupPackageId: packages[group.resourceGroupId] ?? group.resourceGroupPackage?.resourceGroupPackageId ?? '0',
    }))
    await call(manageResourceGroups, { params, body, ifMatch: etag })
  }
  await asAdministrator(page, `${path}/data-admin`, 'Resource Groups')

  // The allocation: theirs shows up as a notice immediately, and field by field when mine is applied.
  await page.getByRole('link', { name: 'Allocate quota' }).click()
  const allocation = page.getByRole('dialog', { name: 'Allocate quota' })
  const share = (name: string) => allocation.getByRole('textbox', { name: `Share of ${name} (%)` })
  await share(mine.name).fill('25')
  await share(mine.name).press('Enter')
  await expect(allocation.getByText('was 0%')).toBeVisible()
  await assign({ [mine.resourceGroupId]: '3', [theirs.resourceGroupId]: '2' })
  await expect(allocation.getByText('Someone else changed this')).toBeVisible()
  await allocation.getByRole('button', { name: 'Apply' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else changed the packages' })
  await expect(conflict.getByRole('radio', { name: `${mine.name}, Your version: 25%` })).toBeChecked()
  await expect(conflict.getByRole('radio', { name: `${theirs.name}, Saved version: 25%` })).toBeChecked()
  await expectNoViolations(page)
  await conflict.getByRole('button', { name: 'Save chosen version' }).click()
  await expect(page.getByText('Resource group packages updated.')).toBeVisible()
  await expect(row(page, mine.name)).toContainText('25%')
  await expect(row(page, theirs.name)).toContainText('25%')

  // Name and groups.
  await row(page, mine.name).getByRole('link', { name: mine.name }).click()
  const panel = record(page, mine.name)
  await panel.getByLabel('Group Name').fill(`${mine.name} one`)
  const change = { operation: 'Update', targetProperty: 'AllAccess', value: true } as const
  await call(patchResourceGroup, { params: { ...params, rgId: mine.resourceGroupId }, body: [change] })
  await expect(panel.getByText('Someone else changed this')).toBeVisible()
  await panel.getByRole('button', { name: 'Save changes' }).click()
  const versions = page.getByRole('dialog', { name: `Someone else changed ${mine.name}` })
  await expect(versions.getByRole('radio', { name: 'Access, Saved version: All groups' })).toBeChecked()
  await versions.getByRole('button', { name: 'Save chosen version' }).click()
  await expect(page.getByText(`Resource group ${mine.name} one updated.`)).toBeVisible()
  await expect(row(page, `${mine.name} one`)).toContainText('All groups')

  // The package of one of them.
  await act(page, theirs.name, 'Replace package')
  const packages = record(page, theirs.name)
  await packages.getByRole('radio', { name: '0%', exact: true }).click()
  await assign({ [theirs.resourceGroupId]: '3' })
  await packages.getByRole('button', { name: 'Save package' }).click()
  const both = page.getByRole('dialog', { name: `Someone else changed ${theirs.name}` })
  await both.getByRole('radio', { name: 'Package, Saved version: 50%' }).click()
  await both.getByRole('button', { name: 'Save chosen version' }).click()
  await expect(page.getByText(`Resource group ${theirs.name} updated.`)).toBeVisible()
  await expect(row(page, theirs.name)).toContainText('50%')
})

test('an unavailable product redirects to /401, an unknown one is not found', async ({ page }) => {
  await asAdministrator(page, path, 'Resource Groups')
  await page.goto(at(`${path}/underwriter-iq`))
  await page.waitForURL('**/401**')
  await page.goto(at(`${path}/nonsense`))
  await expect(page.getByText('Page not found')).toBeVisible()
})

test('users who can only view groups are redirected to /401', async ({ page }) => {
  const role = await buildRole(['ViewGroups', 'RiskModeler.ViewResults'])
  const group = await buildGroup([role.roleId])
  await enter(page, await activeUser(unique('Viewer'), [group.groupId]))
  await page.goto(at(`${path}/risk-modeler`))
  await page.waitForURL('**/401**')
})
