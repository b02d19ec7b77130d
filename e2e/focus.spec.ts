import { expect, test, type Locator, type Page, type ViewportSize } from '@playwright/test'
import { demoCredentials } from './support/demo.ts'
import { enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, buildUser } from './support/screens.ts'
import { at } from './support/server.ts'

/** The element that has the focus, and what keeps it from being seen. */
interface Stop {
  /** The same number for the same element; 0 while the focus is outside the page. */
  id: number
  name: string
  fault: string | undefined
}

function stopNow(): Stop {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return { id: 0, name: '', fault: undefined }
  const known = window as unknown as { focusStops?: Map<Element, number> }
  known.focusStops ??= new Map()
  const id = known.focusStops.get(element) ?? known.focusStops.size + 1
  known.focusStops.set(element, id)
  const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`
  const box = element.getBoundingClientRect()
  if (box.width < 2 || box.height < 2) return { id, name, fault: 'has no size' }
  const { clientWidth, clientHeight } = document.documentElement
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, clientWidth)]
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, clientHeight)]
  if (right - left < 2 || bottom - top < 2) return { id, name, fault: 'is outside the view' }
  const points: [number, number][] = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 1, top + 1],
    [right - 1, top + 1],
    [left + 1, bottom - 1],
    [right - 1, bottom - 1],
  ]
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const there = points.map(([x, y]) => document.elementFromPoint(x, y))
  const isSeen = there.some((one) => [element, ...labels].some((own) => own.contains(one)))
  return { id, name, fault: isSeen ? undefined : `is covered by ${there[0]?.tagName} ${there[0]?.className}` }
}

/** Where the focus is, once nothing moves any more: a part of the page can arrive while the keys are pressed. */
async function settledStop(page: Page): Promise<Stop> {
  let stop = await page.evaluate(stopNow)
  for (let frames = 0; stop.fault !== undefined && frames < 60; frames++) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    stop = await page.evaluate(stopNow)
  }
  return stop
}

type Key = 'Tab' | 'Shift+Tab'

/** Presses a key until the focus is again where it began. */
async function expectEveryStopInView(page: Page, key: Key): Promise<void> {
  const seen = new Set<number>()
  const faults: string[] = []
  let last = 0
  for (let presses = 0; presses < 300; presses++) {
    await page.keyboard.press(key)
    const { id, name, fault } = await settledStop(page)
    // A field for a date has several stops.
    if (id === last) continue
    last = id
    if (id === 0) continue
    if (seen.has(id)) break
    seen.add(id)
    if (fault !== undefined) faults.push(`${name} ${fault}`)
  }
  expect(faults, `${page.url()} with ${key}`).toEqual([])
  expect(seen.size, `stops of ${page.url()}`).toBeGreaterThan(8)
}

async function walk(page: Page, paths: readonly string[], keys: readonly Key[]): Promise<void> {
  await enter(page, demoCredentials())
  for (const path of paths) {
    await page.goto(at(`/home${path}`))
    await expect(page.locator('h1').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('table[aria-busy=true]')).toHaveCount(0)
    for (const key of keys) await expectEveryStopInView(page, key)
  }
}

const windows: { title: string; keys: Key[]; use: { viewport: ViewportSize; deviceScaleFactor?: number } }[] = [
  { title: 'at a width of 320 px', keys: ['Tab'], use: { viewport: { width: 320, height: 640 } } },
  // A window of 1280 by 1024 px.
  { title: 'at a zoom of 400 %', keys: ['Tab', 'Shift+Tab'], use: { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 } },
]

for (const { title, keys, use } of windows) {
  test.describe(`no control outside the view takes focus ${title}`, () => {
    test.use(use)

    test('in user administration', async ({ page }) => {
      const role = await buildRole(['ViewUsers'])
      const user = await buildUser()
      const group = await buildGroup([role.roleId], [user.username])
      const area = '/user-administration'
      await walk(
        page,
        [
          `${area}/users?limit=10`,
          `${area}/users/${user.userId}`,
          `${area}/groups?limit=10`,
          `${area}/groups/${group.groupId}`,
          `${area}/roles?limit=10`,
          `${area}/roles/${role.roleId}`,
          `${area}/resource-groups`,
          `${area}/access`,
        ],
        keys,
      )
    })

    test('in a list with selected rows', async ({ page }) => {
      await asAdministrator(page, '/home/user-administration/users?limit=10', 'Users')
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
      await expect(page.getByText('10 selected')).toBeVisible()
      for (const key of keys) await expectEveryStopInView(page, key)
    })

    test('beside an edit that is not saved', async ({ page }) => {
      const role = await buildRole(['ViewUsers', 'ViewGroups'])
      await buildGroup([role.roleId], [(await buildUser()).username])
      await asAdministrator(page, `/home/user-administration/roles/${role.roleId}/actions`, role.roleName)
      await page.getByRole('checkbox', { name: 'View groups', exact: true }).uncheck()
      await expect(page.getByRole('region', { name: 'Effect of saving' }).getByText('1 person loses access.')).toBeVisible()
      for (const key of keys) await expectEveryStopInView(page, key)
    })

    test('on the other main pages', async ({ page }) => {
      await walk(
        page,
        [
          '/launchpad',
          '/company/company-licenses',
          '/monitoring/audit-log',
          '/monitoring/job-log?limit=10',
          '/monitoring/system-usage',
          '/configurations/tenant-settings',
        ],
        keys,
      )
    })
  })
}

test.describe('at a zoom of 400 %', () => {
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 })

  test('a panel scrolls with its title and its buttons', async ({ page }) => {
    await enter(page, demoCredentials())
    await page.goto(at('/home/user-administration/users/new'))
    const panel = page.getByRole('dialog', { name: 'Create user' })
    const [title, create] = [panel.getByRole('heading', { name: 'Create user' }), panel.getByRole('button', { name: 'Create and invite' })]
    await expect(title).toBeInViewport()
    await expect(create).not.toBeInViewport()
    for (const key of ['Tab', 'Shift+Tab'] as const) await expectEveryStopInView(page, key)
    await create.focus()
    await expect(title).not.toBeInViewport()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('a message leaves the buttons at the bottom free', async ({ page }) => {
    const message = page.getByRole('region', { name: 'Messages' }).getByText(/colour/)
    const expectAbove = (button: Locator) =>
      expect
        .poll(async () => {
          const [above, below] = await Promise.all([message.boundingBox(), button.boundingBox()])
          return above !== null && below !== null && above.y + above.height <= below.y
        })
        .toBe(true)
    await enter(page, demoCredentials())
    await page.goto(at('/home/user-administration/users?colour=blue'))
    await page.getByRole('checkbox', { name: 'Select Ada Lindqvist' }).check()
    await expectAbove(page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Add to group' }))
    await page.goto(at('/home/user-administration/users/new?colour=blue'))
    await expectAbove(page.getByRole('dialog', { name: 'Create user' }).getByRole('button', { name: 'Cancel' }))
    const user = await buildUser()
    const { groupName } = await buildGroup([], [user.username])
    await page.goto(at(`/home/user-administration/users/${user.userId}/groups?colour=blue`))
    await page.getByRole('button', { name: `Remove ${groupName}` }).click()
    await expectAbove(page.getByRole('region', { name: 'Effect of saving' }).getByRole('button', { name: 'Discard changes' }))
  })
})

test('a menu that is opened by keyboard focuses its first entry, and one that is clicked focuses none', async ({ page }) => {
  await asAdministrator(page, '/home/user-administration/users', 'Users')
  const account = page.getByRole('button', { name: /account and settings/ })
  const entries = page.getByRole('menu').getByRole('menuitem')
  for (const key of ['Enter', 'ArrowDown']) {
    await account.focus()
    await page.keyboard.press(key)
    await expect(entries.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(entries.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(account).toBeFocused()
  }
  await page.getByRole('heading', { level: 1, name: 'Users' }).click()
  await account.click()
  await expect(page.getByRole('menu')).toBeFocused()
})
