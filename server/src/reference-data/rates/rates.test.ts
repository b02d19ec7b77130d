import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QueryOf } from '@steward/contract/http'
import {
  compareVintages,
  convertAmount,
  exchangeRateHistory,
  exportExchangeRates,
  listExchangeRates,
} from '@steward/contract/reference-data/rates'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'
import { buildScheme, buildVintage } from '../../testing/rates.ts'

let app: TestApp
let tenant: TestTenant
let token: string
let other: string

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date('2026-07-15T10:00:00Z') })
  tenant = await app.buildTenant()
  const currencies = { EUR: 'Euro', GBP: 'Pound sterling', JPY: 'Yen', CHF: 'Swiss franc', '=X': 'Formula' }
  const scheme = await buildScheme(app, tenant, { code: 'Monthly', isDefault: true, currencies })
  await buildVintage(app, scheme, {
    vintage: '2025-Q4',
    publishedAt: new Date('2026-01-05T00:00:00Z'),
    rates: [
      ['USD', '2025-10-31', '1'],
      ['EUR', '2025-10-31', '0.8'],
      ['EUR', '2025-11-30', '0.84'],
      ['EUR', '2025-12-31', '0.90'],
      ['GBP', '2025-10-31', '0.75'],
      ['GBP', '2025-12-31', '0.70'],
      ['JPY', '2025-12-31', '150.5'],
      ['=X', '2025-12-31', '3'],
    ],
  })
  await buildVintage(app, scheme, {
    vintage: '2026-Q1',
    publishedAt: new Date('2026-04-05T00:00:00Z'),
    rates: [
      ['USD', '2025-10-31', '1'],
      ['EUR', '2025-10-31', '0.8'],
      ['EUR', '2025-11-30', '0.84'],
      ['EUR', '2025-12-31', '0.9000'],
      ['EUR', '2026-03-31', '0.92'],
      ['GBP', '2025-10-31', '0.75'],
      ['GBP', '2025-12-31', '0.56'],
      ['JPY', '2025-12-31', '150'],
      ['CHF', '2026-01-31', '0.88'],
    ],
  })
  await buildVintage(app, scheme, { vintage: '2026-Q2', rates: [['EUR', '2026-06-30', '0.95']] })
  const second = await buildScheme(app, tenant, { code: 'Drafts' })
  await buildVintage(app, second, { vintage: 'First', rates: [['EUR', '2026-06-30', '0.5']] })
  token = await app.signIn(tenant, tenant.administrator)
  const stranger = await app.buildTenant()
  other = await app.signIn(stranger, stranger.administrator)
})
afterAll(() => app.close())

type Wish = Partial<Record<keyof QueryOf<typeof listExchangeRates>, string | number>>
const list = async (query: Wish = {}, bearer = token) =>
  (await app.call(listExchangeRates, { query: query as Record<string, never> }, { token: bearer })).body
const rows = async (query: Wish = {}) =>
  ((await list(query)).exchangeRates as Record<string, string>[]).map((rate) =>
    [rate['fromCurrencyCode'], rate['toCurrencyCode'], rate['exchangeRate'], rate['isDerived'], rate['asOfDate']].map(String).join(' '),
  )

test('lists given rates of the default scheme and its newest published vintage, the newest of each currency', async () => {
  expect(await list({ isDerived: 'false' })).toEqual({
    currencySchemeCode: 'Monthly',
    vintage: '2026-Q1',
    anchorCurrencyCode: 'USD',
    count: 4,
    limit: 500,
    offset: 0,
    totalCount: 4,
    exchangeRates: [
      { fromCurrencyCode: 'USD', toCurrencyCode: 'CHF', exchangeRate: '0.88', isDerived: false, asOfDate: '2026-01-31' },
      { fromCurrencyCode: 'USD', toCurrencyCode: 'EUR', exchangeRate: '0.92', isDerived: false, asOfDate: '2026-03-31' },
      { fromCurrencyCode: 'USD', toCurrencyCode: 'GBP', exchangeRate: '0.56', isDerived: false, asOfDate: '2025-12-31' },
      { fromCurrencyCode: 'USD', toCurrencyCode: 'JPY', exchangeRate: '150', isDerived: false, asOfDate: '2025-12-31' },
    ],
  })
})

