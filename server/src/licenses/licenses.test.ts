import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  exportDataEntitlements,
  exportModelEntitlements,
  getCurrentQuotas,
  ingestEntitlements,
  listApplicationLicenses,
  listDataEntitlements,
  listModelEntitlements,
  listSkus,
} from '@steward/contract/licenses/endpoints'
import { listTenantApps } from '@steward/contract/tenants/endpoints'
import { getPermissions } from '@steward/contract/access/endpoints'
import { createExport, downloadTemporaryFile } from '@steward/contract/exports/endpoints'
import { asOwner } from '../db/tenant.ts'
import { createServiceToken, revokeServiceToken } from '../service-tokens/operator.ts'
import { setTenantStatus } from '../tenants/service.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'

let test: TestApp
let tenant: TestTenant
let token: string
let service: string
let count = 0
const future = '2099-01-01T00:00:00.000Z'
const past = '2020-01-01T00:00:00.000Z'

const mint = async (owner: TestTenant | null, expiresAt: Date | null = null) => {
  const tokenName = `service ${++count}`
  return createServiceToken(test.db, { tokenName, tenant: owner, scopes: ['entitlements'], expiresAt })
}

beforeAll(async () => {
  test = await startTestApp()
  service = (await mint(null)).token
})
afterAll(() => test.close())
beforeEach(async () => {
  tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
})

type Body = Parameters<typeof test.call<typeof ingestEntitlements>>[1]['body']
const send = (body: Body, by = service) => test.call(ingestEntitlements, { body }, { token: by })
const batch = (kind: 'application' | 'data' | 'model' | 'quota', version: number, rows: object[], mode: 'replace' | 'merge' = 'merge') =>
  ({ tenantName: tenant.tenantName, kind, version, mode, rows }) as Body // includes invalid rows
const modeler = { productCode: 'RI-RISKMODELER', packageName: 'large', endDate: future }
const model = (productName: string, continent: string, peril: string, endDate = future) => ({
  productCode: productName.replaceAll(' ', '-').toUpperCase(),
  productName,
  continent,
  peril,
  endDate,
})

