import { expect, test, type Page } from '@playwright/test'
import { bulkUsers } from '@steward/contract/users/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { expectOneSheet } from './support/paper.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, buildUser, groupIdOf, renameGroup, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const access = '/home/user-administration/access'
const open = (page: Page, path = access) => asAdministrator(page, path, 'Access')

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
  await expect(page.getByRole('region', { name: group.groupName })).toBeVisible()
})

test('answers for permissions, applications, actions and features', async ({ page }) => {
  await open(page)
  await choose(page, 'User', 'ada.lindqvist', /Ada Lindqvist/)
  await choose(page, 'Page, permission or action', 'Admin.EditGroups', /Edit groups/)
  await expect(page.getByText('Yes, Ada Lindqvist has this permission.')).toBeVisible()
  await choose(page, 'Page, permission or action', 'application treatyiq', /TreatyIQ/)
  await expect(page.getByText(/^(Yes|No), Ada Lindqvist can(not)? open this application\.$/)).toBeVisible()
  await choose(page, 'Page, permission or action', 'EditRoles (admin', /Edit roles/)
  await expect(page.getByText(/^Yes, Ada Lindqvist/)).toBeVisible()
  await choose(page, 'Page, permission or action', 'FeatureFlags.AuditLog', /^Feature/)
  await expect(page.getByText('Yes, this feature is on for Ada Lindqvist.')).toBeVisible()
  await expect(page.getByText('On, by default').first()).toBeVisible()
})

