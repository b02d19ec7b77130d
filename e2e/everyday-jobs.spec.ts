import { expect, test, type Locator, type Page } from '@playwright/test'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { createClient } from '@steward/contract/http'
import {
  createResourceGroup,
  deleteResourceGroup,
  listResourceGroupPackages,
  listResourceGroups,
} from '@steward/contract/resource-groups/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { type CountingHands, countingHands, type Effort } from './support/counting.ts'
import { administratorCall } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, buildUser, unique } from './support/screens.ts'
import { testServer } from './support/server.ts'

/**
 * What administrators do most, each from the first page, by pointer and by keyboard. None takes more than five clicks, or
 * more than twenty keys, besides what is typed.
 */

const mostClicks = 5
const mostKeys = 20

interface Job {
  name: string
  byPointer: (use: Use) => Promise<void>
  byKeyboard: (use: Use) => Promise<void>
}

interface Use {
  page: Page
  hands: CountingHands
}

const efforts: { name: string; pointer: Effort; keyboard: Effort }[] = []

function job({ name, byPointer, byKeyboard }: Job): void {
  test(name, async ({ page }) => {
    test.slow()
    const effortOf = async (way: (use: Use) => Promise<void>): Promise<Effort> => {
      await asAdministrator(page, '/home/launchpad', 'Hello')
      await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
      const hands = countingHands(page)
      await way({ page, hands })
      return hands.effort()
    }
    const [pointer, keyboard] = [await effortOf(byPointer), await effortOf(byKeyboard)]
    efforts.push({ name, pointer, keyboard })
    expect(pointer.clicks, 'clicks').toBeLessThanOrEqual(mostClicks)
    expect(pointer.keys, 'keys by pointer').toBe(0)
    expect(keyboard.keys, 'keys').toBeLessThanOrEqual(mostKeys)
    expect(keyboard.clicks, 'clicks by keyboard').toBe(0)
  })
}

test.afterAll(() => {
  for (const { name, pointer, keyboard } of efforts)
    process.stdout.write(
      `${name}: ${pointer.clicks} clicks, ${pointer.seconds.toFixed(1)} s; by keyboard ${keyboard.keys} keys, ${keyboard.seconds.toFixed(1)} s\n`,
    )
})

const menu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first()

/** Opens the palette, types, and takes what it finds first. */
async function goTo({ page, hands }: Use, text: string, found: string | RegExp): Promise<void> {
  await hands.press('ControlOrMeta+k')
  await hands.type(page.getByRole('combobox', { name: 'Search' }), text)
  await expect(option(page, found)).toHaveAttribute('aria-selected', 'true')
  await expect(option(page, found)).toBeEnabled()
  await hands.press('Enter')
}

/** Types into a field with choices, and takes the first that it finds. */
async function choose({ page, hands }: Use, field: Locator, text: string, found: string | RegExp): Promise<void> {
  await hands.type(field, text)
  await expect(option(page, found)).toBeVisible()
  await hands.press('ArrowDown', 'Enter')
}

const person = (page: Page) => page.getByRole('combobox', { name: 'User' })
const question = (page: Page) => page.getByRole('combobox', { name: 'Page, permission or action' })

job({
  name: 'Find a person, and why they can do something',
  async byPointer(use) {
    const { page, hands } = use
    await hands.click(menu(page, 'Access'))
    await hands.type(person(page), 'ada.lindqvist')
    await hands.click(option(page, /Ada Lindqvist/))
    await hands.type(question(page), 'page groups')
    await hands.click(option(page, /^Page: Groups/))
    await expect(page.getByText('Yes, Ada Lindqvist can open this page.')).toBeVisible()
  },
  async byKeyboard(use) {
    const { page } = use
    await goTo(use, 'access', /^Access/)
    await choose(use, person(page), 'ada.lindqvist', /Ada Lindqvist/)
    await choose(use, question(page), 'page groups', /^Page: Groups/)
    await expect(page.getByText('Yes, Ada Lindqvist can open this page.')).toBeVisible()
  },
})

const threePeople = (mark: string) =>
  ['Ines', 'Juno', 'Kai'].map((name) => `${name} Berg <${name.toLowerCase()}.${mark}@meridian-re.example>`).join(', ')

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

