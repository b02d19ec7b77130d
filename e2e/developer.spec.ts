import { expect, test, type Page } from '@playwright/test'
import { createClient, ProblemError } from '@steward/contract/http'
import { listRoles } from '@steward/contract/roles/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { expectNoViolations, expectNoViolationsNow } from './support/axe.ts'
import { activeUser, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at, testServer } from './support/server.ts'

const credentials = '/home/developer-administration/access-credentials'
const monitoring = '/home/developer-administration/api-monitoring'
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })

/** The open key, beside the list or as a page. */
const record = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A program that calls the API with a key. */
const program = (apiKey: string) =>
  createClient({ baseUrl: testServer().url, fetch: (...args) => fetch(...args), headers: () => ({ authorization: `Bearer ${apiKey}` }) })

const statusOf = (call: Promise<{ status: number }>): Promise<number> =>
  call.then(
    ({ status }) => status,
    (error: unknown) => (error instanceof ProblemError ? error.status : 0),
  )

async function shownKey(page: Page): Promise<string> {
  const shown = page.getByRole('dialog', { name: /Your new key/ })
  const apiKey = await shown.getByText(/^stw_key_\w{55}$/).textContent()
  await shown.getByRole('button', { name: 'I have copied the key' }).click()
  await expect(shown).toBeHidden()
  return apiKey ?? ''
}

/** The key of a dialog that a message follows, which would cover its button on a phone. */
async function mintedKey(page: Page, message: RegExp): Promise<string> {
  const told = page.getByRole('region', { name: 'Messages' }).getByText(message)
  await expect(page.getByRole('dialog', { name: /Your new key/ })).toBeVisible()
  await expect(told).toHaveCount(0)
  const apiKey = await shownKey(page)
  await expect(told).toBeVisible()
  return apiKey
}