test('computes inverse and cross rates, as old as the older rate', async () => {
  expect(await rows({ fromCurrencyCode: 'eur' })).toEqual([
    'EUR CHF 0.956521739130435 true 2026-01-31',
    'EUR GBP 0.608695652173913 true 2025-12-31',
    'EUR JPY 163.04347826087 true 2025-12-31',
    'EUR USD 1.08695652173913 true 2026-03-31',
  ])
  expect(await list({ isDerived: 'true' })).toMatchObject({ totalCount: 16 })
  expect(await list()).toMatchObject({ totalCount: 20 })
})

test('takes the newest rate on or before a day', async () => {
  expect(await rows({ isDerived: 'false', asOfDate: '2025-12-30' })).toEqual([
    'USD EUR 0.84 false 2025-11-30',
    'USD GBP 0.75 false 2025-10-31',
  ])
  expect(await rows({ asOfDate: '2025-12-30', fromCurrencyCode: 'GBP', toCurrencyCode: 'EUR' })).toEqual(['GBP EUR 1.12 true 2025-10-31'])
  expect(await rows({ asOfDate: '2025-10-30' })).toEqual([])
})

test('reads a named vintage of a named scheme, in any case, and a draft', async () => {
  expect(await rows({ currencySchemeCode: 'monthly', vintage: '2025-q4', toCurrencyCode: 'EUR', isDerived: 'false' })).toEqual([
    'USD EUR 0.9 false 2025-12-31',
  ])
  expect(await rows({ vintage: '2026-Q2' })).toEqual(['EUR USD 1.05263157894737 true 2026-06-30', 'USD EUR 0.95 false 2026-06-30'])
})

test.each([
  ['an unknown scheme', { currencySchemeCode: 'NONE' }, 'scheme_unknown'],
  ['an unknown vintage', { vintage: '1999' }, 'vintage_unknown'],
  ['a scheme with drafts only', { currencySchemeCode: 'Drafts' }, 'vintage_unknown'],
])('answers 404 to %s', async (_, query, code) => {
  for (const declared of [listExchangeRates, exportExchangeRates] as const) {
    const answer = await app.call(declared, { query }, { token })
    expect([answer.status, answer.body.code]).toEqual([404, code])
  }
  const wish = { currencySchemeCode: 'Monthly', fromCurrencyCode: 'USD', toCurrencyCode: 'EUR', amount: '1', ...query }
  expect((await app.call(convertAmount, { query: wish }, { token })).body.code).toBe(code)
  expect(
    (await app.call(compareVintages, { query: { ...query, vintage: '1999', currencySchemeCode: 'Monthly', ...query } }, { token })).status,
  ).toBe(404)
})

test('shows nothing to another tenant', async () => {
  expect((await list({}, other)).code).toBe('scheme_unknown')
  expect((await list({ currencySchemeCode: 'Monthly' }, other)).code).toBe('scheme_unknown')
})

test('searches in codes and names of both currencies', async () => {
  const codes = (await rows({ search: 'sterl', limit: 5_000 })).map((row) => row.slice(0, 7))
  expect(codes).toEqual(['CHF GBP', 'EUR GBP', 'GBP CHF', 'GBP EUR', 'GBP JPY', 'GBP USD', 'JPY GBP', 'USD GBP'])
  expect((await rows({ search: 'Sterling, GBP', limit: 5_000 })).map((row) => row.slice(0, 7))).toEqual(codes)
  expect(await rows({ search: 'dollar', isDerived: 'false' })).toHaveLength(4)
  expect(await rows({ search: '%' })).toEqual([])
})

