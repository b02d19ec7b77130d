import { afterAll, beforeAll, expect, it } from 'vitest'
import { getEsgSettings, listEsgVersions, restoreEsgVersion, saveEsgSettings } from '@steward/contract/esg/endpoints'
import { defaultEsgWeights, rebalance } from '@steward/contract/rules/esg'
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
        .insertInto('feature_flag_override')
        .values({ tenant_id: built.tenantId, flag_name: 'ESGScoreCustomization', is_enabled: true })
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

const weights = { ...defaultEsgWeights, pillars: rebalance(defaultEsgWeights.pillars, new Set(), 'social', 500) }
const save = (body: object, ifMatch: string, by = token) => test.call(saveEsgSettings, { body: body as never, ifMatch }, { token: by })

it('starts with the defaults, saves and restores versions, and shows their authors', async () => {
  const first = await test.call(getEsgSettings, {}, { token })
  expect(first.body).toMatchObject({ version: 0, isDefault: true, weights: defaultEsgWeights })
  const saved = await save({ weights, locked: ['governance'], note: 'More social' }, '"0"')
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect(saved.body).toMatchObject({ version: 1, isDefault: false, createdBy: tenant.administrator.username, locked: ['governance'] })
  expect((await test.call(getEsgSettings, {}, { token })).body.weights).toEqual(weights)
  const back = await test.call(restoreEsgVersion, { params: { version: 0 }, ifMatch: '"1"' }, { token })
  expect(back.body).toMatchObject({ version: 2, isDefault: true, restoredFrom: 0, weights: defaultEsgWeights })
  const again = await test.call(restoreEsgVersion, { params: { version: 1 }, ifMatch: '"2"' }, { token })
  expect(again.body).toMatchObject({ version: 3, restoredFrom: 1, weights })
  const { body } = await test.call(listEsgVersions, {}, { token })
  expect(body.items.map((item: { version: number }) => item.version)).toEqual([3, 2, 1, 0])
  const audited = await asOwner(test.db, 'operator', (tx) =>
    tx
      .selectFrom('audit_entry')
      .select('actor_name')
      .where('category', '=', 'ESG scores')
      .where('tenant_id', '=', tenant.tenantId)
      .execute(),
  )
  expect(audited.length).toBeGreaterThan(0)
})

it("refuses weights that don't sum to 100% at each level", async () => {
  const answer = await save({ weights: { ...weights, pillars: { ...weights.pillars, social: 501 } } }, '"0"')
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ field: 'weights', code: 'esg_weights_invalid' }))
})

it('refuses a stale save, an unknown version, and one of two concurrent saves', async () => {
  const [, other] = await newTenant()
  expect((await save({ weights }, '"7"', other)).status).toBe(412)
  expect((await test.call(restoreEsgVersion, { params: { version: 9 }, ifMatch: '"0"' }, { token: other })).status).toBe(404)
  const both = await Promise.all([save({ weights }, '"0"', other), save({ weights: defaultEsgWeights }, '"0"', other)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
})

it('is separate for each tenant, and only administrators can change it', async () => {
  const [other, otherToken] = await newTenant()
  expect((await test.call(getEsgSettings, {}, { token: otherToken })).body.version).toBe(0)
  const user = await test.buildUser(other, { actions: ['ViewUsers'] })
  const plain = await test.signIn(other, user)
  expect((await test.call(getEsgSettings, {}, { token: plain })).status).toBe(200)
  expect((await save({ weights }, '"0"', plain)).status).toBe(403)
})
