import { expect, test, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { activeUser, enterPassword, signIn, type Person } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const pathOf = (page: Page) => new URL(page.url()).pathname
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const field = (page: Page) => page.getByRole('combobox', { name: /Search pages/ })

/** A user with only these actions. */
async function personWith(actions: string[]): Promise<Person> {
  const groupIds = actions.length === 0 ? [] : [(await buildGroup([(await buildRole(actions)).roleId])).groupId]
  return activeUser(unique('Lea'), groupIds)
}

/** Requests for page code fail from here on. */
async function withoutCode(page: Page, name: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/assets/.*${name}.*\\.js`)
  await page.route(pattern, (route) => route.abort())
  return () => page.unroute(pattern)
}

test('a page without permission redirects to /401, and opens after signing in as a user with permission', async ({ page }) => {
  await signIn(page, await personWith([]))
  await page.waitForURL('**/launchpad')
  await page.goto(at('/home/user-administration/groups?q=under'))
  await expect(heading(page, 'You don’t have access to this page')).toBeVisible()
  expect(pathOf(page)).toBe('/home/401')
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await enterPassword(page, demoCredentials())
  await expect(heading(page, 'Groups')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?q=under')
})

test('a route checks every permission it needs', async ({ page }) => {
  await signIn(page, await personWith(['ViewSystemLog']))
  await page.waitForURL('**/launchpad')
  for (const path of ['/company/sso', '/monitoring/system-usage', '/monitoring/job-log']) {
    await page.goto(at(`/home${path}`))
    await expect(page).toHaveURL(/\/home\/401\?/)
  }
})

test('the frame is there before the code, with the menu of the last visit', async ({ page }) => {
  await asAdministrator(page, '/home/user-administration/groups', 'Groups')
  await expect(page.locator('#painted')).toHaveCount(0)
  const restore = await withoutCode(page, 'index')
  await page.reload()
  const painted = page.locator('#painted')
  await expect(painted.locator('[data-current]')).toHaveText('Groups')
  await expect(painted).toHaveAttribute('aria-hidden', 'true')
  await restore()
  const exchanges: string[] = []
  page.on('request', (request) => request.url().endsWith('/Login/implicit') && exchanges.push(request.url()))
  await page.reload()
  await expect(heading(page, 'Groups')).toBeVisible()
  await expect(painted).toHaveCount(0)
  expect(exchanges).toHaveLength(1)
})

test('an unmatched route needs no sign-in and links home', async ({ page }) => {
  await page.goto(at('/home/no/such/page'))
  await expect(heading(page, 'Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Go to start page' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
})

test('an unknown part of a page is reported inside the shell', async ({ page }) => {
  await asAdministrator(page, '/home/launchpad', 'Ada')
  await page.goto(at('/home/company/company-licenses/nothing'))
  await expect(heading(page, 'Page not found')).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Steward')
  await expect(menu(page).getByRole('link', { name: 'Licenses' })).toBeVisible()
})

test('a list that opens while its panel slides in moves with it', async ({ page }) => {
  await asAdministrator(page, '/home/launchpad', 'Ada')
  await page.evaluate(() => {
    const slowly = new CSSStyleSheet()
    slowly.replaceSync('[role="dialog"] { transition-duration: 1.5s !important }')
    document.adoptedStyleSheets.push(slowly)
    location.hash = 'user-settings'
  })
  const drawer = page.getByRole('dialog', { name: 'User settings' })
  // `fill` doesn't wait for animations.
  await drawer.getByRole('combobox', { name: 'Time zone' }).fill('berlin')
  const left = async (part: Locator) => (await part.boundingBox())?.x ?? 0
  const list = page.getByRole('listbox')
  await expect(list).toBeVisible()
  await expect.poll(() => drawer.evaluate((element) => element.getAnimations().length)).toBe(0)
  const field = drawer.locator('*:has(> [role="combobox"])').last()
  // The distance between them is the padding of the list.
  await expect.poll(async () => Math.abs((await left(list)) - (await left(field)))).toBeLessThan(8)
})

test('a browser that is too old is told so before any code of the console runs', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'popover'))
  await page.route('**/assets/**/index-*.js', (route) => route.abort())
  await page.goto(at('/home/login'))
  await expect(page.getByText('This browser is too old for Steward.')).toBeVisible()
})

test('with reduced motion, nothing fades when the theme changes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await asAdministrator(page, '/home/user-administration/users', 'Users')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await page.evaluate(() => document.getAnimations().map(({ id, effect }) => id || effect?.getComputedTiming().duration))).toEqual(
    [],
  )
})

test('title, breadcrumbs, focus and menu follow navigation', async ({ page }) => {
  await asAdministrator(page, '/home/user-administration/users', 'Users')
  await menu(page).getByRole('link', { name: 'Groups', exact: true }).click()
  await expect(heading(page, 'Groups')).toBeFocused()
  await expect(page).toHaveTitle('Groups · Steward')
  await expect(page.getByRole('contentinfo')).toContainText(String(await page.evaluate(() => new Date().getFullYear())))
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText('User AdministrationGroups')
  await expect(menu(page).getByRole('link', { name: 'Groups', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.locator('tbody a').first().click()
  await expect(page.getByRole('region', { name: 'admin', exact: true })).toBeVisible()
  await expect(page.locator('nav a[href="/home/user-administration/groups"]')).toHaveAttribute('aria-current', 'page')
})

test('long company and user names leave space for the title and the close button of the menu', async ({ page }) => {
  await page.route('**/Login/implicit', async (route) => {
    const answer = await route.fetch()
    const { user, ...rest } = (await answer.json()) as { user?: object }
    const long = { company: 'Allgemeine Rückversicherung für Naturkatastrophen und Sonderrisiken AG', givenName: 'Maximiliane '.repeat(5) }
    await route.fulfill({ response: answer, json: user === undefined ? rest : { ...rest, user: { ...user, ...long } } })
  })
  await page.setViewportSize({ width: 1000, height: 640 })
  await asAdministrator(page, '/home/user-administration/users', 'Users')
  const title = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Users')
  expect(await title.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Main menu' }).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
})

test('going back restores the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await asAdministrator(page, '/home/user-administration/users', 'Users')
  await expect(page.locator('tbody a').nth(10)).toBeVisible()
  await page.evaluate(() => scrollTo(0, 400))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400)
  await page.keyboard.press('Control+k')
  await field(page).fill('roles')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Roles')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(heading(page, 'Users')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400)
})

test.describe('code that cannot be loaded', () => {
  test('reloads the page once; the second time it says so, and a manual reload helps', async ({ page }) => {
    await asAdministrator(page, '/home/launchpad', 'Ada')
    const restore = await withoutCode(page, 'RolesPage|roles')
    let loads = 0
    page.on('load', () => loads++)
    // By keyboard: moving the pointer close would prefetch the code.
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Roles/ })
      .press('Enter')
    await expect(page.getByRole('alert')).toContainText('Part of the console could not be loaded.')
    expect(loads).toBe(1)
    expect(pathOf(page)).toBe('/home/user-administration/roles')
    await restore()
    await page.getByRole('button', { name: 'Reload page' }).click()
    await expect(heading(page, 'Roles')).toBeVisible()
    expect(loads).toBe(2)
  })

  test('causes no error until it is needed', async ({ page }) => {
    await asAdministrator(page, '/home/launchpad', 'Ada')
    const restore = await withoutCode(page, 'RolesPage|roles')
    let loads = 0
    page.on('load', () => loads++)
    const failed = page.waitForEvent('requestfailed')
    await menu(page).getByRole('link', { name: 'Roles' }).hover()
    await failed
    await restore()
    await menu(page).getByRole('link', { name: 'Users' }).click()
    await expect(heading(page, 'Users')).toBeVisible()
    expect(loads).toBe(0)
  })
})

test.describe('the side menu', () => {
  test('collapses to icons with tooltips, and stays so', async ({ page }) => {
    await asAdministrator(page, '/home/launchpad', 'Ada')
    await expect(menu(page).getByText('Meridian Re')).toBeVisible()
    await page.getByRole('button', { name: 'Collapse menu' }).click()
    await menu(page).getByRole('link', { name: 'Groups', exact: true }).hover()
    await expect(page.locator('[data-tooltip-layer]')).toHaveText('Groups')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
    await menu(page).getByRole('link', { name: 'Groups', exact: true }).press('Enter')
    await expect(heading(page, 'Groups')).toBeVisible()
  })

  test('is a drawer on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await asAdministrator(page, '/home/user-administration/users', 'Users')
    const open = page.getByRole('button', { name: 'Open menu' })
    await open.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Main menu' })
    await expect(drawer).toContainText('Meridian Re')
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(open).toBeFocused()
    await open.click()
    await drawer.getByRole('link', { name: 'Groups', exact: true }).click()
    await expect(heading(page, 'Groups')).toBeVisible()
    await expect(drawer).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

    // Going back closes it, and so does a window wide enough for the menu.
    await open.click()
    await expect(drawer).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Users')).toBeVisible()
    await expect(drawer).toBeHidden()
    await open.click()
    await expect(drawer).toBeVisible()
    await page.setViewportSize({ width: 1200, height: 640 })
    await expect(drawer).toBeHidden()
  })

  test('is hidden for a user without permissions, whose top bar says Launchpad', async ({ page }) => {
    await signIn(page, await personWith([]))
    await page.waitForURL('**/launchpad')
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText('Launchpad')
    await expect(menu(page)).toHaveCount(0)
    await expectNoViolations(page)
  })
})

test.describe('the command palette', () => {
  test('opens a page, a form and a person by keyboard alone', async ({ page }) => {
    await asAdministrator(page, '/home/launchpad', 'Ada')
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('gruops')
    await expect(page.getByRole('option', { selected: true })).toContainText('Groups')
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
    await expect(heading(page, 'Groups')).toBeFocused()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('invite')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Create user' })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('ada lindq')
    await expect(page.getByRole('option', { name: /Ada Lindqvist/ })).toBeVisible()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('option', { selected: true })).toContainText('Ada Lindqvist')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Lindqvist' })).toBeVisible()

    // The last person viewed comes first the next time.
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText('Ada Lindqvist')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  })

  test('opens from the top bar, restores focus, and has no accessibility violations', async ({ page }) => {
    await asAdministrator(page, '/home/launchpad', 'Ada')
    const button = page.getByRole('button', { name: 'Search', exact: true })
    await button.click()
    await expect(field(page)).toBeFocused()
    await field(page).fill('a')
    await expectNoViolations(page)
    await field(page).fill('zzqxq')
    await expect(palette(page).getByText('Nothing found for “zzqxq”').first()).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })

  test('offers a user with one permission only what it allows', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await signIn(page, await personWith(['ViewGroups']))
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option', { name: /^Groups/ })).toBeVisible()
    for (const name of [/^Users/, /^Roles/, 'Create user', 'Create group', 'Create role']) {
      await expect(page.getByRole('option', { name })).toHaveCount(0)
    }
    await field(page).fill('admin')
    await expect(page.getByRole('group', { name: 'Groups', exact: true }).getByRole('option', { name: 'admin' })).toBeVisible()
    expect(asked.filter((path) => path === '/auth/v2/users' || path === '/auth/v2/roles')).toEqual([])
  })

  test('lists the shortcuts; single-key ones can be turned off', async ({ page }) => {
    await asAdministrator(page, '/home/user-administration/users', 'Users')
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(shortcuts).toBeVisible()
    await expectNoViolations(page)
    await shortcuts.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await expect(shortcuts).toBeHidden()
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).not.toBeFocused()
    await expect(shortcuts).toBeHidden()
  })
})

for (const width of [1440, 760, 320]) {
  test(`the shell has no accessibility violations and no overflow at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await asAdministrator(page, '/home/launchpad', 'Ada')
    await expectNoViolations(page)
    await page.goto(at('/home/401?from=%2Fmonitoring%2Finternal-preview&permission=Navigation.InternalPreview'))
    await expect(heading(page, 'You don’t have access to this page')).toBeVisible()
    await expectNoViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(errors).toEqual([])
  })
}