describe('ingest', () => {
  it('saves rows, changes only the differences, and audits the service', async () => {
    expect((await send(batch('application', 1, [modeler]))).body).toMatchObject({ received: 1, created: 1, updated: 0, removed: 0 })
    const site = { productCode: 'RI-SITEIQ-GOLD', packageName: 'Platinum', startDate: '2019-01-01T00:00:00.000Z', endDate: past }
    const second = await send(batch('application', 2, [modeler, site], 'replace'))
    expect(second.body).toMatchObject({ created: 1, updated: 0, removed: 0 })
    const listed = await test.call(listApplicationLicenses, {}, { token })
    expect(listed.body).toMatchObject({ totalCount: 2, totalIsExact: true })
    expect(listed.body.items).toMatchObject([
      // Packages are found in any case; an unknown one is empty.
      {
        productName: 'Risk Modeler',
        packageName: 'large',
        licensed: true,
        package: { packageName: 'Large' },
        hasCompletePackageInfo: true,
      },
      { productName: 'SiteIQ', licensed: false, package: { packageName: '', description: '' }, hasCompletePackageInfo: false },
    ])
    expect((await send(batch('application', 3, [{ ...modeler, endDate: '2098-01-01T00:00:00.000Z' }], 'replace'))).body).toMatchObject({
      created: 0,
      updated: 1,
      removed: 1,
    })
    const audited = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('audit_entry').selectAll().where('tenant_id', '=', tenant.tenantId).where('category', '=', 'Licence').execute(),
    )
    expect(new Set(audited.map((entry) => entry.actor_type))).toEqual(new Set(['service']))
  })

  it('returns the same for the same batch, and refuses older ones and other content with a used version', async () => {
    const first = await send(batch('quota', 5, [{ productCode: 'RI-RISKMODELER', quotaName: 'maxJobsPerDay', value: 7 }]))
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect((await send(batch('quota', 5, [{ productCode: 'RI-RISKMODELER', quotaName: 'maxJobsPerDay', value: 7 }]))).body).toEqual(
      first.body,
    )
    const taken = await send(batch('quota', 5, []))
    expect([taken.status, taken.body.code]).toEqual([409, 'ingest_version_taken'])
    const old = await send(batch('quota', 4, []))
    expect([old.status, old.body.code, old.body.parameters]).toEqual([409, 'ingest_outdated', { version: 5 }])
    // Each kind has its own versions.
    expect((await send(batch('data', 1, []))).status).toBe(200)
  })

  it('refuses an end before the start that a row has', async () => {
    const later = { productCode: 'X', startDate: future, endDate: '2100-01-01T00:00:00.000Z' }
    expect((await send(batch('data', 1, [later]))).status).toBe(200)
    const refused = await send(
      batch(
        'data',
        2,
        [
          { productCode: 'GOOD', endDate: future },
          { productCode: 'X', endDate: past },
        ],
        'merge',
      ),
    )
    expect(refused.body).toMatchObject({ status: 422, errors: [{ field: 'rows.1.endDate', code: 'ingest_ends_before_start' }] })
    expect((await send(batch('data', 2, [{ productCode: 'OLD', endDate: past }], 'merge'))).body).toMatchObject({ created: 1 })
    const listed = await test.call(listDataEntitlements, {}, { token })
    expect(listed.body.items.find((item: { productCode: string }) => item.productCode === 'OLD')).toMatchObject({
      startDate: past,
      endDate: past,
    })
  })

  it('matches packages in any case', async () => {
    await send(batch('application', 1, [modeler]))
    const packageName = modeler.packageName.toUpperCase()
    expect((await send(batch('application', 2, [{ ...modeler, packageName }], 'merge'))).body).toMatchObject({ created: 0 })
    expect((await send(batch('application', 3, [{ ...modeler, packageName }], 'replace'))).body).toMatchObject({ created: 0, removed: 0 })
  })

  it('serializes concurrent batches', async () => {
    const both = await Promise.all(
      [1, 2].map((version) => send(batch('data', version, [{ productCode: `D-${version}`, endDate: future }], 'replace'))),
    )
    expect(both[1]?.status).toBe(200)
    const listed = await test.call(listDataEntitlements, {}, { token })
    expect(listed.body.items).toMatchObject([{ productCode: 'D-2', productName: 'D-2' }])
  })

  it.each([
    ['an invalid row', 'data', { productCode: 'X' }, 400, 'rows.1.endDate', 'required'],
    ['an unknown field', 'data', { productCode: 'X', endDate: future, colour: 'red' }, 400, 'rows.1.colour', 'unknown_field'],
    ['an unknown product', 'application', { ...modeler, productCode: 'NOPE' }, 422, 'rows.1.productCode', 'ingest_product_unknown'],
    [
      'an end before its start',
      'data',
      { productCode: 'X', startDate: future, endDate: past },
      422,
      'rows.1.endDate',
      'ingest_ends_before_start',
    ],
    ['a duplicate row', 'application', modeler, 422, 'rows.1.productCode', 'ingest_row_twice'],
    [
      'a package twice in other case',
      'application',
      { ...modeler, packageName: modeler.packageName.toUpperCase() },
      422,
      'rows.1.productCode',
      'ingest_row_twice',
    ],
  ] as const)('refuses the whole batch for %s, and names the row', async (_, kind, bad, status, field, code) => {
    const good = kind === 'application' ? modeler : { productCode: 'GOOD', endDate: future }
    const refused = await send(batch(kind, 1, [good, bad]))
    expect(refused.status, JSON.stringify(refused.body)).toBe(status)
    expect(refused.body.errors).toEqual([expect.objectContaining({ field, code })])
    expect(refused.body.errors[0].message).not.toBe(code)
    // Nothing was saved, and its version is free.
    expect((await send(batch(kind, 1, [good]))).body).toMatchObject({ created: 1 })
  })

  it("hides other tenants from a token of one tenant, as if they didn't exist", async () => {
    const other = await test.buildTenant()
    const { token: own } = await mint(other)
    const refused = await send(batch('data', 1, []), own)
    expect([refused.status, refused.body.code]).toEqual([404, 'ingest_tenant_unknown'])
    expect((await send({ ...batch('data', 1, []), tenantName: 'nowhere' }, own)).body.code).toBe('ingest_tenant_unknown')
    expect((await send({ ...batch('data', 1, []), tenantName: other.tenantName.toUpperCase() }, own)).status).toBe(200)
  })

  it('refuses revoked, expired and mistyped tokens, and those of a disabled tenant, immediately', async () => {
    const mine = await mint(tenant)
    expect((await send(batch('data', 1, []), mine.token)).status).toBe(200)
    expect(await revokeServiceToken(test.db, mine.tokenName.toUpperCase())).toBe(true)
    expect((await send(batch('data', 2, []), mine.token)).status).toBe(401)
    expect((await send(batch('data', 2, []), (await mint(tenant, new Date(Date.now() - 1))).token)).status).toBe(401)
    expect((await send(batch('data', 2, []), `${service.slice(0, -1)}_`)).status).toBe(401)
    const next = await mint(tenant)
    expect((await send(batch('data', 2, []), next.token)).status).toBe(200)
    await setTenantStatus(test.db, tenant.tenantName, 'Disabled')
    expect((await send(batch('data', 3, []), next.token)).status).toBe(401)
  })

  it("gives and removes users' access to applications immediately", async () => {
    const analyst = await test.signIn(tenant, tenant.administrator)
    const isOpen = async () => (await test.call(getPermissions, {}, { token: analyst })).body.permissions['Monitoring.RiskModeler']
    expect(await isOpen()).toBe(false)
    await send(batch('application', 1, [modeler]))
    expect(await isOpen()).toBe(true)
    await send(batch('application', 2, [], 'replace'))
    expect(await isOpen()).toBe(false)
  })
})

