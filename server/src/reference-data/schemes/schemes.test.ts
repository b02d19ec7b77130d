import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { exportCurrencySchemes, listCurrencySchemes } from '@steward/contract/reference-data/currencies'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import { referenceDataOf } from '../../testing/reference-data.ts'
import { type SchemeRow, toScheme } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000

let app: TestApp
let data: Awaited<ReturnType<typeof referenceDataOf>>

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  data = await referenceDataOf(app)
  await data.saveCurrency('USD')
  await data.saveCurrency('EUR')
})

const list = async (query: object = {}): Promise<{ items: CurrencyScheme[]; totalCount: number }> =>
  (await app.call(listCurrencySchemes, { query }, { token: data.token })).body
const find = async (code: string) => {
  const [scheme] = (await list({ where: `currencySchemeCode = '${code}'` })).items
  return scheme
}
/** The codes of default schemes with their versions. */
const defaults = async () => (await list({ where: 'isDefault = true' })).items.map((one) => [one.currencySchemeCode, one.version])

describe('save', () => {
  test('creates a scheme, and changes it by its code in any case', async () => {
    const by = data.tenant.administrator.username
    const more = { sourceName: 'Treasury', externalId: 'T-1', updateIntervalInDays: 30 }
    const created = await data.saveScheme('Monthly', more)
    expect(created).toMatchObject({
      status: 200,
      body: {
        currencySchemeCode: 'Monthly',
        anchorCurrencyCode: 'USD',
        ...more,
        isActive: true,
        createUserId: by,
        updateUserId: by,
        version: 1,
        vintageCount: 0,
        newestVintage: null,
        newestPublishedAt: null,
        hasRates: false,
      },
    })
    expect(created.headers['etag']).toBe('"1"')
    const changed = await data.saveScheme('MONTHLY', { currencySchemeName: 'New name', sourceName: '' }, '"1"')
    // What is left out stays as it is.
    expect(changed.body).toMatchObject({
      ...created.body,
      currencySchemeName: 'New name',
      sourceName: '',
      updateDate: expect.any(String),
      version: 2,
    })
    expect((await data.saveScheme('monthly', { currencySchemeName: 'New name' })).body.version).toBe(2)
    expect((await data.saveScheme('monthly', {}, '"1"')).status).toBe(412)
    expect((await data.saveScheme('monthly', {}, '"0"')).status).toBe(412)
  })

  test.each([
    [{ currencySchemeCode: 'New' }, 'currencySchemeCode', 'scheme_code_invalid'],
    [{ currencySchemeCode: 'a/b' }, 'currencySchemeCode', 'scheme_code_invalid'],
    [{ currencySchemeCode: 'x'.repeat(33) }, 'currencySchemeCode', 'scheme_code_invalid'],
    [{ currencySchemeName: '' }, 'currencySchemeName', 'required'],
    [{ updateIntervalInDays: 5_001 }, 'updateIntervalInDays', 'too_big'],
    [{ updateIntervalInDays: 1.5 }, 'updateIntervalInDays', expect.any(String)],
    [{ updateIntervalInDays: -1 }, 'updateIntervalInDays', 'too_small'],
    [{ externalId: 'x'.repeat(65) }, 'externalId', 'too_long'],
  ])('refuses %j', async (wrong, field, code) => {
    const { currencySchemeCode = 'S', ...more } = wrong as { currencySchemeCode?: string }
    expect(await data.saveScheme(currencySchemeCode, more)).toMatchObject({
      status: 400,
      body: { errors: [{ field: `0.${field}`, code }] },
    })
  })

  test('is for those who edit schemes', async () => {
    const reader = await app.signIn(data.tenant, await app.buildUser(data.tenant, { actions: ['ViewCurrencySchemes'] }))
    expect((await app.call(listCurrencySchemes, {}, { token: reader })).status).toBe(200)
    const currencies = await app.signIn(data.tenant, await app.buildUser(data.tenant, { actions: ['EditCurrencies'] }))
    expect((await app.call(listCurrencySchemes, {}, { token: currencies })).status).toBe(403)
  })
})

