import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { dateRangeDays } from '../rules/date-ranges.ts'
import { keyText } from '../text.ts'

const figures = {
  calls: z.number().int(),
  /** Responses with status 400 to 499. */
  clientErrors: z.number().int(),
  /** Responses with status 500 and above. */
  serverErrors: z.number().int(),
  /** In milliseconds; null without calls. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
}
const figuresSchema = z.strictObject(figures)
export type UsageFigures = z.output<typeof figuresSchema>

const point = z.strictObject({ at: timestamp, ...figures })
/** One key, or all console users if `apiKeyId` is null. */
const callerFigures = z.strictObject({
  apiKeyId: z.uuid().nullable(),
  name: z.string(),
  isDeleted: z.boolean(),
  lastCallAt: timestamp,
  ...figures,
})
const endpointFigures = z.strictObject({ endpointId: z.string(), method: z.string(), path: z.string(), ...figures })

export const apiUsageSchema = z.strictObject({
  from: timestamp,
  until: timestamp,
  /** Hourly up to 7 days, daily for longer ranges. */
  step: z.enum(['hour', 'day']),
  totals: figuresSchema,
  series: z.array(point),
  callers: z.array(callerFigures),
  endpoints: z.array(endpointFigures),
  /** Keys that have never been used, oldest first. */
  unusedKeys: z.array(z.strictObject({ apiKeyName: z.string(), createdAt: timestamp })),
})
export type ApiUsage = z.output<typeof apiUsageSchema>

const filter = {
  days: z.coerce
    .number()
    .refine((days) => dateRangeDays.some((range) => range === days))
    .default(1)
    .meta({ description: 'A range that ends now: 1, 7, 30 or 92 days' }),
  apiKeyId: z.uuid().optional(),
  endpointId: keyText(100).optional(),
}

export const getApiUsageQuery = z.strictObject(filter)

const failure = z.strictObject({
  occurredAt: timestamp,
  apiKeyId: z.uuid(),
  apiKeyName: z.string(),
  endpointId: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  durationMs: z.number().int(),
  address: z.string().nullable(),
  requestId: z.string(),
})
export type ApiFailure = z.output<typeof failure>

export const listApiFailuresQuery = z.strictObject({ apiKeyId: filter.apiKeyId, endpointId: filter.endpointId })

export const listApiFailuresResponse = z.strictObject({ items: z.array(failure) })
