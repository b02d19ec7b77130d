import { afterAll, beforeAll, expect, it } from 'vitest'
import { thirdPartyModels } from '@steward/contract/catalog/third-party-models'
import { listOpenModels, patchOpenModel } from '@steward/contract/open-models/endpoints'
import type { OpenModel } from '@steward/contract/open-models/schemas'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'

let test: TestApp
let tenant: TestTenant
let token: string

async function newTenant(): Promise<[TestTenant, string]> {
  const built = await test.buildTenant()
  await asOwner(
    test.db,
    'operator',
    (tx) =>
      tx
        .insertInto('application_license')
        .values({ tenant_id: built.tenantId, product_code: 'RI-OME-NASDAQ', package_name: 'Standard', end_date: new Date('2099-01-01') })
        .execute(),
    { tenantId: built.tenantId },
  )
  return [built, await test.signIn(built, built.administrator)]
}

beforeAll(async () => {
  test = await startTestApp()
  const [built, signedIn] = await newTenant()
  tenant = built
  token = signedIn
})
afterAll(() => test.close())

const [first, second] = thirdPartyModels
if (!first || !second) throw new Error('the catalog has two models')
const list = async (by = token): Promise<OpenModel[]> => (await test.call(listOpenModels, {}, { token: by })).body.items
const patch = (modelId: string, body: object, ifMatch = '*', by = token) =>
  test.call(patchOpenModel, { params: { modelId }, body, ifMatch }, { token: by })

it('lists the catalog, accepts terms, enables and limits, and audits the actor', async () => {
  expect(await list()).toHaveLength(thirdPartyModels.length)
  expect((await list())[0]).toMatchObject({ accepted: null, isEnabled: false, version: 0 })
  expect((await patch(first.modelId, { isEnabled: true })).body.code).toBe('terms_not_accepted')
  const enabled = await patch(first.modelId, { acceptTerms: first.terms.version, isEnabled: true, maxConcurrency: 3 }, '"0"')
  expect(enabled.status, JSON.stringify(enabled.body)).toBe(200)
  expect(enabled.body).toMatchObject({
    isEnabled: true,
    maxConcurrency: 3,
    accepted: { version: first.terms.version, by: tenant.administrator.username, isCurrent: true },
  })
  expect((await list())[0]).toEqual(enabled.body)
  const audited = await asOwner(test.db, 'operator', (tx) =>
    tx.selectFrom('audit_entry').selectAll().where('category', '=', 'Open model').where('tenant_id', '=', tenant.tenantId).execute(),
  )
  expect(audited.map((entry) => entry.field_name)).toContain('termsVersion')
  const disabled = await patch(first.modelId, { isEnabled: false }, `"${enabled.body.version}"`)
  expect(disabled.body.isEnabled).toBe(false)
})

it('refuses outdated terms, excessive concurrency, stale edits, unknown models and invalid input', async () => {
  expect((await patch(second.modelId, { acceptTerms: '1999' })).body.code).toBe('terms_outdated')
  const tooMany = await patch(second.modelId, { maxConcurrency: second.largestConcurrency + 1 })
  expect(tooMany.body.errors).toContainEqual(expect.objectContaining({ field: 'maxConcurrency', code: 'concurrency_too_large' }))
  expect((await patch(second.modelId, { maxConcurrency: 0 })).status).toBe(400)
  expect((await patch(second.modelId, { maxConcurrency: 1 }, '"9"')).status).toBe(412)
  expect((await patch('no-such-model', { isEnabled: false })).status).toBe(404)
  // Refused requests left no changes.
  expect((await list())[1]).toMatchObject({ version: 0, accepted: null })
})

it('stops a model with changed terms until they are accepted again', async () => {
  await patch(second.modelId, { acceptTerms: second.terms.version, isEnabled: true })
  await asOwner(
    test.db,
    'operator',
    (tx) => tx.updateTable('open_model').set({ terms_version: '1999' }).where('model_id', '=', second.modelId).execute(),
    { tenantId: tenant.tenantId },
  )
  expect((await list())[1]).toMatchObject({ isEnabled: false, accepted: { version: '1999', isCurrent: false } })
})

it('keeps tenants apart, and requires the permission', async () => {
  const [other, otherToken] = await newTenant()
  expect((await list(otherToken)).every((model) => model.version === 0)).toBe(true)
  const plain = await test.signIn(other, await test.buildUser(other, { actions: ['ViewUsers'] }))
  expect((await test.call(listOpenModels, {}, { token: plain })).status).toBe(403)
})
