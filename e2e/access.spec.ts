import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, buildUser, groupIdOf, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const access = '/home/user-administration/access'
const open = (page: Page, path = access) => asAdministrator(page, path, 'Explain access')

async function choose(page: Page, field: string, typed: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

test('shows what to change where access is missing, and the role and group where it is granted', async ({ page }) => {
  const role = await buildRole(['ViewCurrencies'])
  const group = await buildGroup([role.roleId])
  const stranger = await buildUser(unique('Stranger'))
  const steward = await buildUser(unique('Steward'), [group.groupId])
  await open(page)
  await expect(page.getByRole('heading', { name: 'Choose a person' })).toBeVisible()
  await choose(page, 'User', stranger.givenName, new RegExp(stranger.givenName))
  await choose(page, 'Page, permission or action', 'page currencies', /^Page: Currencies\s/)
  await expect(page.getByText(`No, ${stranger.givenName} Tester cannot open this page.`)).toBeVisible()
  await expect(page.getByText(`Give ${stranger.givenName} Tester a role that includes View currencies (Admin Center).`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Groups of this user' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Roles with this permission' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Action: Admin Center/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveValue(`${stranger.givenName} Tester`)

  await choose(page, 'User', steward.givenName, new RegExp(steward.givenName))
  await expect(page.getByText(`Yes, ${steward.givenName} Tester can open this page.`)).toBeVisible()
  const rule = page.getByRole('list', { name: 'Full rule' })
  await expect(rule.getByText('All of these').first()).toBeVisible()
  await expect(rule.getByText('One of these').first()).toBeVisible()
  await expect(page.getByRole('link', { name: role.roleName }).first()).toBeVisible()
  await expect(page).toHaveURL(/ask=/)
  await page.getByRole('link', { name: group.groupName }).first().click()
  await expect(page.getByRole('dialog', { name: group.groupName })).toBeVisible()
})

test('answers for permissions, applications, actions and features', async ({ page }) => {
  await open(page)
  await choose(page, 'User', 'ada.lindqvist', /Ada Lindqvist/)
  await choose(page, 'Page, permission or action', 'Admin.EditGroups', /Edit groups/)
  await expect(page.getByText('Yes, Ada Lindqvist has this permission.')).toBeVisible()
  await choose(page, 'Page, permission or action', 'application cometa', /Cometa/)
  await expect(page.getByText(/^(Yes|No), Ada Lindqvist can(not)? open this application\.$/)).toBeVisible()
  await choose(page, 'Page, permission or action', 'EditRoles (admin', /Edit roles/)
  await expect(page.getByText(/^Yes, Ada Lindqvist/)).toBeVisible()
  await choose(page, 'Page, permission or action', 'FeatureFlags.AuditLog', /^Feature/)
  await expect(page.getByText('Yes, this feature is on for Ada Lindqvist.')).toBeVisible()
  await expect(page.getByText('On, by default').first()).toBeVisible()
})

test("is also on the user's page, with its state in the URL", async ({ page }) => {
  const user = await buildUser()
  await asAdministrator(page, `/home/user-administration/users/${user.userId}/access?ask=Admin.ViewUsers`, 'Users')
  const panel = page.getByRole('dialog', { name: `${user.givenName} Tester` })
  await expect(panel.getByText(`No, ${user.givenName} Tester does not have this permission.`)).toBeVisible()
})

test('is available to a view-only administrator; users who cannot view users are redirected to /401', async ({ page, browser }) => {
  const auditor = await activeUser(unique('Viewer'), [await groupIdOf('Internal Audit')])
  await enter(page, auditor)
  await page.goto(at(access))
  await choose(page, 'User', 'ada.lindqvist', /Ada Lindqvist/)
  await choose(page, 'Page, permission or action', 'page groups', /^Page: Groups/)
  await expect(page.getByText('Yes, Ada Lindqvist can open this page.')).toBeVisible()

  const stranger = await activeUser(unique('Nobody'))
  const other = await (await browser.newContext()).newPage()
  await enter(other, stranger)
  await other.goto(at(access))
  await other.waitForURL('**/401**')
  await other.context().close()
})

test('works by keyboard and passes axe in light and dark', async ({ page }) => {
  test.slow()
  const user = await buildUser()
  await open(page, `${access}?user=${user.userId}`)
  const question = page.getByRole('combobox', { name: 'Page, permission or action' })
  await question.focus()
  await page.keyboard.type('page users')
  await expect(page.getByRole('option', { name: /^Page: Users/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`No, ${user.givenName} Tester cannot open this page.`)).toBeVisible()
  await expectNoViolations(page)
  await page.goto(at(`${access}?user=${user.userId}&ask=Navigation.Launchpad`))
  await expect(page.getByText(`Yes, ${user.givenName} Tester has this permission.`)).toBeVisible()
  await expectNoViolations(page)
})