test('sorts and pages, with codes breaking ties', async () => {
  const all = await rows()
  expect(all.map((row) => row.slice(0, 7))).toEqual(all.map((row) => row.slice(0, 7)).toSorted())
  const byRate = (await rows({ sort: 'exchangeRate', sortOrder: 'desc' })).map((row) => Number(row.split(' ')[2]))
  expect(byRate).toEqual(byRate.toSorted((a, b) => b - a))
  const byDay = (await rows({ sort: 'asOfDate' })).map((row) => row.split(' ')[4])
  expect(byDay).toEqual(byDay.toSorted())
  const byTarget = await rows({ sort: 'toCurrencyCode', sortOrder: 'desc' })
  expect(byTarget.slice(0, 3).map((row) => row.slice(0, 7))).toEqual(['CHF USD', 'EUR USD', 'GBP USD'])
  const pages = [...(await rows({ limit: 7 })), ...(await rows({ limit: 7, offset: 7 })), ...(await rows({ limit: 7, offset: 14 }))]
  expect(pages).toEqual(all)
  expect(await list({ limit: 7, offset: 100 })).toMatchObject({ count: 0, totalCount: 20 })
})

test.each([{ asOfDate: '2026-02-30' }, { asOfDate: '0000-01-01' }, { isDerived: 'maybe' }, { limit: 0 }, { fromCurrencyCode: 'EURO' }])(
  'refuses %j',
  async (query) => {
    expect((await list(query)).code).toBe('invalid_request')
  },
)

const download = async (query: Wish) =>
  String((await app.call(exportExchangeRates, { query: query as Record<string, never> }, { token })).body)

test('exports given rates of all days, as an upload takes them', async () => {
  expect(await download({ isDerived: 'false', vintage: '2025-Q4' })).toBe(
    '\uFEFFcurrencyCode,asOfDate,exchangeRate\n' +
      "'=X,2025-12-31,3\nEUR,2025-10-31,0.8\nEUR,2025-11-30,0.84\nEUR,2025-12-31,0.9\nGBP,2025-10-31,0.75\nGBP,2025-12-31,0.7\n" +
      'JPY,2025-12-31,150.5\nUSD,2025-10-31,1\n',
  )
})

test('exports given rates with the filters of the list', async () => {
  const body = async (query: Wish) => (await download({ isDerived: 'false', ...query })).split('\n').slice(1, -1)
  expect(await body({ asOfDate: '2025-12-01' })).toEqual(['EUR,2025-11-30,0.84', 'GBP,2025-10-31,0.75', 'USD,2025-10-31,1'])
  expect(await body({ toCurrencyCode: 'GBP' })).toEqual(['GBP,2025-10-31,0.75', 'GBP,2025-12-31,0.56'])
  expect(await body({ search: 'franc' })).toEqual(['CHF,2026-01-31,0.88'])
  expect(await body({ fromCurrencyCode: 'EUR' })).toEqual([])
})

test('exports pairs as of a day, and records it', async () => {
  const answer = await app.call(exportExchangeRates, { query: { asOfDate: '2025-12-31', fromCurrencyCode: 'GBP' } }, { token })
  expect(answer.headers).toMatchObject({ 'content-disposition': 'attachment; filename="exchange-rates.csv"' })
  expect(answer.body).toBe(
    '\uFEFFfromCurrencyCode,toCurrencyCode,exchangeRate,isDerived,asOfDate\n' +
      'GBP,EUR,1.60714285714286,true,2025-12-31\nGBP,JPY,267.857142857143,true,2025-12-31\nGBP,USD,1.78571428571429,true,2025-12-31\n',
  )
  const events = await asOwner(app.db, 'operator', (tx) =>
    tx.selectFrom('system_log').select('details').where('kind', '=', 'export').where('tenant_id', '=', tenant.tenantId).execute(),
  )
  expect(events).toContainEqual({ details: { what: 'exchange rates' } })
})

const history = async (query: Partial<QueryOf<typeof exchangeRateHistory>>) =>
  (
    await app.call(
      exchangeRateHistory,
      { query: { currencySchemeCode: 'Monthly', fromCurrencyCode: 'USD', toCurrencyCode: 'EUR', ...query } },
      { token },
    )
  ).body

