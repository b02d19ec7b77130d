import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { saveCurrency, saveCurrencyScheme, saveVintage } from '@steward/contract/reference-data/currencies'
import { expectNoViolations } from './support/axe.ts'
import { keyboard } from './support/hands.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, otherAdministrator, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const schemes = '/home/reference-data/currencies/currency-schemes'
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Parts of the vintage' }).getByRole('link', { name })
const vintageRow = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Vintages' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

const csv = (lines: readonly (readonly string[])[], name = 'rates.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([['currencyCode', 'asOfDate', 'exchangeRate'], ...lines].map((line) => `${line.join(',')}\n`).join('')),
})

async function upload(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await page.getByLabel('CSV file with rates').setInputFiles(file)
}

/** A scheme against USD, made by the API. */
async function buildScheme(code = unique('S')): Promise<string> {
  const call = await administratorCall()
  await call(saveCurrencyScheme, { body: [{ currencySchemeCode: code, currencySchemeName: `Scheme ${code}`, anchorCurrencyCode: 'USD' }] })
  return code
}

async function buildDraft(scheme: string, vintage: string): Promise<void> {
  const call = await administratorCall()
  await call(saveVintage, { body: [{ currencySchemeCode: scheme, vintage }] })
}

/** A vintage with rates, by the screens. */
async function buildVintage(page: Page, { scheme, vintage, rates }: { scheme: string; vintage: string; rates: string[][] }): Promise<void> {
  await buildDraft(scheme, vintage)
  await page.goto(at(`${schemes}/${scheme}/${vintage}/upload`))
  await upload(page, csv(rates))
  await expect(page.getByText(/rates? of rates\.csv (is|are) stored/)).toBeVisible()
}

async function publish(page: Page, vintage: string): Promise<void> {
  await tab(page, 'Review & publish').click()
  await page.getByRole('button', { name: `Publish ${vintage}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Publish ${vintage}` })
    .click()
  await expect(page.getByText(`Vintage ${vintage} was published.`)).toBeVisible()
}

