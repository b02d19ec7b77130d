import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { deleteVintage, exportVintages, listVintages } from '@steward/contract/reference-data/currencies'
import { constraintOf } from '../../db/constraint.ts'
import { asOwner, withTenant } from '../../db/tenant.ts'
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
  await data.saveScheme('Monthly')
})

const key = { currencySchemeCode: 'Monthly', vintage: '2026-Q1' }
const save = (more: { sourceName?: string; status?: 'Draft' | 'Published' } = {}, ifMatch?: string) =>
  data.saveVintage({ ...key, ...more }, ifMatch)
const publish = (ifMatch?: string) => save({ status: 'Published' }, ifMatch)
const remove = (params = key, ifMatch?: string) => app.call(deleteVintage, { params, ifMatch }, { token: data.token })
const list = async (query: object = {}): Promise<{ items: Vintage[]; totalCount: number }> =>
  (await app.call(listVintages, { query }, { token: data.token })).body
const published = { status: 409, body: { code: 'vintage_published' } }

describe('save', () => {
  test('creates a draft, and changes it by its codes in any case', async () => {
    const created = await save({ sourceName: 'Treasury' })
    expect(created).toMatchObject({
      status: 200,
      body: {
        ...key,
        sourceName: 'Treasury',
        status: 'Draft',
        firstAsOfDate: null,
        lastAsOfDate: null,
        currencyCount: 0,
        rateCount: 0,
        createdBy: data.tenant.administrator.username,
        publishedBy: null,
        publishedAt: null,
        version: 1,
      },
    })
    expect(created.headers['etag']).toBe('"1"')
    const changed = await data.saveVintage({ currencySchemeCode: 'MONTHLY', vintage: '2026-q1', sourceName: 'ECB' }, '"1"')
    expect(changed.body).toMatchObject({ ...key, sourceName: 'ECB', version: 2 })
    expect((await save()).body).toMatchObject({ sourceName: 'ECB', version: 2 })
    expect((await save({ sourceName: 'X' }, '"1"')).status).toBe(412)
    expect((await save({}, '"0"')).status).toBe(412)
  })

  test('refuses unknown schemes and wrong names', async () => {
    expect(await data.saveVintage({ ...key, currencySchemeCode: 'None' })).toMatchObject({
      status: 404,
      body: { code: 'scheme_unknown', errors: [{ field: '0.currencySchemeCode' }] },
    })
    for (const vintage of ['new', 'a/b', '', 'x'.repeat(33)]) {
      expect(await data.saveVintage({ ...key, vintage })).toMatchObject({ status: 400, body: { errors: [{ field: '0.vintage' }] } })
    }
    const other = await referenceDataOf(app)
    expect(await other.saveVintage(key)).toMatchObject({ status: 404, body: { code: 'scheme_unknown' } })
  })

  test('creates one vintage of several at the same moment', async () => {
    const answers = await Promise.all(['A', 'B', 'C'].map((sourceName) => save({ sourceName })))
    expect(answers.map(({ body }) => body.version).toSorted()).toEqual([1, 2, 3])
  })
})

describe('publish', () => {
  test('takes a draft with rates, and keeps what it was made of', async () => {
    await save({ sourceName: 'Treasury' })
    await data.addRates('Monthly', '2026-Q1', ['EUR', 'GBP'])
    const answer = await publish()
    expect(answer.body).toMatchObject({
      sourceName: 'Treasury',
      status: 'Published',
      currencyCount: 2,
      rateCount: 2,
      firstAsOfDate: '2026-02-28',
      lastAsOfDate: '2026-02-28',
      publishedBy: data.tenant.administrator.username,
      publishedAt: expect.stringMatching(/Z$/),
    })
    expect(answer.headers['etag']).toBe(`"${answer.body.version}"`)
  })

  test('refuses a vintage without rates, and creates none', async () => {
    expect(await publish()).toMatchObject({ status: 409, body: { code: 'vintage_empty' } })
    expect((await list()).totalCount).toBe(0)
    await save()
    expect(await publish()).toMatchObject({ status: 409, body: { code: 'vintage_empty' } })
  })

  test('waits for the end of uploads', async () => {
    await save()
    await data.addRates('Monthly', '2026-Q1', ['EUR'])
    const finish = await data.startUpload('Monthly', '2026-Q1')
    const running = { status: 409, body: { code: 'upload_running' } }
    expect(await publish()).toMatchObject(running)
    expect(await remove()).toMatchObject(running)
    await finish()
    expect((await publish()).status).toBe(200)
  })

  test('is final, for the database too', async () => {
    await save()
    await data.addRates('Monthly', '2026-Q1', ['EUR'])
    const { version } = (await publish()).body
    expect(await save({ sourceName: 'X' })).toMatchObject(published)
    expect(await save({ status: 'Draft' })).toMatchObject(published)
    expect(await publish()).toMatchObject(published)
    expect(await remove()).toMatchObject(published)
    expect((await publish(`"${version - 1}"`)).status).toBe(412)
    const { tenant } = data
    for (const statement of [sql`update currency_vintage set source_name = 'X'`, sql`delete from currency_vintage`]) {
      const attempt = asOwner(app.db, 'operator', (tx) => sql`${statement} where tenant_id = ${tenant.tenantId}::uuid`.execute(tx))
      expect(constraintOf(await attempt.catch((error: unknown) => error))).toBe('vintage_published')
    }
  })

  test('or an edit comes first where both happen at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const vintage = `V${round}`
      await data.saveVintage({ ...key, vintage })
      await data.addRates('Monthly', vintage, ['EUR'])
      const [done, edited, again] = await Promise.all([
        data.saveVintage({ ...key, vintage, status: 'Published' }),
        data.saveVintage({ ...key, vintage, sourceName: 'Late' }),
        data.saveVintage({ ...key, vintage, status: 'Published' }),
      ])
      expect([done.status, again.status].toSorted()).toEqual([200, 409])
      expect([200, 409]).toContain(edited.status)
      const [final] = (await list({ where: `vintage = '${vintage}'` })).items
      expect(final).toMatchObject({ status: 'Published', sourceName: edited.status === 200 ? 'Late' : '' })
    }
  })

  test('waits for an upload that begins, and none begins after it', async () => {
    await save()
    await data.addRates('Monthly', '2026-Q1', ['EUR'])
    const [{ currencySchemeVintageId = '' } = {}] = (await list()).items
    const { tenantId, administrator } = data.tenant
    const ctx = { tenantId, requestId: '', actor: { type: 'user' as const, id: administrator.userId, name: administrator.username } }
    const publishing = await withTenant(app.db, ctx, async (tx) => {
      await tx
        .insertInto('rate_upload')
        .values({
          tenant_id: tenantId,
          currency_vintage_id: currencySchemeVintageId,
          file_name: 'rates.csv',
          created_by_type: 'user',
          created_by_id: administrator.userId,
          created_by: administrator.username,
        })
        .execute()
      // Not awaited here: it waits for this transaction.
      return { answer: publish() }
    })
    expect(await publishing.answer).toMatchObject({ status: 409, body: { code: 'upload_running' } })
  })
})

