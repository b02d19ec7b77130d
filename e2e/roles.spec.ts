import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { activeUser, signIn } from './support/people.ts'
import {
  asAdministrator,
  at,
  buildGroup,
  buildRole,
  buildUser,
  expectNoViolations,
  groupIdOf,
  otherAdministrator,
  unique,
} from './support/screens.ts'

const roles = '/home/user-administration/roles'
const table = (page: Page) => page.getByRole('table', { name: 'Roles' })
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const open = (page: Page, path = roles) => asAdministrator(page, path, 'Roles')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('the list searches, filters by action, sorts and exports', async ({ page }) => {
  const role = await buildRole(['ViewApiKeys'], unique('Keys '))
  await open(page)
  for (const name of ['Role name', 'Description', 'Actions', 'Groups', 'Users', 'Created'])
    await expect(table(page).getByRole('columnheader', { name, exact: true }).first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search roles' }).fill(role.roleName)
  await expect(row(page, role.roleName)).toBeVisible()
  await expect(row(page, 'Auditor')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await page.getByRole('button', { name: 'Action', exact: true }).click()
  await page.getByRole('combobox', { name: 'Find action' }).fill('edit api keys')
  await page.getByRole('option', { name: 'Admin Center: Edit API keys' }).click()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Tenant Administrator Reserved')).toBeVisible()
  await expect(row(page, role.roleName)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Action: Admin Center: Edit API keys' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toContain('Tenant Administrator')
  expect(csv).not.toContain(role.roleName)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await table(page).getByRole('columnheader', { name: 'Users' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=userCount/)
})

test('a role is made from the default actions, found and chosen by resource and application', async ({ page }) => {
  const name = unique('Currency steward ')
  await open(page)
  await page.getByRole('link', { name: 'Create role' }).click()
  const form = panel(page, 'Create role')
  await expect(form.getByLabel('Role name')).toBeFocused()
  await expect(box(page, 'View users')).toBeChecked()
  await expect(box(page, 'View licenses')).toBeChecked()
  await form.getByRole('button', { name: 'Create role' }).click()
  await expect(form.getByLabel('Role name')).toHaveAccessibleDescription(/This field is required/)
  await form.getByLabel('Role name').fill('auditor')
  await form.getByRole('button', { name: 'Create role' }).click()
  await expect(form.getByLabel('Role name')).toHaveAccessibleDescription(/A role with this name already exists/)
  await form.getByLabel('Role name').fill(name)

  await box(page, 'View licenses').uncheck()
  await form.getByRole('searchbox', { name: 'Find an action, resource or application' }).fill('currencies')
  await box(page, 'All of Platform, Currencies').check()
  await expect(box(page, 'Edit currencies')).toBeChecked()
  await form.getByRole('searchbox', { name: 'Find an action, resource or application' }).fill('')
  await expect(form.getByRole('button', { name: 'Platform 3 of 21' })).toBeVisible()
  await form.getByText('Only selected').click()
  await expect(box(page, 'Edit groups')).toHaveCount(0)
  await form.getByText('Not offered here, and why').click()
  await expect(form.getByText('Not available for custom roles in this environment.')).toBeVisible()
  const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/roles'))
  await form.getByRole('button', { name: 'Create role' }).click()
  expect((await request).postDataJSON()).toEqual({
    roleName: name,
    description: '',
    actions: ['EditCurrencies', 'ViewCurrencies', 'ViewUsers'],
  })
  await expect(page.getByText(`Role ${name} was created.`)).toBeVisible()
})

test('saving sends only what changed, after showing what and for whom', async ({ page }) => {
  const role = await buildRole(['ViewUsers', 'ViewGroups'])
  const user = await buildUser()
  const group = await buildGroup([role.roleId], [user.username])
  await open(page, `${roles}/${role.roleId}`)
  const own = panel(page, role.roleName)
  await expect(own.getByText('1 person in 1 group')).toBeVisible()
  await expect(own.getByRole('link', { name: group.groupName })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Save role' })).toHaveAccessibleDescription('Nothing was changed yet.')
  await box(page, 'View groups').uncheck()
  await box(page, 'Edit users').check()
  await own.getByLabel('Role name').fill(`${role.roleName} renamed`)
  const changes = own.getByRole('region', { name: 'What saving will change' })
  await expect(changes).toContainText('1 action added')
  await expect(changes).toContainText('1 action removed')
  await expect(changes).toContainText('Takes effect at once for 1 person in 1 group.')
  const request = page.waitForRequest((sent) => sent.method() === 'PATCH')
  await own.getByRole('button', { name: 'Save role' }).click()
  expect((await request).postDataJSON()).toEqual([
    { operation: 'Update', targetProperty: 'Name', value: `${role.roleName} renamed` },
    { operation: 'Remove', targetProperty: 'Actions', value: ['ViewGroups'] },
    { operation: 'Add', targetProperty: 'Actions', value: ['EditUsers'] },
  ])
  await expect(page.getByText(`Role ${role.roleName} renamed was updated.`)).toBeVisible()
})

test('shows both versions where two edit at once, action by action', async ({ page }) => {
  const role = await buildRole(['ViewUsers'])
  await open(page, `${roles}/${role.roleId}`)
  const other = await otherAdministrator(page, `${roles}/${role.roleId}`, 'Roles')
  await box(page, 'View groups').check()
  await other.getByRole('checkbox', { name: 'View roles', exact: true }).check()
  await other.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByText('Someone else changed this meanwhile')).toBeVisible()
  await other.context().close()
  await page.getByRole('button', { name: 'Save role' }).click()
  const conflict = page.getByRole('dialog', { name: /^Someone else changed .* meanwhile$/ })
  await expect(conflict.getByRole('radio', { name: 'View groups, Your version: included', exact: true })).toBeChecked()
  await expect(conflict.getByRole('radio', { name: 'View roles, Saved meanwhile: included', exact: true })).toBeChecked()
  await conflict.getByRole('button', { name: 'Save chosen version' }).click()
  await expect(page.getByText(`Role ${role.roleName} was updated.`)).toBeVisible()
  for (const name of ['View users', 'View groups', 'View roles']) await expect(box(page, name)).toBeChecked()
})

test('duplicates, and deletes after saying which groups and people lose it', async ({ page }) => {
  const role = await buildRole(['ViewUsers'])
  const user = await buildUser()
  const group = await buildGroup([role.roleId], [user.username])
  await open(page, `${roles}?q=${encodeURIComponent(role.roleName)}`)
  await page.getByRole('button', { name: `Actions for ${role.roleName}` }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Role name')).toHaveValue(`Copy of ${role.roleName}`)
  await expect(box(page, 'View users')).toBeChecked()
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(row(page, `Copy of ${role.roleName}`)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  const question = panel(page, 'Delete 2 roles?')
  await expect(question.getByText('1 person loses what no other role allows')).toBeVisible()
  await expect(question.getByText(group.groupName)).toBeVisible()
  await question.getByRole('button', { name: 'Delete 2 roles' }).click()
  await expect(page.getByText('2 roles were deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
})

test('the reserved role can be read, with the reason why not changed', async ({ page }) => {
  await open(page, `${roles}?q=Tenant`)
  await row(page, 'Tenant Administrator Reserved').getByRole('link', { name: 'Tenant Administrator Reserved', exact: true }).click()
  const own = panel(page, 'Tenant Administrator')
  await expect(own.getByLabel('Role name')).not.toBeEditable()
  await expect(box(page, 'View users')).toBeDisabled()
  await expect(own.getByRole('button', { name: 'Save role' })).toHaveAccessibleDescription(
    'The role “Tenant Administrator” is reserved and stays as it is.',
  )
})

test('a view-only administrator sees everything and is told why nothing can be changed', async ({ page }) => {
  const auditor = await activeUser(unique('Viewer'), [await groupIdOf('Internal Audit')])
  await signIn(page, auditor)
  await page.waitForURL('**/launchpad')
  await page.goto(at(`${roles}?q=help`))
  const reason = 'You need the permission “Edit roles”, which a tenant administrator can grant.'
  await expect(page.getByRole('button', { name: 'Create role' })).toHaveAccessibleDescription(reason)
  await row(page, 'Help desk').getByRole('link', { name: 'Help desk', exact: true }).click()
  const own = panel(page, 'Help desk')
  await expect(own.getByRole('button', { name: 'Save role' })).toHaveAccessibleDescription(reason)
  await expect(own.getByRole('checkbox').first()).toBeDisabled()
  await page.goto(at(`${roles}/new`))
  await page.waitForURL('**/401**')
})

test('the keyboard alone builds a role', async ({ page }) => {
  const name = unique('Keyboard ')
  await open(page)
  await page.getByRole('link', { name: 'Create role' }).press('Enter')
  await expect(page.getByLabel('Role name')).toBeFocused()
  await page.keyboard.type(name)
  await page.getByRole('button', { name: 'Close all' }).press('Enter')
  const platform = page.getByRole('button', { name: /^Platform/ })
  await expect(platform).toHaveAttribute('aria-expanded', 'false')
  await platform.press('Enter')
  await expect(platform).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(box(page, 'All of Platform, AI')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(box(page, 'View IRP Navigator')).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByLabel('Role name').press('Enter')
  await expect(page.getByText(`Role ${name} was created.`)).toBeVisible()
})

test('every screen passes axe in light and dark', async ({ page }) => {
  test.slow()
  const role = await buildRole(['ViewUsers'])
  await open(page)
  await expect(row(page, 'Auditor')).toBeVisible()
  await expectNoViolations(page)
  await page.goto(at(`${roles}/new`))
  await expect(box(page, 'View users')).toBeVisible()
  await expectNoViolations(page)
  await page.goto(at(`${roles}/${role.roleId}`))
  await box(page, 'View groups').check()
  await box(page, 'View users').uncheck()
  await expect(page.getByRole('region', { name: 'What saving will change' })).toBeVisible()
  await expectNoViolations(page)
})
