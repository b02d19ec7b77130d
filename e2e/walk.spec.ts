import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { getPermissions } from '@steward/contract/access/endpoints'
import { listVintages } from '@steward/contract/reference-data/currencies'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { consoleRoutes, mayOpen } from '@steward/contract/rules/routes'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { activeUser, administratorCall, callAs, signIn, type Person } from './support/people.ts'
import { buildGroup, buildRole, unique } from './support/screens.ts'
import { at } from './support/server.ts'

/** Opens every route of the console as users with many and with few permissions, in parallel. */
test.describe.configure({ mode: 'parallel' })

const widths = [1440, 760, 320]
/** Values for route parameters. */
const samples: Record<string, string> = { type: 'models', app: 'risk-modeler', scheme: 'GROUP', version: 'newest' }
const pathOf = (pattern: string) => pattern.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? name)
const signedInRoutes = consoleRoutes.filter((route) => !route.isPublic).map((route) => pathOf(route.path))
const publicRoutes = consoleRoutes.filter((route) => route.isPublic).map((route) => route.path)

const notFound = 'Page not found'
const denied = 'You don’t have access to this page'

/** Collects the errors of a browser, in all of its tabs, from now on. */
function complaints(context: BrowserContext): string[] {
  const heard: string[] = []
  context.on('weberror', (problem) => heard.push(`${problem.page()?.url()}: ${problem.error().message}`))
  context.on('console', (message) => {
    // The session check before sign-in returns an error status, which the browser logs.
    const isQuestion = message.location().url.endsWith('/auth/v1/Login/implicit')
    if (message.type() === 'error' && !isQuestion) heard.push(`${message.page()?.url()}: ${message.text()}`)
  })
  return heard
}

/** The vintages of the demo are named after the months before it was set up. */
async function newestVintage(): Promise<string> {
  const query = { where: "currencySchemeCode = 'GROUP'", sort: 'createdAt', sortOrder: 'desc', limit: 1 } as const
  const { data } = await (await administratorCall())(listVintages, { query })
  return data.items[0]?.vintage ?? ''
}

/** The heading of the page, or of the overlay that covers it. */
async function settled(page: Page): Promise<string> {
  const heading = page.locator('h1, [role="dialog"] h2').filter({ visible: true }).first()
  await expect(heading).toBeVisible()
  await page.waitForLoadState('networkidle')
  return (await heading.textContent()) ?? ''
}

