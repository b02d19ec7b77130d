import { expect, test, type Page } from '@playwright/test'
import { createGroup } from '@steward/contract/groups/endpoints'
import { getPermissions } from '@steward/contract/access/endpoints'
import { getSetting, putSetting } from '@steward/contract/tenants/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { steward } from './support/operator.ts'
import { activeUser, administratorCall, signIn } from './support/people.ts'
import { asAdministrator, buildRole, otherAdministrator, unique } from './support/screens.ts'
import { at } from './support/server.ts'

/** Settings of the tenant, and of each user. */

const page_ = '/home/configurations/tenant-settings'
const settings = (page: Page) => asAdministrator(page, page_, 'Tenant Settings')
const save = (page: Page) => page.getByRole('button', { name: 'Save settings' })

/** The operator's way to undo a lockout; also resets the settings between tests. */
const reset = () => steward(['tenant', 'reset-settings', demoCredentials().tenantName])
test.afterEach(reset)

async function savedAndReloaded(page: Page): Promise<void> {
  // Some messages show for only a second, so check every frame.
  await Promise.all([
    page.waitForFunction((notice) => document.body.innerText.includes(notice), 'The tenant settings are saved. The page reloads.'),
    page.waitForEvent('load'),
    save(page).click(),
  ])
  await expect(page.getByRole('heading', { name: 'Tenant Settings', level: 1 })).toBeVisible()
}

/** A flag that is off unless the tenant chose previews. */
async function preview(): Promise<unknown> {
  const { data } = await (await administratorCall())(getPermissions, {})
  return data.facts.flags['ExposureIQBeta']
}

test('an administrator changes tenant settings; the page reloads with the previews', async ({ page }) => {
  await settings(page)
  await expect(save(page)).toBeDisabled()
  expect(await preview()).toEqual({ value: false, source: 'default' })
  await page.getByRole('switch', { name: 'Show features in preview' }).click()
  const length = page.getByRole('textbox', { name: 'Maximum session length' })
  await expect(page.getByText('Default: 12 hours')).toBeVisible()
  await length.fill('9')
  await length.press('ArrowDown')
  await expect(page.getByText(/whose session is older than 8 hours/)).toBeVisible()
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill('Meridian-Re.example')
  await page.getByRole('button', { name: 'Add range' }).click()
  await page.getByRole('textbox', { name: 'Address or range' }).fill('127.0.0.0/8')
  await page.getByRole('textbox', { name: 'Note' }).fill('This machine')
  await expect(page.getByText('Your address, 127.0.0.1, is included.')).toBeVisible()
  await expectNoViolations(page)
  await savedAndReloaded(page)
  await expect(page.getByRole('switch', { name: 'Show features in preview' })).toBeChecked()
  expect(await preview()).toEqual({ value: true, source: 'preview' })
  await expect(length).toHaveValue('8')
  await expect(page.getByLabel('Unit of Maximum session length')).toHaveValue('hours')
  await expect(page.getByRole('textbox', { name: 'Domain', exact: true })).toHaveValue('meridian-re.example')
  await expect(page.getByText(/Last saved by/)).toContainText(demoCredentials().username)
})

test('a saved setting is undone by its message, which survives the reload, and again in the history', async ({ page }) => {
  await settings(page)
  const idle = page.getByRole('textbox', { name: 'Idle timeout' })
  const before = await idle.inputValue()
  await idle.fill('3')
  await page.getByLabel('Unit of Idle timeout').selectOption('hours')
  await savedAndReloaded(page)
  await expect(idle).toHaveValue('3')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this change?' })
  await expect(question.getByRole('region', { name: 'What comes back' })).toContainText('gets its default')
  await expect(question.getByText('No one’s permissions change.')).toBeHidden()
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Undo change' }).click()
  await expect(page.getByText('The change was undone.')).toBeVisible()
  await expect(idle).toHaveValue(before)
  await expect(save(page)).toBeDisabled()

  await page.getByRole('heading', { name: 'History' }).click()
  await expect(page.getByRole('link', { name: /^Undone/ }).first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Undo: / })
    .first()
    .click()
  await question.getByRole('button', { name: 'Undo change' }).click()
  await expect(idle).toHaveValue('3')
  // Saving goes on from the version that came back.
  await idle.fill('4')
  await savedAndReloaded(page)
  await expect(idle).toHaveValue('4')
})

test('logs are kept for as long as the tenant sets, within the limits of the operator', async ({ page }) => {
  await asAdministrator(page, '/home/monitoring/audit-log', 'Audit Log')
  await expect(page.getByText('Kept for 7 years.')).toBeVisible()
  await page.getByRole('link', { name: 'Change retention' }).click()
  const [audit, system] = [page.getByLabel('Keep audit log'), page.getByLabel('Keep system log')]
  await expect(audit).toBeInViewport()
  await expect(page.getByText('92 to 3,653 days. Default: 400 days')).toBeVisible()
  await audit.fill('364')
  await system.fill('4000')
  await save(page).click()
  await expect(page.getByText('At least 365.').first()).toBeVisible()
  await expect(page.getByText(/At most 3,?653/).first()).toBeVisible()
  await expectNoViolations(page)

  // Longer than the demo's history, so that no entry disappears from other tests.
  await audit.fill('2000')
  await system.fill('500')
  await save(page).click()
  const question = page.getByRole('dialog', { name: 'Shorten log retention?' })
  await expect(question).toContainText('Audit log entries from before')
  await expect(question).not.toContainText('System log entries')
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(audit).toHaveValue('2000')
  await save(page).click()
  await Promise.all([page.waitForEvent('load'), question.getByRole('button', { name: 'Shorten log retention' }).click()])
  await expect(audit).toHaveValue('2000')
  await page.goto(at('/home/monitoring/system-log'))
  await expect(page.getByText('Kept for 500 days.')).toBeVisible()
})

