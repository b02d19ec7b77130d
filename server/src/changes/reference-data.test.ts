import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tagJobs } from '@steward/contract/jobs/endpoints'
import { saveCurrency, saveCurrencyScheme, uploadCurrencies } from '@steward/contract/reference-data/currencies'
import { createTag, updateTag } from '@steward/contract/reference-data/tags'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { buildJobTenant } from '../testing/job-log.ts'
import { referenceDataOf } from '../testing/reference-data.ts'
import { changesOf } from '../testing/undo.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

/** A tenant with the currencies USD and EUR, and the changes of its administrator. */
async function start() {
  const data = await referenceDataOf(app)
  await data.saveCurrency('USD')
  await data.saveCurrency('EUR')
  return { ...data, ...changesOf(app, data.tenant, data.token) }
}

const currency = (currencyCode: string, more: { currencyName?: string; isActive?: boolean } = {}) => ({
  body: [{ currencyCode, currencyName: currencyCode, ...more }],
})
const scheme = (currencySchemeCode: string, more: object = {}) => ({
  body: [{ currencySchemeCode, currencySchemeName: 'Rates', anchorCurrencyCode: 'USD', ...more }],
})

describe('undoing changes of tags', () => {
  it('takes a new one away, and puts names and states back', async () => {
    const { make, expectThereAndBack } = await start()
    await expectThereAndBack(createTag, { body: { tagName: 'new' } })
    const { body } = await make(createTag, { body: { tagName: 'old' } })
    const params = { tagId: body.tagId as string }
    await expectThereAndBack(updateTag, { params, body: { tagName: 'renamed', isActive: false }, ifMatch: '*' })
  })

  it('is signed by who undoes, and keeps who created it', async () => {
    const { tenant, make, undo } = await start()
    const other = await app.buildUser(tenant, { actions: ['EditCurrencies'] })
    const by = await app.signIn(tenant, other)
    const { body } = await make(createTag, { body: { tagName: 'signed' } })
    const changed = await make(updateTag, { params: { tagId: body.tagId }, body: { isActive: false }, ifMatch: '*' })
    expect((await undo(changed.changeId, by)).status).toBe(200)
    const shown = await make(updateTag, { params: { tagId: body.tagId }, body: {}, ifMatch: '*' })
    expect(shown.body).toMatchObject({ isActive: true, createdBy: tenant.administrator.username, updatedBy: other.username })
  })

  it('is refused after another change, for a name that is taken, and while jobs have the tag', async () => {
    const jobs = await buildJobTenant(app)
    const { make, undo, stateOf } = changesOf(app, jobs.tenant, jobs.administrator)
    const { body, changeId } = await make(createTag, { body: { tagName: 'used' } })
    const rename = (tagName: string) => make(updateTag, { params: { tagId: body.tagId }, body: { tagName }, ifMatch: '*' })
    const first = await rename('second')
    const second = await rename('third')
    const before = await stateOf()
    const refused = await undo(first.changeId)
    expect([refused.status, refused.body.errors]).toMatchObject([
      409,
      [{ parameters: { category: 'Tag', entityName: 'third', fieldName: 'tagName', before: 'used', after: 'second', now: 'third' } }],
    ])
    expect(await stateOf()).toEqual(before)
    const other = await make(createTag, { body: { tagName: 'second' } })
    expect((await undo(second.changeId)).body.code).toBe('tag_exists')
    expect((await undo(other.changeId)).status).toBe(200)
    expect((await undo(second.changeId)).status).toBe(200)
    expect((await undo(first.changeId)).status).toBe(200)
    await jobs.report({ jobId: 'J-1' })
    const tag = (input: object) => app.call(tagJobs, { body: { jobIds: ['J-1'], ...input } }, { token: jobs.administrator })
    expect((await tag({ add: [body.tagId] })).status).toBe(200)
    expect((await undo(changeId)).body.code).toBe('change_conflict')
    expect((await tag({ remove: [body.tagId] })).status).toBe(200)
    expect((await undo(changeId)).status).toBe(200)
  })
})

describe('undoing changes of currencies', () => {
  it('takes a new one away, and puts names and states back', async () => {
    const { expectThereAndBack } = await start()
    await expectThereAndBack(saveCurrency, currency('JPY'))
    await expectThereAndBack(saveCurrency, currency('JPY', { currencyName: 'Yen', isActive: false }))
  })

  it('undoes a file as one', async () => {
    const { token, stateOf, undo } = await start()
    const before = await stateOf()
    const file = 'currencyCode,currencyName,isActive\nEUR,Euro,true\nJPY,Yen,true\nGBP,Pound,false\n'
    const answer = await app.call(uploadCurrencies, { body: { file } }, { token })
    expect(answer.body).toMatchObject({ created: 2, changed: 1 })
    expect((await undo(String(answer.headers['change-id']))).status).toBe(200)
    expect(await stateOf()).toEqual(before)
  })

  it('is refused after another change, and keeps the anchors of schemes', async () => {
    const { make, undo } = await start()
    const created = await make(saveCurrency, currency('JPY', { isActive: false }))
    const activated = await make(saveCurrency, currency('JPY', { isActive: true }))
    expect((await undo(created.changeId)).body.errors).toMatchObject([
      { parameters: { category: 'Currency', entityName: 'JPY', fieldName: 'isActive', now: 'true' } },
    ])
    const anchored = await make(saveCurrencyScheme, scheme('Yen', { anchorCurrencyCode: 'JPY' }))
    expect((await undo(activated.changeId)).body).toMatchObject({ code: 'currency_is_anchor', parameters: { currencyCode: 'JPY' } })
    expect((await undo(anchored.changeId)).status).toBe(200)
    expect((await undo(activated.changeId)).status).toBe(200)
    expect((await undo(created.changeId)).status).toBe(200)
    const { changeId } = await make(saveCurrency, currency('GBP'))
    await make(saveCurrencyScheme, scheme('Pounds', { anchorCurrencyCode: 'GBP' }))
    expect((await undo(changeId)).body.code).toBe('change_conflict')
  })
})