test('shows the history of a given rate in each vintage, the newest last', async () => {
  const body = await history({})
  expect(body).toMatchObject({ fromCurrencyCode: 'USD', toCurrencyCode: 'EUR', isDerived: false })
  expect(body.series.map((one: { vintage: string; status: string }) => [one.vintage, one.status])).toEqual([
    ['2025-Q4', 'Published'],
    ['2026-Q1', 'Published'],
    ['2026-Q2', 'Draft'],
  ])
  expect(body.series[0].points).toEqual([
    { asOfDate: '2025-10-31', exchangeRate: '0.8' },
    { asOfDate: '2025-11-30', exchangeRate: '0.84' },
    { asOfDate: '2025-12-31', exchangeRate: '0.9' },
  ])
  const limited = await history({ vintage: '2026-q1', from: '2025-11-01', until: '2025-12-31' })
  expect(limited.series).toMatchObject([{ points: [{ asOfDate: '2025-11-30' }, { asOfDate: '2025-12-31' }] }])
})

test('the history of a computed rate is what the list shows on its days', async () => {
  for (const query of [
    { fromCurrencyCode: 'GBP', toCurrencyCode: 'EUR' },
    { fromCurrencyCode: 'EUR', toCurrencyCode: 'USD' },
    { fromCurrencyCode: 'CHF', toCurrencyCode: 'GBP', from: '2025-12-01' },
  ]) {
    const { series } = await history({ ...query, vintage: '2026-Q1' })
    expect(series[0].points.length).toBeGreaterThan(0)
    for (const { asOfDate, exchangeRate } of series[0].points) {
      const [row] = await rows({ fromCurrencyCode: query.fromCurrencyCode, toCurrencyCode: query.toCurrencyCode, asOfDate })
      expect(row).toContain(` ${exchangeRate} `)
    }
  }
  // The pound's rate of October is in force in November.
  const { series } = await history({ fromCurrencyCode: 'GBP', vintage: '2025-Q4', from: '2025-11-01' })
  expect(series[0].points).toEqual([
    { asOfDate: '2025-11-30', exchangeRate: '1.12' },
    { asOfDate: '2025-12-31', exchangeRate: '1.28571428571429' },
  ])
})

test('the history of a scheme without published vintages shows its drafts', async () => {
  expect((await history({ currencySchemeCode: 'Drafts' })).series).toHaveLength(1)
  expect((await history({ currencySchemeCode: 'NONE' })).code).toBe('scheme_unknown')
  expect((await history({ vintage: '1999' })).code).toBe('vintage_unknown')
  expect(await history({ toCurrencyCode: 'XXX' })).toMatchObject({ code: 'currency_unknown', parameters: { currencyCode: 'XXX' } })
})

const compared = async (query: Partial<Record<keyof QueryOf<typeof compareVintages>, string | number>>) =>
  (await app.call(compareVintages, { query: { currencySchemeCode: 'Monthly', ...query } as never }, { token })).body

test('compares a vintage with the one published before, the largest moves first', async () => {
  expect(await compared({ vintage: '2026-Q1', minimumMovePercent: 0 })).toEqual({
    vintage: '2026-Q1',
    base: '2025-Q4',
    addedCurrencies: ['CHF'],
    removedCurrencies: ['=X'],
    missingDates: [
      { currencyCode: 'GBP', asOfDates: ['2025-11-30'], count: 1 },
      { currencyCode: 'EUR', asOfDates: ['2026-01-31'], count: 1 },
    ].toSorted((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1)),
    unchangedRates: 5,
    addedRates: 2,
    removedRates: 1,
    movedRates: 2,
    movedBeyond: 2,
    totalDifferences: 5,
    differences: [
      { kind: 'moved', currencyCode: 'GBP', asOfDate: '2025-12-31', before: '0.7', after: '0.56', movePercent: -20 },
      { kind: 'moved', currencyCode: 'JPY', asOfDate: '2025-12-31', before: '150.5', after: '150', movePercent: -0.33 },
      { kind: 'removed', currencyCode: '=X', asOfDate: '2025-12-31', before: '3', after: null, movePercent: null },
      { kind: 'added', currencyCode: 'CHF', asOfDate: '2026-01-31', before: null, after: '0.88', movePercent: null },
      { kind: 'added', currencyCode: 'EUR', asOfDate: '2026-03-31', before: null, after: '0.92', movePercent: null },
    ],
  })
})

