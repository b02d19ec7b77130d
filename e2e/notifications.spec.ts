import { expect, test, type Locator, type Page, type WebSocketRoute } from '@playwright/test'
import { patchGroup } from '@steward/contract/groups/endpoints'
import { expectNoViolations } from './support/axe.ts'
import { mailTo } from './support/mails.ts'
import { activeUser, administratorCall, enterPassword, signIn, type Person } from './support/people.ts'
import { buildGroup, groupIdOf, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const bellOf = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ })
const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications' })
const words = (count: number): string =>
  count === 0 ? 'Notifications' : count === 1 ? 'Notifications, one unread' : `Notifications, ${count} unread`

/** Signs in. Returns the number of unread notifications, because other tests created some in this tenant, too. */
async function enter(page: Page, person: Person): Promise<number> {
  const counted = page.waitForResponse((response) => response.url().endsWith('/unread-count'))
  await signIn(page, person)
  await page.waitForURL('**/launchpad')
  const { unreadCount } = (await (await counted).json()) as { unreadCount: number }
  await expect(page.getByRole('button', { name: words(unreadCount), exact: true })).toBeVisible()
  return unreadCount
}

const otherAdministrator = async (): Promise<Person> => activeUser(unique('Nora'), [await groupIdOf('admin')])
const createGroup = (groupName: string) => buildGroup([], [], groupName)

test('another administrator creates a group: the bell counts up, it is acknowledged, and subscribed to by email', async ({ page }) => {
  const nora = await otherAdministrator()
  const before = await enter(page, nora)
  const [first, second] = [unique('Analysts '), unique('Auditors ')]

  await createGroup(first)
  await expect(page.getByRole('button', { name: words(before + 1), exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `New notification: Group created.` })).toContainText(first)

  await bellOf(page).click()
  const item = panelOf(page).getByRole('listitem').filter({ hasText: first })
  await expect(item).toContainText('Unread, Done: Group created')
  await expectNoViolations(page)
  await item.getByRole('button', { name: 'Mark as read: Group created' }).click()
  await expect(item.getByText('Unread')).toHaveCount(0)

  // Also live while the panel is open.
  await createGroup(second)
  await expect(panelOf(page).getByRole('listitem').first()).toContainText(second)
  await panelOf(page).getByRole('switch', { name: 'Unread only' }).click()
  await expect(panelOf(page).getByRole('listitem').filter({ hasText: first })).toHaveCount(0)
  await expect(panelOf(page).getByRole('listitem').filter({ hasText: second })).toBeVisible()

  // Following its link marks it as read.
  await panelOf(page).getByRole('listitem').filter({ hasText: second }).getByRole('link', { name: 'Group created' }).click()
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  await expect(page.getByRole('button', { name: words(before), exact: true })).toBeVisible()

  const third = unique('Actuaries ')
  await createGroup(third)
  await bellOf(page).click()
  await expect(panelOf(page).getByRole('listitem').filter({ hasText: third })).toBeVisible()
  await panelOf(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panelOf(page).getByRole('button', { name: 'Mark all as read' })).toHaveAccessibleDescription(
    'There are no unread notifications.',
  )

  await panelOf(page).getByRole('link', { name: 'Notification settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notification settings' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Group created, Email' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Notification settings updated successfully.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Group created, Email' })).toBeChecked()
  await expectNoViolations(page)

  const mailed = unique('Brokers ')
  await createGroup(mailed)
  const mail = await mailTo(nora.username, /Group created/)
  expect(mail.text).toContain(mailed)
})

test('notifications missed while offline arrive after reconnecting', async ({ page }) => {
  let isAway = false
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket('**/sml/websocket', (socket) => {
    if (isAway) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  const before = await enter(page, await otherAdministrator())
  await expect.poll(() => sockets.length).toBeGreaterThan(0)
  isAway = true
  for (const socket of sockets) await socket.close()
  const missed = unique('Missed ')
  await createGroup(missed)
  isAway = false
  await expect(page.getByRole('button', { name: words(before + 1), exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('status').filter({ hasText: 'New notification' })).toContainText(missed)
})

test('users who cannot view groups get no notifications about them and cannot subscribe', async ({ page }) => {
  await enter(page, await activeUser(unique('Lo')))
  await createGroup(unique('Secret '))
  await bellOf(page).click()
  await expect(panelOf(page).getByText('No notifications yet')).toBeVisible()
  await expect(panelOf(page).getByRole('listitem')).toHaveCount(0)
  await expectNoViolations(page)
  await panelOf(page).getByRole('link', { name: 'Notification settings' }).click()
  // Some events are for everyone.
  await expect(page.getByText('No notifications available').or(page.getByRole('button', { name: 'Save' }))).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Group/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expectNoViolations(page)
})

test('a failed load is shown and retried while offline; the download page has no bell', async ({ page }) => {
  await enter(page, await otherAdministrator())
  const list = /\/messages\/notifications(\?|$)/
  await page.route(list, (route) => route.abort('connectionfailed'))
  await bellOf(page).click()
  const panel = panelOf(page)
  await expect(panel.getByRole('heading', { name: 'There was an unexpected error getting notifications.' })).toBeVisible()
  await expect(panel.getByText('Please check your network connection.')).toBeVisible()
  await expect(panel.getByRole('timer')).toContainText('attempt 2 of 10')
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('timer')).toHaveCount(0)
  await expectNoViolations(page)
  await panel.getByRole('button', { name: 'Stop trying' }).click()
  await expect(panel.getByRole('timer')).toHaveCount(0)
  await page.unroute(list)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('There was an unexpected error getting notifications.')).toHaveCount(0)

  await page.goto(at('/home/download'))
  await expect(page.getByRole('button', { name: /account/i }).or(page.getByRole('banner').getByRole('button').last())).toBeVisible()
  await expect(bellOf(page)).toHaveCount(0)
})

test('an alert takes half the width of a wide window; changed settings are not lost by leaving', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, await otherAdministrator())
  await page.goto(at('/home/notification-settings'))
  await page.getByRole('checkbox', { name: 'Group deleted, Email' }).check()
  await page.getByRole('link', { name: 'Launchpad' }).first().click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toBeVisible()
  await question.getByRole('button').first().click()
  await expect(page).toHaveURL(/notification-settings/)
  await expect(page.getByRole('checkbox', { name: 'Group deleted, Email' })).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('region', { name: 'Messages' })
  await expect(alert.getByText('Notification settings updated successfully.')).toBeVisible()
  expect((await alert.boundingBox())?.width).toBe(720)
})

