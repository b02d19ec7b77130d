import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const groups = '/home/user-administration/groups'
const menu = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choose = async (page: Page, view: string, entry: string) => {
  const item = page.getByRole('menuitem', { name: entry })
  // On a busy machine a click can come before the menu is in its place.
  await expect(async () => {
    if (!(await item.isVisible())) await menu(page, view).click()
    await item.click({ timeout: 2_000 })
    await expect(item).toBeHidden({ timeout: 2_000 })
  }).toPass()
}

test('saves, changes, shares and opens a view, and finds it in the palette', async ({ page }) => {
  const name = unique('Disabled ')
  await asAdministrator(page, `${groups}?status=%5B%22Disabled%22%5D`, 'Groups')
  await choose(page, 'Views', 'Save view…')
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('switch', { name: 'Share with everyone who can open this list' }).click()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(menu(page, name)).toBeVisible()
  await expect(page).toHaveURL(/savedView=/)

  // A wider column changes the view, by keys alone.
  const handle = page.getByRole('separator', { name: 'Width of Users' })
  const before = Number(await handle.getAttribute('aria-valuenow'))
  await handle.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(handle).not.toHaveAttribute('aria-valuenow', String(before))
  await choose(page, `${name}, changed`, 'Save changes')
  await expect(menu(page, name)).toBeVisible()
  await expectNoViolations(page)
  await choose(page, name, 'Set as my default')
  await expect(page.getByText(`This list now opens with “${name}”.`)).toBeVisible()

  // Another visit opens the list with the view.
  await page.goto(at('/home/launchpad'))
  await page.goto(at(groups))
  await expect(menu(page, name)).toBeVisible()
  await expect(page).toHaveURL(/status=/)
  await menu(page, name).click()
  await page.getByRole('menuitemradio', { name: 'No view' }).click()
  await expect(menu(page, 'Views')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search pages/ }).fill(name)
  await page.getByRole('option', { name }).click()
  await expect(menu(page, name)).toBeVisible()

  await choose(page, name, 'Delete view')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await expect(menu(page, 'Views')).toBeVisible()
})

test('someone who cannot share has views of their own', async ({ page }) => {
  const name = unique('Mine ')
  const { roleId } = await buildRole(['ViewGroups'])
  const { groupId } = await buildGroup([roleId])
  await enter(page, await activeUser(unique('Vic'), [groupId]))
  await page.goto(at(`${groups}?sort=-userCount`))
  await choose(page, 'Views', 'Save view…')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await expect(page.getByRole('switch')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await menu(page, name).click()
  await expect(page.getByRole('menuitem', { name: 'Share with everyone' })).toHaveAttribute('aria-disabled', 'true')
})

test('a new device opens the list with its default view immediately, and asks once for views', async ({ page }) => {
  const name = unique('Start ')
  const { roleId } = await buildRole(['ViewGroups'])
  const { groupId } = await buildGroup([roleId])
  const person = await activeUser(unique('Dee'), [groupId])
  await enter(page, person)
  await page.goto(at(`${groups}?sort=-userCount`))
  await choose(page, 'Views', 'Save view…')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await choose(page, name, 'Set as my default')
  await expect(page.getByText(`This list now opens with “${name}”.`)).toBeVisible()

  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('no second device')
  const device = await context.newPage()
  const asked: string[] = []
  device.on('request', (request) => asked.push(request.url()))
  await enter(device, person)
  await device.goto(at(groups))
  await expect(menu(device, name)).toBeVisible()
  const lists = asked.filter((url) => /\/groups\?/.test(url) && !url.endsWith('?limit=1'))
  expect(lists.length).toBeGreaterThan(0)
  expect(lists.filter((url) => !url.includes('userCount'))).toEqual([])
  expect(asked.filter((url) => url.endsWith('/tenantinfo/views'))).toHaveLength(1)
  await context.close()
})
