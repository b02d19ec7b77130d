import { randomUUID } from 'node:crypto'
import type { ProductCode } from '@steward/contract/catalog/products'
import type { QuotaName, interactiveConcurrencyQuota } from '@steward/contract/catalog/quotas'
import { quotaPeriodOf } from '@steward/contract/rules/quota-periods'
import type { UsageReading } from '@steward/contract/usage/schemas'
import type { Db } from '../db/pool.ts'
import { asOwner } from '../db/tenant.ts'
import { ingestReadings } from '../usage/ingest.ts'

/**
 * The demo company's usage: readings of the last months as its platform services could have sent them, processed by the same
 * code. They are created once and end there. At any hour and day exactly one quota is nearly used up.
 */

interface DemoMetric {
  productCode: ProductCode
  metricName: QuotaName | typeof interactiveConcurrencyQuota
  /** The peak: concurrent, hourly, daily or yearly, depending on the quota. */
  busiest: number
  /** The share that was added in the last three months; 0 for constant usage. */
  growth: number
  /** Constant day and night. */
  isSteady?: boolean
  /** The shares of resource groups, by name. */
  shares?: Readonly<Record<string, number>>
}

const modeling = { 'Catastrophe modeling': 0.68, 'Climate studies': 0.09, Contractors: 0.05 }
const modelRuns = { ...modeling, 'Catastrophe modeling': 0.8 }
const accumulation = { 'Accumulation control': 0.42, 'Treaty desk': 0.5 }

export const demoMetrics: readonly DemoMetric[] = [
  { productCode: 'RI-RISKMODELER', metricName: 'maxConcurrentModelRuns', busiest: 31, growth: 0.55, shares: modelRuns },
  { productCode: 'RI-RISKMODELER', metricName: 'maxConcurrentNonModelRuns', busiest: 9, growth: 0, shares: modeling },
  { productCode: 'RI-RISKMODELER', metricName: 'modeledLocationsPerDay', busiest: 31_000_000, growth: 0.1, shares: modeling },
  { productCode: 'RI-RISKMODELER', metricName: 'maxInteractiveConcurrency', busiest: 7, growth: 0, isSteady: true },
  { productCode: 'RI-EXPOSUREIQ', metricName: 'risksAccumulatedPerDay', busiest: 14_000_000, growth: 0.25, shares: accumulation },
  { productCode: 'RI-EXPOSUREIQ', metricName: 'maxConcurrentAccumulationJobs', busiest: 11, growth: 0, shares: accumulation },
  { productCode: 'RI-UNDERWRITEIQ', metricName: 'submittedLocationsPerDay', busiest: 8_200, growth: 0, shares: { 'Property pricing': 1 } },
  { productCode: 'RI-UNDERWRITEIQ', metricName: 'maxJobsPerHour', busiest: 170, growth: 0, shares: { 'Property pricing': 1 } },
  { productCode: 'RI-TREATYIQ', metricName: 'portfolioRollupsPerYear', busiest: 318, growth: 0, shares: { Renewals: 1 } },
  { productCode: 'RI-TREATYIQ', metricName: 'maxConcurrentPortfolioRollupJobs', busiest: 5, growth: 0, shares: { Renewals: 1 } },
]

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const usedDays = 91
/** Resource groups have readings for as long as allocations look back. */
const groupDays = 31
const mostInBatch = 15_000

/** Sends the demo company's readings; its resource groups must exist. `now` in ms since 1970. */
export async function addUsage(db: Db, tenantId: string, tenantName: string, now: number): Promise<void> {
  const groups = await asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .selectFrom('resource_group')
        .select(['resource_group_id', 'resource_group_name', 'product_code'])
        .where('tenant_id', '=', tenantId)
        .execute(),
    { readOnly: true },
  )
  const readings = demoMetrics.flatMap((metric) => {
    const own = groups.filter((group) => group.product_code === metric.productCode)
    return [
      ...readingsOf(metric, now, usedDays, 1),
      ...own.flatMap((group) => {
        const share = metric.shares?.[group.resource_group_name]
        if (share === undefined) return []
        return readingsOf(metric, now, groupDays, share).map((one) => ({ ...one, resourceGroupId: group.resource_group_id }))
      }),
    ]
  })
  const service = { type: 'service', tenantId, id: 'demo', name: 'Demo usage' } as const
  for (let from = 0; from < readings.length; from += mostInBatch) {
    const batch = { tenantName, batchId: randomUUID(), readings: readings.slice(from, from + mostInBatch) }
    await ingestReadings({ db, now: () => new Date(now) }, service, 'demo-usage', batch)
  }
}

/** A reading near the end of every hour, and one for now; the same on every machine. */
export function readingsOf({ productCode, metricName, ...metric }: DemoMetric, now: number, days: number, share: number): UsageReading[] {
  const lastHour = Math.floor(now / hourMs) * hourMs
  const times = Array.from({ length: days * 24 }, (_, index) => lastHour - (days * 24 - index) * hourMs + 55 * 60_000)
  return [...times, Math.max(lastHour, now - 2 * 60_000)].map((at) => ({
    productCode,
    metricName,
    at: new Date(at).toISOString(),
    value: Math.floor(share * valueAt(metricName, metric, at, now)),
  }))
}

function valueAt(
  metricName: string,
  { busiest, growth, isSteady }: Pick<DemoMetric, 'busiest' | 'growth' | 'isSteady'>,
  at: number,
  now: number,
) {
  if (isSteady) return busiest
  const level = busiest * (1 - (growth * (now - at)) / (usedDays * dayMs))
  switch (quotaPeriodOf(metricName)) {
    case 'now':
    case 'hour':
      return Math.round(level * dayFactor(at) * hourFactor(at) * (0.9 + 0.1 * wobble(at)))
    case 'day': {
      // The sum since midnight.
      const hours = Array.from({ length: 24 }, (_, hour) => hourFactor(at - (at % dayMs) + hour * hourMs))
      const done = hours.slice(0, Math.floor((at % dayMs) / hourMs) + 1)
      return Math.round((level * dayFactor(at) * sum(done)) / sum(hours))
    }
    case 'year': {
      const year = new Date(at).getUTCFullYear()
      return Math.round((busiest * (at - Date.UTC(year, 0, 1))) / (365 * dayMs))
    }
  }
}

/** Working days differ a little, weekends are quiet. */
const dayFactor = (at: number): number => (new Date(at).getUTCDay() % 6 === 0 ? 0.3 : 0.94 + 0.06 * wobble(Math.floor(at / dayMs)))

/** Busy in working hours, quiet at night. */
function hourFactor(at: number): number {
  const hour = new Date(at).getUTCHours()
  return 0.15 + 0.85 * Math.exp(-(((hour - 13) / 5) ** 2))
}

/** A pseudorandom number from 0 to 1, always the same for the same input. */
const wobble = (seed: number): number => ((Math.floor(seed / 1_000) * 2_654_435_761 + seed * 40_503) % 1_000) / 1_000

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
