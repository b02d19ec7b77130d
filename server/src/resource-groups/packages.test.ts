import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ingestEntitlements } from '@steward/contract/licenses/endpoints'
import { createResourceGroup, listResourceGroupPackages } from '@steward/contract/resource-groups/endpoints'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { sql } from 'kysely'
import { asOwner, withTenant } from '../db/tenant.ts'
import { createServiceToken } from '../service-tokens/operator.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { openProducts } from '../testing/resource-groups.ts'
import { lockProduct } from './lock.ts'
import type { StoredPackage } from './packages.ts'
import { sentPackages, setPackages } from '../licenses/package-operator.ts'

const params = { productCode: 'RI-RISKMODELER' } as const
const endDate = '2099-01-01T00:00:00.000Z'

let test: TestApp
let service: string
let tenant: TestTenant
let token: string
let version = 0

beforeAll(async () => {
  test = await startTestApp()
  service = (await createServiceToken(test.db, { tokenName: 'Platform', tenant: null, scopes: ['entitlements'], expiresAt: null })).token
})
afterAll(() => test.close())
beforeEach(async () => {
  tenant = await test.buildTenant()
  await openProducts(test, tenant, ['RI-RISKMODELER'], ['RiskModeler.ViewResults'])
  token = await test.signIn(tenant, tenant.administrator)
})

type Body = Parameters<typeof test.call<typeof ingestEntitlements>>[1]['body']
const send = (kind: string, rows: object[], mode = 'merge', by = service) =>
  test.call(ingestEntitlements, { body: { tenantName: tenant.tenantName, kind, version: ++version, mode, rows } as Body }, { token: by })
const sent = (resourceGroupPackageId: string, value: number, more: object = {}) => ({
  productCode: 'RI-RISKMODELER',
  resourceGroupPackageId,
  packageName: `Package ${resourceGroupPackageId}`,
  isUncreatable: false,
  definitions: [{ name: 'maxConcurrentModelRuns', value, isBaseline: true }],
  ...more,
})
/** The baselines of the offered packages, by id. */
const offered = async (by = token): Promise<Record<string, number | undefined>> => {
  const { body } = await test.call(listResourceGroupPackages, { params }, { token: by })
  return Object.fromEntries(
    (body.items as StoredPackage[])
      .filter((one) => !one.isUncreatable)
      .map((one) => [one.resourceGroupPackageId, one.definitions[0]?.value]),
  )
}

/** How many statements wait for a lock of another transaction. */
const waiting = () =>
  asOwner(test.db, 'operator', async (tx) => {
    const found = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
    return found.rows.length
  })

