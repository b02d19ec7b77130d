import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ingestEntitlements } from '@steward/contract/licenses/endpoints'
import { ingestStorage } from '@steward/contract/storage/endpoints'
import type { UsageReading } from '@steward/contract/usage/schemas'
import { ingestMetrics } from '@steward/contract/usage/endpoints'
import { createPartitions } from '../db/migrator.ts'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { metricsToken, sendReadings } from '../testing/usage.ts'

let test: TestApp
let tenant: TestTenant
let service: string
let now = new Date()
const dayMs = 86_400_000

beforeAll(async () => {
  test = await startTestApp({ now: () => now })
  service = await metricsToken(test)
})
afterAll(() => test?.close())
beforeEach(async () => {
  now = new Date()
  tenant = await test.buildTenant()
})

const send = (readings: readonly UsageReading[], batchId?: string, by = service) => sendReadings(test, by, tenant, readings, batchId)
const runs = (at: Date | string | number, value: number, more: Partial<UsageReading> = {}): UsageReading => ({
  productCode: 'RI-RISKMODELER',
  metricName: 'maxConcurrentModelRuns',
  at: new Date(at).toISOString(),
  value,
  ...more,
})
/** The tenant's hours, by time. */
const hours = () =>
  asOwner(
    test.db,
    'operator',
    (tx) => tx.selectFrom('usage_hour').selectAll().where('tenant_id', '=', tenant.tenantId).orderBy('hour').execute(),
    { readOnly: true },
  )
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

describe('a batch of readings', () => {
  it('is added up by the hour, for readings in any order', async () => {
    const hour = new Date(Math.floor(now.getTime() / 3_600_000 - 2) * 3_600_000)
    const at = (minute: number) => new Date(hour.getTime() + minute * 60_000)
    const first = await send([runs(at(30), 6), runs(at(10), 4)])
    expect([first.status, first.body.received], JSON.stringify(first.body)).toEqual([200, 2])
    await send([runs(at(20), 12)])
    await send([runs(at(65), 1)])
    expect(await hours()).toMatchObject([
      { hour, value_sum: 22, value_count: 3, value_max: 12, value_last: 6, last_at: at(30) },
      { value_sum: 1, value_count: 1 },
    ])
  })

  it('is refused from a token of another product, also as readings of the archive', async () => {
    const bound = await metricsToken(test, tenant, 'RI-RISKMODELER')
    const refused = await send([runs(minutesAgo(1), 1), runs(minutesAgo(1), 1, { productCode: 'RI-TREATYIQ' })], undefined, bound)
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'service_product_other', message: 'This token reports for RI-RISKMODELER only, not for RI-TREATYIQ.' },
    })
    const readings = [{ at: minutesAgo(1).toISOString(), usedBytes: 1 }]
    const archive = await test.call(
      ingestStorage,
      { body: { tenantName: tenant.tenantName, batchId: randomUUID(), readings } },
      { token: bound },
    )
    expect([archive.status, archive.body.code]).toEqual([403, 'service_product_other'])
    expect(await hours()).toEqual([])
    expect((await send([runs(minutesAgo(1), 1)], undefined, bound)).status).toBe(200)
  })

  it('counts once however often it is sent, also concurrently, and returns the same', async () => {
    const batchId = randomUUID()
    const readings = [runs(minutesAgo(1), 5)]
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(readings, batchId)))
    answers.push(await send(readings, batchId.toUpperCase()))
    for (const answer of answers) expect([answer.status, answer.body.received]).toEqual([200, 1])
    expect((await hours()).map((row) => row.value_count)).toEqual([1])
    const other = await send([runs(minutesAgo(1), 6)], batchId)
    expect([other.status, other.body.code]).toEqual([409, 'ingest_batch_taken'])
    // Batch ids are unique per tenant.
    tenant = await test.buildTenant()
    expect((await send([runs(minutesAgo(1), 6)], batchId)).status).toBe(200)
  })

  it('adds up concurrent batches', async () => {
    const metrics = ['a', 'b', 'c', 'd']
    const batches = Array.from({ length: 12 }, (_, index) =>
      metrics.map((metricName, place) => runs(minutesAgo(index), 1, { metricName: metrics[(place + index) % 4] ?? metricName })),
    )
    const answers = await Promise.all(batches.map((readings) => send(readings)))
    expect(answers.map((answer) => answer.status)).toEqual(batches.map(() => 200))
    expect((await hours()).reduce((sum, row) => sum + row.value_count, 0)).toBe(48)
  })

  it.each([
    ['a value below 0', { value: -1 }, 400, 'value', 'too_small'],
    ['an invalid name', { metricName: 'two words' }, 400, 'metricName', 'invalid_value'],
    ['no time', { at: 'yesterday' }, 400, 'at', 'invalid_value'],
    ['an unknown field', { colour: 'red' }, 400, 'colour', 'unknown_field'],
    ['an unknown product', { productCode: 'NOPE' }, 422, 'productCode', 'ingest_product_unknown'],
    ['a time in the future', { at: new Date(Date.now() + dayMs).toISOString() }, 422, 'at', 'ingest_time_future'],
    ['a time long ago', { at: new Date(Date.now() - 93 * dayMs).toISOString() }, 422, 'at', 'ingest_time_too_old'],
    ['an unknown resource group', { resourceGroupId: randomUUID() }, 422, 'resourceGroupId', 'resource_group_unknown'],
    ['the same moment twice', {}, 422, 'at', 'ingest_row_twice'],
  ])('is refused whole for %s, and the reading is named', async (_, bad, status, field, code) => {
    const batchId = randomUUID()
    const good = runs(minutesAgo(5), 1)
    const refused = await send([good, { ...good, ...bad } as UsageReading], batchId)
    expect(refused.status, JSON.stringify(refused.body)).toBe(status)
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: `readings.1.${field}`, code })])
    expect(refused.body.errors[0].message).not.toBe(code)
    // Nothing was saved, and the same id can be used for the corrected batch.
    expect(await hours()).toEqual([])
    expect((await send([good], batchId)).status).toBe(200)
  })

  it('can only be of a resource group of the product and of this tenant', async () => {
    const groupOf = (owner: TestTenant, productCode: string) =>
      asOwner(test.db, 'operator', async (tx) => {
        const values = { tenant_id: owner.tenantId, product_code: productCode, resource_group_name: `Desk ${productCode}` }
        return (await tx.insertInto('resource_group').values(values).returning('resource_group_id').executeTakeFirstOrThrow())
          .resource_group_id
      })
    const own = await groupOf(tenant, 'RI-RISKMODELER')
    const ofOtherProduct = await groupOf(tenant, 'RI-EXPOSUREIQ')
    const ofOtherTenant = await groupOf(await test.buildTenant(), 'RI-RISKMODELER')
    expect((await send([runs(minutesAgo(1), 3, { resourceGroupId: own.toUpperCase() })])).status).toBe(200)
    expect(await hours()).toMatchObject([{ resource_group_id: own }])
    for (const resourceGroupId of [ofOtherProduct, ofOtherTenant]) {
      const refused = await send([runs(minutesAgo(1), 3, { resourceGroupId })])
      expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([422, 'resource_group_unknown'])
    }
  })

  it('can have up to 20,000 readings', async () => {
    const many = Array.from({ length: 20_001 }, (_, index) => runs(now.getTime() - index * 30_000, 1))
    expect((await send(many)).status).toBe(400)
    const taken = await send(many.slice(0, 20_000))
    expect([taken.status, taken.body.received]).toEqual([200, 20_000])
  })
})

