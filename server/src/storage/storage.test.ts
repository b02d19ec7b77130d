import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Storage, StorageBatch } from '@steward/contract/storage/schemas'
import { getStorage, ingestStorage } from '@steward/contract/storage/endpoints'
import { getMetrics } from '@steward/contract/usage/endpoints'
import { setLicense } from '../licenses/operator.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { sendArchive, switchVault } from '../testing/storage.ts'
import { metricsToken } from '../testing/usage.ts'

let test: TestApp
let tenant: TestTenant
let token: string
let service: string
const now = new Date('2031-03-14T09:26:00.000Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const terabyte = 1_000_000_000_000

beforeAll(async () => {
  test = await startTestApp({ now: () => now })
  service = await metricsToken(test)
})
afterAll(() => test?.close())
beforeEach(async () => {
  tenant = await test.buildTenant()
  token = await test.signIn(tenant, tenant.administrator)
})

/** Readings by the time before now, in ms. */
const send = (readings: readonly (readonly [age: number, usedBytes: number])[], batchId?: string) =>
  sendArchive(
    test,
    service,
    tenant,
    readings.map(([age, usedBytes]) => ({ at: new Date(now.getTime() - age).toISOString(), usedBytes })),
    batchId,
  )
const license = (packageName: string, endDate = '2099-01-01') =>
  setLicense(test.db, tenant.tenantId, { productCode: 'RI-DATAVAULT', packageName, endDate: new Date(endDate) })
const read = async (days?: 1 | 7 | 30 | 92): Promise<Storage> => {
  const answer = await test.call(getStorage, { query: days === undefined ? {} : { days } }, { token })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

describe('readings of the archive', () => {
  it('are shown as average and peak by the hour, the last of them as what is used, in any order of arrival', async () => {
    expect(await read()).toMatchObject({ usedBytes: null, limitBytes: null, lastReadingAt: null, points: [], step: 'hour' })
    // It is 9:26: two readings since nine, two in the hour before.
    expect((await send([[6 * 60_000, 8 * terabyte]])).body).toMatchObject({ tenantName: tenant.tenantName, received: 1 })
    await send([[16 * 60_000, 6 * terabyte]])
    await send([
      [40 * 60_000, 3 * terabyte],
      [80 * 60_000, 1 * terabyte],
    ])
    const found = await read(1)
    expect(found).toMatchObject({ usedBytes: 8 * terabyte, lastReadingAt: '2031-03-14T09:20:00.000Z' })
    expect(found.points).toEqual([
      { at: '2031-03-14T08:00:00.000Z', average: 2 * terabyte, peak: 3 * terabyte },
      { at: '2031-03-14T09:00:00.000Z', average: 7 * terabyte, peak: 8 * terabyte },
    ])
  })

  it('are shown by the day beyond 30 days, as the average of the hours', async () => {
    // Yesterday, 8:26 with two readings and 7:26 with one.
    await send([
      [dayMs + hourMs, 4 * terabyte],
      [dayMs + hourMs + 60_000, 2 * terabyte],
      [dayMs + 2 * hourMs, 9 * terabyte],
      [80 * dayMs, 1 * terabyte],
    ])
    const found = await read(92)
    expect(found.step).toBe('day')
    expect(found.points).toEqual([
      { at: '2030-12-24T00:00:00.000Z', average: terabyte, peak: terabyte },
      { at: '2031-03-13T00:00:00.000Z', average: 6 * terabyte, peak: 9 * terabyte },
    ])
    // What is used is known even if nothing was received in the range.
    expect(await read(1)).toMatchObject({ usedBytes: 4 * terabyte, lastReadingAt: '2031-03-13T08:26:00.000Z', points: [] })
  })

  it('are also the metric of the data vault', async () => {
    await send([[60_000, 5 * terabyte]])
    const { body } = await test.call(getMetrics, { query: { productCode: 'RI-DATAVAULT' } }, { token })
    expect(body.series).toMatchObject([{ metricName: 'archiveStorageBytes', points: [{ mean: 5 * terabyte, peak: 5 * terabyte }] }])
  })

  it('count once however often a batch is sent, also concurrently, and differ between tenants', async () => {
    const batchId = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => send([[60_000, 5]], batchId)))
    expect(answers.map((answer) => [answer.status, answer.body.received])).toEqual([1, 2, 3].map(() => [200, 1]))
    expect((await send([[60_000, 6]], batchId)).body.code).toBe('ingest_batch_taken')
    await send([[30_000, 7]])
    expect((await read(1)).points).toMatchObject([{ average: 6, peak: 7 }])
    tenant = await test.buildTenant()
    token = await test.signIn(tenant, tenant.administrator)
    expect((await read()).points).toEqual([])
  })

  it.each([
    ['a number below 0', { usedBytes: -1 }, 400, 'usedBytes', 'too_small'],
    ['a part of a byte', { usedBytes: 0.5 }, 400, 'usedBytes', 'wrong_type'],
    ['no time', { at: 'yesterday' }, 400, 'at', 'invalid_value'],
    ['an unknown field', { limitBytes: 1 }, 400, 'limitBytes', 'unknown_field'],
    ['a time in the future', { at: new Date(now.getTime() + 10 * 60_000).toISOString() }, 422, 'at', 'ingest_time_future'],
    ['a time long ago', { at: new Date(now.getTime() - 93 * dayMs).toISOString() }, 422, 'at', 'ingest_time_too_old'],
    ['the same moment twice', {}, 422, 'at', 'ingest_row_twice'],
  ])('are refused whole for %s, and the reading is named', async (_, bad, status, field, code) => {
    const good = { at: now.toISOString(), usedBytes: 1 }
    const body = { tenantName: tenant.tenantName, batchId: randomUUID(), readings: [good, { ...good, ...bad }] } as StorageBatch
    const refused = await test.call(ingestStorage, { body }, { token: service })
    expect(refused.status, JSON.stringify(refused.body)).toBe(status)
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: `readings.1.${field}`, code })])
    expect((await read()).points).toEqual([])
    // The same id can be used for the corrected batch.
    expect((await test.call(ingestStorage, { body: { ...body, readings: [good] } }, { token: service })).status).toBe(200)
  })

  it('are up to 5,000 a batch, and only from services that reach the tenant', async () => {
    const many = Array.from({ length: 5_001 }, (_, index) => [index * 60_000, index] as const)
    expect((await send(many)).status).toBe(400)
    expect((await send(many.slice(1))).body).toMatchObject({ received: 5_000 })
    const foreign = await metricsToken(test, await test.buildTenant())
    const refused = await sendArchive(test, foreign, tenant, [])
    expect([refused.status, refused.body.code]).toEqual([404, 'ingest_tenant_unknown'])
  })
})

