import { expect, test, type Browser, type Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { demoCredentials } from './support/demo.ts'
import { asAdministrator, buildUser } from './support/screens.ts'
import { at } from './support/server.ts'

const users = '/home/user-administration/users'

/** Signs in on the German screens. */
async function anmelden(page: Page): Promise<void> {
  const { tenantName, username, password } = demoCredentials()
  await page.getByLabel('Mandant', { exact: true }).fill(tenantName)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByLabel('E-Mail').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL('**/launchpad')
}

/** A page of a browser with this preferred language. */
async function readerOf(browser: Browser, locale: string, width = 1440): Promise<Page> {
  const context = await browser.newContext({ locale, timezoneId: 'UTC', viewport: { width, height: 900 } })
  return context.newPage()
}

test('the language is chosen at sign-in and applies to every page', async ({ browser }) => {
  // Wide enough for the column with dates.
  const page = await readerOf(browser, 'en-GB', 1600)
  await page.goto(at('/home/login'))
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')

  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle(/Anmelden/)
  await expectNoViolations(page)
  await anmelden(page)
  await expect(page.getByRole('heading', { level: 1, name: /^Guten Tag, / })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Anwendungen' })).toBeVisible()

  await page.getByRole('link', { name: 'Benutzer', exact: true }).click()
  const table = page.getByRole('table', { name: 'Benutzer' })
  await expect(table.getByRole('columnheader', { name: 'Letzte Anmeldung' })).toBeVisible()
  await expect(table.getByText(/^\d{2}\.\d{2}\.\d{4}$/).first()).toBeVisible()
  await expect(page.getByText(/^1–20 von \d+$/)).toBeVisible()
  await expectNoViolations(page)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Benutzer' })).toBeVisible()
  await page.context().close()
})

test('server errors are in the language of the console', async ({ browser }) => {
  const page = await readerOf(browser, 'de-CH')
  const { username: email } = await buildUser()
  await page.goto(at('/home/login'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await anmelden(page)
  await page.goto(at(`${users}/new`))
  const panel = page.getByRole('dialog', { name: 'Benutzer erstellen' })
  await panel.getByRole('button', { name: 'Erstellen und einladen' }).click()
  await expect(panel.getByText('Geben Sie eine E-Mail-Adresse ein.').first()).toBeVisible()
  await panel.getByLabel('E-Mail').fill(email)
  await panel.getByLabel('Vorname').fill('Doppelt')
  await panel.getByLabel('Nachname').fill('Gemoppelt')
  await panel.getByRole('button', { name: 'Erstellen und einladen' }).click()
  await expect(panel.getByText('Ein Benutzer mit dieser E-Mail-Adresse ist bereits vorhanden.').first()).toBeVisible()
  await page.context().close()
})

test('Japanese fits on a phone, and switching the language keeps the page', async ({ browser }) => {
  const page = await readerOf(browser, 'ja-JP', 320)
  await page.goto(at(`/home/login?tenant=${demoCredentials().tenantName}`))
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.getByLabel('パスワード', { exact: true })).toBeVisible()
  await expectNothingCut(page)
  await expectNoViolations(page)

  await page.getByRole('combobox', { name: '言語' }).selectOption('Deutsch')
  await expect(page.getByLabel('Passwort', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/tenant=/)
  await expectNothingCut(page)
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('日本語')

  await page.getByLabel('メールアドレス').fill(demoCredentials().username)
  await page.getByLabel('パスワード', { exact: true }).fill(demoCredentials().password)
  await page.getByRole('button', { name: 'サインイン', exact: true }).click()
  await page.waitForURL('**/launchpad')
  for (const [path, heading] of [
    [users, 'ユーザー'],
    ['/home/user-administration/groups', 'グループ'],
    ['/home/user-administration/roles', 'ロール'],
  ] as const) {
    await page.goto(at(path))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText(/^\d+ 件中 1～\d+ 件$/)).toBeVisible()
    await expectNothingCut(page)
  }
  await expectNoViolations(page)
  await page.context().close()
})

test('a browser with an unsupported language gets English', async ({ browser }) => {
  const page = await readerOf(browser, 'fr-FR')
  await page.goto(at('/home/login'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.context().close()
})

/** Checks that nothing overflows the window and no text of the product is cut off. */
async function expectNothingCut(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const texts = [...document.querySelectorAll('main :is(button, label, h1, h2, h3, th, dt, legend), main p')]
    const isCut = (element: Element) => getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    const page = document.documentElement
    return [
      ...texts.filter((element) => !element.closest('.visually-hidden') && isCut(element)).map((element) => element.textContent),
      ...(page.scrollWidth > page.clientWidth ? [`${page.scrollWidth} px wide`] : []),
    ]
  })
  expect(cut).toEqual([])
}

test('Escape that drops a suggestion of an input method leaves the record beside the list open', async ({ page }) => {
  const keyboard = await page.context().newCDPSession(page)
  const escape = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 }
  await asAdministrator(page, '/home/user-administration/groups', 'Groups')
  await page.getByRole('link', { name: 'Climate Risk', exact: true }).click()
  const record = page.getByRole('region', { name: 'Climate Risk' })
  await expect(record).toBeFocused()

  const search = page.getByRole('searchbox', { name: 'Search groups' })
  await search.focus()
  await keyboard.send('Input.imeSetComposition', { text: 'くり', selectionStart: 2, selectionEnd: 2 })
  await expect(search).toHaveValue('くり')
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...escape })
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...escape })
  await expect(search).toHaveValue('')
  await keyboard.send('Input.insertText', { text: 'climate' })
  await expect(page).toHaveURL(/\/groups\/[\da-f-]{36}\?q=climate$/)
  await expect(record).toBeVisible()

  await search.press('Escape')
  await expect(search).toHaveValue('')
  await search.press('Escape')
  await expect(record).toHaveCount(0)
})
