import { expect, test, type Page } from '@playwright/test'
import { implicitLogin } from '@steward/contract/session/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { mailTo } from './support/mails.ts'
import { steward } from './support/operator.ts'
import { activeUser, signIn } from './support/people.ts'
import { asAdministrator } from './support/screens.ts'
import { at, feedbackAddress } from './support/server.ts'

/** In the top bar: a menu, whose name also tells whether something is new. */
const helpMenu = (page: Page) => page.getByRole('button', { name: /^Help/ })
/** In a side panel. */
const helpButton = (page: Page) => page.getByRole('button', { name: 'Help', exact: true })
const helpItem = (page: Page) => page.getByRole('menuitem', { name: 'Help for this page' })
async function openHelp(page: Page): Promise<void> {
  await helpMenu(page).click()
  await helpItem(page).click()
}
const panelOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const titleIn = (page: Page) => page.frameLocator('iframe[title="Help page"]').getByRole('heading', { level: 1 })

test('help opens next to the page, follows navigation, and closes with Escape', async ({ page }) => {
  const failures: string[] = []
  page.on('console', (message) => {
    // As in walk.spec.ts.
    const isQuestion = message.location().url.endsWith(implicitLogin.path)
    if (message.type() === 'error' && !isQuestion) failures.push(message.text())
  })
  await asAdministrator(page, '/home/user-administration/groups', 'Groups')
  await openHelp(page)
  await expect(panelOf(page, 'Help')).toBeVisible()
  await expect(titleIn(page)).toHaveText('Groups')
  await expectNoViolations(page)

  // The page next to it stays usable.
  await page.getByRole('navigation').getByRole('link', { name: 'Roles' }).click()
  await expect(titleIn(page)).toHaveText('Roles')
  await page.goto(at('/home/launchpad'))
  await openHelp(page)
  await expect(titleIn(page)).toHaveText('Launchpad')

  // An internal link navigates, and the new-tab link opens the current help page.
  await page.frameLocator('iframe').getByRole('article').getByRole('link', { name: 'Explain access' }).first().click()
  await expect(titleIn(page)).toHaveText('Access')
  await expect(panelOf(page, 'Help').getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    at('/help/site/user-administration/access'),
  )
  // The frame handles its own keys, but Escape still closes the panel and restores focus.
  await page.frameLocator('iframe').getByRole('link', { name: 'All pages' }).press('Escape')
  await expect(panelOf(page, 'Help')).toBeHidden()
  await expect(helpMenu(page)).toBeFocused()
  expect(failures).toEqual([])
})

test('help opens next to a side panel, moves when one opens or closes, and does not affect its form', async ({ page }) => {
  await asAdministrator(page, '/home/user-administration/groups', 'Groups')
  await page.getByRole('link', { name: 'Create group' }).first().click()
  const form = panelOf(page, 'Create group')
  await form.getByLabel('Group Name').fill('Half a name')
  await helpButton(page).click()
  const help = panelOf(page, 'Help')
  await expect(titleIn(page)).toHaveText('Groups')
  await expectNoViolations(page)
  // A click on help doesn't count as outside the panel, and nothing covers the text.
  await help.getByRole('heading', { name: 'Help' }).click()
  await help.getByRole('button', { name: 'Move to the right' }).click()
  await help.getByRole('button', { name: 'Move to the left' }).click()
  const [beside, over] = [await help.boundingBox(), await form.boundingBox()]
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(over?.x ?? 0)
  await help.getByRole('heading', { name: 'Help' }).press('Escape')
  await expect(help).toBeHidden()
  await expect(form.getByLabel('Group Name')).toHaveValue('Half a name')
  await expect(helpButton(page)).toBeFocused()

  await helpButton(page).press('Enter')
  await expect(titleIn(page)).toHaveText('Groups')
  await page.keyboard.press('Shift+Tab')
  await form.getByLabel('Group Name').fill('')
  await form.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(help).toBeVisible()
  // In a window this low, help covers the button.
  await page.getByRole('link', { name: 'Create group' }).first().press('Enter')
  await expect(form.getByLabel('Group Name')).toBeFocused()
  await expect(help).toBeVisible()
})

