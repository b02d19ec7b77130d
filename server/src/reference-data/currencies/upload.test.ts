import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportCurrencies, listCurrencies, uploadCurrencies } from '@steward/contract/reference-data/currencies'
import type { Currency } from '@steward/contract/reference-data/currencies-schemas'
import { asOwner } from '../../db/tenant.ts'
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
})

const upload = (file: string | Blob, token = data.token) => app.call(uploadCurrencies, { body: { file } }, { token })
const list = async (): Promise<Currency[]> => (await app.call(listCurrencies, {}, { token: data.token })).body.items
const rows = async () => (await list()).map((one) => [one.currencyCode, one.currencyName, one.isActive, one.version])

test('creates and changes, and leaves what stays the same', async () => {
  await data.saveCurrency('USD')
  await data.saveCurrency('EUR', { isActive: false })
  const answer = await upload('\uFEFFCurrency Name;CURRENCY_CODE\r\nUS dollar;usd\r\nEUR;EUR\r\n"Pound; sterling";GBP\r\n')
  expect(answer).toMatchObject({ status: 200, body: { created: 1, changed: 1, unchanged: 1 } })
  expect(await rows()).toEqual([
    ['EUR', 'EUR', false, 1],
    ['GBP', 'Pound; sterling', true, 1],
    ['USD', 'US dollar', true, 2],
  ])
})

test('reads flags as they are exported and as Excel writes them; an empty one changes nothing', async () => {
  await data.saveCurrency('E', { isActive: false })
  await upload('currencyCode,currencyName,isActive\nA,A,false\nB,B,TRUE\nC,C,FALSCH\nD,D,\nE,E,')
  expect((await rows()).map(([code, , isActive]) => [code, isActive])).toEqual([
    ['A', false],
    ['B', true],
    ['C', false],
    ['D', true],
    ['E', false],
  ])
})

test('takes what it exports, without a change', async () => {
  for (const [code, currencyName] of Object.entries({ USD: 'US, dollar', '=X': '=1+1', '+A': '-2', '@': "a 'b", 'É;': 'x "y"' })) {
    await data.saveCurrency(code, { currencyName: currencyName.replaceAll("'", ''), isActive: code !== '@' })
  }
  const before = await list()
  const file = await app.call(exportCurrencies, {}, { token: data.token })
  expect(await upload(file.body)).toMatchObject({ status: 200, body: { created: 0, changed: 0, unchanged: 5 } })
  expect(await list()).toEqual(before)
})

describe('refuses', () => {
  test('all lines for one that is wrong, and names each', async () => {
    await data.saveCurrency('USD')
    const answer = await upload(
      'currencyCode,currencyName,isActive\nUSD,Dollar,\nEURO,Euro,\nGBP,,\n\nusd,Again,\nCHF,Franc,maybe\nJPY,Yen,true,more\n',
    )
    expect(answer).toMatchObject({ status: 422, body: { code: 'table_upload_refused', parameters: { refused: 5 } } })
    expect(answer.body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual([
      'lines.3.currencyCode currency_code_invalid',
      'lines.4.currencyName required',
      'lines.6.currencyCode upload_duplicate',
      'lines.7.isActive wrong_type',
      'lines.8.line upload_malformed',
    ])
    for (const { message } of answer.body.errors) expect(message).toMatch(/^[A-Z].*\.$/)
    expect(await rows()).toEqual([['USD', 'USD', true, 1]])
  })

  test('to deactivate an anchor, by its line', async () => {
    for (const code of ['USD', 'EUR']) await data.saveCurrency(code)
    await data.saveScheme('A')
    const answer = await upload('currencyCode,currencyName,isActive\nEUR,Euro,false\nUSD,Dollar,false\nX,,true')
    expect(answer).toMatchObject({
      status: 422,
      body: {
        parameters: { refused: 2 },
        errors: [
          { field: 'lines.3.isActive', code: 'currency_is_anchor', message: expect.stringContaining('USD') },
          { field: 'lines.4.currencyName', code: 'required' },
        ],
      },
    })
    expect((await rows()).map(([code, , isActive]) => [code, isActive])).toEqual([
      ['EUR', true],
      ['USD', true],
    ])
  })

  test.each([
    ['unknown columns', 'currencyCode,currencyName,color\nA,A,red', [['lines.1.color', 'upload_column_unknown']]],
    ['missing columns', '\ncurrencyName\nA', [['lines.2.currencyCode', 'upload_column_missing']]],
    ['columns that are there twice', 'currencyCode,currency_code,currencyName\nA,A,A', [['lines.1.currencyCode', 'upload_column_twice']]],
    ['quotes that stay open', 'currencyCode,currencyName\nA,A\nB,"B\nC,C', [['lines.3.line', 'upload_malformed']]],
  ])('%s', async (_, file, faults) => {
    const answer = await upload(file)
    const errors = faults.map(([field, code]) => ({ field, code }))
    expect(answer).toMatchObject({ status: 422, body: { code: 'table_upload_refused', parameters: { refused: 1 }, errors } })
  })

  test('files without rows, in a wrong encoding, and shows no more than 1,000 lines', async () => {
    for (const file of ['', 'currencyCode,currencyName\n'])
      expect(await upload(file)).toMatchObject({ status: 400, body: { code: 'upload_empty' } })
    const invalid = new Blob([Buffer.from('currencyCode,currencyName\nA,Zoë\n'), Buffer.from([0xf8])])
    expect(await upload(invalid)).toMatchObject({ status: 400, body: { code: 'file_encoding_invalid', parameters: { line: 3 } } })
    const many = await upload(`currencyCode,currencyName\n${'A,A\n'.repeat(5_000)}`)
    expect([many.status, many.body.parameters.refused, many.body.errors.length]).toEqual([422, 4_999, 1_000])
    expect(await rows()).toEqual([])
  })

  test('those who only view currencies', async () => {
    const reader = await app.signIn(data.tenant, await app.buildUser(data.tenant, { actions: ['ViewCurrencies'] }))
    expect((await upload('currencyCode,currencyName\nA,A', reader)).status).toBe(403)
  })
})

test('two files at the same moment both succeed, and the system log has them', async () => {
  const file = (name: string) => `currencyCode,currencyName\n${Array.from({ length: 200 }, (_, index) => `${index},${name}\n`).join('')}`
  const answers = await Promise.all(['A', 'B'].map((name) => upload(file(name))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ body }) => body.created).toSorted((a, b) => a - b)).toEqual([0, 200])
  expect(new Set((await list()).map(({ currencyName }) => currencyName)).size).toBe(1)
  const events = await asOwner(app.db, 'operator', (tx) =>
    tx.selectFrom('system_log').select('details').where('tenant_id', '=', data.tenant.tenantId).where('kind', '=', 'import').execute(),
  )
  expect(events.map(({ details }) => details)).toContainEqual({ what: 'currencies', lines: 200, created: 200, changed: 0 })
})
