import { z } from 'zod'
import { keyText } from '../text.ts'
import { endpoint, timestamp } from '../http.ts'
import { dateRangeDays } from '../rules/date-ranges.ts'
import { noProjectionReasons } from '../rules/quota-projection.ts'
import { quotaLevels } from '../rules/quota-levels.ts'
import { quotaPeriods } from '../rules/quota-periods.ts'
import { resourceGroupProducts } from '../rules/resource-group-products.ts'
import { systemUsageProducts } from '../rules/routes.ts'

/** What a tenant uses of its products, as platform services read it, and how that stands against its quotas (docs/adr/022). */

const tag = 'Usage'

/** Readings a batch may carry. */
const longestBatch = 20_000

const metricName = z
  .string()
  .regex(/^[a-z]\w{0,63}$/i)
  .meta({ description: 'The name of a quota, or of another metric of the product' })

const reading = z.strictObject({
  productCode: z.string().regex(/^[A-Za-z0-9][\w.:/-]{0,99}$/),
  metricName,
  resourceGroupId: z.uuid().optional().meta({ description: "Of this resource group alone; without it, of the whole company's use" }),
  at: timestamp,
  value: z.number().min(0).max(Number.MAX_SAFE_INTEGER).meta({
    description: 'How much there is at this moment; of what adds up within an hour, a day or a year (UTC), how much it is so far',
  }),
})
export type UsageReading = z.output<typeof reading>

export const metricsBatchSchema = z.strictObject({
  tenantName: keyText(100),
  batchId: z.uuid().meta({ description: 'Chosen by the sender, and the same when the batch is sent again' }),
  readings: z.array(reading).max(longestBatch),
})
export type MetricsBatch = z.output<typeof metricsBatchSchema>

export const metricsResultSchema = z.strictObject({ tenantName: z.string(), batchId: z.uuid(), received: z.number().int() })
export type MetricsResult = z.output<typeof metricsResultSchema>

const batchId = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a50'

export const ingestMetrics = endpoint({
  id: 'ingestMetrics',
  method: 'PUT',
  path: '/monitoring/metrics/ingest',
  summary: 'Tell what a tenant uses',
  description:
    'For platform services. A batch counts whole or not at all: one bad reading refuses it and is named by its index (`readings.17.at`). The same batch sent again counts once and answers the same. Readings may come late, by up to 92 days, and in any order.',
  tag,
  access: { service: 'metrics' },
  body: metricsBatchSchema,
  largestBodyBytes: 8 * 1024 * 1024,
  response: metricsResultSchema,
  errors: ['ingest_tenant_unknown', 'ingest_refused', 'ingest_batch_taken'],
  examples: {
    body: {
      tenantName: 'meridian-re',
      batchId,
      readings: [{ productCode: 'RI-RISKMODELER', metricName: 'maxConcurrentModelRuns', at: '2026-03-14T09:26:53.589Z', value: 17 }],
    },
    response: { tenantName: 'meridian-re', batchId, received: 1 },
  },
})

const days = (otherwise: (typeof dateRangeDays)[number]) =>
  z.coerce
    .number()
    .refine((given) => dateRangeDays.some((range) => range === given))
    .default(otherwise)
    .meta({ description: 'Range that ends now: 1, 7, 30 or 92 days' })

const range = { from: timestamp, until: timestamp }
const lastReadingAt = timestamp.nullable().meta({ description: 'Null where nothing was received in the range' })

export const metricSeriesSchema = z.strictObject({
  metricName: z.string(),
  /** Null where the metric is none of the company's quotas. */
  quota: z.number().nullable(),
  points: z.array(
    z.strictObject({
      at: timestamp.meta({ description: 'Beginning of the hour or day; those without readings are left out' }),
      mean: z.number(),
      peak: z.number(),
      last: z.number(),
    }),
  ),
})
export type MetricSeries = z.output<typeof metricSeriesSchema>

export const getMetrics = endpoint({
  id: 'getMetrics',
  method: 'GET',
  path: '/monitoring/metrics',
  summary: 'What the company uses of a product, as means by the hour, or by the day beyond 30 days',
  description: "For who may see system usage, and this product's (`Monitoring.…`). A day's mean is that of its hours.",
  tag,
  access: { permission: 'Navigation.SystemUsage' },
  query: z.strictObject({
    productCode: z.enum(systemUsageProducts.map((product) => product.productCode)),
    metricName: metricName.optional().meta({ description: 'Only this metric' }),
    resourceGroupId: z.uuid().optional().meta({ description: 'Of this resource group alone' }),
    days: days(1),
  }),
  response: z.strictObject({
    ...range,
    step: z.enum(['hour', 'day']),
    lastReadingAt,
    series: z.array(metricSeriesSchema),
  }),
  errors: [],
  examples: {
    query: { productCode: 'RI-RISKMODELER', days: 7 },
    response: {
      from: '2026-03-07T10:00:00.000Z',
      until: '2026-03-14T09:26:53.589Z',
      step: 'hour',
      lastReadingAt: '2026-03-14T09:25:00.000Z',
      series: [
        {
          metricName: 'maxConcurrentModelRuns',
          quota: 40,
          points: [{ at: '2026-03-14T09:00:00.000Z', mean: 16.5, peak: 21, last: 17 }],
        },
      ],
    },
  },
})