test('older notifications load on scrolling', async ({ page }) => {
  const nora = await otherAdministrator()
  const call = await administratorCall()
  const group = await createGroup(unique('Renamed '))
  let ifMatch: string | undefined = `"${group.version}"`
  for (let count = 1; count <= 24; count++) {
    const value = `${group.groupName} ${count}`
    const answer: { etag: string | undefined } = await call(patchGroup, {
      params: { groupId: group.groupId },
      body: [{ operation: 'Update', targetProperty: 'GroupName', value }],
      ifMatch,
    })
    ifMatch = answer.etag
  }
  await enter(page, nora)
  await bellOf(page).click()
  const items = panelOf(page).getByRole('listitem')
  await expect(items.first()).toContainText(`${group.groupName} 24`)
  await items.nth(19).scrollIntoViewIfNeeded()
  await expect(items.filter({ hasText: 'created the group' }).filter({ hasText: group.groupName })).toHaveCount(1)
  await expect(panelOf(page).getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('a session that ends while settings are edited leads to signing in, and back', async ({ page }) => {
  const nora = await otherAdministrator()
  await enter(page, nora)
  await page.goto(at('/home/notification-settings'))
  await page.getByRole('checkbox', { name: 'Group updated, Email' }).check()
  // Ended elsewhere while saving: no prompt about leaving.
  await page.context().clearCookies()
  await page.route('**/messages/subscriptions', (route) =>
    route.request().method() === 'POST'
      ? route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.unroute('**/messages/subscriptions')
  await enterPassword(page, nora)
  await expect(page.getByRole('heading', { level: 1, name: 'Notification settings' })).toBeVisible()
})

test('push: explains first, is turned on and off, and shows pushed messages', async ({ page, context }) => {
  await context.grantPermissions(['notifications'], { origin: at('/') })
  // There is no push service to register with here; everything else is the real browser and server.
  await page.addInitScript(() => {
    // Chromium's headless shell answers "denied" here, and grants what is asked for.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    let subscription: PushSubscription | null = null
    PushManager.prototype.subscribe = async (options) => {
      const { publicKey } = (await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])) as CryptoKeyPair
      const base64url = (bytes: ArrayBuffer | Uint8Array) =>
        btoa(String.fromCharCode(...new Uint8Array(bytes)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replace(/=+$/, '')
      const keys = {
        p256dh: base64url(await crypto.subtle.exportKey('raw', publicKey)),
        auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
      }
      // Nothing is sent there: no event is subscribed to.
      const endpoint = `https://9.9.9.9/push/${crypto.randomUUID()}`
      subscription = {
        endpoint,
        options: { userVisibleOnly: options?.userVisibleOnly ?? false, applicationServerKey: null },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: () => ((subscription = null), Promise.resolve(true)),
      } as unknown as PushSubscription
      return subscription
    }
    PushManager.prototype.getSubscription = () => Promise.resolve(subscription)
  })
  await enter(page, await otherAdministrator())
  await page.goto(at('/home/notification-settings'))
  await expect(page.getByText(/Your browser will ask for permission/)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Group created, Push' }).check()
  await expect(page.getByText('You chose events for push notifications, but no browser gets them yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on push notifications' }).click()
  await expect(page.getByText('Push notifications are on in this browser.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toContainText('Added')
  await expectNoViolations(page)

  const session = await context.newCDPSession(page)
  const registered = new Promise<{ registrationId: string }>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => registration && resolve(registration)),
  )
  await session.send('ServiceWorker.enable')
  const { registrationId } = await registered
  const payload = {
    notificationId: '0199c0de-5555-7c11-9d59-3b8f5f1c2a44',
    messageType: 'GroupCreated',
    kind: 'success',
    title: 'Group created',
    body: 'Someone created the group Analysts.',
    path: '/home/user-administration/groups',
    language: 'en',
  }
  // The headless shell has no place to show it.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: unknown[] }
    scope.shown = []
    scope.registration.showNotification = async (title, { body, lang } = {}) => void scope.shown.push({ title, body, lang })
  })
  await session.send('ServiceWorker.deliverPushMessage', { origin: at('/'), registrationId, data: JSON.stringify(payload) })
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown)
  await expect.poll(shown).toEqual([{ title: payload.title, body: payload.body, lang: 'en' }])

  await page.getByRole('button', { name: 'Turn off push notifications', exact: true }).click()
  await expect(page.getByText('Push notifications are off in this browser.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on push notifications' })).toBeVisible()
})
