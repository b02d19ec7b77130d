import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { activeUser, enter } from './support/people.ts'
import { asAdministrator, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const path = '/home/monitoring/system-log'
const table = (page: Page) => page.getByRole('table', { name: 'System Log' })

test('shows what happened, narrows it by the chart, and opens an event', async ({ page }) => {
  await asAdministrator(page, `${path}?days=30`, 'System Log')
  await expect(table(page).locator('time').first()).toBeVisible()
  await expectNoViolations(page)
  const chart = page.getByRole('img', { name: /successes and .* failures/ })
  const box = await chart.boundingBox()
  if (!box) throw new Error('no chart')
  await page.mouse.move(box.x + box.width * 0.4, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + 40, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/from=.*until=/)
  await expect(table(page).locator('time').first()).toBeVisible()
  await table(page).getByRole('link').first().click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Request ID')).toBeVisible()
  await expectNoViolations(page)
})

test('filters by kind and outcome, pages, and exports', async ({ page }) => {
  await asAdministrator(page, `${path}?days=30&kind=sign_in_failed`, 'System Log')
  await expect(table(page).getByRole('link', { name: 'Sign-in failed' }).first()).toBeVisible()
  await page
    .getByRole('navigation', { name: /System Log/ })
    .getByRole('button', { name: 'Older' })
    .click()
  await expect(page).toHaveURL(/before=/)
  const { tenantName } = demoCredentials()
  await page.request.post(at('/auth/v1/Login'), { data: { tenantName, username: unique('nobody'), password: 'Wrong-password-1' } })
  await page.goto(at(`${path}?days=1&kind=sign_in_failed`))
  await expect(table(page).locator('time').first()).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
  expect(readFileSync(await download.path(), 'utf8')).toContain('sign_in_failed,failure')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoViolations(page)
})

test('sends people without the permission to /401', async ({ page }) => {
  const person = await activeUser(unique('Nobody'))
  await enter(page, person)
  await page.goto(at(path))
  await page.waitForURL('**/401**')
})