describe('delete', () => {
  test('removes a draft with its rates', async () => {
    await save()
    await data.addRates('Monthly', '2026-Q1', ['EUR'])
    const finish = await data.startUpload('Monthly', '2026-Q1')
    await finish()
    expect((await remove(key, '"77"')).status).toBe(412)
    expect((await remove({ currencySchemeCode: 'monthly', vintage: '2026-q1' })).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await remove({ ...key, currencySchemeCode: 'None' })).status).toBe(404)
    const rates = await asOwner(app.db, 'operator', (tx) =>
      tx.selectFrom('currency_rate').select('currency_code').where('tenant_id', '=', data.tenant.tenantId).execute(),
    )
    expect(rates).toEqual([])
    // Its name is free again.
    expect((await save()).body).toMatchObject({ version: 1, rateCount: 0 })
  })

  test('finds nothing of other tenants', async () => {
    await save()
    const other = await referenceDataOf(app)
    expect((await app.call(deleteVintage, { params: key }, { token: other.token })).status).toBe(404)
    expect((await app.call(listVintages, {}, { token: other.token })).body.totalCount).toBe(0)
  })
})

test('lists, filters and exports vintages', async () => {
  await data.saveScheme('Other')
  for (const vintage of ['V1', 'V2', 'V3']) await data.saveVintage({ ...key, vintage })
  await data.saveVintage({ currencySchemeCode: 'Other', vintage: 'V1' })
  await data.addRates('Monthly', 'V1', ['EUR', 'GBP'], '2026-01-31')
  await data.addRates('Monthly', 'V2', ['EUR'], '2026-02-28')
  await data.saveVintage({ ...key, vintage: 'V1', status: 'Published' })
  const names = async (query: object) => (await list(query)).items.map((one) => `${one.currencySchemeCode} ${one.vintage}`)
  expect(await names({})).toEqual(['Monthly V1', 'Monthly V2', 'Monthly V3', 'Other V1'])
  expect(await names({ where: `currencySchemeCode = "MONTHLY"`, sort: 'vintage', sortOrder: 'desc', limit: 2 })).toEqual([
    'Monthly V3',
    'Monthly V2',
  ])
  expect(await names({ where: `status = 'Published'` })).toEqual(['Monthly V1'])
  expect(await names({ where: `publishedBy != 'nobody' AND status != 'published'` })).toEqual(['Monthly V2', 'Monthly V3', 'Other V1'])
  expect(await names({ where: `firstAsOfDate > 2026-01-31 OR rateCount = 2` })).toEqual(['Monthly V1', 'Monthly V2'])
  expect(await names({ where: `lastAsOfDate IN (2026-02-28)` })).toEqual(['Monthly V2'])
  const file = await app.call(
    exportVintages,
    { query: { where: `currencySchemeCode = 'Monthly'`, sort: 'vintage' } },
    { token: data.token },
  )
  const [header, first, second, third] = String(file.body).split('\n')
  expect(header).toBe(
    '\uFEFFcurrencySchemeCode,vintage,sourceName,status,firstAsOfDate,lastAsOfDate,currencyCount,rateCount,createdBy,createdAt,publishedBy,publishedAt',
  )
  expect(first).toMatch(/^Monthly,V1,,Published,2026-01-31,2026-01-31,2,2,/)
  expect(second).toMatch(/^Monthly,V2,,Draft,2026-02-28,2026-02-28,1,1,/)
  expect(third).toMatch(/^Monthly,V3,,Draft,,,0,0,.*,,$/)
})