describe('the default', () => {
  test('is the first scheme, even if not asked to be', async () => {
    expect((await data.saveScheme('A', { isDefault: false })).body).toMatchObject({ isDefault: true, version: 1 })
    expect((await data.saveScheme('B')).body.isDefault).toBe(false)
  })

  test('is active', async () => {
    const inactive = { status: 409, body: { code: 'default_scheme_inactive', errors: [{ field: '0.isActive' }] } }
    expect(await data.saveScheme('A', { isActive: false })).toMatchObject(inactive)
    await data.saveScheme('A')
    expect(await data.saveScheme('A', { isActive: false })).toMatchObject(inactive)
    await data.saveScheme('B', { isActive: false })
    expect(await data.saveScheme('B', { isDefault: true })).toMatchObject(inactive)
    expect((await data.saveScheme('B', { isDefault: true, isActive: true })).body).toMatchObject({ isDefault: true, isActive: true })
    expect((await data.saveScheme('A', { isActive: false })).body).toMatchObject({ isDefault: false, isActive: false })
  })

  test('changes in one step, with both versions', async () => {
    await data.saveScheme('A')
    await data.saveScheme('B')
    expect((await data.saveScheme('B', { isDefault: true })).body).toMatchObject({ isDefault: true, version: 2 })
    expect(await find('A')).toMatchObject({ isDefault: false, version: 2 })
    // One that is new can take over, too.
    expect((await data.saveScheme('C', { isDefault: true })).body).toMatchObject({ isDefault: true, version: 1 })
    expect(await defaults()).toEqual([['C', 1]])
    expect(await find('B')).toMatchObject({ isDefault: false, version: 3 })
  })

  test('is required', async () => {
    await data.saveScheme('A')
    expect(await data.saveScheme('A', { isDefault: false })).toMatchObject({
      status: 409,
      body: { code: 'default_scheme_required', errors: [{ field: '0.isDefault' }] },
    })
  })

  test('is one of several first schemes, and of several that become it at the same moment', async () => {
    const codes = ['A', 'B', 'C', 'D']
    const created = await Promise.all(codes.map((code) => data.saveScheme(code)))
    expect(created.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await defaults()).toHaveLength(1)
    const made = await Promise.all(codes.map((code) => data.saveScheme(code, { isDefault: true })))
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await defaults()).toHaveLength(1)
  })

  test('stays one where it is deactivated and replaced at the same moment', async () => {
    await data.saveScheme('A')
    await data.saveScheme('B')
    const [, deactivated] = await Promise.all([data.saveScheme('B', { isDefault: true }), data.saveScheme('A', { isActive: false })])
    expect([200, 409]).toContain(deactivated.status)
    expect((await list({ where: 'isDefault = true AND isActive = true' })).totalCount).toBe(1)
  })

  test('creates one scheme of several with a code at the same moment', async () => {
    await data.saveScheme('A')
    const answers = await Promise.all(['x', 'X'].map((code) => data.saveScheme(code, { currencySchemeName: `Name ${code}` })))
    expect(answers.map(({ body }) => body.version).toSorted()).toEqual([1, 2])
    const strict = await Promise.all(['y', 'Y'].map((code) => data.saveScheme(code, {}, '"0"')))
    expect(strict.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })
})

describe('the anchor', () => {
  const refused = (status: number, code: string) => ({ status, body: { code, errors: [{ field: '0.anchorCurrencyCode', code }] } })

  test('exists and is active', async () => {
    expect(await data.saveScheme('A', { anchorCurrencyCode: 'XXX' })).toMatchObject(refused(400, 'currency_unknown'))
    await data.saveCurrency('EUR', { isActive: false })
    expect(await data.saveScheme('A', { anchorCurrencyCode: 'EUR' })).toMatchObject(refused(409, 'anchor_inactive'))
    await data.saveScheme('A')
    expect(await data.saveScheme('B', { anchorCurrencyCode: 'eur', isActive: false })).toMatchObject(refused(409, 'anchor_inactive'))
    await data.saveCurrency('EUR', { isActive: true })
    await data.saveScheme('B', { anchorCurrencyCode: 'eur', isActive: false })
    await data.saveCurrency('EUR', { isActive: false })
    // An inactive scheme can be renamed, but not activated.
    expect((await data.saveScheme('B', { anchorCurrencyCode: 'EUR', currencySchemeName: 'Bee' })).status).toBe(200)
    expect(await data.saveScheme('B', { anchorCurrencyCode: 'EUR', isActive: true })).toMatchObject(refused(409, 'anchor_inactive'))
  })

  test('stays where the scheme has rates or gets some', async () => {
    await data.saveScheme('A')
    await data.saveVintage({ currencySchemeCode: 'A', vintage: 'V1' })
    expect((await data.saveScheme('A', { anchorCurrencyCode: 'EUR' })).body).toMatchObject({ anchorCurrencyCode: 'EUR', hasRates: false })
    const finish = await data.startUpload('A', 'V1')
    expect(await data.saveScheme('A', { anchorCurrencyCode: 'USD' })).toMatchObject(refused(409, 'upload_running'))
    await finish()
    await data.addRates('A', 'V1', ['USD'])
    expect(await data.saveScheme('A', { anchorCurrencyCode: 'USD' })).toMatchObject(refused(409, 'anchor_in_use'))
    expect((await data.saveScheme('A', { anchorCurrencyCode: 'EUR', sourceName: 'X' })).body).toMatchObject({
      hasRates: true,
      sourceName: 'X',
    })
  })

  test('does not become inactive while a scheme takes it', async () => {
    for (let round = 0; round < 5; round++) {
      const code = `C${round}`
      await data.saveCurrency(code)
      const [scheme, currency] = await Promise.all([
        data.saveScheme(code, { anchorCurrencyCode: code }),
        data.saveCurrency(code, { isActive: false }),
      ])
      expect([scheme.status, currency.status].toSorted(), JSON.stringify([scheme.body, currency.body])).toEqual([200, 409])
    }
  })
})