job({
  name: 'Invite three people into a group',
  async byPointer(use) {
    const { page, hands } = use
    const group = await buildGroup()
    await hands.click(menu(page, 'Users'))
    await hands.click(page.getByRole('link', { name: 'Create user' }))
    const form = dialog(page, 'Create user')
    await hands.paste(form.getByLabel('Email'), threePeople(unique('p')))
    const several = dialog(page, 'Create 3 users')
    await hands.click(several.getByRole('combobox', { name: 'Groups' }))
    await hands.type(several.getByRole('combobox', { name: 'Groups' }), group.groupName)
    await hands.click(option(page, group.groupName))
    await hands.click(several.getByRole('button', { name: 'Create and invite 3 users' }))
    await expect(page.getByText('3 users created and invited.')).toBeVisible()
  },
  async byKeyboard(use) {
    const { page, hands } = use
    const group = await buildGroup()
    await goTo(use, 'create user', 'Create user')
    const form = dialog(page, 'Create user')
    await hands.pressUntil(form.getByLabel('Email'))
    await hands.paste(form.getByLabel('Email'), threePeople(unique('k')))
    const several = dialog(page, 'Create 3 users')
    await hands.pressUntil(several.getByRole('combobox', { name: 'Groups' }))
    await choose(use, several.getByRole('combobox', { name: 'Groups' }), group.groupName, group.groupName)
    await hands.pressUntil(several.getByRole('button', { name: 'Create and invite 3 users' }))
    await hands.press('Enter')
    await expect(page.getByText('3 users created and invited.')).toBeVisible()
  },
})

job({
  name: 'Create a role from a template',
  async byPointer(use) {
    const { page, hands } = use
    await hands.click(menu(page, 'Roles'))
    await hands.click(page.getByRole('link', { name: 'Create role' }))
    const form = dialog(page, 'Create role')
    const name = unique('Help desk ')
    await hands.type(form.getByLabel('Role name'), name)
    await hands.select(form.getByLabel('Template'), 'help-desk')
    await hands.click(form.getByRole('button', { name: 'Create role' }))
    await expect(page.getByText(`Role ${name} was created.`)).toBeVisible()
  },
  async byKeyboard(use) {
    const { page, hands } = use
    await goTo(use, 'create role', 'Create role')
    const form = dialog(page, 'Create role')
    const name = unique('Help desk ')
    await hands.type(form.getByLabel('Role name'), name)
    await hands.pressUntil(form.getByLabel('Template'))
    await hands.press('H')
    await expect(form.getByLabel('Template')).toHaveValue('help-desk')
    await form.getByLabel('Role name').focus()
    await hands.press('Enter')
    await expect(page.getByText(`Role ${name} was created.`)).toBeVisible()
  },
})

/** A key of one group, and a program that lists users with it. */
async function buildKey(): Promise<{ name: string; works: () => Promise<boolean> }> {
  const group = await buildGroup([(await buildRole(['ViewUsers'])).roleId])
  const name = unique('Nightly ')
  const { data } = await (await administratorCall())(createApiKey, { body: { apiKeyName: name, groups: [group.groupId] } })
  const call = createClient({
    baseUrl: testServer().url,
    fetch: (...args) => fetch(...args),
    headers: () => ({ authorization: `Bearer ${data.apiKey}` }),
  })
  return {
    name,
    works: () =>
      call(listUsers, {}).then(
        () => true,
        () => false,
      ),
  }
}

job({
  name: 'Rotate an API key without an outage',
  async byPointer({ page, hands }) {
    const { name, works } = await buildKey()
    expect(await works()).toBe(true)
    await hands.click(menu(page, 'Access Credentials'))
    await hands.click(page.getByRole('button', { name: `Actions for ${name}` }))
    await hands.click(page.getByRole('menuitem', { name: 'Regenerate key' }))
    await hands.click(dialog(page, `Regenerate API key ${name}?`).getByRole('button', { name: 'Regenerate key' }))
    await hands.click(dialog(page, /Your new key/).getByRole('button', { name: 'I have copied the key' }))
    expect(await works()).toBe(true)
  },
  async byKeyboard(use) {
    const { page, hands } = use
    const { name, works } = await buildKey()
    expect(await works()).toBe(true)
    await goTo(use, name, new RegExp(name))
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    await goTo(use, 'regenerate', /^Regenerate key/)
    const confirm = dialog(page, `Regenerate API key ${name}?`).getByRole('button', { name: 'Regenerate key' })
    await hands.pressUntil(confirm)
    await hands.press('Enter')
    const copied = dialog(page, /Your new key/).getByRole('button', { name: 'I have copied the key' })
    await hands.pressUntil(copied)
    await hands.press('Enter')
    expect(await works()).toBe(true)
  },
})

job({
  name: 'Find out who changed a group last week',
  async byPointer({ page, hands }) {
    const group = await buildGroup()
    await hands.click(menu(page, 'Groups'))
    // Typing doesn't count. Other tests have made more groups than fit on the screen.
    await page.getByRole('searchbox', { name: 'Search groups' }).fill(group.groupName)
    await hands.click(page.getByRole('link', { name: group.groupName, exact: true }))
    const record = page.getByRole('region', { name: group.groupName, exact: true })
    await hands.click(record.getByRole('link', { name: 'History' }))
    await expect(record.getByText(/^Ada Lindqvist created/)).toBeVisible()
  },
  async byKeyboard(use) {
    const { page, hands } = use
    const group = await buildGroup()
    await goTo(use, group.groupName, new RegExp(group.groupName))
    const record = page.getByRole('region', { name: group.groupName, exact: true })
    await hands.pressUntil(record.getByRole('link', { name: 'History' }))
    await hands.press('Enter')
    await expect(record.getByText(/^Ada Lindqvist created/)).toBeVisible()
  },
})

