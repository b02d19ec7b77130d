import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportCurrencies, listCurrencies, saveCurrency, saveCurrencyScheme } from '@steward/contract/reference-data/currencies'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'

let app: TestApp
let tenant: TestTenant
let token: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})
afterAll(() => app.close())

interface Wanted {
  currencyCode: string
  currencyName: string
  isActive?: boolean
}

const save = (wanted: Wanted, ifMatch?: string, by = token) => app.call(saveCurrency, { body: [wanted], ifMatch }, { token: by })
const list = async (query: object = {}, by = token) => (await app.call(listCurrencies, { query }, { token: by })).body
const codes = (page: { items: { currencyCode: string }[] }) => page.items.map(({ currencyCode }) => currencyCode)

describe('save', () => {
  test('creates a currency in upper case, and changes it by its code in any case', async () => {
    const by = tenant.administrator.username
    const created = await save({ currencyCode: ' eur ', currencyName: 'Euro' })
    expect(created).toMatchObject({
      status: 200,
      body: { currencyCode: 'EUR', currencyName: 'Euro', isActive: true, createdBy: by, updatedBy: by, version: 1 },
    })
    expect(created.headers['etag']).toBe('"1"')
    const changed = await save({ currencyCode: 'Eur', currencyName: 'Euros', isActive: false }, '"1"')
    expect(changed.body).toMatchObject({ currencyCode: 'EUR', currencyName: 'Euros', isActive: false, version: 2 })
    // What is left out stays as it is, and what stays the same keeps its version.
    expect((await save({ currencyCode: 'EUR', currencyName: 'Euros' })).body).toMatchObject({ isActive: false, version: 2 })
  })

  test('holds an edit to its version, and a creation to version 0', async () => {
    await save({ currencyCode: 'GBP', currencyName: 'Pound' })
    const refused = { status: 412, body: { code: 'version_conflict' } }
    expect(await save({ currencyCode: 'GBP', currencyName: 'Sterling' }, '"7"')).toMatchObject(refused)
    expect(await save({ currencyCode: 'GBP', currencyName: 'Sterling' }, '"0"')).toMatchObject(refused)
    expect(await save({ currencyCode: 'CHF', currencyName: 'Franc' }, '"1"')).toMatchObject(refused)
    expect((await save({ currencyCode: 'CHF', currencyName: 'Franc' }, '"0"')).status).toBe(200)
  })

  test.each([
    [{ currencyCode: 'EURO', currencyName: 'Euro' }, '0.currencyCode'],
    [{ currencyCode: '', currencyName: 'Euro' }, '0.currencyCode'],
    [{ currencyCode: 'E/R', currencyName: 'Euro' }, '0.currencyCode'],
    [{ currencyCode: 'E\u0000R', currencyName: 'Euro' }, '0.currencyCode'],
    [{ currencyCode: 'ßßß', currencyName: 'Euro' }, '0.currencyCode'],
    [{ currencyCode: 'EUR', currencyName: 'x'.repeat(17) }, '0.currencyName'],
    [{ currencyCode: 'EUR', currencyName: 'Eu\u200Bro' }, '0.currencyName'],
  ])('refuses %j', async (wanted, field) => {
    expect(await save(wanted)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  })

  test('refuses more than one row, and none', async () => {
    const one = { currencyCode: 'EUR', currencyName: 'Euro' }
    for (const body of [[], [one, one]]) expect((await app.call(saveCurrency, { body }, { token })).status).toBe(400)
  })

  test('keeps a currency active that anchors an active scheme', async () => {
    const own = await app.buildTenant()
    const by = await app.signIn(own, own.administrator)
    for (const currencyCode of ['USD', 'EUR']) await save({ currencyCode, currencyName: currencyCode }, undefined, by)
    const scheme = (currencySchemeCode: string, more: object) =>
      app.call(
        saveCurrencyScheme,
        { body: [{ currencySchemeCode, currencySchemeName: 'S', anchorCurrencyCode: 'USD', ...more }] },
        { token: by },
      )
    expect((await scheme('A', {})).status).toBe(200)
    expect(await save({ currencyCode: 'USD', currencyName: 'USD', isActive: false }, undefined, by)).toMatchObject({
      status: 409,
      body: { code: 'currency_is_anchor', parameters: { currencyCode: 'USD' }, errors: [{ field: '0.isActive' }] },
    })
    expect((await save({ currencyCode: 'USD', currencyName: 'Dollar' }, undefined, by)).status).toBe(200)
    // The anchor of an inactive scheme can go.
    await scheme('B', { anchorCurrencyCode: 'EUR', isActive: false })
    expect((await save({ currencyCode: 'EUR', currencyName: 'EUR', isActive: false }, undefined, by)).status).toBe(200)
  })

  test('creates one currency of several at the same moment, which the others change', async () => {
    const answers = await Promise.all(['A', 'B', 'C'].map((currencyName) => save({ currencyCode: 'RAC', currencyName })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ body }) => body.version).toSorted()).toEqual([1, 2, 3])
    const strict = await Promise.all(['A', 'B'].map((currencyName) => save({ currencyCode: 'RAD', currencyName }, '"0"')))
    expect(strict.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })
})

