import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { MetricsBatch, MetricsResult, UsageReading } from '@steward/contract/usage/schemas'
import type { Db } from '../db/pool.ts'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, asOwner, noteChange, tenantIdOf, withTenant } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import { checkReportsFor } from '../service-tokens/product-scope.ts'
import { tenantReachedBy } from '../service-tokens/tenant-scope.ts'
import { requestCheck } from './alerts.ts'
import { longestDelayDays, readingErrors } from './reading-errors.ts'

/** The resource group id of company-wide readings. */
export const wholeCompany = '00000000-0000-0000-0000-000000000000'

/** How services report usage of products. */
export type IngestReadings = (service: Principal, requestId: string, batch: MetricsBatch) => Promise<MetricsResult>

/** What follows from new readings, in the transaction that saves them. */
export type FollowUp = (tx: TenantTransaction, tenantId: string, readings: readonly UsageReading[]) => Promise<void>

export interface IngestPorts {
  db: Db
  now: () => Date
  /** Besides the check of quotas. */
  followUp?: FollowUp
}

/**
 * Accepts a batch of readings in one transaction of its tenant, or refuses all of it; a repeated batch only counts once
 * (docs/adr/022).
 * @throws ingest_tenant_unknown, service_product_other, ingest_refused, ingest_batch_taken
 */
export async function ingestReadings(
  { db, now, followUp }: IngestPorts,
  service: Principal,
  requestId: string,
  batch: MetricsBatch,
): Promise<MetricsResult> {
  const { tenantName, batchId, readings } = batch
  const tenantId = await tenantReachedBy(db, service, tenantName)
  checkReportsFor(
    service,
    readings.map(({ productCode }) => productCode),
  )
  const result: MetricsResult = { tenantName, batchId, received: readings.length }
  const actor = { type: 'service', id: service.id, name: service.name } as const
  const moment = now()
  return withTenant(db, { tenantId, requestId, actor }, async (tx) => {
    const digest = createHash('sha256').update(JSON.stringify(readings)).digest()
    const isNew = await claim(tx, { tenantId, batchId, digest, serviceName: service.name, moment })
    if (!isNew) return result
    const errors = readingErrors(readings, await productsOfGroups(tx, readings), moment)
    if (errors.length > 0) throw problem('ingest_refused', { count: errors.length }, { fields: errors })
    await addUp(tx, readings)
    await requestCheck(tx, tenantId, readings, moment)
    await followUp?.(tx, tenantId, readings)
    return result
  })
}

interface Claim {
  tenantId: string
  batchId: string
  digest: Buffer
  serviceName: string
  moment: Date
}

/** Records an accepted batch; false if it was accepted before. Concurrent sends of the same batch wait here. */
async function claim(tx: TenantTransaction, { tenantId, batchId, digest, serviceName, moment }: Claim): Promise<boolean> {
  const row = { tenant_id: tenantId, batch_id: batchId, batch_digest: digest, service_name: serviceName, ingested_at: moment }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('usage_batch')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return true
  const taken = await tx.selectFrom('usage_batch').select('batch_digest').where('batch_id', '=', batchId).executeTakeFirstOrThrow()
  if (!digest.equals(taken.batch_digest)) throw problem('ingest_batch_taken', { batchId }, { field: 'batchId' })
  return false
}

/** Product codes of the tenant's resource groups with these ids. */
async function productsOfGroups(tx: TenantTransaction, readings: readonly UsageReading[]): Promise<Map<string, string>> {
  const ids = [...new Set(readings.flatMap((reading) => reading.resourceGroupId?.toLowerCase() ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('resource_group')
    .select(['resource_group_id', 'product_code'])
    .where(sql<boolean>`resource_group_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.resource_group_id, row.product_code]))
}

/** Adds readings to their hours, always written in the same order, so that concurrent batches can't deadlock. */
async function addUp(tx: TenantTransaction, readings: readonly UsageReading[]): Promise<void> {
  if (readings.length === 0) return
  const column = <T>(valueOf: (reading: UsageReading) => T): T[] => readings.map(valueOf)
  await executePrepared(
    tx,
    sql`
    insert into usage_hour as u (tenant_id, product_code, metric_name, resource_group_id, hour,
                                 value_sum, value_count, value_max, value_last, last_at)
    select ${tenantIdOf(tx)}::uuid, product_code, metric_name, resource_group_id, date_trunc('hour', at, 'UTC') as hour,
           sum(value), count(*), max(value), (array_agg(value order by at desc))[1], max(at)
      from unnest(${column((one) => one.productCode)}::text[], ${column((one) => one.metricName)}::text[],
                  ${column((one) => one.resourceGroupId ?? wholeCompany)}::uuid[], ${column((one) => one.at)}::timestamptz[],
                  ${column((one) => one.value)}::float8[]) as r (product_code, metric_name, resource_group_id, at, value)
     group by product_code, metric_name, resource_group_id, date_trunc('hour', at, 'UTC')
     order by product_code, metric_name, resource_group_id, hour
        on conflict (tenant_id, product_code, metric_name, resource_group_id, hour) do update
       set value_sum = u.value_sum + excluded.value_sum, value_count = u.value_count + excluded.value_count,
           value_max = greatest(u.value_max, excluded.value_max),
           value_last = case when excluded.last_at >= u.last_at then excluded.value_last else u.value_last end,
           last_at = greatest(u.last_at, excluded.last_at)`,
  )
  noteChange(tx, 'usage_hour')
}

/** Deletes batches that can't be accepted twice any more: all of their readings would be too late by now. */
export async function forgetBatches(db: Db, now: Date): Promise<void> {
  // A reading can be slightly later than its arrival (the service's clock can be ahead): one more day is enough.
  const before = new Date(now.getTime() - (longestDelayDays + 1) * 86_400_000)
  await asOwner(db, 'maintenance', (tx) => tx.deleteFrom('usage_batch').where('ingested_at', '<', before).execute())
}