describe('the limit', () => {
  it('is what the largest license in force allows, its package in any case', async () => {
    expect((await read()).limitBytes).toBeNull()
    await license('10 tb')
    expect((await read()).limitBytes).toBe(10 * terabyte)
    await license('100 TB')
    expect((await read()).limitBytes).toBe(100 * terabyte)
    await license('100 TB', '2031-03-14T09:25:00.000Z')
    expect((await read()).limitBytes).toBe(10 * terabyte)
    await license('10 tb', '2031-03-14T09:25:00.000Z')
    await license('Boundless')
    expect((await read()).limitBytes).toBeNull()
  })
})

describe('people', () => {
  it('see it with system usage and the data vault, which is a flag', async () => {
    // System usage also needs a product; the data vault counts as one while its flag is on.
    const user = await test.buildUser(tenant, { actions: ['ViewSystemUsage'] })
    const viewer = await test.signIn(tenant, user)
    expect((await test.call(getStorage, {}, { token: viewer })).status).toBe(200)
    const modeler = { productCode: 'RI-RISKMODELER', packageName: 'Large', endDate: new Date('2099-01-01') }
    await setLicense(test.db, tenant.tenantId, modeler)
    await switchVault(test, tenant, false)
    const refused = await test.call(getStorage, {}, { token: viewer })
    expect([refused.status, refused.body.code, refused.body.parameters?.permission]).toEqual([
      403,
      'forbidden',
      'Monitoring.EnterpriseDataVault',
    ])
    const other = await test.signIn(tenant, await test.buildUser(tenant, { actions: ['ViewUsers'] }))
    expect((await test.call(getStorage, {}, { token: other })).status).toBe(403)
  })
})
