import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportCurrencySchemes, listCurrencySchemes, uploadCurrencySchemes } from '@steward/contract/reference-data/currencies'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import { referenceDataOf } from '../../testing/reference-data.ts'

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

const header = 'currencySchemeCode,currencySchemeName,anchorCurrencyCode'
const upload = (file: string) => app.call(uploadCurrencySchemes, { body: { file } }, { token: data.token })
const list = async (): Promise<CurrencyScheme[]> => (await app.call(listCurrencySchemes, {}, { token: data.token })).body.items
const schemes = async () => (await list()).map((one) => [one.currencySchemeCode, one.isActive, one.isDefault].join(' '))
const refused = (...errors: [field: string, code: string][]) => ({
  status: 422,
  body: { code: 'table_upload_refused', errors: errors.map(([field, code]) => ({ field: `lines.${field}`, code })) },
})

test('creates and changes schemes; missing columns change nothing, empty text does', async () => {
  await data.saveScheme('A', { sourceName: 'Treasury', externalId: 'x', updateIntervalInDays: 30 })
  const answer = await upload(`${header},sourceName,updateIntervalInDays\na,New name,USD,,\nB,Bee,eur,ECB,365\n`)
  expect(answer).toMatchObject({ status: 200, body: { created: 1, changed: 1, unchanged: 0 } })
  expect(await list()).toMatchObject([
    { currencySchemeCode: 'A', currencySchemeName: 'New name', sourceName: '', externalId: 'x', updateIntervalInDays: 30, isDefault: true },
    { currencySchemeCode: 'B', anchorCurrencyCode: 'EUR', sourceName: 'ECB', updateIntervalInDays: 365, isDefault: false },
  ])
})

test('takes what it exports, without a change', async () => {
  await data.saveScheme('A', { sourceName: '=1+1', externalId: '-"2"', updateIntervalInDays: 30 })
  await data.saveScheme('B', { sourceName: 'a, b', anchorCurrencyCode: 'EUR', isDefault: true })
  await data.saveScheme('C', { isActive: false })
  const before = await list()
  const file = await app.call(exportCurrencySchemes, {}, { token: data.token })
  expect(await upload(file.body)).toMatchObject({ status: 200, body: { created: 0, changed: 0, unchanged: 3 } })
  expect(await list()).toEqual(before)
})

describe('the default', () => {
  const file = (...lines: string[]) => upload([`${header},isActive,isDefault`, ...lines].join('\n'))

  test('is the first active scheme of a first file', async () => {
    expect(await file('A,A,USD,false,', 'B,B,USD,,', 'C,C,USD,,')).toMatchObject({ status: 200, body: { created: 3 } })
    expect(await schemes()).toEqual(['A false false', 'B true true', 'C true false'])
  })

  test('is the one of the file, in any order of its lines', async () => {
    await file('A,A,USD,,', 'B,B,USD,,')
    expect((await file('B,B,USD,,true', 'A,A,USD,,false')).body).toEqual({ created: 0, changed: 2, unchanged: 0 })
    expect(await schemes()).toEqual(['A true false', 'B true true'])
    // The former default isn't in the file.
    expect((await file('C,C,USD,,true')).body).toEqual({ created: 1, changed: 0, unchanged: 0 })
    expect(await schemes()).toEqual(['A true false', 'B true false', 'C true true'])
    expect((await file('C,C,USD,false,false', 'A,A,USD,,true')).status).toBe(200)
    expect(await schemes()).toEqual(['A true true', 'B true false', 'C false false'])
  })

  test('is one, required and active', async () => {
    await file('A,A,USD,,', 'B,B,USD,,')
    expect(await file('B,B,USD,,true', 'A,A,USD,,true')).toMatchObject(refused(['3.isDefault', 'default_scheme_twice']))
    expect(await file('B,B,USD,,', 'A,A,USD,,false')).toMatchObject(refused(['3.isDefault', 'default_scheme_required']))
    expect(await file('A,A,USD,false,')).toMatchObject(refused(['2.isActive', 'default_scheme_inactive']))
    expect(await file('B,B,USD,false,true')).toMatchObject(refused(['2.isActive', 'default_scheme_inactive']))
    expect(await schemes()).toEqual(['A true true', 'B true false'])
    // Another line can't be read, and might be the new default.
    expect(await file('A,A,USD,,false', 'B,,USD,,true')).toMatchObject(refused(['3.currencySchemeName', 'required']))
  })

  test('of a first file is active', async () => {
    expect(await file('A,A,USD,false,')).toMatchObject(refused(['2.isActive', 'default_scheme_inactive']))
  })
})

test('refuses all lines for those with wrong fields and anchors', async () => {
  await data.saveCurrency('EUR', { isActive: false })
  await data.saveScheme('A')
  await data.saveVintage({ currencySchemeCode: 'A', vintage: 'V1' })
  await data.addRates('A', 'V1', ['USD'])
  await data.saveCurrency('GBP')
  const lines = ['A,A,GBP,', 'B,B,XXX,', 'C,C,EUR,', 'new,New,USD,', 'E,E,USD,5001', 'F,F,USD,1.5', 'G,G,USD,soon', 'H,H,USD,', 'h,H,USD,']
  expect(await upload([`${header},updateIntervalInDays`, ...lines].join('\n'))).toMatchObject(
    refused(
      ['2.anchorCurrencyCode', 'anchor_in_use'],
      ['3.anchorCurrencyCode', 'currency_unknown'],
      ['4.anchorCurrencyCode', 'anchor_inactive'],
      ['5.currencySchemeCode', 'scheme_code_invalid'],
      ['6.updateIntervalInDays', 'too_big'],
      ['7.updateIntervalInDays', 'wrong_type'],
      ['8.updateIntervalInDays', 'wrong_type'],
      ['10.currencySchemeCode', 'upload_duplicate'],
    ),
  )
  expect(await schemes()).toEqual(['A true true'])
})
