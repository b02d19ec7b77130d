import { findProduct } from '@steward/contract/catalog/index'
import { quotaLevel } from '@steward/contract/rules/quota-levels'
import { quotaPeriodOf } from '@steward/contract/rules/quota-periods'
import { projectExhaustion } from '@steward/contract/rules/quota-projection'
import type { QuotaUsage } from '@steward/contract/usage/schemas'
import type { TenantTransaction } from '../db/tenant.ts'
import { figuresOf, latest, rangeOf, spanOf } from './figures.ts'
import { readQuotas, readUsage } from './queries.ts'

/** Days covered by mean, peak and trend of a quota. */
const quotaDays = 30

/** A quota with the peaks that its trend follows. */
export interface QuotaTrend extends QuotaUsage {
  /** In their order; days without readings are missing. */
  days: { day: string; peak: number }[]
}

/** The company's quotas by product and name, with usage and projection. */
export async function readQuotaUsage(
  tx: TenantTransaction,
  now: Date,
): Promise<{ from: string; until: string; lastReadingAt: string | null; items: QuotaTrend[] }> {
  const span = spanOf(quotaDays, now)
  const quotas = await readQuotas(tx)
  const metricNames = [...new Set(quotas.map((quota) => quota.quota_name))]
  const rows = await readUsage(tx, { ...span, metricNames, withDays: true })
  const read = new Map(rows.map((row) => [`${row.product_code} ${row.metric_name}`, row]))
  const items = quotas.map(({ product_code: productCode, quota_name: quotaName, value: quota }): QuotaTrend => {
    const row = read.get(`${productCode} ${quotaName}`)
    const period = quotaPeriodOf(quotaName)
    const figures = figuresOf(row, period, span.until)
    const current = figures.current ?? 0
    const days = row?.days ?? []
    const today = span.until.toISOString().slice(0, 10)
    return {
      productCode,
      productName: findProduct(productCode)?.productName ?? productCode,
      quotaName,
      period,
      quota,
      ...figures,
      level: quotaLevel(current, quota),
      projection: row ? projectExhaustion({ period, quota, current, days, today }) : { kind: 'none', reason: 'too_few_days' },
      days,
    }
  })
  return { ...rangeOf(span), lastReadingAt: latest(items), items }
}
