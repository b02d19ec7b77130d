import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { saveCurrency, saveCurrencyScheme } from '@steward/contract/reference-data/currencies'
import { expectNoViolations } from './support/axe.ts'
import { activeUser, administratorCall, enter } from './support/people.ts'
import { asAdministrator, buildGroup, buildRole, otherAdministrator, unique } from './support/screens.ts'
import { at } from './support/server.ts'

const currencies = '/home/reference-data/currencies/currency'
const schemes = '/home/reference-data/currencies/currency-schemes'
const table = (page: Page, name = 'Currencies') => page.getByRole('table', { name })
const row = (page: Page, name: string) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const open = (page: Page, path = currencies) => asAdministrator(page, path, 'Currencies')

/** A code that no ISO currency has. */
let count = 0
const ownCode = () => `${(++count).toString(36)}${Date.now().toString(36).slice(-2)}`.toUpperCase().slice(0, 3)

async function buildCurrency(isActive = true, currencyCode = ownCode()): Promise<string> {
  const call = await administratorCall()
  await call(saveCurrency, { body: [{ currencyCode, currencyName: `Test ${currencyCode}`, isActive }] })
  return currencyCode
}

async function buildScheme(code = unique('S-').toUpperCase()): Promise<string> {
  const call = await administratorCall()
  const body = [{ currencySchemeCode: code, currencySchemeName: `Scheme ${code}`, anchorCurrencyCode: 'USD', sourceName: 'Treasury' }]
  await call(saveCurrencyScheme, { body })
  return code
}

const file = (lines: string[]) => ({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) })

test('the index leads to the first list that can be opened, and tabs to the other', async ({ page, browser }) => {
  await open(page, '/home/reference-data/currencies')
  await expect(page).toHaveURL(/\/currencies\/currency$/)
  await page.getByRole('navigation', { name: 'Currencies' }).getByRole('link', { name: 'Currency schemes' }).click()
  await expect(page).toHaveURL(/\/currencies\/currency-schemes$/)
  await expect(table(page, 'Currency schemes')).toBeVisible()

  const group = await buildGroup([(await buildRole(['ViewCurrencySchemes'])).roleId])
  const viewer = await (await browser.newContext()).newPage()
  await enter(viewer, await activeUser(unique('Schemes'), [group.groupId]))
  await viewer.goto(at('/home/reference-data/currencies'))
  await viewer.waitForURL('**/currency-schemes')
  await expect(viewer.getByRole('navigation', { name: 'Currencies' })).toHaveCount(0)
  await viewer.goto(at(currencies))
  await viewer.waitForURL('**/401**')
  await viewer.context().close()
})

