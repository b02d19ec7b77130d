import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { expectNoViolationsNow } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { linkIn, mailTo } from './support/mails.ts'
import { activeUser, enterPassword, invite, signIn } from './support/people.ts'
import { at } from './support/server.ts'

const userMenu = (page: Page) => page.getByRole('button', { name: /account and settings/ })

async function openMenuItem(page: Page, name: string): Promise<void> {
  await userMenu(page).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Counts the calls to a path from all tabs of a browser. */
function countCalls(context: BrowserContext, path: string): () => number {
  let count = 0
  // Counts responses: a tab whose clock jumps aborts pending requests before they reach the server.
  context.on('response', (response) => {
    if (new URL(response.url()).pathname === path) count++
  })
  return () => count
}

test.describe('signing in', () => {
  test('asks for the tenant, remembers it, and returns to the requested page', async ({ page }) => {
    const admin = demoCredentials()
    await page.goto(at('/home/launchpad?from=bookmark'))
    await expect(page.getByLabel('Tenant', { exact: true })).toBeFocused()
    await page.keyboard.type(admin.tenantName)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.keyboard.type(admin.username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(admin.password)
    await page.keyboard.press('Enter')
    await expect(userMenu(page)).toBeVisible()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/home/launchpad?from=bookmark')

    await openMenuItem(page, 'Sign out')
    await expect(page.getByText('You have signed out.')).toBeVisible()
    await page.goto(at('/home/'))
    await expect(page.getByText(admin.tenantName, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.getByRole('button', { name: 'Change tenant' }).click()
    await expect(page.getByLabel('Tenant', { exact: true })).toHaveValue(admin.tenantName)
  })

  test('never redirects to another origin', async ({ page }) => {
    await signIn(page, demoCredentials(), '/home/login?redirect=//evil.example/home/launchpad')
    await expect(userMenu(page)).toBeVisible()
    expect(page.url()).toBe(at('/home/launchpad'))
  })

  test('shows the same error for a wrong password, an unknown user and an unknown tenant', async ({ page }) => {
    const admin = demoCredentials()
    const text = 'The email and password combination doesn’t match. Click “Forgot password?” for assistance'
    for (const person of [
      { ...admin, password: 'Wrong-password-1' },
      { ...admin, username: 'nobody@meridian-re.example' },
      { ...admin, tenantName: 'unheard-of' },
    ]) {
      await signIn(page, person, `/home/login?tenant=${person.tenantName}`)
      await expect(page.getByRole('alert')).toHaveText(text)
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    }
  })

  test('locks after five failures and shows a countdown', async ({ page }) => {
    await page.goto(at('/home/login?tenant=demo'))
    // The attempt after the fifth failure is refused.
    for (let attempt = 1; attempt <= 6; attempt++) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/auth/v1/Login'))
      await enterPassword(page, { username: 'locked.out@meridian-re.example', password: `Wrong-password-${attempt}` })
      await answered
    }
    const timer = page.getByRole('timer')
    await expect(timer).toHaveText(/^Try again in (1:00|0:5\d)$/)
    const submit = page.getByRole('button', { name: 'Sign in', exact: true })
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await expect(timer).toHaveText(/^Try again in 0:5[0-8]$/)
  })
})

test.describe('passwords by mail', () => {
  test('an invited user sets the first password, and sees what to do while no group grants access', async ({ page }) => {
    const email = await invite('Ines')
    await page.goto(linkIn(await mailTo(email)))
    await expect(page.getByRole('heading', { name: 'Welcome, Ines' })).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
    const submit = page.getByRole('button', { name: 'Set password' })
    await page.getByLabel('New password', { exact: true }).fill('too-short')
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('New password', { exact: true }).fill('Correct-horse-7-battery')
    await expect(page.getByText('Great! Your password is secure.')).toBeVisible()
    await submit.click()
    await expect(page.getByText('Your password is set. Sign in with it.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.type('Correct-horse-7-battery')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Welcome, Ines' })).toBeVisible()
    await expect(page.getByText(/Ask a tenant administrator to add/)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  })

  test('a forgotten password is reset with a mailed link, which works once', async ({ page }) => {
    const person = await activeUser('Faye')
    await page.goto(at('/home/login?tenant=demo'))
    await page.getByLabel('Email').fill(person.username)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(person.username)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

    const link = linkIn(await mailTo(person.username, /reset|password/i))
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set new password' })).toBeVisible()
    // Only the server knows the current password.
    await page.getByLabel('New password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toHaveText('Cannot match current password')
    await page.getByLabel('New password', { exact: true }).fill('Another-horse-8-battery')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Your password has been changed. Sign in with the new one.')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('Another-horse-8-battery')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(userMenu(page)).toBeVisible()

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible()
    await page.getByRole('link', { name: 'Send new link' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  })

  test('the response is the same for an unknown address', async ({ page }) => {
    await page.goto(at('/home/login/forgot-password?tenant=demo'))
    await page.getByLabel('Email').fill('no.one.at.all@meridian-re.example')
    await page.keyboard.press('Enter')
    await expect(page.getByText('If no.one.at.all@meridian-re.example has an account')).toBeVisible()
  })
})

test('changing the password: Escape removes the hash, success leads to signing in and back', async ({ page }) => {
  const person = await activeUser('Cleo')
  await signIn(page, person)
  await openMenuItem(page, 'Change password')
  const overlay = page.getByRole('dialog', { name: 'Change password' })
  await expect(overlay.getByLabel('Current password')).toBeFocused()
  expect(new URL(page.url()).hash).toBe('#change-password')
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  expect(new URL(page.url()).hash).toBe('')

  // The start leads to the launchpad and keeps the hash.
  await page.goto(at('/home/#change-password'))
  await overlay.getByLabel('Current password').fill('Wrong-password-1')
  await overlay.getByLabel('New password', { exact: true }).fill('Another-horse-8-battery')
  await page.keyboard.press('Enter')
  await expect(overlay.getByRole('alert')).toHaveText('The current password is incorrect.')
  await expect(overlay.getByRole('button', { name: 'Change password' })).toHaveAttribute('aria-disabled', 'true')
  await overlay.getByLabel('Current password').fill(person.password)
  await expect(overlay.getByRole('alert')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been changed. Sign in with the new one.')).toBeVisible()
  const search = new URL(page.url()).searchParams
  expect(search.get('tenant')).toBe('demo')
  expect(search.get('redirect')).toContain('/launchpad')
  await enterPassword(page, { username: person.username, password: 'Another-horse-8-battery' })
  await expect(userMenu(page)).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/home/launchpad')
})

/** The number of tabs with the token that ends last, by their locks (console/src/session/token/heldTokens.ts). */
const tabsWithLatestToken = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith('steward-token-until-'))
    return names.filter((name) => name === names.toSorted().at(-1)).length
  })

test.describe('the session', () => {
  test('signing out in one tab signs out all of them', async ({ page, context }) => {
    await signIn(page, demoCredentials())
    await expect(userMenu(page)).toBeVisible()
    const second = await context.newPage()
    await second.goto(at('/home/launchpad'))
    await expect(userMenu(second)).toBeVisible()
    await openMenuItem(page, 'Sign out')
    await expect(page.getByText('You have signed out.')).toBeVisible()
    await expect(second.getByText('You have signed out.')).toBeVisible()
    await second.goto(at('/home/launchpad'))
    await expect(second.getByLabel('Password', { exact: true })).toBeVisible()
  })

  test('many tabs share one token and one refresh', async ({ page, context }) => {
    const refreshes = countCalls(context, '/auth/v1/Login/refresh')
    const implicits = countCalls(context, '/auth/v1/Login/implicit')
    await page.clock.install()
    await signIn(page, demoCredentials())
    await expect(userMenu(page)).toBeVisible()
    const asked = implicits()
    const tabs = [page, await context.newPage(), await context.newPage()]
    for (const tab of tabs.slice(1)) {
      await tab.clock.install()
      await tab.goto(at('/home/launchpad'))
      await expect(userMenu(tab)).toBeVisible()
    }
    expect(implicits()).toBe(asked)
    expect(refreshes()).toBe(0)
    // Past the time of renewal, a minute before the token ends.
    await Promise.all(tabs.map((tab) => tab.clock.fastForward('09:05')))
    // Tokens are renewed on user activity, not by timers.
    await page.keyboard.press('Shift')
    await expect.poll(refreshes).toBe(1)
    // Advancing a tab's clock while the new token is being passed to it would make the sending tab look asleep.
    await expect.poll(() => tabsWithLatestToken(page)).toBe(tabs.length)
    for (const tab of tabs) {
      await tab.clock.runFor(10_000)
      await expect(userMenu(tab)).toBeVisible()
    }
    expect(refreshes()).toBe(1)
  })

  test('a session that ended leads to signing in, with inactivity as the reason', async ({ page, context }) => {
    await page.clock.install()
    await signIn(page, demoCredentials())
    await expect(userMenu(page)).toBeVisible()
    await context.clearCookies()
    await page.clock.fastForward('09:30')
    // Tokens are renewed on user activity, not by timers.
    await page.keyboard.press('Shift')
    await expect(page.getByText('You were signed out because you were inactive.')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('reason')).toBe('inactivity')
    expect(new URL(page.url()).searchParams.get('tenant')).toBe('demo')
  })

  test('a sign-in from another browser is mailed, and who does not know it secures the account', async ({ page, browser }) => {
    const person = await activeUser('Petra')
    await signIn(page, person)
    await expect(userMenu(page)).toBeVisible()
    const elsewhere = await (await browser.newContext()).newPage()
    await signIn(elsewhere, person)
    await expect(userMenu(elsewhere)).toBeVisible()

    await page.goto(linkIn(await mailTo(person.username, /^New sign-in/)))
    await expect(page.getByRole('heading', { name: 'This wasn’t me' })).toBeVisible()
    await expectNoViolationsNow(page)
    await page.getByRole('button', { name: 'Secure my account' }).click()
    await expect(page.getByRole('heading', { name: 'Your account is secured' })).toBeVisible()
    await elsewhere.goto(at('/home/launchpad'))
    await expect(elsewhere.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await enterPassword(elsewhere, person)
    await expect(elsewhere.getByRole('alert')).toBeVisible()
    expect(linkIn(await mailTo(person.username, /password/i))).toContain('/login/')
  })

  test('the settings list another session and can end it', async ({ page, browser }) => {
    const person = await activeUser('Olga')
    await signIn(page, person)
    await expect(userMenu(page)).toBeVisible()
    const elsewhere = await (await browser.newContext()).newPage()
    await signIn(elsewhere, person)
    await expect(userMenu(elsewhere)).toBeVisible()

    await openMenuItem(page, 'User settings')
    const settings = page.getByRole('dialog', { name: 'User settings' })
    await expect(settings.getByRole('listitem')).toHaveCount(2)
    await expect(settings.getByText('This session')).toHaveCount(1)
    await settings.getByRole('button', { name: /^End session/ }).click()
    await page.getByRole('button', { name: 'End session', exact: true }).click()
    await expect(page.getByText('The session has ended.')).toBeVisible()
    await expect(settings.getByRole('listitem')).toHaveCount(1)
    await expect(elsewhere.getByText('Your session was ended. Sign in to continue.')).toBeVisible()
    await elsewhere.context().close()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the session screens have no accessibility violations (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const check = () => expectNoViolationsNow(page, colorScheme)
    await page.goto(at('/home/login'))
    await expect(page.getByLabel('Tenant', { exact: true })).toBeVisible()
    await check()
    await page.goto(at('/home/login?tenant=demo&reason=needsLogin'))
    await expect(page.getByText('Access denied. Please login.')).toBeVisible()
    await check()
    await page.goto(at('/home/login/forgot-password'))
    await expect(page.getByLabel('Email')).toBeVisible()
    await check()
    await page.goto(at('/home/login/reset-password#token=nothing'))
    await expect(page.getByRole('link', { name: 'Send new link' })).toBeVisible()
    await check()
    await signIn(page, demoCredentials())
    // The sign-in page has a heading, too.
    await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Console' })).toBeVisible()
    await check()
    await openMenuItem(page, 'User settings')
    await expect(page.getByText('This session')).toBeVisible()
    await check()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('New password', { exact: true }).fill('Correct-horse-7')
    await check()
  })
}