/** A filter above the table; a heading of the table can have the same name. */
const filter = (page: Page, name: string) => page.getByRole('button', { name, exact: true, expanded: false })

job({
  name: 'Export the disabled users',
  async byPointer({ page, hands }) {
    await hands.click(menu(page, 'Users'))
    await hands.click(filter(page, 'Status'))
    await hands.click(page.getByRole('menuitemcheckbox', { name: /^Disabled/ }))
    const [download] = await Promise.all([page.waitForEvent('download'), hands.click(page.getByRole('button', { name: 'Export CSV' }))])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
  },
  async byKeyboard(use) {
    const { page, hands } = use
    await goTo(use, 'users', 'Users')
    // The search field, beside the filters.
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeFocused()
    await hands.press('/')
    await hands.pressUntil(filter(page, 'Status'))
    await hands.press('Enter')
    await hands.pressUntil(page.getByRole('menuitemcheckbox', { name: /^Disabled/ }), 'ArrowDown')
    await hands.press('Enter', 'Escape')
    await hands.pressUntil(page.getByRole('button', { name: 'Export CSV' }))
    const [download] = await Promise.all([page.waitForEvent('download'), hands.press('Enter')])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
  },
})

/** Two resource groups of the product on the first tab, one of which has half of the quota. Returns the name of that one. */
async function buildAllocation(): Promise<string> {
  const call = await administratorCall()
  const params = { productCode: 'RI-DATAVAULT' as const }
  const { items: packages } = (await call(listResourceGroupPackages, { params })).data
  const half = packages.find(({ packageName }) => packageName === 'Half')?.resourceGroupPackageId
  const { items: before } = (await call(listResourceGroups, { params })).data
  for (const { resourceGroupId: rgId } of before) await call(deleteResourceGroup, { params: { ...params, rgId } })
  const build = (name: string, resourceGroupPackageId = '0') =>
    call(createResourceGroup, { params, body: { name, allAccess: true, groupIds: [], resourceGroupPackageId } })
  // First: a page that shows the one with the quota knows the other one, too.
  await build(unique('Lab'))
  const { name } = (await build(unique('Desk'), half)).data
  return name
}

job({
  name: 'Move a quarter of a quota',
  async byPointer({ page, hands }) {
    const name = await buildAllocation()
    await hands.click(menu(page, 'Resource Groups'))
    await hands.click(page.getByRole('button', { name: `Actions for ${name}` }))
    await hands.click(page.getByRole('menuitem', { name: 'Move quota' }))
    await hands.click(dialog(page, `Move quota from ${name}`).getByRole('button', { name: 'Move 25%' }))
    await expect(page.getByText(`Moved 25% from ${name} to`)).toBeVisible()
  },
  async byKeyboard(use) {
    const { page, hands } = use
    const name = await buildAllocation()
    await goTo(use, name, name)
    await expect(page.getByRole('button', { name: `Actions for ${name}` }).last()).toBeVisible()
    await goTo(use, 'move quota', /^Move quota/)
    await hands.pressUntil(dialog(page, `Move quota from ${name}`).getByRole('button', { name: 'Move 25%' }))
    await hands.press('Enter')
    await expect(page.getByText(`Moved 25% from ${name} to`)).toBeVisible()
  },
})

/** Creates someone without a permission that one group has, and returns the name. */
async function buildMissing(): Promise<string> {
  const role = await buildRole(['UnderwriteIQ.EditGuidelines'])
  await buildGroup([role.roleId])
  const user = await buildUser(unique('Stranger'))
  return `${user.givenName} Tester`
}

job({
  name: 'Grant what is missing',
  async byPointer(use) {
    const { page, hands } = use
    const name = await buildMissing()
    await hands.click(menu(page, 'Access'))
    await hands.type(person(page), name)
    await hands.click(option(page, new RegExp(name)))
    await hands.type(question(page), 'edit guidelines')
    await hands.click(option(page, /^Edit guidelines/))
    await hands.click(page.getByRole('button', { name: 'Grant' }))
    await hands.click(dialog(page, `Grant access to ${name}?`).getByRole('button', { name: /^Add to / }))
    await expect(page.getByText(`Yes, ${name} can do this.`)).toBeVisible()
  },
  async byKeyboard(use) {
    const { page, hands } = use
    const name = await buildMissing()
    await goTo(use, 'access', /^Access/)
    await choose(use, person(page), name, new RegExp(name))
    await choose(use, question(page), 'edit guidelines', /^Edit guidelines/)
    await hands.pressUntil(page.getByRole('button', { name: 'Grant' }))
    await hands.press('Enter')
    await hands.pressUntil(dialog(page, `Grant access to ${name}?`).getByRole('button', { name: /^Add to / }))
    await hands.press('Enter')
    await expect(page.getByText(`Yes, ${name} can do this.`)).toBeVisible()
  },
})