describe('list', () => {
  test('tells the vintage published last', async () => {
    await data.saveScheme('A', { updateIntervalInDays: 30 })
    for (const vintage of ['V2', 'V1', 'V3']) await data.saveVintage({ currencySchemeCode: 'A', vintage })
    for (const vintage of ['V2', 'V1']) {
      await data.addRates('A', vintage, ['EUR'])
      const { body } = await data.saveVintage({ currencySchemeCode: 'A', vintage, status: 'Published' })
      expect(await find('A')).toMatchObject({
        vintageCount: 3,
        newestVintage: vintage,
        newestPublishedAt: body.publishedAt,
        hasRates: true,
        isDue: false,
        dueAt: new Date(Date.parse(body.publishedAt) + 30 * dayMs).toISOString(),
      })
    }
  })

  test.each<[string, Partial<SchemeRow>, string | null]>([
    ['after its interval from the newest vintage', {}, '2026-04-30T08:00:00.000Z'],
    ['after its interval from its creation', { newest_published_at: null }, '2026-01-31T00:00:00.000Z'],
    ['never without an interval', { update_interval_in_days: 0 }, null],
    ['never while inactive', { is_active: false }, null],
  ])('is due %s', (_, different, dueAt) => {
    const stored = { created_at: new Date('2026-01-01T00:00:00Z'), updated_at: new Date('2026-03-01T00:00:00Z') }
    const newest = { newest_vintage: 'V', newest_published_at: new Date('2026-03-31T08:00:00Z') }
    // The columns that are not read here are left out.
    const row = { ...stored, ...newest, update_interval_in_days: 30, is_active: true, ...different } as SchemeRow
    const at = Date.parse(dueAt ?? '2100-01-01T00:00:00Z')
    expect(toScheme(row, new Date(at - 1))).toMatchObject({ dueAt, isDue: false })
    expect(toScheme(row, new Date(at))).toMatchObject({ dueAt, isDue: dueAt !== null })
  })

  test('pages, sorts and filters by the fields of the specification', async () => {
    await data.saveScheme('b', { sourceName: '100%_sure', updateIntervalInDays: 5 })
    await data.saveScheme('A', { sourceName: '100 sure', updateIntervalInDays: 30 })
    await data.saveScheme('c', { externalId: 'c-1', updateIntervalInDays: 365, isActive: false })
    const codes = async (query: object) => (await list(query)).items.map((one) => one.currencySchemeCode)
    expect(await codes({})).toEqual(['A', 'b', 'c'])
    expect(await codes({ sort: 'updateIntervalInDays', sortOrder: 'desc', limit: 2 })).toEqual(['c', 'A'])
    expect(await codes({ where: `sourceName LIKE '100%*'` })).toEqual(['b'])
    expect(await codes({ where: `updateIntervalInDays >= 30 AND isActive = true` })).toEqual(['A'])
    expect(await codes({ where: `updateIntervalInDays IN (5, 365.0)` })).toEqual(['b', 'c'])
    expect(await codes({ where: `updateIntervalInDays < 5.5 OR externalId = 'C-1'` })).toEqual(['b', 'c'])
    expect(await codes({ where: `anchorCurrencyCode = 'usd' AND isDefault = true` })).toEqual(['b'])
  })

  test('exports with the names of the contract, and escapes formulas', async () => {
    await data.saveScheme('A', { sourceName: '=1+1', updateIntervalInDays: 30 })
    const file = await app.call(exportCurrencySchemes, {}, { token: data.token })
    const [header, row] = String(file.body).split('\n')
    expect(header).toBe(
      '\uFEFFcurrencySchemeCode,currencySchemeName,anchorCurrencyCode,sourceName,externalId,updateIntervalInDays,isActive,isDefault,createDate,createUserId,updateDate,updateUserId',
    )
    expect(row).toMatch(/^A,Rates,USD,'=1\+1,,30,true,true,20/)
    expect(file.headers['content-disposition']).toBe('attachment; filename="currency-schemes.csv"')
  })
})
