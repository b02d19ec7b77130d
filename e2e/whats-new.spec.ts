import { expect, test, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { type Person, activeUser, enter, signIn } from './support/people.ts'
import { buildGroup, buildRole } from './support/screens.ts'
import { at } from './support/server.ts'

/** What is new: a panel in the help menu, and a mark until it was opened. */

const helpButton = (page: Page) => page.getByRole('button', { name: /^Help/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'What’s new' })

/** Someone who has not seen it yet, and can open pages that it tells of. */
async function newcomer(page: Page, givenName: string): Promise<Person> {
  const { roleId } = await buildRole(['ViewSystemLog'])
  const { groupId } = await buildGroup([roleId])
  const person = await activeUser(givenName, [groupId])
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  return person
}

test('a mark leads to what is new; opening it removes the mark, also elsewhere', async ({ page, browser }) => {
  const person = await newcomer(page, 'Newsworthy')
  await expect(helpButton(page)).toHaveAccessibleName(/^Help: \d+ new entries$/)
  await helpButton(page).press('Enter')
  await page.getByRole('menuitem', { name: /^What’s new \(\d+ unread\)$/ }).press('Enter')
  await expect(panel(page)).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: 'What’s new' })).toBeFocused()
  await expect.poll(() => panel(page).boundingBox()).toMatchObject({ width: 362, height: 595 })
  const entry = panel(page).getByRole('article', { name: 'System log' })
  await expect(entry.getByText('New', { exact: true })).toBeVisible()
  // Of pages that the person cannot open, it says nothing.
  await expect(panel(page).getByRole('article', { name: 'SCIM provisioning' })).toBeHidden()
  await expectNoViolations(page)
  await expect(helpButton(page)).toHaveAccessibleName('Help')

  // The page next to it stays usable.
  await entry.getByRole('link', { name: 'Go to System Log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'System Log' })).toBeVisible()
  await panel(page).getByRole('heading', { name: 'What’s new' }).press('Escape')
  await expect(panel(page)).toBeHidden()

  await page.emulateMedia({ colorScheme: 'dark' })
  await helpButton(page).click()
  await page.getByRole('menuitem', { name: 'What’s new' }).click()
  await expect(panel(page).getByText('New', { exact: true })).toHaveCount(0)
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'Close what’s new' }).click()
  await expect(helpButton(page)).toBeFocused()

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(other, person)
  await other.goto(at('/home/launchpad'))
  await expect(helpButton(other)).toHaveAccessibleName('Help')
  await elsewhere.close()
})

test('on a phone, it fills the window and opens from the user menu', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await newcomer(page, 'Pocketful')
  const menu = page.getByRole('button', { name: /account|user menu/i })
  await expect(menu).toHaveAccessibleName(/new entries/)
  await menu.click()
  await page.getByRole('menuitem', { name: /^What’s new/ }).click()
  await expect.poll(() => panel(page).boundingBox()).toMatchObject({ x: 0, y: 0, height: 640 })
  const { width = 0 } = (await panel(page).boundingBox()) ?? {}
  // All but the gutter of the scrollbar, which phones don't have.
  expect(width).toBeGreaterThanOrEqual(300)
  await expectNoViolations(page)
  await expect(menu).not.toHaveAccessibleName(/new entries/)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
})