describe('packages of resource groups', () => {
  it('follow the license and the quotas of the company until they are sent', async () => {
    expect(await offered()).toEqual({ 1: 40, 2: 10, 3: 20, 4: 30 })
    await send('application', [{ productCode: 'RI-RISKMODELER', packageName: 'medium', endDate }], 'replace')
    expect(await offered()).toEqual({ 1: 12, 2: 3, 3: 6, 4: 9 })
    await send('quota', [{ productCode: 'RI-RISKMODELER', quotaName: 'maxConcurrentModelRuns', value: 10 }])
    // Rounded down, so that they fit together.
    expect(await offered()).toEqual({ 1: 10, 2: 2, 3: 5, 4: 7 })
    await send('quota', [{ productCode: 'RI-RISKMODELER', quotaName: 'maxConcurrentModelRuns', value: 2 }])
    expect(await offered()).toEqual({ 1: 2, 3: 1, 4: 1 })
    await send('package', [sent('a', 2), sent('b', 1)])
    await send('quota', [{ productCode: 'RI-RISKMODELER', quotaName: 'maxConcurrentModelRuns', value: 40 }])
    expect(await offered()).toEqual({ a: 2, b: 1 })
  })

  it('are sent by product, changed only where they differ, and kept while a resource group has them', async () => {
    const { body: group } = await test.call(createResourceGroup, { params, body: { name: 'Desk', resourceGroupPackageId: '2' } }, { token })
    const first = await send('package', [sent('a', 40), sent('b', 10)])
    // The one that the resource group has stays; the other four go.
    expect(first.body).toMatchObject({ kind: 'package', received: 2, created: 2, updated: 0, removed: 5 })
    expect(await offered()).toEqual({ a: 40, b: 10 })
    expect((group as ResourceGroup).packagePercentage).toBe(25)
    const refused = await test.call(createResourceGroup, { params, body: { name: 'Lab', resourceGroupPackageId: '2' } }, { token })
    expect(refused.body.code).toBe('package_unavailable')
    expect((await send('package', [sent('a', 40), sent('b', 8)])).body).toMatchObject({ created: 0, updated: 1, removed: 0 })
    expect((await send('package', [sent('a', 40)], 'replace')).body).toMatchObject({ created: 0, updated: 0, removed: 1 })
    // Other tenants have their own.
    const other = await test.buildTenant()
    await openProducts(test, other, ['RI-RISKMODELER'], ['RiskModeler.ViewResults'])
    expect(await offered(await test.signIn(other, other.administrator))).toEqual({ 1: 40, 2: 10, 3: 20, 4: 30 })
  })

  it('stay while an allocation that takes them is being saved', async () => {
    await send('package', [sent('a', 40), sent('b', 10)])
    const { promise: isSaved, resolve: save } = Promise.withResolvers<void>()
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
    const ctx = { tenantId: tenant.tenantId, requestId: '', actor: { type: 'system', id: 'test', name: 'Test' } } as const
    const allocation = withTenant(test.db, ctx, async (tx) => {
      await lockProduct(tx, tenant.tenantId, params.productCode)
      locked()
      await isSaved
      const row = { tenant_id: tenant.tenantId, product_code: params.productCode, resource_group_name: 'Desk' }
      await tx
        .insertInto('resource_group')
        .values({ ...row, resource_group_package_id: 'b' })
        .execute()
    })
    await isLocked
    const sending = send('package', [sent('a', 40)], 'replace')
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000 })
    save()
    await allocation
    expect((await sending).body).toMatchObject({ created: 0, updated: 0, removed: 1 })
    const { body } = await test.call(listResourceGroupPackages, { params }, { token })
    expect(body.items).toContainEqual(expect.objectContaining({ resourceGroupPackageId: 'b', isUncreatable: true }))
  })

  it('are refused at their row, and from people', async () => {
    const cases: [object, string, string][] = [
      [sent('a', 1, { productCode: 'RI-NOTHING' }), 'rows.1.productCode', 'ingest_product_unknown'],
      [sent('a', 1, { definitions: [{ name: 'x', value: 1, isBaseline: false }] }), 'rows.1.definitions', 'baseline_required'],
      [sent('whole', 1), 'rows.1.productCode', 'ingest_row_twice'],
    ]
    for (const [row, field, code] of cases) {
      const answer = await send('package', [sent('whole', 40), row])
      expect([answer.status, answer.body.code]).toEqual([422, 'ingest_refused'])
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, code }))
    }
    expect((await send('package', [sent('0', 40)])).status).toBe(400)
    expect((await send('package', [sent('a', 40)], 'merge', token)).status).toBe(403)
    expect(await offered()).toEqual({ 1: 40, 2: 10, 3: 20, 4: 30 })
  })

  it('are set by the operator', async () => {
    expect(sentPackages('{')).toMatchObject({ fault: 'it is not JSON' })
    expect(sentPackages(JSON.stringify([sent('a', 1, { definitions: [] })])).fault).toContain('0.definitions')
    const { rows = [] } = sentPackages(JSON.stringify([sent('a', 40), sent('b', 4)]))
    expect(await setPackages(test.db, tenant.tenantId, rows, true)).toEqual({ created: 2, updated: 0, removed: 5 })
    expect(await offered()).toEqual({ a: 40, b: 4 })
  })
})