describe('list', () => {
  let by: string

  beforeAll(async () => {
    const own = await app.buildTenant()
    by = await app.signIn(own, own.administrator)
    const wanted = { EUR: 'Euro', USD: 'US dollar', CHF: 'Swiss franc', JPY: '100 yen_\\' }
    for (const [currencyCode, currencyName] of Object.entries(wanted)) {
      await save({ currencyCode, currencyName, isActive: currencyCode !== 'CHF' }, undefined, by)
    }
  })

  test('pages, sorts and counts', async () => {
    expect(await list({}, by)).toMatchObject({ count: 4, limit: 5_000, offset: 0, totalCount: 4, totalIsExact: true })
    expect(codes(await list({ limit: 2, offset: 1 }, by))).toEqual(['EUR', 'JPY'])
    expect(await list({ limit: 0, offset: 1 }, by)).toMatchObject({ count: 3, limit: 0, totalCount: 4 })
    expect(codes(await list({ sort: 'currencyName', sortOrder: 'desc' }, by))).toEqual(['USD', 'CHF', 'EUR', 'JPY'])
    for (const sort of ['isActive', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt']) expect((await list({ sort }, by)).count).toBe(4)
    expect((await app.call(listCurrencies, { query: { sort: 'version' } as object }, { token: by })).status).toBe(400)
  })

  test.each([
    [`isActive = false`, ['CHF']],
    [`currencyCode = 'eur' OR currencyCode = "usd"`, ['EUR', 'USD']],
    [`currencyCode IN ('chf', 'EUR') AND isActive != false`, ['EUR']],
    [`currencyName LIKE '*FR*'`, ['CHF']],
    [`currencyName LIKE '*%*'`, []],
    [`currencyName LIKE '*_\\'`, ['JPY']],
    [`currencyName LIKE '____'`, []],
    [`currencyCode >= 'JPY' AND (currencyCode < 'USD' OR isActive = false)`, ['JPY']],
    [`createdAt > 2020-01-01 AND createdAt < '2999-12-31T00:00:00Z'`, ['CHF', 'EUR', 'JPY', 'USD']],
    [`createdAt < 2020-01-01`, []],
    [`currencyName = 'x'' OR true --'`, []],
    [`currencyName = '\\'`, []],
    ['  ', ['CHF', 'EUR', 'JPY', 'USD']],
  ])('where %s', async (where, expected) => {
    const page = await list({ where }, by)
    expect([codes(page), page.totalCount]).toEqual([expected, expected.length])
  })

  test('finds what it shows by its own time', async () => {
    const [{ createdAt, currencyCode }] = (await list({ where: `currencyCode = 'EUR'` }, by)).items
    expect(codes(await list({ where: `createdAt = ${createdAt} AND createdAt IN (${createdAt.slice(0, 10)})` }, by))).toEqual([
      currencyCode,
    ])
  })

  test('refuses a wrong condition with its position, in lists and files', async () => {
    for (const endpoint of [listCurrencies, exportCurrencies]) {
      const answer = await app.call(endpoint, { query: { where: `isActive = true AND color = 'red'` } }, { token: by })
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'where_invalid', parameters: { position: 21 }, errors: [{ field: 'query.where', code: 'where_invalid' }] },
      })
      expect(answer.body.message).toContain('21')
    }
  })

  test('exports the filtered currencies with the names of the contract', async () => {
    const query = { where: `currencyCode IN ('EUR', 'CHF')`, sort: 'currencyCode', sortOrder: 'desc' } as const
    const file = await app.call(exportCurrencies, { query }, { token: by })
    expect(file.headers['content-disposition']).toBe('attachment; filename="currencies.csv"')
    const [header, first = '', second = '', ...rest] = String(file.body).split('\n')
    expect(header).toBe('\uFEFFcurrencyCode,currencyName,isActive,createdBy,createdAt,updatedBy,updatedAt')
    expect([first.slice(0, 14), second.slice(0, 21), rest]).toEqual(['EUR,Euro,true,', 'CHF,Swiss franc,false', ['']])
  })

  test('shows nothing of other tenants, and is for those who see currencies', async () => {
    const other = await app.buildTenant()
    expect(await list({}, await app.signIn(other, other.administrator))).toMatchObject({ totalCount: 0, items: [] })
    const reader = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewCurrencies'] }))
    expect((await app.call(listCurrencies, {}, { token: reader })).status).toBe(200)
    expect((await save({ currencyCode: 'EUR', currencyName: 'Euro' }, undefined, reader)).status).toBe(403)
  })
})