/** Checks that nothing is cut off or overflows, and axe finds nothing, at each width, in light and in dark. */
async function look(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow, `${page.url()} is wider than ${width} px`).toBeLessThanOrEqual(0)
    expect(await page.evaluate(covered), `text on ${page.url()} that is cut off at ${width} px`).toEqual([])
    await expectNoViolations(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Runs in the page: the chart legends that are cut off, and the selects whose arrow covers their text. */
function covered(): string[] {
  const legends = [...document.querySelectorAll('figcaption li span')].filter((entry) => entry.scrollWidth > entry.clientWidth)
  const selects = [...document.querySelectorAll('select')].filter((select) => {
    const { appearance, paddingRight } = getComputedStyle(select)
    return appearance === 'none' && Number.parseFloat(paddingRight) < 24
  })
  return [...legends, ...selects].map((element) => element.textContent ?? '')
}

/** How many routes are opened at the same time, each in a tab: most of the time of a refused page is waiting for late requests. */
const tabs = 3

async function walk(
  page: Page,
  person: Person,
  beginning: string,
  routes: readonly string[] = signedInRoutes,
): Promise<{ opened: string[]; heard: string[] }> {
  const heard = complaints(page.context())
  await signIn(page, person)
  await page.waitForURL(beginning)
  const { data } = await (await callAs(person))(getPermissions, {})
  const isGranted = (name: PermissionName) => data.permissions[name] === true
  const newest = await newestVintage()
  const opened: string[] = []
  const seen = new Set<string>()
  const left = routes.values()
  const openRest = async (tab: Page): Promise<void> => {
    for (const route of left) {
      const path = route.replace('/newest', `/${newest}`)
      await tab.goto(at(`/home${path}`))
      const title = await settled(tab)
      expect(title === denied, `${path} asks for its permission`).toBe(!mayOpen(path, isGranted))
      if (title === denied) expect(new URL(tab.url()).pathname).toBe('/home/401')
      else if (title !== notFound) opened.push(path)
      // Refusals look the same on every page.
      const isNew = !seen.has(title)
      seen.add(title)
      if (isNew) await look(tab)
    }
  }
  const others = await Promise.all(Array.from({ length: tabs - 1 }, () => page.context().newPage()))
  await Promise.all([page, ...others].map(openRest))
  return { opened, heard }
}

/** Pages that must open. */
const pages = [
  '/launchpad',
  '/notification-settings',
  '/company/company-licenses',
  '/configurations/tenant-settings',
  '/developer-administration/access-credentials',
  '/developer-administration/api-monitoring',
  '/developer-administration/tempData',
  '/esg-score-customization',
  '/monitoring/job-log',
  '/open-model-engine/nasdaq',
  '/monitoring/system-usage',
  '/monitoring/system-usage/risk-modeler',
  '/reference-data/currencies/currency',
  '/reference-data/currencies/currency/new',
  '/reference-data/currencies/currency-schemes',
  '/reference-data/currencies/currency-schemes/new',
  '/reference-data/currencies/currency-schemes/GROUP',
  '/reference-data/data-tags',
  '/user-administration/users',
  '/user-administration/groups',
  '/user-administration/roles',
  '/user-administration/resource-groups',
]

// In two halves, which run in parallel.
for (const half of [0, 1]) {
  test(`an administrator opens every existing page (${half + 1} of 2)`, async ({ page }) => {
    test.setTimeout(600_000)
    const routes = signedInRoutes.filter((_, index) => index % 2 === half)
    const { opened, heard } = await walk(page, demoCredentials(), '**/launchpad', routes)
    expect(opened).toEqual(expect.arrayContaining(pages.filter((path) => routes.includes(path))))
    expect(heard).toEqual([])
  })
}

test('a user without a menu opens only the pages for everyone', async ({ page }) => {
  test.setTimeout(300_000)
  const { opened, heard } = await walk(page, await activeUser(unique('Nomenu')), '**/launchpad')
  expect(opened).toContain('/launchpad')
  expect(opened.filter((path) => path.startsWith('/user-administration'))).toEqual([])
  expect(heard).toEqual([])
})

test('a user with a single permission opens its page', async ({ page }) => {
  test.setTimeout(300_000)
  const role = await buildRole(['ViewUsers'])
  const group = await buildGroup([role.roleId])
  const { opened, heard } = await walk(page, await activeUser(unique('Single'), [group.groupId]), '**/launchpad')
  expect(opened).toContain('/user-administration/users')
  expect(opened).not.toContain('/user-administration/roles')
  expect(heard).toEqual([])
})

test('a user of currency schemes opens them, their vintages and tags, but no currencies', async ({ page }) => {
  test.setTimeout(300_000)
  const role = await buildRole(['ViewCurrencySchemes'])
  const group = await buildGroup([role.roleId])
  const routes = signedInRoutes.filter((route) => route.startsWith('/reference-data/'))
  const { opened, heard } = await walk(page, await activeUser(unique('Schemes'), [group.groupId]), '**/launchpad', routes)
  const scheme = '/reference-data/currencies/currency-schemes/GROUP'
  expect(opened).toEqual(expect.arrayContaining([scheme, `${scheme}/${await newestVintage()}`]))
  expect(opened).toContain('/reference-data/data-tags')
  expect(opened).not.toContain('/reference-data/currencies/currency')
  expect(heard).toEqual([])
})

test('the pages before sign-in are open to everyone', async ({ page }) => {
  test.setTimeout(300_000)
  const heard = complaints(page.context())
  for (const path of publicRoutes) {
    await page.goto(at(`/home${path}`))
    await settled(page)
    await look(page)
  }
  expect(heard).toEqual([])
})