test('leaves small moves out, and counts them', async () => {
  const body = await compared({ vintage: '2026-Q1' })
  expect(body).toMatchObject({ movedRates: 2, movedBeyond: 1, totalDifferences: 4 })
  expect(body.differences.map(({ currencyCode }: { currencyCode: string }) => currencyCode)).toEqual(['GBP', '=X', 'CHF', 'EUR'])
  expect((await compared({ vintage: '2026-Q1', limit: 1, offset: 1 })).differences).toMatchObject([{ kind: 'removed' }])
  expect((await compared({ vintage: '2026-Q1', minimumMovePercent: 20.01 })).movedBeyond).toBe(0)
})

test('compares a draft with the newest published vintage, and a first one with nothing', async () => {
  expect(await compared({ vintage: '2026-Q2' })).toMatchObject({ base: '2026-Q1', addedRates: 1, removedRates: 9 })
  expect(await compared({ vintage: '2026-Q1', base: '2026-Q2' })).toMatchObject({ base: '2026-Q2', addedRates: 9, removedRates: 1 })
  expect(await compared({ vintage: '2025-Q4' })).toMatchObject({
    base: null,
    differences: [],
    totalDifferences: 0,
    missingDates: [{ currencyCode: 'GBP', asOfDates: ['2025-11-30'] }],
  })
  expect((await compared({ vintage: '2026-Q1', base: '1999' })).code).toBe('vintage_unknown')
})

const convert = async (query: Partial<QueryOf<typeof convertAmount>>) =>
  (await app.call(convertAmount, { query: { amount: '100', fromCurrencyCode: 'USD', toCurrencyCode: 'EUR', ...query } }, { token })).body

test('converts an amount, with the given rates that were used', async () => {
  expect(await convert({ amount: '0100.50' })).toEqual({
    amount: '100.5',
    result: '92.46',
    currencySchemeCode: 'Monthly',
    vintage: '2026-Q1',
    rate: { fromCurrencyCode: 'USD', toCurrencyCode: 'EUR', exchangeRate: '0.92', isDerived: false, asOfDate: '2026-03-31' },
    steps: [{ fromCurrencyCode: 'USD', toCurrencyCode: 'EUR', exchangeRate: '0.92', isDerived: false, asOfDate: '2026-03-31' }],
  })
  const cross = await convert({ fromCurrencyCode: 'GBP', asOfDate: '2025-11-30', amount: '3' })
  expect(cross).toMatchObject({ result: '3.36', rate: { exchangeRate: '1.12', isDerived: true, asOfDate: '2025-10-31' } })
  expect(cross.steps.map((step: Record<string, string>) => [step['toCurrencyCode'], step['exchangeRate']])).toEqual([
    ['GBP', '0.75'],
    ['EUR', '0.84'],
  ])
  // Rounded once: three pounds at the rounded rate would differ in the last digit.
  expect(await convert({ fromCurrencyCode: 'EUR', toCurrencyCode: 'USD', amount: '46' })).toMatchObject({ result: '50' })
  expect(await convert({ toCurrencyCode: 'USD' })).toMatchObject({
    result: '100',
    steps: [],
    rate: { exchangeRate: '1', asOfDate: '2026-07-15' },
  })
})

test('names the currency without a rate', async () => {
  expect(await convert({ toCurrencyCode: 'CHF', asOfDate: '2025-12-31' })).toMatchObject({
    code: 'rate_missing',
    status: 404,
    parameters: { currencyCode: 'CHF', asOfDate: '2025-12-31' },
  })
  expect(await convert({ toCurrencyCode: '=X' })).toMatchObject({ parameters: { currencyCode: '=X', asOfDate: '2026-07-15' } })
  expect(await convert({ fromCurrencyCode: 'ABC' })).toMatchObject({ code: 'currency_unknown', status: 400 })
  for (const amount of ['0', '-1', '1e5', '1,5']) expect((await convert({ amount })).code).toBe('invalid_request')
})
