import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { dateRangeDays } from '../rules/date-ranges.ts'
import { quotaLevels } from '../rules/quota-levels.ts'
import { quotaPeriods } from '../rules/quota-periods.ts'
import { noProjectionReasons } from '../rules/quota-projection.ts'
import { resourceGroupProducts } from '../rules/resource-group-products.ts'
import { systemUsageProducts } from '../rules/routes.ts'
import { keyText } from '../text.ts'

/** Maximum readings in a batch. */
const longestBatch = 20_000

const metricName = z
  .string()
  .regex(/^[a-z]\w{0,63}$/i)
  .meta({ description: 'The name of a quota, or of another metric of the product' })

const reading = z.strictObject({
  productCode: z.string().regex(/^[A-Za-z0-9][\w.:/-]{0,99}$/),
  metricName,
  resourceGroupId: z.uuid().optional().meta({ description: 'Only of this resource group; without it, of the whole company' }),
  at: timestamp,
  value: z.number().min(0).max(Number.MAX_SAFE_INTEGER).meta({
    description: 'The value at this time; for metrics that add up within an hour, a day or a year (UTC), the total so far',
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

const days = (otherwise: (typeof dateRangeDays)[number]) =>
  z.coerce
    .number()
    .refine((given) => dateRangeDays.some((range) => range === given))
    .default(otherwise)
    .meta({ description: 'A range that ends now: 1, 7, 30 or 92 days' })

const range = { from: timestamp, until: timestamp }
const lastReadingAt = timestamp.nullable().meta({ description: 'Null without readings in the range' })

export const metricSeriesSchema = z.strictObject({
  metricName: z.string(),
  /** Null if the metric isn't one of the company's quotas. */
  quota: z.number().nullable(),
  points: z.array(
    z.strictObject({
      at: timestamp.meta({ description: 'Start of the hour or day; those without readings are left out' }),
      mean: z.number(),
      peak: z.number(),
      last: z.number(),
    }),
  ),
})
export type MetricSeries = z.output<typeof metricSeriesSchema>

export const getMetricsQuery = z.strictObject({
  productCode: z.enum(systemUsageProducts.map((product) => product.productCode)),
  metricName: metricName.optional().meta({ description: 'Only this metric' }),
  resourceGroupId: z.uuid().optional().meta({ description: 'Only of this resource group' }),
  days: days(1),
})

export const getMetricsResponse = z.strictObject({
  ...range,
  step: z.enum(['hour', 'day']),
  lastReadingAt,
  series: z.array(metricSeriesSchema),
})

/** Each is null if there were no readings in the range. */
const figures = {
  current: z.number().nullable().meta({ description: 'From the last reading; 0 if a new hour, day or year has started since' }),
  mean: z
    .number()
    .nullable()
    .meta({ description: 'Of the hourly averages; for metrics that add up, of the hours or days; for those of a year, the usage so far' }),
  peak: z.number().nullable(),
  lastReadingAt,
}
const period = z.enum(quotaPeriods).meta({ description: '`now`: a current value; the others: a total within that period (UTC)' })

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
  level: z.enum(quotaLevels).meta({ description: 'Of the current usage: a warning from 80%, critical from 95%' }),
  projection: projectionSchema,
})
export type QuotaUsage = z.output<typeof quotaUsageSchema>

export const getQuotaUsageResponse = z.strictObject({ ...range, lastReadingAt, items: z.array(quotaUsageSchema) })

export const resourceGroupUsageSchema = z.strictObject({
  resourceGroupId: z.uuid(),
  name: z.string(),
  /** The quota from the resource group's package; 0 without a package. */
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
      /** The company's quota; null if it has none. */
      quota: z.number().int().nullable(),
      ...figures,
      /** Those with readings in the range, by name. Readings of deleted ones count only in the company's figures. */
      resourceGroups: z.array(resourceGroupUsageSchema),
    }),
  ),
})
export type ProductUsage = z.output<typeof productUsageSchema>

export const getProductUsageParams = z.strictObject({ productCode: z.enum(resourceGroupProducts.map((product) => product.productCode)) })

export const getProductUsageQuery = z.strictObject({ days: days(30) })
