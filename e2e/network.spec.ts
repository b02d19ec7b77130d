import { expect, test, type Page } from '@playwright/test'
import { createGroup } from '@steward/contract/groups/endpoints'
import { implicitLogin } from '@steward/contract/session/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { signIn } from './support/people.ts'
import { asAdministrator, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Messages' })
const permissions = '**/auth/v2/permissions'

test('says so if the network is lost during the first load, and continues as soon as it is back', async ({ page }) => {
  await signIn(page, demoCredentials())
  await page.waitForURL('**/launchpad')
  await page.route(permissions, (route) => route.abort('connectionfailed'))
  await page.goto(at('/home/launchpad'))
  await expect(noticeOf(page).getByText('Please check your network connection.')).toBeVisible()
  await expect(noticeOf(page).getByRole('timer')).toContainText('attempt 2 of 10')
  await page.unroute(permissions)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
  await expect(noticeOf(page).getByRole('timer')).toHaveCount(0)

  await page.route(permissions, (route) => route.abort('connectionfailed'))
  await page.reload()
  await noticeOf(page).getByRole('button', { name: 'Stop trying' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Please check your network connection.' })).toBeVisible()
  await expectNoViolations(page)
  await page.unroute(permissions)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
})

test('asks for the session again while the page loads, and says so if that is stopped', async ({ page }) => {
  await page.route(`**${implicitLogin.path}`, (route) => route.abort('connectionfailed'))
  await page.goto(at('/home/launchpad'))
  await expect(noticeOf(page).getByRole('timer')).toContainText('attempt 2 of 10')
  await noticeOf(page).getByRole('button', { name: 'Try now' }).click()
  await expect(noticeOf(page).getByRole('timer')).toContainText('attempt 3 of 10')
  await noticeOf(page).getByRole('button', { name: 'Stop trying' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Please check your network connection.' })).toBeVisible()
  await page.unroute(`**${implicitLogin.path}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('does not retry a change that might have arrived: the form says so and keeps the input', async ({ page }) => {
  await asAdministrator(page, '/home/user-administration/groups/new', 'Groups')
  const name = unique('Analysts ')
  const panel = page.getByRole('dialog', { name: 'Create group' })
  await panel.getByRole('textbox', { name: 'Group name' }).fill(name)
  await panel.getByRole('button', { name: 'Next: Add Roles' }).click()
  let sent = 0
  await page.route(`**${createGroup.path}`, (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent++
    return route.abort('connectionfailed')
  })
  await panel.getByRole('button', { name: 'Create group' }).click()
  await expect(panel.getByText('Please check your network connection.')).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Group name' })).toHaveValue(name)
  await expect(noticeOf(page).getByRole('timer')).toHaveCount(0)
  expect(sent).toBe(1)
})
