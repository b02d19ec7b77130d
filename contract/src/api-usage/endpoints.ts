import { z } from 'zod'
import { keyText } from '../text.ts'
import { endpoint, timestamp } from '../http.ts'
import { dateRangeDays } from '../rules/date-ranges.ts'

/** How programs use the API: calls, errors and latency by key and by endpoint (product decisions, "API monitoring"). */

const tag = 'API monitoring'

const figures = {
  calls: z.number().int(),
  /** Answered 400 to 499. */
  clientErrors: z.number().int(),
  /** Answered 500 and above. */
  serverErrors: z.number().int(),
  /** Milliseconds; null without calls. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
}
const figuresSchema = z.strictObject(figures)
export type UsageFigures = z.output<typeof figuresSchema>

const point = z.strictObject({ at: timestamp, ...figures })
/** A key, or everybody who uses the console where `apiKeyId` is null. */
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
  /** Hours up to 7 days, days beyond. */
  step: z.enum(['hour', 'day']),
  totals: figuresSchema,
  series: z.array(point),
  callers: z.array(callerFigures),
  endpoints: z.array(endpointFigures),
  /** Keys that were never used, oldest first. */
  unusedKeys: z.array(z.strictObject({ apiKeyName: z.string(), createdAt: timestamp })),
})
export type ApiUsage = z.output<typeof apiUsageSchema>

const exampleFigures: UsageFigures = { calls: 1_204, clientErrors: 3, serverErrors: 0, p50: 4.1, p95: 12.6, p99: 28.4 }

const filter = {
  days: z.coerce
    .number()
    .refine((days) => dateRangeDays.some((range) => range === days))
    .default(1)
    .meta({ description: 'Range that ends now: 1, 7, 30 or 92 days' }),
  apiKeyId: z.uuid().optional(),
  endpointId: keyText(100).optional(),
}

export const getApiUsage = endpoint({
  id: 'getApiUsage',
  method: 'GET',
  path: '/monitoring/api-usage',
  summary: 'Calls, errors and latency by key and by endpoint',
  description: 'Counted by the hour; the newest calls are seconds away.',
  tag,
  access: { permission: 'Admin.ViewApiMonitoring' },
  query: z.strictObject(filter),
  response: apiUsageSchema,
  errors: [],
  examples: {
    query: { days: 7 },
    response: {
      from: '2026-03-07T09:00:00.000Z',
      until: '2026-03-14T09:26:53.589Z',
      step: 'hour',
      totals: exampleFigures,
      series: [{ at: '2026-03-14T09:00:00.000Z', ...exampleFigures }],
      callers: [{ apiKeyId: null, name: '', isDeleted: false, lastCallAt: '2026-03-14T09:26:00.000Z', ...exampleFigures }],
      endpoints: [{ endpointId: 'listUsers', method: 'GET', path: '/auth/v2/users', ...exampleFigures }],
      unusedKeys: [{ apiKeyName: 'Nightly export', createdAt: '2026-01-14T09:26:53.589Z' }],
    },
  },
})

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

export const listApiFailures = endpoint({
  id: 'listApiFailures',
  method: 'GET',
  path: '/monitoring/api-usage/failures',
  summary: 'The last 100 calls of API keys that were refused or failed',
  tag,
  access: { permission: 'Admin.ViewApiMonitoring' },
  query: z.strictObject({ apiKeyId: filter.apiKeyId, endpointId: filter.endpointId }),
  response: z.strictObject({ items: z.array(failure) }),
  errors: [],
  examples: {
    response: {
      items: [
        {
          occurredAt: '2026-03-14T09:26:53.589Z',
          apiKeyId: '0199c0de-6666-7c11-9d59-3b8f5f1c2a44',
          apiKeyName: 'Nightly export',
          endpointId: 'listRoles',
          method: 'GET',
          path: '/auth/v2/roles',
          status: 403,
          durationMs: 2,
          address: '192.0.2.7',
          requestId: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44',
        },
      ],
    },
  },
})