test('help waits for its call, says if it is unavailable, and works again after the next page load', async ({ page }) => {
  await page.clock.install()
  let calls = 0
  await page.route('**/help/oauth/cookie2', (route) => {
    calls++
    return route.abort()
  })
  await signIn(page, demoCredentials())
  await page.waitForURL('**/launchpad')
  await helpMenu(page).click()
  await expect(helpItem(page)).toContainText('Loading')
  // The failed call returns in real time; the next one waits by the page's clock.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1_000)
        return calls
      },
      { timeout: 30_000 },
    )
    .toBe(5)
  await expect(helpItem(page)).toContainText('Help Unavailable')
  expect(calls).toBe(5)
  await helpItem(page).click({ force: true })
  await expect(panelOf(page, 'Help')).toBeHidden()
  await page.unroute('**/help/oauth/cookie2')
  await page.reload()
  await helpMenu(page).click()
  await expect(helpItem(page)).not.toHaveAttribute('aria-disabled')
})

test('a user without any permission can read help; signed-out visitors only get the pages about signing in', async ({ page }) => {
  const person = await activeUser('Reader')
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  await openHelp(page)
  await expect(titleIn(page)).toHaveText('Launchpad')
  await page.goto(at('/help/site/monitoring/audit-log'))
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await expectNoViolations(page)
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  // As for a browser that refuses the help's cookie.
  await page.goto(at('/help/site/monitoring/audit-log?opened='))
  await expect(page.getByRole('heading', { level: 1, name: 'Open help from the console' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Forgot password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible()
})

test('on a phone, help fills the window and opens from the user menu', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await asAdministrator(page, '/home/user-administration/roles', 'Roles')
  await expect(helpMenu(page)).toBeHidden()
  await page.getByRole('button', { name: /account|user menu/i }).click()
  await helpItem(page).click()
  await expect(titleIn(page)).toHaveText('Roles')
  // After it has slid in.
  await expect.poll(() => panelOf(page, 'Help').boundingBox()).toMatchObject({ x: 0, y: 0, height: 640 })
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Close help' }).click()
  await expect(panelOf(page, 'Help')).toBeHidden()
  // Nothing on the help site is wider than the window.
  await page.goto(at('/help/site/monitoring/job-log'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test("the help site uses the console's theme, also in print", async ({ page }) => {
  await signIn(page, demoCredentials())
  await page.waitForURL('**/launchpad')
  await helpMenu(page).click()
  await expect(helpItem(page)).not.toHaveAttribute('aria-disabled')
  await page.evaluate(() => localStorage.setItem('steward.theme', 'dark'))
  await page.goto(at('/help/site/home'))
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await background()).toBe('rgb(20, 24, 28)')
  await page.emulateMedia({ media: 'print' })
  expect(await background()).toBe('rgb(255, 255, 255)')
  await expect(page.getByRole('navigation', { name: 'All pages' })).toBeHidden()
})

test('feedback with a screenshot reaches the operator by mail and by command', async ({ page }) => {
  const person = await activeUser('Critic')
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  const picture = await page.screenshot()
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = panelOf(page, 'Feedback')
  await expect(panel).toBeVisible()
  await expectNoViolations(page)
  await panel.getByRole('button', { name: 'Send feedback' }).click()
  await expect(panel.getByRole('alert')).toContainText('How was it?: This field is required.')

  await panel.getByRole('radio', { name: 'Very bad' }).check()
  await panel.getByLabel('What happened?').fill('Nothing to do here.\nNot even for <me>.')
  const file = panel.getByLabel('Choose picture')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(panel.getByText('The screenshot is not a PNG, JPEG or WebP picture.')).toBeVisible()
  await file.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: picture })
  await expect(panel.getByAltText('Screenshot to send')).toBeVisible()
  await expectNoViolations(page)
  await panel.getByRole('button', { name: 'Send feedback' }).click()
  await expect(panel.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await expectNoViolations(page)
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(panel).toBeHidden()

  const mail = await mailTo(feedbackAddress, /Very bad/)
  expect(mail.text).toContain('Not even for <me>.')
  expect(mail.text).toContain('/home/launchpad')
  expect(mail.attachments).toMatchObject([{ filename: 'screenshot.webp', mimeType: 'image/webp' }])

  const listed = await steward(['feedback', 'list', '--json'])
  expect(JSON.parse(listed)[0]).toMatchObject({ username: person.username, mood: 'very_bad', page: '/home/launchpad', hasScreenshot: true })
})