test.describe('currencies', () => {
  test('the list searches, filters, sorts and exports', async ({ page }) => {
    const code = await buildCurrency(false)
    await open(page)
    for (const name of ['Code', 'Name', 'Active', 'Updated By', 'Updated On'])
      await expect(table(page).getByRole('columnheader', { name, exact: true })).toBeVisible()
    const request = page.waitForRequest((sent) => new URL(sent.url()).searchParams.has('where'))
    await page.getByRole('searchbox', { name: 'Search by code or name' }).fill(`test ${code.toLowerCase()}`)
    expect(new URL((await request).url()).searchParams.get('where')).toContain('currencyName LIKE')
    await expect(row(page, code)).toContainText('Inactive')
    await page.getByRole('button', { name: 'Status', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Active', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await page.getByRole('searchbox', { name: 'Search by code or name' }).fill("o'neil *")
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search by code or name' }).fill(code)
    await expect(row(page, code)).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = readFileSync(await (await download).path(), 'utf8')
    expect(csv.split('\n')[1]).toContain(`${code},Test ${code},false`)
    expect(csv.trim().split('\n')).toHaveLength(2)
    await page.goto(at(`${currencies}/ZZ9`))
    await expect(panel(page, 'Currency').getByText('There is no currency ZZ9.')).toBeVisible()
  })

  test('an ISO code brings its name; others are accepted; one that exists is refused', async ({ page }) => {
    await open(page)
    await page.getByRole('link', { name: 'Create currency' }).click()
    const form = panel(page, 'Create currency')
    const code = form.getByRole('combobox', { name: 'Code' })
    await expect(code).toBeFocused()
    await form.getByRole('button', { name: 'Create currency' }).click()
    await expect(code).toHaveAccessibleDescription(/Enter a code\./)
    // One that the demo does not have.
    await code.fill('special dr')
    await page.getByRole('option', { name: /^XDR/ }).click()
    await expect(code).toHaveValue('XDR')
    await expect(form.getByLabel('Name')).toHaveValue('XDR Rights')
    await expect(form.getByText('Shortened from “Special Drawing Rights”.')).toBeVisible()
    await code.fill('eur')
    await code.press('Tab')
    await expect(code).toHaveAccessibleDescription(/EUR already exists\./)
    await expect(form.getByLabel('Name')).toHaveValue('')
    await form.getByLabel('Name').fill('Euro')
    await form.getByRole('button', { name: 'Create currency' }).click()
    await expect(code).toHaveAccessibleDescription(/EUR already exists\./)
    const own = ownCode()
    await code.fill(own.toLowerCase())
    await form.getByLabel('Name').fill('Company points')
    const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/currency'))
    await form.getByRole('button', { name: 'Create currency' }).click()
    expect((await request).postDataJSON()).toEqual([{ currencyCode: own, currencyName: 'Company points', isActive: true }])
    await expect(page.getByText(`Currency ${own} was created.`)).toBeVisible()
  })

  test('the name is edited; after concurrent edits both versions are shown', async ({ page }) => {
    const code = await buildCurrency()
    await open(page, `${currencies}/${code}`)
    await panel(page, code).getByLabel('Name').fill('Mine')
    const other = await otherAdministrator(page, `${currencies}/${code}`, 'Currencies')
    await panel(other, code).getByLabel('Name').fill('Theirs')
    await other.getByRole('button', { name: 'Save name' }).click()
    await expect(other.getByText(`Currency ${code} was updated.`)).toBeVisible()
    await other.context().close()
    await expect(page.getByText('Someone else changed this')).toBeVisible()
    await page.getByRole('button', { name: 'Save name' }).click()
    const conflict = page.getByRole('dialog', { name: /^Someone else changed / })
    await expect(conflict.getByRole('radio', { name: /Mine/ })).toBeChecked()
    await conflict.getByRole('button', { name: 'Save chosen version' }).click()
    await expect(page.getByText(`Currency ${code} was updated.`)).toBeVisible()
    await expect(panel(page, code)).toContainText('Mine')
  })

  test('several are deactivated; the anchor of an active scheme is refused by name', async ({ page }) => {
    const code = await buildCurrency()
    await open(page, `${currencies}?q=${code}`)
    await page.getByRole('checkbox', { name: `Select ${code}` }).check()
    await page.getByRole('searchbox').fill('USD')
    await page.getByRole('checkbox', { name: 'Select USD' }).check()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Deactivate 2 currencies' }).click()
    const failures = page.getByRole('dialog', { name: '1 currency could not be updated' })
    await expect(failures.getByText('USD is the anchor of an active scheme. Deactivate the scheme first.')).toBeVisible()
    await failures.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('searchbox').fill(code)
    await expect(row(page, code)).toContainText('Inactive')
  })

  test('a file is taken as a whole or refused line by line', async ({ page }) => {
    const [fresh, changed] = [ownCode(), await buildCurrency()]
    await open(page)
    await page.getByRole('button', { name: 'Upload' }).click()
    const own = panel(page, 'Upload currencies')
    const upload = own.getByRole('button', { name: 'Upload' })
    await expect(upload).toHaveAccessibleDescription('Choose a file first.')
    await own.getByLabel('CSV file').setInputFiles(file(['currencyCode,currencyName', `${fresh},Fresh`, 'FOUR,Too long', ',None']))
    await upload.click()
    await expect(own.getByText('2 lines have errors. Nothing was saved.')).toBeVisible()
    const lines = own.getByRole('region', { name: 'Lines with errors' })
    await expect(lines.getByRole('row', { name: /^3 currencyCode/ })).toContainText('Currency codes have 1 to 3 characters')
    await expect(lines.getByRole('row', { name: /^4 currencyCode/ })).toContainText('Enter a code.')
    await expect(upload).toHaveAccessibleDescription('Choose the corrected file first.')
    await expectNoViolations(page)
    await own.getByLabel('CSV file').setInputFiles(file(['currencyCode,currencyName', `${fresh},Fresh`, `${changed},Changed`, 'EUR,Euro']))
    await upload.click()
    await expect(page.getByText(/The file was uploaded: 1 created, 1 changed, 1 unchanged\.|1 created, 2 changed/)).toBeVisible()
    await expect(own).toHaveCount(0)
    await page.getByRole('searchbox').fill(changed)
    await expect(row(page, changed)).toContainText('Changed')
  })

  test('an upload shows how far it is, asks before it is left, and is canceled by keyboard', async ({ page }) => {
    const code = ownCode()
    await open(page)
    await page.getByRole('button', { name: 'Upload' }).click()
    const own = panel(page, 'Upload currencies')
    const padding = 'x'.repeat(1_000)
    const lines = Array.from({ length: 2_000 }, () => `${code},Slow,${padding}`)
    await own.getByLabel('CSV file').setInputFiles(file(['currencyCode,currencyName,createdBy', ...lines]))
    // Slow enough to look at it.
    const network = await page.context().newCDPSession(page)
    const slowly = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', slowly)
    await own.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
    await expect(own.getByRole('progressbar', { name: 'Progress of table.csv' })).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/)
    await expect(own.getByText(/ of 2 MB sent$/)).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Cancel the upload?' })
    await expect(question.getByRole('button', { name: 'Keep uploading' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    const failed = page.waitForEvent('requestfailed')
    await own.getByRole('button', { name: 'Cancel upload' }).press('Enter')
    expect((await failed).url()).toContain('/referenceTables/currency/file')
    await expect(page.getByText('The upload of table.csv was canceled. Nothing was saved.')).toBeVisible()
    await expect(own.getByRole('progressbar')).toHaveCount(0)
    // The other way out: the question, then leaving.
    await own.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
    await expect(own.getByRole('progressbar')).toBeVisible()
    await own.getByRole('button', { name: 'Cancel', exact: true }).click()
    await question.getByRole('button', { name: 'Cancel upload and leave' }).click()
    await expect(own).toHaveCount(0)
    await network.send('Network.emulateNetworkConditions', { ...slowly, uploadThroughput: -1 })
    await page.getByRole('searchbox').fill(code)
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  })

  test('who only views is told why nothing can be changed', async ({ page }) => {
    const group = await buildGroup([(await buildRole(['ViewCurrencies'])).roleId])
    await enter(page, await activeUser(unique('Viewer'), [group.groupId]))
    await page.goto(at(`${currencies}?q=EUR`))
    const reason = 'You need the permission “Edit currencies”, which a tenant administrator can grant.'
    for (const name of ['Create currency', 'Upload']) await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(reason)
    await row(page, 'EUR').getByRole('link', { name: 'EUR', exact: true }).click()
    await expect(panel(page, 'EUR').getByRole('button', { name: 'Save name' })).toHaveAccessibleDescription(reason)
    await page.goto(at(`${currencies}/new`))
    await page.waitForURL('**/401**')
  })

  test('a currency is created by keyboard alone', async ({ page }) => {
    const code = ownCode()
    await open(page)
    await page.getByRole('link', { name: 'Create currency' }).press('Enter')
    await expect(page.getByRole('combobox', { name: 'Code' })).toBeFocused()
    await page.keyboard.type('croat')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Code' })).toHaveValue('HRK')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(code)
    await page.keyboard.press('Tab')
    await expect(panel(page, 'Create currency').getByLabel('Name')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Currency ${code} was created.`)).toBeVisible()
  })
})

test.describe('schemes', () => {
  test('a scheme is created with all its fields, and its page opens', async ({ page }) => {
    const code = unique('NEW-').toUpperCase()
    await open(page, schemes)
    await page.getByRole('link', { name: 'Create scheme' }).click()
    const form = panel(page, 'Create scheme')
    await form.getByRole('button', { name: 'Create scheme' }).click()
    for (const text of ['Enter a code.', 'Enter a name.', 'Choose a currency.']) await expect(form.getByText(text).last()).toBeVisible()
    await form.getByLabel('Code').fill('new')
    await expect(form.getByLabel('Code')).toHaveAccessibleDescription(/The code can’t be “new”/)
    await form.getByLabel('Code').fill('GROUP')
    await form.getByLabel('Name').fill('Monthly rates')
    await form.getByRole('combobox', { name: 'Anchor currency' }).fill('swiss')
    await page.getByRole('option', { name: /^CHF/ }).click()
    await form.getByLabel('Source').fill('Treasury')
    await form.getByLabel('External ID').fill('fx-1')
    await form.getByLabel('Update interval in days').fill('5001')
    await form.getByRole('button', { name: 'Create scheme' }).click()
    await expect(form.getByLabel('Update interval in days')).toHaveAccessibleDescription(/Enter a whole number from 0 to 5,000\./)
    await form.getByLabel('Update interval in days').fill('92')
    await form.getByRole('button', { name: 'Create scheme' }).click()
    await expect(form.getByLabel('Code')).toHaveAccessibleDescription(/A scheme with the code GROUP already exists\./)
    await form.getByLabel('Code').fill(code)
    const request = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/currencyScheme'))
    await form.getByRole('button', { name: 'Create scheme' }).click()
    expect((await request).postDataJSON()).toEqual([
      {
        currencySchemeCode: code,
        currencySchemeName: 'Monthly rates',
        anchorCurrencyCode: 'CHF',
        sourceName: 'Treasury',
        externalId: 'fx-1',
        updateIntervalInDays: 92,
        isActive: true,
        isDefault: false,
      },
    ])
    await expect(page).toHaveURL(new RegExp(`/currency-schemes/${code}$`))
    await expect(page.getByRole('heading', { name: 'Monthly rates', level: 1 })).toBeVisible()
  })

  test('the list shows the default and what is due, searches and exports', async ({ page }) => {
    const code = await buildScheme()
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, schemes)
    for (const name of ['Code', 'Name', 'Anchor', 'Source', 'Interval (days)', 'Newest vintage', 'Next vintage', 'Active'])
      await expect(table(page, 'Currency schemes').getByRole('columnheader', { name, exact: true })).toBeVisible()
    await expect(table(page, 'Currency schemes').getByText('Default')).toHaveCount(1)
    await page.getByRole('searchbox', { name: 'Search by code, name or source' }).fill(code)
    await expect(page).toHaveURL(/q=/)
    await expect(row(page, code)).toContainText('Treasury')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect(readFileSync(await (await download).path(), 'utf8')).toContain(code)
    await row(page, code).getByRole('link', { name: code }).click()
    await expect(page).toHaveURL(new RegExp(`/currency-schemes/${code}$`))
  })

  test('a scheme is edited over the list; a panel with changes asks before it closes', async ({ page }) => {
    const code = await buildScheme()
    await open(page, `${schemes}?q=${code}`)
    await page.getByRole('button', { name: `Actions for ${code}` }).click()
    await page.getByRole('menuitem', { name: 'Edit scheme' }).click()
    const own = panel(page, `Edit scheme ${code}`)
    await expect(own.getByLabel('Code')).toHaveCount(0)
    await expect(own.getByLabel('Name')).toBeFocused()
    await own.getByLabel('Name').fill('Edited here')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    const call = await administratorCall()
    await call(saveCurrencyScheme, {
      body: [
        {
          currencySchemeCode: code,
          currencySchemeName: `Scheme ${code}`,
          anchorCurrencyCode: 'USD',
          sourceName: 'Changed there',
          updateIntervalInDays: 31,
        },
      ],
    })
    await expect(own.getByText('Someone else changed this')).toBeVisible()
    await own.getByRole('button', { name: 'Save scheme' }).click()
    const conflict = page.getByRole('dialog', { name: /^Someone else changed / })
    await conflict.getByRole('button', { name: 'Save chosen version' }).click()
    await expect(page.getByText(`Scheme ${code} was updated.`)).toBeVisible()
    await expect(own).toHaveCount(0)
    await expect(row(page, code)).toContainText('Edited here')
    await expect(row(page, code)).toContainText('Changed there')
  })

  test('Back asks before changes of a scheme are discarded, over the list and over its page', async ({ page }) => {
    const code = await buildScheme()
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    const own = panel(page, `Edit scheme ${code}`)
    await open(page, schemes)
    for (const path of [`${schemes}?q=${code}`, `${schemes}/${code}`]) {
      await page.goto(at(path))
      if (path.includes('?')) {
        await page.getByRole('button', { name: `Actions for ${code}` }).click()
        await page.getByRole('menuitem', { name: 'Edit scheme' }).click()
      } else await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await own.getByLabel('Name').fill('Not yet')
      await page.goBack()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(own.getByLabel('Name')).toHaveValue('Not yet')
      await expect(page).toHaveURL(/[?&]edit=/)
      await page.goBack()
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await expect(own).toHaveCount(0)
      await expect(page).toHaveURL(new RegExp(`${path.replace('?', '\\?')}$`))
      // Without changes, nothing is asked.
      await page.goForward()
      await expect(own).toBeVisible()
      await page.goBack()
      await expect(own).toHaveCount(0)
    }
  })

  test('another scheme becomes the default; the default cannot be deactivated', async ({ page }) => {
    const code = await buildScheme()
    await open(page, schemes)
    const actions = (name: string) => page.getByRole('button', { name: `Actions for ${name}`, exact: true })
    await actions(code).click()
    await page.getByRole('menuitem', { name: 'Set as default' }).click()
    await panel(page, `Make ${code} the default scheme?`).getByRole('button', { name: 'Set as default' }).click()
    await expect(page.getByText(`${code} is now the default scheme.`)).toBeVisible()
    await expect(row(page, `${code} Default`)).toBeVisible()
    await actions(code).click()
    await expect(page.getByRole('menuitem', { name: /^Deactivate/ })).toContainText('The default scheme must be active.')
    await page.keyboard.press('Escape')
    await actions('GROUP').click()
    await page.getByRole('menuitem', { name: 'Set as default' }).click()
    await panel(page, 'Make GROUP the default scheme?').getByRole('button', { name: 'Set as default' }).click()
    await expect(page.getByText('GROUP is now the default scheme.')).toBeVisible()
    await actions(code).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await expect(page.getByText(`Scheme ${code} was deactivated.`)).toBeVisible()
  })

  test('a file of schemes is refused line by line', async ({ page }) => {
    const code = unique('F-').toUpperCase()
    await open(page, schemes)
    await page.getByRole('button', { name: 'Upload' }).click()
    const own = panel(page, 'Upload currency schemes')
    const header = 'currencySchemeCode,currencySchemeName,anchorCurrencyCode'
    await own.getByLabel('CSV file').setInputFiles(file([header, `${code},From a file,USD`, 'OTHER,Other,Q1Q']))
    await own.getByRole('button', { name: 'Upload' }).click()
    await expect(own.getByText('There is no currency Q1Q.')).toBeVisible()
    await own.getByLabel('CSV file').setInputFiles(file([header, `${code},From a file,USD`]))
    await own.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('The file was uploaded: 1 created, 0 changed, 0 unchanged.')).toBeVisible()
  })
})

test('every screen passes axe in light and dark, and nothing overflows with long names', async ({ page }) => {
  test.slow()
  const code = await buildScheme(unique('LONG-').toUpperCase().padEnd(32, 'X'))
  const screens: [string, ((page: Page) => Promise<void>)?][] = [
    [currencies],
    [`${currencies}/new`],
    [`${currencies}/EUR`],
    [`${schemes}?q=LONG`],
    [`${schemes}/new`],
    [
      `${schemes}?q=${code}`,
      async () => {
        await page.getByRole('button', { name: `Actions for ${code}` }).click()
        await page.getByRole('menuitem', { name: 'Edit scheme' }).click()
        await expect(panel(page, `Edit scheme ${code}`)).toBeVisible()
      },
    ],
    [
      currencies,
      async () => {
        await page.getByRole('button', { name: 'Upload' }).click()
        await expect(panel(page, 'Upload currencies')).toBeVisible()
      },
    ],
  ]
  for (const [path, prepare] of screens) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, path)
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await prepare?.(page)
    for (const width of [1440, 760, 320]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
      await expectNoViolations(page)
    }
  }
})