describe('senders', () => {
  it('are services with the scope, of this tenant or of all tenants', async () => {
    const other = await test.buildTenant()
    const body = { tenantName: tenant.tenantName, batchId: randomUUID(), readings: [] }
    const foreign = await test.call(ingestMetrics, { body }, { token: await metricsToken(test, other) })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'ingest_tenant_unknown'])
    const nowhere = await test.call(ingestMetrics, { body: { ...body, tenantName: 'nowhere' } }, { token: service })
    expect([nowhere.status, nowhere.body.code]).toEqual([404, 'ingest_tenant_unknown'])
    expect((await send([], undefined, await metricsToken(test, tenant))).status).toBe(200)
    expect((await test.call(ingestMetrics, { body })).status).toBe(401)
    // A token for metrics can't change licenses.
    const license = { tenantName: tenant.tenantName, kind: 'data' as const, version: 1, mode: 'merge' as const, rows: [] }
    const refused = await test.call(ingestEntitlements, { body: license }, { token: service })
    expect([refused.status, refused.body.code]).toEqual([403, 'service_scope_missing'])
  })
})

describe('stored data', () => {
  const partitions = () =>
    asOwner(test.db, 'maintenance', async (tx) => {
      const { rows } = await sql<{ name: string }>`
        select distinct tableoid::regclass::text as name from usage_hour where tenant_id = ${tenant.tenantId} order by 1`.execute(tx)
      return rows.map(({ name }) => name)
    })
  const monthOf = (at: Date) => `usage_hour_${at.toISOString().slice(0, 7).replace('-', '_')}`

  it('goes to the partition of its month, even if late, and is dropped 400 days after the month ends', async () => {
    const latest = minutesAgo(1)
    const late = minutesAgo(70 * 24 * 60)
    const [old, older] = [minutesAgo(390 * 24 * 60), minutesAgo(440 * 24 * 60)]
    await send([runs(latest, 1), runs(late, 1)])
    await asOwner(test.db, 'maintenance', async (tx) => {
      for (const hour of [old, older]) {
        await sql`insert into usage_hour select tenant_id, product_code, metric_name, resource_group_id, ${hour}::timestamptz, 1, 1, 1, 1, ${hour}
                    from usage_hour where tenant_id = ${tenant.tenantId} limit 1`.execute(tx)
      }
    })
    expect(await partitions()).toContain('usage_hour_default')
    await createPartitions(test.db)
    expect(await partitions()).toEqual([old, late, latest].map(monthOf))
    // Rows that already have a partition move along.
    await asOwner(test.db, 'maintenance', (tx) => sql`select maintain_usage_partitions(3, 300)`.execute(tx))
    expect(await partitions()).toEqual([late, latest].map(monthOf))
    await createPartitions(test.db)
    expect(await createPartitions(test.db)).toBe(0)
  })

  it('of batches is kept as long as they can be sent again', async () => {
    const batchId = randomUUID()
    await send([runs(minutesAgo(1), 1)], batchId)
    const isKept = async () => {
      await test.app.background.runScheduled('forget_usage_batches')
      const rows = await asOwner(test.db, 'maintenance', (tx) =>
        tx.selectFrom('usage_batch').select('batch_id').where('tenant_id', '=', tenant.tenantId).execute(),
      )
      return rows.length > 0
    }
    now = new Date(now.getTime() + 92 * dayMs)
    expect(await isKept()).toBe(true)
    now = new Date(now.getTime() + 2 * dayMs)
    expect(await isKept()).toBe(false)
  })
})