describe('lists', () => {
  const models = (query: object = {}, by = token) => test.call(listModelEntitlements, { query }, { token: by })
  const names = async (query: object) => (await models(query)).body.items.map((item: { productName: string }) => item.productName)

  it('finds models by words anywhere in their text, filters, sorts and pages', async () => {
    const rows = [
      model('Europe Flood HD', 'Europe', 'Flood'),
      model('Japan Typhoon', 'Asia', 'Wind', past),
      model('Alps Quake', 'Europe', 'Earthquake'),
    ]
    await send(batch('model', 1, rows))
    expect((await models()).body).toMatchObject({ count: 3, totalCount: 3, totalIsExact: true })
    expect(await names({})).toEqual(['Alps Quake', 'Europe Flood HD', 'Japan Typhoon'])
    expect(await names({ search: 'EUROPE quake' })).toEqual(['Alps Quake'])
    expect(await names({ search: 'phoo' })).toEqual(['Japan Typhoon'])
    expect(await names({ search: 'flood-hd' })).toEqual(['Europe Flood HD'])
    expect(await names({ search: 'europe typhoon' })).toEqual([])
    expect(await names({ state: 'lapsed' })).toEqual(['Japan Typhoon'])
    expect(await names({ sort: 'peril' })).toEqual(['Alps Quake', 'Europe Flood HD', 'Japan Typhoon'])
    expect(await names({ sort: '-continent' })).toEqual(['Europe Flood HD', 'Alps Quake', 'Japan Typhoon'])
    expect(await names({ sort: 'endDate', limit: 1 })).toEqual(['Japan Typhoon'])
    expect(await names({ sort: '-productCode', limit: 1, offset: 1 })).toEqual(['Europe Flood HD'])
    expect((await models({ search: 'flood' })).body.items[0]).toMatchObject({
      licensed: true,
      searchText: 'europe europe flood hd flood europe-flood-hd',
    })
    // The next call shows changes.
    await send(batch('model', 2, [], 'replace'))
    expect(await names({})).toEqual([])
  })

  it('lists data, quotas and skus', async () => {
    await send(
      batch('data', 1, [
        { productCode: 'DATAAPI-LOCINTEL', endDate: future },
        { productCode: 'OTHER', endDate: past },
      ]),
    )
    await send(
      batch('quota', 1, [
        { productCode: 'RI-RISKMODELER', quotaName: 'maxInteractiveConcurrency', value: 8 },
        { productCode: 'RI-EXPOSUREIQ', quotaName: 'risksAccumulatedPerDay', value: 25_000_000 },
      ]),
    )
    const data = await test.call(listDataEntitlements, { query: { search: 'location', state: 'licensed' } }, { token })
    expect(data.body.items).toMatchObject([{ productName: 'Location Intelligence', licensed: true }])
    expect((await test.call(getCurrentQuotas, {}, { token })).body).toMatchObject({
      quotas: { maxInteractiveConcurrency: 8 },
      items: [{ quotaName: 'risksAccumulatedPerDay', value: 25_000_000 }, { productName: 'Risk Modeler' }],
    })
    const skus = await test.call(listSkus, {}, { token })
    expect(skus.body.items).toContainEqual(expect.objectContaining({ productCode: 'RI-RISKMODELER', productName: 'Risk Modeler' }))
  })

  it('exports the filtered rows, and records it in the system log', async () => {
    await send(
      batch(
        'model',
        1,
        [model('=Europe Flood', 'Europe', 'Flood'), model('Japan Typhoon', 'Asia', 'Wind', past)].map((row) => ({
          ...row,
          productCode: 'M',
        })),
      ),
    )
    await send(
      batch('data', 1, [
        { productCode: 'DATAAPI-LOCINTEL', endDate: future },
        { productCode: 'OTHER', endDate: past },
      ]),
    )
    const csv = await test.call(exportModelEntitlements, { query: { search: 'FLOOD europe', state: 'licensed' } }, { token })
    expect(csv.status, JSON.stringify(csv.body)).toBe(200)
    const [head, ...lines] = csv.body.trim().split('\n')
    expect(head).toContain('productName,continent,peril,productCode,startDate,endDate,licensed')
    expect(lines).toEqual([expect.stringMatching(/^'=Europe Flood,Europe,Flood,M,.*,2099-.*,true$/)])
    const data = await test.call(exportDataEntitlements, { query: { search: 'intelligence' } }, { token })
    expect(data.body.trim().split('\n').slice(1)).toEqual([expect.stringMatching(/^Location Intelligence,DATAAPI-LOCINTEL,/)])
    const logged = await asOwner(test.db, 'operator', (tx) =>
      tx.selectFrom('system_log').select('kind').where('tenant_id', '=', tenant.tenantId).where('kind', '=', 'export').execute(),
    )
    expect(logged).toHaveLength(2)

    // The same in the background, for lists longer than a page.
    for (const [kind, search, atOnce] of [
      ['model-entitlements', 'FLOOD europe', csv.body],
      ['data-entitlements', 'intelligence', data.body],
    ] as const) {
      const filter = kind === 'model-entitlements' ? { search, state: 'licensed' as const } : { search }
      const { fileId } = (await test.call(createExport, { body: { kind, filter } }, { token })).body
      await test.app.background.runDue()
      const file = await test.call(downloadTemporaryFile, { params: { fileId } }, { token })
      expect([file.status, String(file.body).trim()]).toEqual([200, atOnce.trim()])
    }
    const plain = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewUsers'] }))
    expect((await test.call(createExport, { body: { kind: 'model-entitlements', filter: {} } }, { token: plain })).status).toBe(403)
  })

  it('keeps tenants apart, and requires a permission', async () => {
    await send(batch('model', 1, [model('Alps Quake', 'Europe', 'Earthquake')]))
    await send(batch('quota', 1, [{ productCode: 'RI-RISKMODELER', quotaName: 'maxJobsPerDay', value: 7 }]))
    const other = await test.buildTenant()
    const theirs = await test.signIn(other, other.administrator)
    expect((await models({}, theirs)).body.totalCount).toBe(0)
    expect((await test.call(getCurrentQuotas, {}, { token: theirs })).body).toEqual({
      quotas: { maxInteractiveConcurrency: null },
      items: [],
    })
    const plain = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewUsers'] }))
    expect((await test.call(getCurrentQuotas, {}, { token: plain })).status).toBe(403)
    const viewer = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewLicenses', 'ViewTenantInfo'] }))
    expect((await test.call(getCurrentQuotas, {}, { token: viewer })).status).toBe(200)
  })

  // First specification file, section 4.
  it('shows data entitlements and applications to people who can view system usage, and no more', async () => {
    await send(batch('data', 1, [{ productCode: 'DATAAPI-LOCINTEL', endDate: future }]))
    await send(batch('application', 1, [modeler]))
    const user = await test.buildUser(tenant, { actions: ['ViewSystemUsage', 'RiskModeler.ViewResults'] })
    const viewer = await test.signIn(tenant, user)
    const data = await test.call(listDataEntitlements, {}, { token: viewer })
    expect([data.status, data.body.items], JSON.stringify(data.body)).toMatchObject([
      200,
      [{ productCode: 'DATAAPI-LOCINTEL', licensed: true }],
    ])
    const apps = await test.call(listTenantApps, {}, { token: viewer })
    expect([apps.status, apps.body]).toMatchObject([200, [{ appName: 'rlax' }]])
    for (const endpoint of [listApplicationLicenses, listModelEntitlements, exportDataEntitlements, listSkus]) {
      expect([endpoint.id, (await test.call(endpoint, {}, { token: viewer })).status]).toEqual([endpoint.id, 403])
    }
    // People who can only see the licenses still read the data; those who can see neither are told of the licenses.
    const licenses = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewLicenses', 'ViewTenantInfo'] }))
    expect((await test.call(listDataEntitlements, {}, { token: licenses })).status).toBe(200)
    const plain = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewUsers'] }))
    const refused = await test.call(listDataEntitlements, {}, { token: plain })
    expect([refused.status, refused.body.parameters]).toEqual([403, { permission: 'Navigation.Licenses', or: 'Admin.ViewSystemUsage' }])
  })
})
