import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { createTag, updateTag } from '@steward/contract/reference-data/tags'
import type { Tag } from '@steward/contract/reference-data/tags-schemas'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, otherAdministrator, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const tags = '/home/reference-data/data-tags'
const table = (page: Page) => page.getByRole('table', { name: 'Data Tags' })
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const open = (page: Page, path = tags) => asAdministrator(page, path, 'Data Tags')
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' })

async function buildTag(tagName = unique('tag_'), isActive = true): Promise<Tag> {
  const call = await administratorCall()
  const { data } = await call(createTag, { body: { tagName } })
  if (isActive) return data
  return (await call(updateTag, { params: { tagId: data.tagId }, body: { isActive } })).data
}

test('the list searches, filters, sorts and exports', async ({ page }) => {
  const prefix = unique('list_')
  await buildTag(`${prefix}_on`)
  await buildTag(`${prefix}_off`, false)
  await open(page)
  for (const title of ['Tag Name', 'Active', 'Created By', 'Created On', 'Updated By'])
    await expect(table(page).getByRole('columnheader', { name: title, exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search tags' }).fill(prefix.toUpperCase())
  await expect(row(page, `${prefix}_on`)).toContainText('Active')
  await expect(row(page, `${prefix}_off`)).toContainText('Inactive')
  await expect(page).toHaveURL(/q=LIST/)
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Inactive' }).click()
  await expect(row(page, `${prefix}_on`)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Status: Inactive' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toContain(`${prefix}_off`)
  expect(csv).not.toContain(`${prefix}_on`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await table(page).getByRole('columnheader', { name: 'Created On' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=createdAt/)
  await page.goto(at(`${tags}?q=notagiscalledthis`))
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  // A URL with an unknown id, or with something that isn't an id.
  for (const id of [crypto.randomUUID(), 'renewals']) {
    await page.goto(at(`${tags}/${id}`))
    await expect(panel(page, 'Tag').getByRole('heading', { name: 'Tag not found' })).toBeVisible()
  }
})

test('a list that does not load says so and can be loaded again', async ({ page }) => {
  let isBroken = true
  await page.route('**/referencedata/v1/tags?*', (route) => (isBroken ? route.fulfill({ status: 500, body: 'broken' }) : route.continue()))
  await open(page)
  await expect(page.getByRole('heading', { name: 'The tags could not be loaded.' })).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(table(page)).toBeVisible()
})

test.describe('creating', () => {
  const field = (page: Page) => panel(page, 'Create tags').getByLabel('Tag names')
  const submit = (page: Page) => panel(page, 'Create tags').locator('button[type=submit]')

  test('one call a name from a comma-separated list, and a text of its own when all were created', async ({ page }) => {
    const names = [unique('a_'), unique('b_'), unique('c_')]
    await open(page)
    await page.getByRole('link', { name: 'Create tags' }).click()
    await expect(field(page)).toBeFocused()
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/referencedata/v1/tags')) sent.push(request.postDataJSON())
    })
    await field(page).fill(` ${names[0]}, ,${names[1]},\n${names[2]},`)
    await expect(submit(page)).toHaveText('Create 3 tags')
    await submit(page).click()
    await expect(page.getByText('All 3 tags were created.')).toBeVisible()
    await expect(panel(page, 'Create tags')).toHaveCount(0)
    expect(sent).toHaveLength(3)
    expect(sent).toEqual(expect.arrayContaining(names.map((tagName) => ({ tagName }))))
  })

  test('refuses lists without names, with too many or with invalid ones before anything is sent', async ({ page }) => {
    await open(page, `${tags}/new`)
    let posts = 0
    page.on('request', (request) => (posts += request.method() === 'POST' && request.url().endsWith('/tags') ? 1 : 0))
    await submit(page).click()
    await expect(field(page)).toHaveAccessibleDescription(/Enter at least one tag name\./)
    await field(page).fill(Array.from({ length: 101 }, (_, index) => `many_${index}`).join(','))
    await submit(page).click()
    await expect(field(page)).toHaveAccessibleDescription(/Maximum number of tags creation exceeded, the limit is 100 tags\./)
    await field(page).fill('fine, two words, a-b')
    await submit(page).click()
    await expect(field(page)).toHaveAccessibleDescription(/two words, a-b are invalid\./)
    expect(posts).toBe(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
  })

  test('collects names that exist, keeps those that failed for a retry, and repeats nothing else', async ({ page }) => {
    const taken = await buildTag()
    const [fresh, broken] = [unique('fresh_'), unique('broken_')]
    await open(page, `${tags}/new`)
    let isBroken = true
    const sent: string[] = []
    await page.route('**/referencedata/v1/tags', (route) => {
      const { tagName } = route.request().postDataJSON() as { tagName: string }
      sent.push(tagName)
      return tagName === broken && isBroken ? route.abort() : route.continue()
    })
    await field(page).fill([taken.tagName.toUpperCase(), fresh, broken].join(','))
    await submit(page).click()
    await expect(page.getByText('1 of 3 tags were created.')).toBeVisible()
    const own = panel(page, 'Create tags')
    await expect(own.getByText(`${taken.tagName.toUpperCase()} already exist(s)`)).toBeVisible()
    await expect(own.getByText('1 tag could not be created.')).toBeVisible()
    await expect(field(page)).toHaveValue(broken)
    isBroken = false
    await submit(page).click()
    await expect(page.getByText(`Tag ${broken} was created.`)).toBeVisible()
    expect(sent.filter((name) => name === fresh)).toHaveLength(1)
    expect(sent.filter((name) => name === broken)).toHaveLength(2)
  })
})

test.describe('changing', () => {
  test('renames, shows both versions after concurrent renames, and follows changes of others', async ({ page }) => {
    const tag = await buildTag()
    const [mine, theirs] = [unique('mine_'), unique('theirs_')]
    await open(page, `${tags}/${tag.tagId}`)
    const own = panel(page, tag.tagName)
    await expect(own.getByRole('textbox', { name: 'Tag Name' })).toHaveValue(tag.tagName)
    await expect(own.getByRole('button', { name: 'Save name' })).toHaveAccessibleDescription('No changes yet.')
    await own.getByRole('textbox', { name: 'Tag Name' }).fill(mine)
    const other = await otherAdministrator(page, `${tags}/${tag.tagId}`, 'Data Tags')
    await other.getByRole('textbox', { name: 'Tag Name' }).fill(theirs)
    await other.getByRole('button', { name: 'Save name' }).click()
    await expect(other.getByText(`Tag ${theirs} was updated.`)).toBeVisible()
    await expect(page.getByText('Someone else changed this')).toBeVisible()
    await page.getByRole('button', { name: 'Save name' }).click()
    const conflict = page.getByRole('dialog', { name: /^Someone else changed / })
    await conflict.getByRole('button', { name: 'Save chosen version' }).click()
    await expect(page.getByText(`Tag ${mine} was updated.`)).toBeVisible()
    // The other window shows the saved name without a reload.
    await expect(other.getByRole('dialog', { name: mine })).toBeVisible()
    await other.context().close()
    const taken = await buildTag()
    await page.getByRole('textbox', { name: 'Tag Name' }).fill(taken.tagName)
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('textbox', { name: 'Tag Name' })).toHaveAccessibleDescription(/A tag with this name already exists/)
  })

  test('activates and deactivates a single one from its row', async ({ page }) => {
    const tag = await buildTag()
    await open(page, `${tags}?q=${tag.tagName}`)
    await page.getByRole('button', { name: `Actions for ${tag.tagName}` }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await expect(page.getByText(`Tag ${tag.tagName} was deactivated.`)).toBeVisible()
    await expect(row(page, tag.tagName)).toContainText('Inactive')
    await page.getByRole('button', { name: `Actions for ${tag.tagName}` }).click()
    await page.getByRole('menuitem', { name: 'Activate' }).click()
    await expect(page.getByText(`Tag ${tag.tagName} was activated.`)).toBeVisible()
  })

  test('several go to the opposite of the one selected first; those that are there are left alone and counted', async ({ page }) => {
    const prefix = unique('bulk_')
    const names = ['a', 'b', 'c'].map((letter) => `${prefix}_${letter}`)
    const [a = '', b = '', c = ''] = names
    for (const name of names) await buildTag(name, name !== a)
    await open(page, `${tags}?q=${prefix}`)
    await select(page, b)
    await select(page, a)
    await select(page, c)
    await expect(selection(page).getByRole('button', { name: 'Deactivate 2 tags' })).toBeVisible()
    await selection(page).getByRole('button', { name: 'Clear selection' }).click()
    await select(page, a)
    await select(page, b)
    let patches = 0
    page.on('request', (request) => (patches += request.method() === 'PATCH' ? 1 : 0))
    await selection(page).getByRole('button', { name: 'Activate tag' }).click()
    await expect(page.getByText(`Tag ${a} was activated. 1 was already active.`)).toBeVisible()
    expect(patches).toBe(1)
  })

  test('lists failures by name', async ({ page }) => {
    const prefix = unique('fails_')
    const tag = await buildTag(`${prefix}_a`)
    await buildTag(`${prefix}_b`)
    await page.route(`**/referencedata/v1/tags/${tag.tagId}`, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await open(page, `${tags}?q=${prefix}`)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await selection(page).getByRole('button', { name: 'Deactivate 2 tags' }).click()
    const failures = page.getByRole('dialog', { name: '1 tag failed to activate/deactivate' })
    await expect(failures.getByText(`${prefix}_a`)).toBeVisible()
    await expect(failures.getByText(`${prefix}_b`)).toHaveCount(0)
    await failures.getByRole('button', { name: 'Close' }).first().click()
    await expect(row(page, `${prefix}_b`)).toContainText('Inactive')
  })
})

test('who only views reference data is told why nothing can be changed; without it, the page refuses', async ({ page, browser }) => {
  const tag = await buildTag()
  const group = await buildGroup([(await buildRole(['ViewCurrencies'])).roleId])
  await enter(page, await activeUser(unique('Viewer'), [group.groupId]))
  await page.goto(at(`${tags}?q=${tag.tagName}`))
  const reason = 'You need the permission “Edit currencies” or “Edit currency schemes”, which a tenant administrator can grant.'
  await expect(page.getByRole('button', { name: 'Create tags' })).toHaveAccessibleDescription(reason)
  await row(page, tag.tagName).getByRole('link', { name: tag.tagName }).click()
  await expect(panel(page, tag.tagName).getByRole('button', { name: 'Save name' })).toHaveAccessibleDescription(reason)
  await expect(panel(page, tag.tagName).getByRole('textbox', { name: 'Tag Name' })).not.toBeEditable()
  await page.goto(at(`${tags}/new`))
  await page.waitForURL('**/401**')

  const outsider = await (await browser.newContext()).newPage()
  await enter(outsider, await activeUser(unique('Outsider')))
  await outsider.goto(at(tags))
  await outsider.waitForURL('**/401**')
  await outsider.context().close()
})

test('tags are created and renamed by keyboard alone', async ({ page }) => {
  const name = unique('keys_')
  await open(page)
  await page.getByRole('link', { name: 'Create tags' }).press('Enter')
  await expect(page.getByLabel('Tag names')).toBeFocused()
  await page.keyboard.type(name)
  for (const name of ['Cancel', 'Preview', 'Create tag']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Tag ${name} was created.`)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search tags' }).fill(name)
  await row(page, name).getByRole('link', { name }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Tag Name' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('_2')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Tag ${name}_2 was updated.`)).toBeVisible()
})

test('every screen passes axe in light and dark, and nothing overflows with long names', async ({ page }) => {
  test.slow()
  const long = unique(`${'long_name_'.repeat(5)}`).padEnd(64, 'x')
  const tag = await buildTag(long)
  for (const path of [`${tags}?q=long_name`, `${tags}/new`, `${tags}/${tag.tagId}`]) {
    await open(page, path)
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    for (const width of [1440, 760, 320]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
      await expectNoViolations(page)
    }
  }
})