test('a key limited to one group calls the API, is monitored, and stops working when it is regenerated', async ({ page }) => {
  test.slow()
  const role = await buildRole(['ViewUsers'])
  const group = await buildGroup([role.roleId])
  const name = unique('Nightly ')
  await asAdministrator(page, credentials, 'Access Credentials')
  await page.getByRole('link', { name: 'Create API key' }).first().click()
  const form = panel(page, 'Create API key')
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(form.getByLabel('Key name')).toHaveAccessibleDescription(/Enter a name/)
  await form.getByLabel('Key name').fill(name)
  await form.getByLabel('Groups').fill(group.groupName)
  await page.getByRole('option', { name: group.groupName }).click()
  await page.keyboard.press('Tab')
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText(/You won’t see it again/)).toBeVisible()
  await expectNoViolations(page)
  const apiKey = await mintedKey(page, /API key .* created\./)
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()

  const call = program(apiKey)
  expect(await statusOf(call(listUsers, {}))).toBe(200)
  expect(await statusOf(call(listRoles, {}))).toBe(403)

  await page.goto(at(monitoring))
  await page.getByRole('region', { name: 'By key' }).getByRole('link', { name }).click()
  await expect(page.getByRole('region', { name: 'By endpoint' }).getByText('GET /auth/v2/users', { exact: true })).toBeVisible()
  // Where the calls were written apart, the second one comes with the next poll.
  const failure = page.getByRole('region', { name: 'Recent failures' }).getByRole('cell', { name: '403', exact: true })
  await expect(failure).toBeVisible({ timeout: 25_000 })
  await page.getByRole('button', { name: 'View as table' }).first().click()
  // In any hour: an hour can end between two calls.
  const hours = page.getByRole('region', { name: 'Calls and errors' }).locator('tbody tr')
  const sumOf = (rows: Element[]) => rows.reduce((sum, row) => sum + Number(row.querySelector('td')?.textContent), 0)
  await expect.poll(() => hours.evaluateAll(sumOf)).toBe(2)
  await page.getByRole('button', { name: 'View as chart' }).click()
  const chart = page.getByRole('img', { name: /2 calls, 1 of them errors/ })
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText(/: Calls 0, Errors 0$/)).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('Range').selectOption('Last 3 months')
  await expect(page).toHaveURL(/days=92/)
  await expect(page.getByRole('img', { name: /2 calls/ })).toBeVisible()

  await page.goto(at(`${credentials}?q=${encodeURIComponent(apiKey.slice(0, 14))}`))
  await page.getByRole('link', { name, exact: true }).click()
  await record(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Regenerate key' }).click()
  const rotation = page.getByRole('dialog', { name: `Regenerate API key ${name}?` })
  await expect(rotation.getByRole('radio', { name: 'After 24 hours' })).toBeChecked()
  await expectNoViolations(page)
  await rotation.getByRole('button', { name: 'Regenerate key' }).click()
  const again = await mintedKey(page, /API key .* regenerated\./)
  expect(await statusOf(call(listUsers, {}))).toBe(200)
  await record(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Stop old key' }).click()
  await page
    .getByRole('dialog', { name: `Stop the old key of ${name}?` })
    .getByRole('button', { name: 'Stop old key' })
    .click()
  await expect(page.getByText(`The old key of ${name} stopped working.`)).toBeVisible()
  expect(await statusOf(call(listUsers, {}))).toBe(401)
  expect(await statusOf(program(again)(listUsers, {}))).toBe(200)

  await expectNoViolations(page)
  await record(page, name).getByRole('link', { name: 'Access', exact: true }).click()
  await expect(record(page, name).getByRole('link', { name: role.roleName })).toBeVisible()
  await record(page, name).getByRole('link', { name: 'Overview', exact: true }).click()
  await record(page, name).getByLabel('Key name').fill(`${name} renamed`)
  await record(page, name).getByRole('button', { name: 'Save key' }).click()
  await record(page, `${name} renamed`)
    .getByRole('button', { name: `Open ${name} renamed as a page` })
    .click()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await page.goto(at(`${credentials}?q=${encodeURIComponent(`${name} renamed`)}`))
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('button', { name: 'Delete key' }).click()
  await page.getByRole('button', { name: 'Delete API key', exact: true }).click()
  await expect(page.getByText(`API key ${name} renamed deleted.`)).toBeVisible()
  expect(await statusOf(program(again)(listUsers, {}))).toBe(401)

  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this change?' })
  await expect(question.getByText('API keys come back with a new secret, shown once.')).toBeVisible()
  await expect(question.getByText('Prefix')).toBeHidden()
  await question.getByRole('button', { name: 'Undo change' }).click()
  await expect(page.getByRole('dialog', { name: `Your new key ${name} renamed` })).toBeVisible()
  await expect(question).toBeHidden()
  await expectNoViolations(page)
  const restored = await shownKey(page)
  await expect(page.getByText('The change was undone.')).toBeVisible()
  await expect(page.getByRole('link', { name: `${name} renamed`, exact: true })).toBeVisible()
  expect(await statusOf(program(restored)(listUsers, {}))).toBe(200)
  expect(await statusOf(program(again)(listUsers, {}))).toBe(401)
})

test('view-only users are told why they cannot change keys; users without permission are redirected to /401', async ({ page }) => {
  const role = await buildRole(['ViewApiKeys'])
  const group = await buildGroup([role.roleId])
  await enter(page, await activeUser(unique('Viewer'), [group.groupId]))
  await page.goto(at(credentials))
  const create = page.getByRole('button', { name: 'Create API key' }).first()
  await expect(create).toHaveAccessibleDescription('You need the permission “Edit API keys”.')
  await page.goto(at(monitoring))
  await page.waitForURL('**/401**')
})

test('the API reference puts the reader’s own token into its examples, and makes a call', async ({ page }) => {
  test.slow()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(at('/api/#tag/roles/GET/auth/v2/roles'))
  await expect(page.getByRole('button', { name: /^Test Request/ }).first()).toBeVisible()
  await expectNoViolations(page)
  await page.setViewportSize({ width: 320, height: 800 })
  // Its colors are the same.
  await expectNoViolationsNow(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Use my token in the examples' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Sign in to the console first.' })).toBeVisible()
  errors.length = 0
  const role = await buildRole(['ViewRoles'])
  const group = await buildGroup([role.roleId])
  await enter(page, await activeUser(unique('Caller'), [group.groupId]))
  await page.getByRole('button', { name: 'Use my token in the examples' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The examples have your access token.' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Test Request/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Send get request/ }).click()
  await expect(page.getByText('200 OK')).toBeVisible()
  expect(errors).toEqual([])
})