/** Null, each of them, where nothing was received in the range. */
const figures = {
  current: z.number().nullable().meta({ description: 'By the last reading; 0 where a new hour, day or year has begun since' }),
  mean: z.number().nullable().meta({ description: 'Of hourly means; of what adds up, of the hours or days; of a year, the use so far' }),
  peak: z.number().nullable(),
  lastReadingAt,
}
const period = z.enum(quotaPeriods).meta({ description: '`now`: counts at any moment; the others: adds up within it (UTC)' })

export const projectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('reached') }),
  z.strictObject({ kind: z.literal('day'), day: z.iso.date().meta({ description: 'The first day on which the trend reaches the quota' }) }),
  z.strictObject({ kind: z.literal('none'), reason: z.enum(noProjectionReasons) }),
])

export const quotaUsageSchema = z.strictObject({
  productCode: z.string(),
  productName: z.string(),
  quotaName: z.string(),
  period,
  quota: z.number().int(),
  ...figures,
  level: z.enum(quotaLevels).meta({ description: 'Of the current use: from 80 % a warning, from 95 % critical' }),
  projection: projectionSchema,
})
export type QuotaUsage = z.output<typeof quotaUsageSchema>

export const getQuotaUsage = endpoint({
  id: 'getQuotaUsage',
  method: 'GET',
  path: '/entitlements/quotas/usage',
  summary: "The company's use of its quotas: now, in the last 30 days, and when each will be exhausted",
  description: 'For who may see licences (`Navigation.Licenses`) or company quotas (`Admin.ViewCompanyQuotas`).',
  tag,
  access: { signedIn: true },
  response: z.strictObject({ ...range, lastReadingAt, items: z.array(quotaUsageSchema) }),
  errors: ['forbidden'],
  examples: {
    response: {
      from: '2026-02-12T10:00:00.000Z',
      until: '2026-03-14T09:26:53.589Z',
      lastReadingAt: '2026-03-14T09:25:00.000Z',
      items: [
        {
          productCode: 'RI-RISKMODELER',
          productName: 'Risk Modeler',
          quotaName: 'maxConcurrentModelRuns',
          period: 'now',
          quota: 40,
          current: 33,
          mean: 16.5,
          peak: 35,
          lastReadingAt: '2026-03-14T09:25:00.000Z',
          level: 'warning',
          projection: { kind: 'day', day: '2026-04-22' },
        },
      ],
    },
  },
})

export const resourceGroupUsageSchema = z.strictObject({
  resourceGroupId: z.uuid(),
  name: z.string(),
  /** What the package of the resource group gives of it; 0 without a package. */
  quota: z.number(),
  ...figures,
})

export const productUsageSchema = z.strictObject({
  ...range,
  lastReadingAt,
  labels: z.array(
    z.strictObject({
      quotaName: z.string(),
      period,
      /** The company's; null where it has none. */
      quota: z.number().int().nullable(),
      ...figures,
      /** Those with readings in the range, by name; what was read of ones that are gone is in the company's figures only. */
      resourceGroups: z.array(resourceGroupUsageSchema),
    }),
  ),
})
export type ProductUsage = z.output<typeof productUsageSchema>

const usedFigures = { current: 9, mean: 6.25, peak: 14, lastReadingAt: '2026-03-14T09:25:00.000Z' }

export const getProductUsage = endpoint({
  id: 'getProductUsage',
  method: 'GET',
  path: '/entitlements/{productCode}/usage',
  summary: 'What the company and each resource group used of the quotas that packages of a product share out',
  description: 'For who may see the resource groups of the product. Labels are in the order of the packages, then by name.',
  tag,
  access: { permission: 'Admin.ViewResourceGroups' },
  params: z.strictObject({ productCode: z.enum(resourceGroupProducts.map((product) => product.productCode)) }),
  query: z.strictObject({ days: days(30) }),
  response: productUsageSchema,
  errors: [],
  examples: {
    params: { productCode: 'RI-RISKMODELER' },
    query: { days: 30 },
    response: {
      from: '2026-02-12T10:00:00.000Z',
      until: '2026-03-14T09:26:53.589Z',
      lastReadingAt: '2026-03-14T09:25:00.000Z',
      labels: [
        {
          quotaName: 'maxConcurrentModelRuns',
          period: 'now',
          quota: 40,
          ...usedFigures,
          resourceGroups: [{ resourceGroupId: '0199c0de-8888-7c11-9d59-3b8f5f1c2a44', name: 'Treaty desk', quota: 10, ...usedFigures }],
        },
      ],
    },
  },
})
