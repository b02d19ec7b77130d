import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const users = '/home/user-administration/users'
const files = '/home/developer-administration/tempData'
const details = (page: Page) => page.getByRole('main')

/** The list of users says that it is longer than what is streamed as a download. */
async function asLongList(page: Page): Promise<void> {
  await page.route(/\/auth\/v2\/users\?/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), totalCount: 60_000, totalIsExact: true } })
  })
}

/** Exports all users in the background, until the browser downloads them. Returns the file's id. */
async function exportUsers(page: Page): Promise<string> {
  const started = page.waitForResponse((response) => response.url().endsWith('/temporary-data/exports'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText(/Exporting users-.*\.csv/)).toBeVisible()
  expect((await download).suggestedFilename()).toMatch(/^users-.*\.csv$/)
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  return (await (await started).json()).fileId
}

test('an export of many users runs in the background, sends a notification, and its link leads to the file', async ({ page }) => {
  test.slow()
  await asLongList(page)
  await asAdministrator(page, users, 'Users')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  const file = await exportUsers(page)

  await page.getByRole('button', { name: /^Notifications/ }).click()
  const notification = page
    .getByRole('listitem')
    .filter({ hasText: /users-.*\.csv is ready/ })
    .first()
  await notification.getByRole('link', { name: 'Export ready' }).click()
  await expect(page).toHaveURL(new RegExp(`/home/download\\?file=${file}`))
  await expect(page).toHaveTitle(/Download/)
  await expect(details(page).getByText('Your file is ready')).toBeVisible()
  await expect(details(page).getByText('User export')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Feedback' })).toHaveCount(0)
  await expectNoViolations(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d-\d{6}\.csv$/)
  const lines = readFileSync(await saved.path(), 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines[0]).toBe('\uFEFFemail,givenName,familyName,groups,username,status,isDisabled,createdTime,lastSignInTime,secondFactor')
  expect(lines.length).toBeGreaterThan(21)
  const rows = /([\d,]+) rows/.exec(
    (await details(page)
      .getByText(/ rows$/)
      .textContent()) ?? '',
  )?.[1]
  expect(Number(rows?.replaceAll(',', ''))).toBe(lines.length - 1)

  await page.getByRole('link', { name: 'All temporary files' }).click()
  await expect(page.getByRole('heading', { name: 'Temporary Data', level: 1 })).toBeVisible()
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${file}"]`) })
  await expect(row).toContainText('Ready')
  await expectNoViolations(page)
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete file' }).click()
  await expectNoViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click()
  await expect(page.getByText(/users-.*\.csv deleted\./)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0)
  await page.goto(at(`/home/download?file=${file}`))
  await expect(page.getByRole('heading', { name: 'File not found' })).toBeVisible()
  await expectNoViolations(page)
})

test('the list can be searched and filtered, and says what to do if it is empty', async ({ page }) => {
  await asAdministrator(page, `${files}?q=nothing-is-called-this`, 'Temporary Data')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Failed' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/status=/)
  await page.goto(at('/home/download'))
  await expect(page.getByRole('heading', { name: 'No file chosen' })).toBeVisible()
  await expectNoViolations(page)
})

test('users who can only view users export them, without the page of all files; files of others are hidden', async ({ page, browser }) => {
  test.slow()
  const role = await buildRole(['ViewUsers'])
  const group = await buildGroup([role.roleId])
  await enter(page, await activeUser(unique('Exporter'), [group.groupId]))
  await asLongList(page)
  await page.goto(at(users))
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  const file = await exportUsers(page)
  await page.goto(at(`/home/download?file=${file}`))
  await expect(details(page).getByText('Your file is ready')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to launchpad' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect(readFileSync(await (await download).path(), 'utf8').split('\n').length).toBeGreaterThan(21)
  await page.goto(at(files))
  await page.waitForURL('**/401**')

  const other = await browser.newPage()
  await enter(other, await activeUser(unique('Bystander'), [group.groupId]))
  await other.goto(at(`/home/download?file=${file}`))
  await expect(other.getByRole('heading', { name: 'File not found' })).toBeVisible()
  await other.close()
})