test('leads from who has access to a person who has not, and grants it', async ({ page }) => {
  const role = await buildRole(['UnderwriteIQ.EditGuidelines', 'UnderwriteIQ.ViewPricing'])
  const group = await buildGroup([role.roleId])
  const member = await buildUser(unique('Member'), [group.groupId])
  const stranger = await buildUser(unique('Stranger'))
  await open(page, `${access}/who`)
  await expect(page.getByRole('heading', { name: 'Choose a page, permission or action' })).toBeVisible()
  await choose(page, 'Page, permission or action', 'edit guidelines', /^Edit guidelines/)
  await expect(page.getByRole('heading', { level: 2, name: /^\d+ people$|^1 person$/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Granted by' }).getByRole('link', { name: group.groupName })).toBeVisible()
  await expectNoViolations(page)
  const people = page.getByRole('region', { name: 'People with access' })
  await expect(people.getByRole('link', { name: `${stranger.givenName} Tester` })).toHaveCount(0)
  const row = people.getByRole('row', { name: new RegExp(member.givenName) })
  await expect(row).toContainText(group.groupName)
  await row.getByRole('link').click()
  await expect(page.getByText(`Yes, ${member.givenName} Tester can do this.`)).toBeVisible()

  await choose(page, 'User', stranger.givenName, new RegExp(stranger.givenName))
  await expect(page.getByText(`No, ${stranger.givenName} Tester cannot do this.`)).toBeVisible()
  await page.getByRole('button', { name: 'Grant' }).click()
  const dialog = page.getByRole('dialog', { name: `Grant access to ${stranger.givenName} Tester?` })
  await dialog.getByText(`Add ${stranger.givenName} Tester to the group ${group.groupName}`).click()
  await expect(dialog.getByText('Gives what you asked for')).toBeVisible()
  await expect(dialog.getByText('View pricing (UnderwriteIQ)')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: `Add to ${group.groupName}` }).click()
  await expect(page.getByText(`Yes, ${stranger.givenName} Tester can do this.`)).toBeVisible()
})

test('compares two people and two roles, and maps groups to applications', async ({ page }) => {
  test.slow()
  const [narrow, wide] = [await buildRole(['ViewCurrencies']), await buildRole(['ViewCurrencies', 'RiskModeler.RunModels'])]
  const group = await buildGroup([wide.roleId])
  const one = await buildUser(unique('Left'))
  const other = await buildUser(unique('Right'), [group.groupId])
  await open(page, `${access}/compare`)
  await choose(page, 'First person', one.givenName, new RegExp(one.givenName))
  await choose(page, 'Second person', other.givenName, new RegExp(other.givenName))
  const groups = page.getByRole('region', { name: 'Groups' })
  await expect(groups.getByText(group.groupName)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Applications' }).getByText('Risk Modeler: Run')).toBeVisible()
  await expectNoViolations(page)
  await page.goto(at(`${access}/compare?what=roles&a=${narrow.roleId}&b=${wide.roleId}`))
  const actions = page.getByRole('region', { name: 'Actions' })
  await expect(actions.getByText('Run models (Risk Modeler)')).toBeVisible()
  await expect(actions.getByText('View currencies')).toHaveCount(0)

  await page.getByRole('link', { name: 'Map', exact: true }).click()
  const cell = page.getByRole('link', { name: `${group.groupName}, Risk Modeler: Run. Show its members.` })
  await expect(cell).toBeVisible()
  await expectNoViolations(page)
  await cell.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.getByText(`${other.givenName} Tester`)).toBeVisible()
})

/** What the address has of a moment. */
const momentNow = () => new Date().toISOString()

test('compares a group, a person and the tenant at two moments, and undoes one of the changes', async ({ page }) => {
  test.slow()
  const role = await buildRole(['ViewCurrencies'])
  const group = await buildGroup([role.roleId])
  const [stays, passes] = [await buildUser(unique('Stays')), await buildUser(unique('Passes'))]
  const call = await administratorCall()
  const move = (userId: string, action: 'addToGroup' | 'removeFromGroup') =>
    call(bulkUsers, { body: { userIds: [userId], change: { action, groupId: group.groupId } } })
  const from = momentNow()
  const [between, renamed] = [unique('Between '), unique('Renamed ')]
  await renameGroup(group.groupId, between)
  await move(passes.userId, 'addToGroup')
  await renameGroup(group.groupId, renamed)
  await move(stays.userId, 'addToGroup')
  await move(passes.userId, 'removeFromGroup')

  await asAdministrator(page, `/home/user-administration/groups/${group.groupId}/history`, renamed)
  await page.getByRole('link', { name: 'Compare two moments' }).click()
  await expect(page.getByRole('radio', { name: 'Group', exact: true })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Group' })).toHaveValue(renamed)
  await expectNoViolations(page)

  await page.goto(at(`${access}/compare?what=moments&compared=group&a=${group.groupId}&from=${from}`))
  const differing = page.getByRole('region', { name: 'What differs' })
  await expect(differing.getByRole('link', { name: renamed })).toBeVisible()
  await expect(differing).toContainText(group.groupName)
  await expect(differing).toContainText(`${stays.givenName} Tester`)
  await expect(differing).not.toContainText(between)
  await expect(differing).not.toContainText(passes.givenName)
  const changes = page.getByRole('region', { name: 'Changes that did it' })
  await expect(changes.getByRole('button', { name: /^Undo: / }).first()).toBeVisible()
  await expectNoViolations(page)
  await changes.getByRole('button', { name: `to ${renamed}` }).click()
  await page.getByRole('dialog', { name: 'Undo this change?' }).getByRole('button', { name: 'Undo change' }).click()
  await expect(differing.getByRole('link', { name: between })).toBeVisible()

  await page.goto(at(`${access}/compare?what=moments&compared=user&a=${stays.userId}&from=${from}`))
  const can = page.getByRole('region', { name: `Access of ${stays.givenName} Tester` })
  await expect(can.getByRole('region', { name: 'Actions' }).getByText('View currencies (Admin Center)')).toBeVisible()
  await page.getByRole('radio', { name: 'Whole tenant' }).click()
  await expect(differing.getByRole('link', { name: between })).toBeVisible()
  await expectNoViolations(page)
})

test('says beside the field what is wrong with a moment, and compares for a viewer of users only people', async ({ page }) => {
  const reader = await buildGroup([(await buildRole(['ViewUsers'])).roleId])
  const person = await buildUser()
  await open(page, `${access}/compare?what=moments&compared=user&a=${person.userId}&from=2001-01-01T00:00:00.000Z`)
  await expect(page.getByLabel('From')).toHaveAccessibleDescription(/isn’t kept. The earliest is/)
  await page.goto(at(`${access}/compare?what=moments&compared=user&a=${person.userId}&from=${momentNow()}&to=2020-01-01T00:00:00.000Z`))
  await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription(/Choose a moment after the first one/)
  await expectNoViolations(page)
  await page.goto(at(`${access}/compare?what=moments&compared=user&a=${person.userId}&from=${momentNow()}`))
  await expect(page.getByRole('heading', { name: 'No differences' })).toBeVisible()

  await enter(page, await activeUser(unique('Reader'), [reader.groupId]))
  await page.goto(at(`${access}/compare?what=moments&compared=tenant`))
  await expect(page.getByRole('radio', { name: 'Person' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Whole tenant' })).toHaveCount(0)
  await expectNoViolations(page)
})

test("is also on the user's page, with its state in the URL", async ({ page }) => {
  const user = await buildUser()
  await asAdministrator(page, `/home/user-administration/users/${user.userId}/access?ask=Admin.ViewUsers`, `${user.givenName} Tester`)
  const record = page.getByRole('region', { name: `${user.givenName} Tester` })
  await expect(record.getByText(`No, ${user.givenName} Tester does not have this permission.`)).toBeVisible()
})

test("prints a user's access on one page", async ({ page }) => {
  const { username } = demoCredentials()
  await asAdministrator(page, `/home/user-administration/users?q=${encodeURIComponent(username)}`, 'Users')
  const row = page.getByRole('row').filter({ hasText: username })
  const address = await row.getByRole('link').first().getAttribute('href')
  await page.goto(at(`${new URL(address ?? '', page.url()).pathname}/access`))
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expectOneSheet(page)
})

test('is available to a view-only administrator; users who cannot view users are redirected to /401', async ({ page, browser }) => {
  const auditor = await activeUser(unique('Viewer'), [await groupIdOf('Internal Audit')])
  await enter(page, auditor)
  await page.goto(at(access))
  await choose(page, 'User', 'ada.lindqvist', /Ada Lindqvist/)
  await choose(page, 'Page, permission or action', 'page groups', /^Page: Groups/)
  await expect(page.getByText('Yes, Ada Lindqvist can open this page.')).toBeVisible()
  await page.goto(at(`${access}?user=${(await buildUser()).userId}&ask=Admin.EditUsers`))
  await expect(page.getByText(/^No, .* does not have this permission\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Grant' })).toHaveCount(0)

  const stranger = await activeUser(unique('Nobody'))
  const other = await (await browser.newContext()).newPage()
  await enter(other, stranger)
  await other.goto(at(access))
  await other.waitForURL('**/401**')
  await expect(other.getByRole('heading', { name: 'What is missing' })).toBeVisible()
  await expect(other.getByText('A role with the action View users (Admin Center)')).toBeVisible()
  await expectNoViolations(other)
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
