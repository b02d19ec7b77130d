import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const path = '/home/monitoring/system-usage'
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Products' }).getByRole('link', { name, exact: true })
const chart = (page: Page, name: string) => page.getByRole('region', { name })

test('opens from the menu, and leads from a card to the charts of a product', async ({ page }) => {
  await asAdministrator(page, '/home/launchpad', 'Ada')
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'System Usage' }).click()
  const card = page.getByRole('listitem', { name: 'Risk Modeler' })
  await expect(card.getByRole('meter', { name: 'Modeled Locations / Day' })).toHaveAttribute('aria-valuetext', /of 50,000,000/)
  await expect(card.getByRole('listitem', { name: 'Modeled Locations / Day' })).toContainText('of 50M')
  await expectNoViolations(page)
  await card.getByRole('link', { name: 'Risk Modeler' }).click()
  await expect(tab(page, 'Risk Modeler')).toHaveAttribute('aria-current', 'page')
  await expect(chart(page, 'Max Concurrent Model Runs')).toBeVisible()
  await expect(page).toHaveTitle('Risk Modeler · System Usage · Steward')
})

test('cards keep their columns when figures arrive', async ({ page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route(/\/monitoring\/metrics\?.*RI-RISKMODELER/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await asAdministrator(page, path, 'System Usage')
  const cards = page.getByRole('list', { name: 'Usage by product' }).locator('> li')
  const edges = () => cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().left))
  await expect(page.getByRole('listitem', { name: 'ExposureIQ' }).getByRole('meter').first()).toBeVisible()
  const before = await edges()
  expect(new Set(before).size).toBeGreaterThan(1)
  answer.resolve()
  await expect(page.getByRole('listitem', { name: 'Risk Modeler' }).getByRole('meter').first()).toBeVisible()
  expect(await edges()).toEqual(before)
})

test('reads values by keyboard in all charts, and as a table', async ({ page }) => {
  await asAdministrator(page, `${path}/risk-modeler?days=7`, 'System Usage')
  const [runs, locations] = [chart(page, 'Max Concurrent Model Runs'), chart(page, 'Modeled Locations / Day')]
  await runs.getByRole('img').focus()
  await page.keyboard.press('End')
  // A period that has begun since the demo was created has no values.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(runs.getByText(/: Peak \d+, Mean [\d.]+, Quota 40$/)).toBeVisible()
  await expect(locations.getByText(/: Peak [\d,]+, Mean [\d,.]+, Quota 50,000,000$/)).toBeVisible()
  await expectNoViolations(page)
  await runs.getByRole('button', { name: 'View as table' }).click()
  await expect(runs.getByRole('table').getByRole('row')).toHaveCount(7 * 24 + 1)
  await page.getByLabel('Time', { exact: true }).selectOption('Last 3 months')
  await expect(page).toHaveURL(/days=92/)
  await tab(page, 'Platform').click()
  await expect(page).toHaveURL(/platform\?days=92/)
  await expect(chart(page, 'Archive storage')).toContainText('of 100 TB used')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoViolations(page)
})

test('saves what is shown as CSV', async ({ page }) => {
  await asAdministrator(page, `${path}/exposure-iq?days=92`, 'System Usage')
  await expect(chart(page, 'Risks Accumulated Per Day')).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  const text = readFileSync(await download.path(), 'utf8')
  expect(download.suggestedFilename()).toMatch(/^system-usage-exposure-iq-/)
  expect(text).toMatch(/\d{4}-\d\d-\d\dT00:00:00\.000Z,day,Risks Accumulated Per Day,risksAccumulatedPerDay,[\d.]+,\d+,25000000\r\n/)
})

test('people without the permission are told which one they lack', async ({ page }) => {
  const role = await buildRole(['ViewUsers'])
  const group = await buildGroup([role.roleId])
  await enter(page, await activeUser(unique('Usage'), [group.groupId]))
  await page.goto(at(path))
  await page.waitForURL('**/401**')
  await expect(page.getByText(/This page needs the permission “System usage”/i)).toBeVisible()
})

test('people who can view system usage alone see it without projections', async ({ page }) => {
  const role = await buildRole(['ViewSystemUsage'])
  const group = await buildGroup([role.roleId])
  const refused: string[] = []
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
  await enter(page, await activeUser(unique('Usage'), [group.groupId]))
  await page.goto(at(path))
  await expect(page.getByRole('listitem', { name: 'Risk Modeler' }).getByRole('meter').first()).toBeVisible()
  await expect(page.getByText(/Licensed until/).first()).toBeVisible()
  expect(refused).toEqual([])
})