describe('undoing changes of currency schemes', () => {
  it('takes a new one away, puts fields back, and moves the default', async () => {
    const { expectThereAndBack } = await start()
    await expectThereAndBack(saveCurrencyScheme, scheme('Monthly'))
    const more = { currencySchemeName: 'Named', anchorCurrencyCode: 'EUR', sourceName: 'ECB', updateIntervalInDays: 30 }
    await expectThereAndBack(saveCurrencyScheme, scheme('Monthly', more))
    await expectThereAndBack(saveCurrencyScheme, scheme('Daily', { isDefault: true }))
    await expectThereAndBack(saveCurrencyScheme, scheme('Monthly', { ...more, isDefault: true }))
  })

  it('keeps one active default', async () => {
    const { make, undo } = await start()
    const first = await make(saveCurrencyScheme, scheme('Monthly'))
    const second = await make(saveCurrencyScheme, scheme('Daily', { isActive: false }))
    expect((await undo(first.changeId)).body.code).toBe('default_scheme_required')
    const activated = await make(saveCurrencyScheme, scheme('Daily', { isActive: true }))
    const preferred = await make(saveCurrencyScheme, scheme('Daily', { isDefault: true }))
    expect((await undo(activated.changeId)).body.code).toBe('default_scheme_inactive')
    await make(saveCurrencyScheme, scheme('Yearly', { isDefault: true }))
    expect((await undo(preferred.changeId)).body.errors).toMatchObject([
      { parameters: { category: 'Currency scheme', entityName: 'Daily', fieldName: 'isDefault', now: 'false' } },
    ])
    expect((await undo(second.changeId)).body.code).toBe('change_conflict')
  })

  it('keeps anchors that rates need or that are inactive, and schemes that have vintages', async () => {
    const { make, undo, saveVintage, addRates, startUpload } = await start()
    const created = await make(saveCurrencyScheme, scheme('Monthly'))
    const moved = await make(saveCurrencyScheme, scheme('Monthly', { anchorCurrencyCode: 'EUR' }))
    const deactivated = await make(saveCurrency, currency('USD', { isActive: false }))
    expect((await undo(moved.changeId)).body).toMatchObject({ code: 'anchor_inactive', parameters: { currencyCode: 'USD' } })
    expect((await undo(deactivated.changeId)).status).toBe(200)
    await saveVintage({ currencySchemeCode: 'Monthly', vintage: 'V1' })
    const end = await startUpload('Monthly', 'V1')
    expect((await undo(moved.changeId)).body.code).toBe('upload_running')
    await end()
    await addRates('Monthly', 'V1', ['EUR'])
    expect((await undo(moved.changeId)).body.code).toBe('anchor_in_use')
    const other = await make(saveCurrencyScheme, scheme('Daily'))
    await saveVintage({ currencySchemeCode: 'Daily', vintage: 'V1' })
    expect((await undo(other.changeId)).body.code).toBe('change_conflict')
    expect((await undo(created.changeId)).status).toBe(409)
  })

  it('leaves vintages alone', async () => {
    const { make, saveVintage } = await start()
    await make(saveCurrencyScheme, scheme('Monthly'))
    const { status, headers } = await saveVintage({ currencySchemeCode: 'Monthly', vintage: 'V1' })
    expect([status, headers['change-id']]).toEqual([200, undefined])
  })
})

describe('who can undo changes of reference data', () => {
  it('is who has the permission for the table, in the tenant', async () => {
    const { tenant, make, undo } = await start()
    const by = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewCurrencies', 'ViewCurrencySchemes'] }))
    const other = await start()
    const changes = [
      ['Admin.EditTags', await make(createTag, { body: { tagName: 'guarded' } })],
      ['Admin.EditCurrencies', await make(saveCurrency, currency('GBP'))],
      ['Admin.EditCurrencySchemes', await make(saveCurrencyScheme, scheme('Guarded'))],
    ] as const
    for (const [permission, { changeId }] of changes) {
      expect((await undo(changeId, by)).body).toMatchObject({ code: 'forbidden', parameters: { permission } })
      expect((await other.undo(changeId)).status).toBe(404)
      expect((await undo(changeId)).status).toBe(200)
    }
  })
})
