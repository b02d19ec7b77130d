import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getPermissions } from '@steward/contract/access/endpoints'
import { listChanges, undoChange } from '@steward/contract/changes/endpoints'
import type { CallInput, Endpoint } from '@steward/contract/http'
import { ingestEntitlements, listApplicationLicenses, listDataEntitlements } from '@steward/contract/licenses/endpoints'
import { asOwner } from '../db/tenant.ts'
import { createServiceToken } from '../service-tokens/operator.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { removeLicenses, setLicense } from './operator.ts'

let app: TestApp
let service: string
let tenant: TestTenant
let token: string
let version = 0
beforeAll(async () => {
  app = await startTestApp()
  service = (await createServiceToken(app.db, { tokenName: 'licensing', tenant: null, scopes: ['entitlements'], expiresAt: null })).token
})
afterAll(() => app?.close())
beforeEach(async () => {
  tenant = await app.buildTenant()
  token = await app.signIn(tenant, tenant.administrator)
})

const lists = [listApplicationLicenses, listDataEntitlements] as const
const call = <E extends Endpoint>(endpoint: E, input: CallInput<E>, by = token) => app.call(endpoint, input, { token: by })

type Body = CallInput<typeof ingestEntitlements>['body']
async function send(kind: Body['kind'], rows: object[], mode: Body['mode'] = 'merge', tenantName = tenant.tenantName) {
  const body = { tenantName, kind, version: ++version, mode, rows } as Body // rows fit the kind
  const answer = await call(ingestEntitlements, { body }, service)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

const modeler = { productCode: 'RI-RISKMODELER', packageName: 'Large', startDate: '2020-01-01T00:00:00.000Z' }
const site = { productCode: 'RI-SITEIQ-GOLD', packageName: 'Standard', startDate: '2020-01-01T00:00:00.000Z' }
const inYear = (year: number) => `${year}-01-01T00:00:00.000Z`

/** A moment to which everything so far belongs, and nothing that follows. */
async function moment(): Promise<string> {
  await wait(3)
  const now = new Date().toISOString()
  await wait(3)
  return now
}

async function itemsOf(endpoint: (typeof lists)[number], query: CallInput<(typeof lists)[number]>['query'], by = token) {
  const { status, body } = await call(endpoint, { query: { limit: 500, ...query } }, by)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}

const explained = async (query: { asOf?: string } = {}) => (await call(getPermissions, { query })).body

/** Everything that the platform reports, but models. */
async function stateOf(query: { asOf?: string } = {}) {
  const { facts, permissions } = await explained(query)
  return {
    applications: await itemsOf(listApplicationLicenses, query),
    data: await itemsOf(listDataEntitlements, query),
    licenses: sorted(facts.licenses),
    quotas: sorted(facts.quotas),
    permissions,
  }
}

const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()

async function keptSince(at: string): Promise<void> {
  await asOwner(app.db, 'operator', (tx) =>
    tx
      .updateTable('tenant')
      .set({ entitlement_images_since: new Date(at) })
      .where('tenant_id', '=', tenant.tenantId)
      .execute(),
  )
}

describe('licenses as of a moment', () => {
  it('are those before and after a batch that adds, changes and removes', async () => {
    await send('application', [
      { ...modeler, endDate: inYear(2090) },
      { ...site, endDate: inYear(2091) },
    ])
    await send('data', [
      { productCode: 'DATAAPI-LOCINTEL', endDate: inYear(2090) },
      { productCode: 'GONE', endDate: inYear(2091) },
    ])
    const before = await moment()
    const added = { productCode: 'RI-EXPOSUREIQ', packageName: 'Large', endDate: inYear(2095) }
    expect(await send('application', [{ ...modeler, endDate: inYear(2099) }, added], 'replace')).toMatchObject({
      created: 1,
      updated: 1,
      removed: 1,
    })
    await send(
      'data',
      [
        { productCode: 'DATAAPI-LOCINTEL', endDate: inYear(2099) },
        { productCode: 'NEW', endDate: inYear(2095) },
      ],
      'replace',
    )
    const shown = async (query: object) => [
      (await itemsOf(listApplicationLicenses, query)).map((one: { productCode: string; endDate: string }) => [
        one.productCode,
        one.endDate,
      ]),
      (await itemsOf(listDataEntitlements, query)).map((one: { productCode: string; endDate: string }) => [one.productCode, one.endDate]),
    ]
    expect(await shown({ asOf: before, sort: 'endDate' })).toEqual([
      [
        ['RI-RISKMODELER', inYear(2090)],
        ['RI-SITEIQ-GOLD', inYear(2091)],
      ],
      [
        ['DATAAPI-LOCINTEL', inYear(2090)],
        ['GONE', inYear(2091)],
      ],
    ])
    const now = await shown({ sort: 'endDate' })
    expect(now[0]).toEqual([
      ['RI-EXPOSUREIQ', inYear(2095)],
      ['RI-RISKMODELER', inYear(2099)],
    ])
    expect(await shown({ asOf: await moment(), sort: 'endDate' })).toEqual(now)
    // Searches, states and pages are those of the moment.
    const { body } = await call(listApplicationLicenses, { query: { asOf: before, search: 'siteiq', state: 'licensed' } })
    expect([body.totalCount, body.items]).toMatchObject([1, [{ productCode: 'RI-SITEIQ-GOLD', licensed: true }]])
  })

  it('had not expired if they did later', async () => {
    const endDate = new Date(Date.now() + 700).toISOString()
    await send('application', [{ ...modeler, endDate }])
    const before = await moment()
    await wait(Date.parse(endDate) - Date.now() + 5)
    const [then] = await itemsOf(listApplicationLicenses, { asOf: before, state: 'licensed' })
    expect(then).toMatchObject({ endDate, licensed: true })
    expect(await itemsOf(listApplicationLicenses, { asOf: await moment() })).toMatchObject([{ endDate, licensed: false }])
    const opened = async (query: object) => (await explained(query)).permissions['Monitoring.RiskModeler']
    expect([await opened({ asOf: before }), await opened({})]).toEqual([true, false])
  })

  it('equal copies of that moment, after any batches and commands, and explain access by it', async () => {
    const codes = ['RI-RISKMODELER', 'RI-SITEIQ-GOLD', 'RI-EXPOSUREIQ'] as const
    const quotas = ['maxInteractiveConcurrency', 'maxJobsPerDay'] as const
    const end = fc.integer({ min: 2080, max: 2090 }).map(inYear)
    const mode = fc.constantFrom('merge', 'replace')
    const some = <T>(names: readonly T[], value: fc.Arbitrary<unknown>) =>
      fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name, maxLength: names.length })
    const step: fc.Arbitrary<() => Promise<unknown>> = fc.oneof(
      fc.tuple(mode, some(codes, end)).map(([how, rows]) => () => {
        return send(
          'application',
          rows.map(([productCode, endDate]) => ({ productCode, packageName: 'Large', endDate })),
          how,
        )
      }),
      fc.tuple(mode, some(['DATA', ...codes], end)).map(([how, rows]) => () => {
        return send(
          'data',
          rows.map(([productCode, endDate]) => ({ productCode, endDate })),
          how,
        )
      }),
      fc.tuple(mode, some(quotas, fc.nat(3))).map(([how, rows]) => () => {
        return send(
          'quota',
          rows.map(([quotaName, value]) => ({ productCode: 'RI-RISKMODELER', quotaName, value })),
          how,
        )
      }),
      fc.tuple(fc.constantFrom(...codes), end).map(([productCode, endDate]) => () => {
        return setLicense(app.db, tenant.tenantId, { productCode, packageName: 'large', endDate: new Date(endDate) })
      }),
      fc.constantFrom(...codes).map((productCode) => () => removeLicenses(app.db, tenant.tenantId, productCode)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
        const copies: { asOf: string; state: unknown }[] = []
        for (const run of steps) {
          await run()
          copies.push({ asOf: await moment(), state: await stateOf() })
        }
        for (const { asOf, state } of copies) expect(await stateOf({ asOf })).toEqual(state)
      }),
      { numRuns: 4, endOnFailure: true },
    )
  }, 120_000)

  it('are kept since a moment of their own, and before it an explanation has the earliest', async () => {
    await send('application', [{ ...modeler, endDate: inYear(2090) }])
    const before = await moment()
    await keptSince(await moment())
    await moment()
    await send('application', [], 'replace')
    for (const endpoint of lists) {
      const tooOld = await call(endpoint, { query: { asOf: before } })
      expect([tooOld.status, tooOld.body.code, tooOld.body.errors]).toMatchObject([400, 'as_of_too_old', [{ field: 'asOf' }]])
      expect((await call(endpoint, { query: { asOf: tooOld.body.parameters.earliest } })).status).toBe(200)
    }
    expect((await explained({ asOf: before })).facts.licenses).toMatchObject([{ productCode: 'RI-RISKMODELER' }])
    expect((await explained()).facts.licenses).toEqual([])
  })

  it('are refused for moments that no one knows, and for everyone who cannot see licenses', async () => {
    await send('application', [{ ...modeler, endDate: inYear(2090) }])
    const asOf = await moment()
    const future = new Date(Date.now() + 60_000).toISOString()
    const plain = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewUsers'] }))
    const viewer = await app.signIn(tenant, await app.buildUser(tenant, { actions: ['ViewLicenses', 'ViewTenantInfo'] }))
    for (const endpoint of lists) {
      const at = (moment_: string, by?: string) => call(endpoint, { query: { asOf: moment_ } }, by)
      expect((await at('yesterday')).body).toMatchObject({ code: 'invalid_request', errors: [{ field: 'query.asOf' }] })
      expect((await at(future)).body).toMatchObject({ status: 400, code: 'as_of_future', errors: [{ field: 'asOf' }] })
      expect((await at('2020-01-01T00:00:00Z')).body).toMatchObject({ status: 400, code: 'as_of_too_old' })
      expect((await app.call(endpoint, { query: { asOf } })).status).toBe(401)
      expect((await at(asOf, plain)).status).toBe(403)
      expect((await at(asOf, viewer)).status).toBe(200)
    }
  })

  it('are those of the own tenant', async () => {
    const other = await app.buildTenant()
    await send('application', [{ ...modeler, endDate: inYear(2090) }])
    await send('application', [{ ...site, endDate: inYear(2090) }], 'merge', other.tenantName)
    const asOf = await moment()
    await send('application', [], 'replace')
    await send('application', [], 'replace', other.tenantName)
    const theirs = await app.signIn(other, other.administrator)
    expect(await itemsOf(listApplicationLicenses, { asOf })).toMatchObject([{ productCode: 'RI-RISKMODELER' }])
    expect(await itemsOf(listApplicationLicenses, { asOf }, theirs)).toMatchObject([{ productCode: 'RI-SITEIQ-GOLD' }])
  })
})

it('writes images of the rows that a batch changes, and offers no undo', async () => {
  await send('data', [
    { productCode: 'A', endDate: inYear(2090) },
    { productCode: 'B', endDate: inYear(2090) },
  ])
  await send(
    'data',
    [
      { productCode: 'A', endDate: inYear(2090) },
      { productCode: 'B', endDate: inYear(2091) },
    ],
    'replace',
  )
  await setLicense(app.db, tenant.tenantId, { productCode: 'RI-RISKMODELER', packageName: 'Large', endDate: new Date(inYear(2090)) })
  await send('quota', [{ productCode: 'RI-RISKMODELER', quotaName: 'maxJobsPerDay', value: 7 }])
  const { items } = (await call(listChanges, { query: { limit: 4 } })).body
  expect(items.map((one: { rowCount: number; isUndoable: boolean }) => [one.rowCount, one.isUndoable])).toEqual([
    [1, false],
    [1, false],
    [1, false],
    [2, false],
  ])
  for (const { changeId } of items) {
    const refused = await call(undoChange, { params: { changeId } })
    expect([refused.status, refused.body.code]).toEqual([409, 'change_not_undoable'])
  }
})
