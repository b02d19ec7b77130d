import { z } from 'zod'
import { findProduct } from '@steward/contract/catalog/index'
import { type ToldLevel, alertPeriod, nextAlert } from '@steward/contract/rules/quota-levels'
import { quotaPeriodOf } from '@steward/contract/rules/quota-periods'
import type { UsageReading } from '@steward/contract/usage/schemas'
import { type JobKind, type Task, addJobs, taskFor } from '../background/jobs.ts'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, systemContext, withTenant } from '../db/tenant.ts'
import type { Message } from '../notifications/publish.ts'

/** Alerts users when usage comes near a quota; checked in the background after readings arrive (docs/adr/022). */

/** A quota's readings in a batch for the newest hour, day or year. */
const seenSchema = z.strictObject({
  productCode: z.string(),
  quotaName: z.string(),
  /** Time of the last reading, ms since 1970. */
  at: z.number(),
  peak: z.number(),
  last: z.number(),
})
type Seen = z.output<typeof seenSchema>

const payload = z.strictObject({ tenantId: z.uuid(), seen: z.array(seenSchema) })
const checkJob: JobKind<z.output<typeof payload>> = { name: 'check_quotas', payload, maxAttempts: 10 }

/** Older readings are not relevant any more, unless their sum is still counting. */
const newsMs = 2 * 3_600_000

/** Queues a check of the quotas that company-wide readings are about, when the transaction commits. */
export async function requestCheck(tx: TenantTransaction, tenantId: string, readings: readonly UsageReading[], now: Date): Promise<void> {
  const news = newsOf(readings, now.getTime())
  if (news.length === 0) return
  const quotas = await tx.selectFrom('company_quota').select(['product_code', 'quota_name']).execute()
  const names = new Set(quotas.map((quota) => `${quota.product_code} ${quota.quota_name}`))
  const seen = news.filter(({ productCode, quotaName }) => names.has(`${productCode} ${quotaName}`))
  if (seen.length > 0) await addJobs(tx, checkJob, [{ tenantId, seen }])
}

/** The relevant readings of a batch. */
function newsOf(readings: readonly UsageReading[], now: number): Seen[] {
  const byMetric = new Map<string, Seen>()
  for (const { productCode, metricName, resourceGroupId, at: moment, value } of readings) {
    const at = Date.parse(moment)
    const period = quotaPeriodOf(metricName)
    const isOfNow = alertPeriod(period, at) !== null && period !== 'hour' && alertPeriod(period, at) === alertPeriod(period, now)
    if (resourceGroupId !== undefined || (at < now - newsMs && !isOfNow)) continue
    const key = `${productCode} ${metricName}`
    const known = byMetric.get(key)
    const first = { productCode, quotaName: metricName, at, peak: value, last: value }
    if (!known) byMetric.set(key, first)
    else if (alertPeriod(period, known.at) === alertPeriod(period, at)) {
      known.peak = Math.max(known.peak, value)
      if (at >= known.at) Object.assign(known, { at, last: value })
    } else if (at > known.at) byMetric.set(key, first)
  }
  return [...byMetric.values()]
}

export interface AlertPorts {
  db: Db
  publish(tx: TenantTransaction, message: Message): Promise<void>
}

/** Checks quotas and alerts about those that are nearly used up; sent alerts are saved in the same transaction. */
export function alertTask({ db, publish }: AlertPorts): Task {
  return taskFor(checkJob, async ({ tenantId, seen }) => {
    // One transaction per quota, so that concurrent jobs only wait for each other on a single quota.
    for (const one of seen) await withTenant(db, systemContext(tenantId), (tx) => check(tx, one))
  })

  async function check(tx: TenantTransaction, { productCode, quotaName, at, peak, last }: Seen): Promise<void> {
    const found = await tx
      .selectFrom('company_quota')
      .select(['tenant_id', 'value'])
      .where('product_code', '=', productCode)
      .where('quota_name', '=', quotaName)
      .executeTakeFirst()
    if (!found) return
    const told = await lockTold(tx, { tenant_id: found.tenant_id, product_code: productCode, quota_name: quotaName })
    const period = quotaPeriodOf(quotaName)
    const quota = found.value
    const atPeak = nextAlert(told, { used: peak, quota, period, at })
    const atLast = nextAlert(atPeak.told, { used: last, quota, period, at })
    if (atLast.told.level !== told.level || atLast.told.period !== told.period) {
      await tx
        .updateTable('quota_alert')
        .set(atLast.told)
        .where('product_code', '=', productCode)
        .where('quota_name', '=', quotaName)
        .execute()
    }
    if (!atPeak.tell) return
    await publish(tx, {
      messageType: atPeak.tell === 'critical' ? 'QuotaCritical' : 'QuotaWarning',
      parameters: { productName: findProduct(productCode)?.productName ?? productCode, quotaName, current: peak, quota },
    })
  }
}

/** The alerts sent for a quota; concurrent checks wait here. */
async function lockTold(tx: TenantTransaction, key: { tenant_id: string; product_code: string; quota_name: string }): Promise<ToldLevel> {
  await tx
    .insertInto('quota_alert')
    .values({ ...key, level: 'normal', period: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('quota_alert')
    .select(['level', 'period'])
    .where('product_code', '=', key.product_code)
    .where('quota_name', '=', key.quota_name)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
