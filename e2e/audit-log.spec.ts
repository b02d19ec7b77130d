import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { deleteGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { activeUser, administratorCall, enter, signIn } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const path = '/home/monitoring/audit-log'
const table = (page: Page) => page.getByRole('table', { name: 'Audit Log' })
const row = (page: Page, name: string | RegExp) => table(page).getByRole('row', { name })

async function rename(groupId: string, value: string): Promise<void> {
  const call = await administratorCall()
  await call(patchGroup, {
    params: { groupId },
    body: [{ operation: 'Update', targetProperty: 'GroupName', value }],
    ifMatch: '*',
  })
}

test('tells in three clicks who changed a group last week', async ({ page }) => {
  const group = await buildGroup()
  const renamed = unique('Renamed ')
  await rename(group.groupId, renamed)
  await enter(page, demoCredentials())
  await page.goto(at('/home/launchpad'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let clicks = 0
  const click = async (target: ReturnType<Page['locator']>) => {
    clicks++
    await target.click()
  }
  await click(page.getByRole('navigation').getByRole('link', { name: 'Audit Log' }))
  await click(page.getByRole('button', { name: 'Category' }))
  await click(page.getByRole('option', { name: 'Group', exact: true }))
  await page.keyboard.press('Escape')
  const changed = row(page, renamed).filter({ hasText: group.groupName })
  await expect(changed).toContainText(demoCredentials().username)
  await expect(changed).toContainText('Updated')
  await expect(changed.locator('time')).toHaveAttribute('datetime', /T/)
  await expect(page).toHaveURL(/category=/)
  expect(clicks).toBeLessThanOrEqual(3)
})

test('opens the whole change, leads to the group, and shows the last state of one that is gone', async ({ page }) => {
  const group = await buildGroup([], [demoCredentials().username])
  await asAdministrator(page, `${path}?entity=${group.groupId}&view=change`, 'Audit Log')
  await row(page, group.groupName).getByRole('link', { name: group.groupName }).click()
  const panel = page.getByRole('dialog', { name: group.groupName })
  await expect(panel.getByText('Request ID')).toBeVisible()
  await expect(panel.getByText(demoCredentials().username).first()).toBeVisible()
  await expectNoViolations(page)
  await panel.getByRole('link', { name: `Open ${group.groupName}` }).click()
  await expect(page).toHaveURL(new RegExp(group.groupId))

  const gone = await buildGroup()
  const call = await administratorCall()
  await call(deleteGroup, { params: { groupId: gone.groupId }, ifMatch: '*' })
  await page.goto(at(`${path}?entity=${gone.groupId}&view=change`))
  await expect(row(page, gone.groupName)).toHaveCount(2)
  await row(page, gone.groupName).filter({ hasText: 'Created' }).getByRole('link').click()
  const state = page.getByRole('dialog', { name: gone.groupName })
  await expect(state.getByText(`${gone.groupName} no longer exists`)).toBeVisible()
  await expect(state.getByText(`Deleted by ${demoCredentials().username}`)).toBeVisible()
  await expect(state.getByRole('heading', { name: 'Last state' })).toBeVisible()
})

test('searches, pages in both directions and exports what is filtered', async ({ page }) => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  // What other tests change now is outside this range.
  await asAdministrator(page, `${path}?from=${daysAgo(92)}&until=${daysAgo(1)}`, 'Audit Log')
  // Which entries, by the cursor in their links: what they say can change, as when another test deletes what an entry is about.
  const entries = () =>
    table(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('?')[0]))
  // A table first draws the rows in sight.
  await expect(table(page).getByRole('link')).toHaveCount(20)
  const pages = page.getByRole('navigation', { name: /Audit Log/ })
  const first = await entries()
  await pages.getByRole('button', { name: 'Older' }).click()
  await expect(page).toHaveURL(/before=/)
  await expect.poll(entries).not.toEqual(first)
  const second = await entries()
  await pages.getByRole('button', { name: 'Older' }).click()
  await expect.poll(entries).not.toEqual(second)
  await pages.getByRole('button', { name: 'Newer' }).click()
  await expect.poll(entries).toEqual(second)
  await pages.getByRole('button', { name: 'Newest' }).click()
  await expect.poll(entries).toEqual(first)

  const group = await buildGroup()
  await page.goto(at(path))
  await page.getByRole('searchbox', { name: 'Search changes' }).fill(group.groupName)
  await expect(page).toHaveURL(/q=/)
  await expect(row(page, group.groupName).first()).toBeVisible()
  const exported = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format }).click()])
    return readFileSync(await download.path(), 'utf8')
  }
  const csv = await exported('As CSV')
  expect(csv).toContain('timestamp,name,actingUser')
  const rows = csv.trim().split('\n').length
  await expect(table(page).getByRole('row')).toHaveCount(rows)
  const lines = (await exported('As JSON Lines')).trim().split('\n')
  expect(lines.length).toBe(rows - 1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: group.groupName, category: 'Group' })
  await page.getByRole('searchbox', { name: 'Search changes' }).fill(unique('nothing-like-this'))
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
})

test('offers new changes rather than moving the rows', async ({ page }) => {
  const group = await buildGroup()
  await asAdministrator(page, `${path}?entity=${group.groupId}`, 'Audit Log')
  await expect(row(page, group.groupName).first()).toBeVisible()
  const before = await table(page).getByRole('row').count()
  const renamed = unique('Live ')
  await rename(group.groupId, renamed)
  await expect(page.getByRole('button', { name: 'Show one new change' })).toBeVisible()
  expect(await table(page).getByRole('row').count()).toBe(before)
  await page.getByRole('button', { name: 'Show one new change' }).click()
  await expect(row(page, renamed)).toBeVisible()
  await expect(page.getByRole('button', { name: /new change/ })).toBeHidden()
})

test('chooses any days, and says when nothing was changed', async ({ page }) => {
  await asAdministrator(page, path, 'Audit Log')
  await page.getByRole('button', { name: /^Time:/ }).click()
  await page.getByRole('menuitem', { name: 'Custom range…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Custom range' })
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByLabel('From')).toHaveAccessibleDescription('Enter a start or an end.')
  await dialog.getByLabel('From').fill('2001-02-03')
  await dialog.getByLabel('To').fill('2001-02-04')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Time: 3 Feb 2001 – 4 Feb 2001' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No changes in this period' })).toBeVisible()
})

test('sends people without the permission to /401, with the true reason', async ({ page }) => {
  const { roleId } = await buildRole(['ViewUsers'])
  const { groupId } = await buildGroup([roleId])
  const person = await activeUser(unique('Viewer'), [groupId])
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  await page.goto(at(path))
  await page.waitForURL('**/401**')
  await expect(page).toHaveURL(/permission=Navigation.AuditLog/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('passes axe in light and dark, on wide and narrow screens', async ({ page }) => {
  await asAdministrator(page, `${path}?days=92`, 'Audit Log')
  await expect(table(page).locator('time').first()).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Changes', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Changed Fields' })).toBeVisible()
  await expectNoViolations(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoViolations(page)
})