test('from a new currency to published rates, and back into a draft without a difference', async ({ page }) => {
  test.setTimeout(180_000)
  const code = unique('M').toUpperCase()
  await asAdministrator(page, '/home/reference-data/currencies/currency/new', 'Currencies')
  const currency = panel(page, 'Create currency')
  await currency.getByLabel('Code').fill('Q1')
  await currency.getByLabel('Name').fill('Test currency')
  await currency.getByRole('button', { name: 'Create currency' }).click()
  await expect(page.getByText('Currency Q1 was created.')).toBeVisible()

  await page.goto(at(`${schemes}/new`))
  const scheme = panel(page, 'Create scheme')
  await scheme.getByLabel('Code').fill(code)
  await scheme.getByLabel('Name').fill(`Monthly ${code}`)
  await scheme.getByLabel('Anchor currency').fill('USD')
  await page.getByRole('option', { name: /USD/ }).click()
  await scheme.getByLabel('Source').fill('Treasury')
  await scheme.getByRole('button', { name: 'Create scheme' }).click()
  await expect(page.getByRole('heading', { name: `Monthly ${code}`, level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No vintages yet' })).toBeVisible()
  // A second administrator looks at the same scheme.
  const other = await otherAdministrator(page, `${schemes}/${code}`, `Monthly ${code}`)
  await expect(other.getByRole('heading', { name: 'No vintages yet' })).toBeVisible()

  await page.getByRole('link', { name: 'Create vintage' }).first().click()
  const draft = panel(page, 'Create vintage')
  await expect(draft.getByText('A published vintage is immutable.')).toBeVisible()
  await expect(draft.getByLabel('Source')).toHaveValue('Treasury')
  await draft.getByRole('button', { name: 'Create draft' }).click()
  await expect(draft.getByLabel('Vintage')).toHaveAccessibleDescription(/required|Enter/)
  await draft.getByLabel('Vintage').fill('2026-Q1')
  await draft.getByRole('button', { name: 'Create draft' }).click()
  await expect(page).toHaveURL(new RegExp(`${code}/2026-Q1/upload$`))
  await expect(vintageRow(other, '2026-Q1')).toContainText('Draft')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
  await expect(crumbs).toHaveText(['Reference Data', 'Currencies', 'Currency schemes', code, '2026-Q1', 'Upload'])

  const first = [
    ['EUR', '2026-01-31', '0.92'],
    ['Q1', '2026-01-31', '4.000000000000000001'],
    ['EUR', '2026-02-28', '0.94'],
    ['Q1', '2026-02-28', '4.1'],
  ]
  await upload(page, csv([...first, ['EUR', '2026-03-31', '0,95'], ['ZZ9', '2026-03-31', '1.5']]))
  await expect(page.getByText('2 lines of rates.csv have errors')).toBeVisible()
  const refused = page.getByRole('region', { name: 'Lines with errors' })
  await expect(refused.getByRole('row').filter({ hasText: 'ZZ9' })).toContainText('There is no currency ZZ9.')
  await expect(refused.getByRole('row')).toHaveCount(3)
  const rejected = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rejected lines' }).click()
  expect((await rejected).suggestedFilename()).toMatch(/^rejected-rates-.*\.csv$/)
  await upload(page, csv(first))
  await expect(page.getByText('4 rates of rates.csv are stored')).toBeVisible()
  await expect(page.getByRole('main').getByText('4 added, 0 changed, 0 unchanged.')).toBeVisible()
  await expect(vintageRow(other, '2026-Q1')).toContainText('4')

  await page.getByRole('main').getByRole('link', { name: 'Review and publish' }).last().click()
  await expect(page.getByText('First vintage', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Publish 2026-Q1' }).click()
  const question = page.getByRole('dialog', { name: `Publish 2026-Q1 of Monthly ${code}?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Publish 2026-Q1' }).click()
  await expect(page.getByText('Vintage 2026-Q1 was published.')).toBeVisible()
  await expect(tab(page, 'Upload')).toHaveCount(0)
  await expect(vintageRow(other, '2026-Q1')).toContainText('Published')
  await other.context().close()

  const rates = page.getByRole('table', { name: 'Exchange rates' })
  await expect(rates.getByRole('row').filter({ hasText: 'Q1' })).toContainText('4.1')
  await page.getByLabel('As of').fill('2026-02-01')
  await expect(rates.getByRole('row').filter({ hasText: 'Q1' })).toContainText('4.000000000000000001')

  await tab(page, 'Converter').click()
  await page.getByLabel('Amount').fill('2,500')
  await page.getByRole('combobox', { name: 'To' }).fill('Q1')
  await page.getByRole('option', { name: 'Q1' }).click()
  await expect(page.getByText('10,250 Q1').first()).toBeVisible()
  await expect(page.getByText('1 USD buys 4.1 Q1, as of 28 Feb 2026.')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rates' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(`rates-${code}-2026-Q1.csv`)
  const file = { name: saved.suggestedFilename(), mimeType: 'text/csv', buffer: readFileSync(await saved.path()) }
  await buildDraft(code, '2026-Q1 again')
  await page.goto(at(`${schemes}/${code}/${encodeURIComponent('2026-Q1 again')}/upload`))
  await upload(page, file)
  await expect(page.getByText(/are stored/)).toBeVisible()
  await tab(page, 'Compare').click()
  await expect(page.getByText('Nothing differs from 2026-Q1')).toBeVisible()
  await expect(page.getByText('All 4 rates are the same.')).toBeVisible()
})

test('a review names what differs, and a draft that changed since is not published', async ({ page }) => {
  test.setTimeout(120_000)
  const scheme = await buildScheme()
  await asAdministrator(page, `${schemes}/${scheme}`, `Scheme ${scheme}`)
  const before = [
    ['EUR', '2026-01-31', '0.9'],
    ['EUR', '2026-02-28', '0.9'],
    ['EUR', '2026-03-31', '0.9'],
    ['CHF', '2026-01-31', '0.8'],
    ['GBP', '2026-01-31', '0.7'],
    ['GBP', '2026-03-31', '0.7'],
  ]
  await buildVintage(page, { scheme, vintage: 'A', rates: before })
  await publish(page, 'A')
  await buildVintage(page, {
    scheme,
    vintage: 'B',
    rates: [
      ['EUR', '2026-01-31', '1.8'],
      ['EUR', '2026-02-28', '0.91'],
      ['EUR', '2026-03-31', '0.9'],
      ['JPY', '2026-01-31', '150'],
      ['GBP', '2026-01-31', '0.7'],
      ['GBP', '2026-03-31', '0.7'],
    ],
  })
  await tab(page, 'Review & publish').click()
  await expect(page.getByRole('heading', { name: 'Compared with A' })).toBeVisible()
  const moves = page.getByRole('list', { name: 'Rates by size of move' })
  await expect(moves.getByRole('listitem')).toHaveCount(1)
  await expect(moves).toContainText('+100%')
  await expect(page.getByText('Missing currencies')).toBeVisible()
  await expect(page.getByText('New currencies')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Missing dates' }).getByRole('row').filter({ hasText: 'GBP' })).toContainText('28 Feb 2026')
  await page.getByLabel('Moves from %').fill('1')
  await expect(moves.getByRole('listitem')).toHaveCount(2)
  await expect(page).toHaveURL(/percent=1/)
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Publish B' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('1 currency is missing.')
  await expect(question).toContainText('2 rates moved 1% or more.')
  const other = await otherAdministrator(page, `${schemes}/${scheme}/B/upload`, 'B')
  await upload(other, csv([['EUR', '2026-04-30', '0.95']]))
  await expect(other.getByText('1 rate of rates.csv is stored')).toBeVisible()
  await question.getByRole('button', { name: 'Publish B' }).click()
  await expect(question.getByText('The rates changed after you opened this review.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  // The page has followed.
  await expect(page.getByText(/7 rates of 3 currencies/)).toBeVisible()
  await publish(page, 'B')
  // The administrator who was about to upload sees that it is too late.
  await expect(other.getByRole('heading', { name: 'This vintage is published' })).toBeVisible()
  await other.context().close()

  await tab(page, 'History').click()
  await page.getByRole('combobox', { name: 'To' }).fill('EUR')
  await page.getByRole('option', { name: /EUR/ }).click()
  await page.getByRole('button', { name: 'View as table' }).click()
  const history = page.getByRole('region', { name: '1 USD in EUR' }).getByRole('row').filter({ hasText: '31 Jan 2026' })
  await expect(history).toContainText('1.8')
  await expect(history).toContainText('0.9')
  await expectNoViolations(page)
})

test('an upload goes on while its user works elsewhere in the console', async ({ page }) => {
  test.setTimeout(120_000)
  const scheme = await buildScheme()
  await buildDraft(scheme, 'Large')
  await asAdministrator(page, `${schemes}/${scheme}/Large/upload`, 'Large')
  const days = Array.from({ length: 20_000 }, (_, day) => new Date(Date.UTC(1970, 0, 1 + day)).toISOString().slice(0, 10))
  const devtools = await page.context().newCDPSession(page)
  const network = { offline: false, latency: 0, downloadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: 100_000 })
  await upload(
    page,
    csv(
      days.map((day) => ['EUR', day, '0.9']),
      'large.csv',
    ),
  )
  const progress = page.getByRole('progressbar', { name: 'Progress of large.csv' })
  await expect(progress).toHaveAttribute('aria-valuetext', /sent/)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(progress).toBeVisible()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await devtools.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: -1 })
  await expect(page.getByText('large.csv was sent to Large.')).toBeVisible({ timeout: 30_000 })
  // Its notification leads to how it ended.
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const item = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: 'large.csv' })
  await item.getByRole('link', { name: 'Rates uploaded' }).click()
  await expect(page).toHaveURL(/Large\/upload$/)
  await expect(page.getByText('20,000 rates of large.csv are stored')).toBeVisible({ timeout: 30_000 })

  // A file of another encoding is read, and says so.
  await upload(page, {
    ...csv([['EUR', '2026-01-31', '0.9']], 'wide.csv'),
    buffer: Buffer.from('﻿currencyCode,asOfDate,exchangeRate\nEUR,2026-01-31,0.9\n', 'utf16le'),
  })
  await expect(page.getByText('1 rate of wide.csv is stored')).toBeVisible()
  await expect(page.getByText(/The file isn’t UTF-8. It was read as utf-16/i)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Earlier uploads' })).toContainText('large.csv: Finished')
})

test('who can only view sees every vintage, and why nothing can be changed', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const scheme = await buildScheme()
  await asAdministrator(page, `${schemes}/${scheme}`, `Scheme ${scheme}`)
  await buildVintage(page, { scheme, vintage: 'A', rates: [['EUR', '2026-01-31', '0.9']] })
  const role = await buildRole(['ViewCurrencySchemes'])
  const group = await buildGroup([role.roleId])
  const viewer = await activeUser('Vera', [group.groupId])
  const context = await browser.newContext()
  const view = await context.newPage()
  await enter(view, viewer)
  await view.goto(at(`${schemes}/${scheme}`))
  await expect(view.getByRole('button', { name: 'Create vintage' })).toHaveAttribute('aria-description', /Edit currency schemes/)
  await expect(view.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true')
  await view.getByRole('button', { name: 'Actions for A' }).click()
  await expect(view.getByRole('menuitem', { name: 'Delete draft' })).toHaveAttribute('aria-disabled', 'true')
  await view.keyboard.press('Escape')
  await view.getByRole('link', { name: 'A', exact: true }).click()
  await tab(view, 'Upload').click()
  await expect(view.getByLabel('CSV file with rates')).toBeDisabled()
  await tab(view, 'Review & publish').click()
  await expect(view.getByRole('button', { name: 'Publish A' })).toHaveAttribute('aria-disabled', 'true')
  await view.goto(at(`${schemes}/${scheme}/new`))
  await expect(view).toHaveURL(/\/401/)
  await context.close()

  // A user without reference data.
  const none = await activeUser('Nora', [(await buildGroup([(await buildRole(['ViewUsers'])).roleId])).groupId])
  const outside = await browser.newContext()
  const denied = await outside.newPage()
  await enter(denied, none)
  await denied.goto(at(`${schemes}/${scheme}/A`))
  await expect(denied).toHaveURL(/\/401/)
  await outside.close()

  // Drafts are deleted from their page, and what is gone says so.
  await page.goto(at(`${schemes}/${scheme}/A`))
  await page.getByRole('button', { name: 'Actions for A' }).click()
  await page.getByRole('menuitem', { name: 'Delete draft' }).click()
  await page.getByRole('dialog', { name: 'Delete draft A?' }).getByRole('button', { name: 'Delete draft A' }).click()
  await expect(page.getByText('Draft A was deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No vintages yet' })).toBeVisible()
  await page.goto(at(`${schemes}/${scheme}/A`))
  await expect(page.getByRole('heading', { name: 'Vintage not found' })).toBeVisible()
  await page.goto(at(`${schemes}/NO-SUCH-SCHEME`))
  await expect(page.getByRole('heading', { name: 'Currency scheme not found' })).toBeVisible()
})

test('a draft is created, filled and converted with by keyboard alone', async ({ page }) => {
  test.setTimeout(120_000)
  const scheme = await buildScheme()
  const hands = keyboard(page)
  await asAdministrator(page, `${schemes}/${scheme}`, `Scheme ${scheme}`)
  await hands.press(page.getByRole('main').getByRole('link', { name: 'Create vintage' }).first())
  await hands.type(panel(page, 'Create vintage').getByLabel('Vintage'), 'Keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await hands.press(page.getByLabel('CSV file with rates'))
  const rates = [
    ['EUR', '2026-01-31', '0.5'],
    ['CHF', '2026-01-31', '0.25'],
  ]
  await (await chooser).setFiles(csv(rates))
  await expect(page.getByText('2 rates of rates.csv are stored')).toBeVisible()
  await hands.press(tab(page, 'Converter'))
  await hands.type(page.getByLabel('Amount'), '8')
  await hands.choose(page.getByRole('combobox', { name: 'To' }), 'EUR', page.getByRole('option', { name: /EUR/ }))
  await expect(page.getByText('8 USD is 4 EUR.')).toBeVisible()
  await hands.press(page.getByRole('button', { name: 'Swap currencies' }))
  await expect(page.getByText('8 EUR is 16 USD.')).toBeVisible()
  await hands.press(page.getByRole('button', { name: 'Actions for Keys' }))
  await hands.pick(page.getByRole('menuitem', { name: 'Delete draft' }))
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Delete draft Keys' }))
  await expect(page.getByText('Draft Keys was deleted.')).toBeVisible()
})

test('long names and every width stay in their place, without accessibility violations', async ({ page }) => {
  test.setTimeout(180_000)
  const call = await administratorCall()
  const code = `${unique('LONG')}${'W'.repeat(32)}`.slice(0, 32)
  await call(saveCurrency, { body: [{ currencyCode: 'Q2', currencyName: 'W'.repeat(16) }] })
  await call(saveCurrencyScheme, {
    body: [
      {
        currencySchemeCode: code,
        currencySchemeName: 'W'.repeat(64),
        anchorCurrencyCode: 'Q2',
        sourceName: 'S'.repeat(64),
        externalId: 'X'.repeat(64),
        updateIntervalInDays: 5_000,
      },
    ],
  })
  const vintage = `V${'W'.repeat(31)}`
  await asAdministrator(page, `${schemes}/${code}`, 'W'.repeat(64))
  const most = `${'9'.repeat(18)}.${'9'.repeat(18)}`
  await buildVintage(page, {
    scheme: code,
    vintage,
    rates: [
      ['EUR', '2026-01-31', most],
      ['CHF', '2026-01-31', '0.000000000000000001'],
    ],
  })
  const places = ['', '/new', `/${vintage}`, `/${vintage}/upload`, `/${vintage}/review`, `/${vintage}/history`, `/${vintage}/converter`]
  const tooWide: string[] = []
  for (const place of places) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(at(`${schemes}/${code}${place}`))
    await expect(page.locator('h1')).toBeAttached()
    await page.waitForLoadState('networkidle')
    for (const width of [1440, 760, 320]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      if (overflow > 0) tooWide.push(`${place} by ${overflow} at ${width}`)
      if (width !== 760) await expectNoViolations(page)
    }
  }
  expect(tooWide).toEqual([])
})