test('settings that would lock out the administrator are refused next to the field; errors show below theirs', async ({ page }) => {
  await settings(page)
  await page.getByRole('button', { name: 'Add range' }).click()
  const range = page.getByRole('textbox', { name: 'Address or range' })
  await range.fill('10.0.0.0/40')
  const idle = page.getByRole('textbox', { name: 'Idle timeout' })
  await idle.fill('5')
  await page.getByLabel('Unit of Idle timeout').selectOption('minutes')
  await save(page).click()
  await expect(page.getByText('Enter an address or a range, such as 192.0.2.0/24 or 2001:db8::/32.').first()).toBeVisible()
  await expect(page.getByText('Enter 15 minutes to 7 days.').first()).toBeVisible()
  await idle.fill('')
  await range.fill('203.0.113.0/24')
  await expect(page.getByText('isn’t included. These ranges would lock you out')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Saving them would lock you out').first()).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Add my address' }).click()
  await savedAndReloaded(page)
  await expect(page.getByRole('textbox', { name: 'Address or range' })).toHaveCount(2)
})

test('concurrent edits by two administrators lose nothing; leaving with changes asks', async ({ page }) => {
  await settings(page)
  await page.getByRole('textbox', { name: 'Maximum session length' }).fill('5')
  const other = await otherAdministrator(page, page_, 'Tenant Settings')
  await other.getByRole('textbox', { name: 'Maximum session length' }).fill('400')
  await other.getByLabel('Unit of Maximum session length').selectOption('minutes')
  await savedAndReloaded(other)
  await expect(page.getByText('Someone else changed this')).toBeVisible()
  await save(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('5 hours')
  await expect(dialog).toContainText('400 minutes')
  await dialog.getByRole('button', { name: /Back/ }).click()
  await page.getByRole('link', { name: 'Launchpad' }).first().click()
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
  await other.context().close()
})

test('users who are not administrators are redirected', async ({ page }) => {
  const person = await activeUser(unique('Lena'))
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  await page.goto(at(page_))
  await page.waitForURL('**/401**')
})

test('user settings apply immediately, follow the user to another device, and set the time zone', async ({ page, browser }) => {
  // With one permission only, so that nothing here needs more.
  const { roleId } = await buildRole(['ViewGroups'])
  const { data: group } = await (await administratorCall())(createGroup, { body: { groupName: unique('Readers '), roleIds: [roleId] } })
  const person = await activeUser(unique('Tess'), [group.groupId])
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  await page.goto(at('/home/launchpad#user-settings'))
  const drawer = page.getByRole('dialog', { name: 'User settings' })
  await expect(drawer).toBeVisible()
  await expect(drawer.getByText('Only a user administrator can change names.')).toBeVisible()
  expect(Math.round((await drawer.boundingBox())?.width ?? 0)).toBe(480)
  await drawer.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.getByText('Account settings updated successfully.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await drawer.getByRole('radio', { name: 'Compact' }).click()
  await drawer.getByLabel('Time zone').fill('New York')
  await page.getByRole('option', { name: 'America/New York' }).click()
  await expect(drawer.getByText(/GMT-[45]|EDT|EST/)).toBeVisible()
  await expect(drawer.locator('time').first()).toHaveAttribute('title', /GMT-[45]|EDT|EST/)
  await expectNoViolations(page)

  const device = await browser.newContext()
  const elsewhere = await device.newPage()
  await signIn(elsewhere, person)
  await elsewhere.waitForURL('**/launchpad')
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(elsewhere.locator('html')).toHaveAttribute('data-density', 'compact')
  // A change there reaches this window without a reload.
  await elsewhere.goto(at('/home/launchpad#user-settings'))
  await elsewhere.getByRole('dialog').getByRole('radio', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await device.close()
})

test('the language is saved for the user, and the page reloads in it', async ({ page }) => {
  const person = await activeUser(unique('Kai'))
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  await page.goto(at('/home/launchpad#user-settings'))
  await page.getByRole('dialog').getByLabel('Language').selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.goto(at('/help/site/login'))
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  await page.context().clearCookies({ name: 'steward_language' })
  await page.goto(at('/home/launchpad'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('a change that could not be saved is reverted, with the reason', async ({ page }) => {
  const person = await activeUser(unique('Noa'))
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  await page.goto(at('/home/launchpad#user-settings'))
  const problem = { type: 'about:blank', title: 'Error', status: 500, code: 'internal', message: 'Broken.', requestId: 'r', parameters: {} }
  await page.route('**/tenantinfo/datastore', (route) => route.fulfill({ status: 500, json: problem }))
  await page.getByRole('dialog').getByRole('radio', { name: 'Dark' }).click()
  await expect(page.getByText('The account settings could not be saved.')).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
})

test("the API does not return other users' settings", async () => {
  const call = await administratorCall()
  const stranger = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44'
  const read = call(getSetting, { params: { key: 'userSettings' }, query: { level: 'User', levelId: stranger } })
  await expect(read).rejects.toMatchObject({ status: 403, problem: { code: 'setting_not_own' } })
  const write = call(putSetting, { body: { key: 'userSettings', level: 'User', levelId: stranger, value: '{}' } })
  await expect(write).rejects.toMatchObject({ status: 403 })
})
