import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { dateRangeDays } from '../rules/date-ranges.ts'
import { keyText } from '../text.ts'

/** Maximum readings in a batch. */
const longestBatch = 5_000

export const storageBatchSchema = z.strictObject({
  tenantName: keyText(100),
  batchId: z.uuid().meta({ description: 'Chosen by the sender, and the same when the batch is sent again' }),
  readings: z
    .array(
      z.strictObject({
        at: timestamp,
        usedBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Size of the archive at this time' }),
      }),
    )
    .max(longestBatch),
})
export type StorageBatch = z.output<typeof storageBatchSchema>

export const storageResultSchema = z.strictObject({ tenantName: z.string(), batchId: z.uuid(), received: z.number().int() })

export const getStorageQuery = z.strictObject({
  days: z.coerce
    .number()
    .refine((given) => dateRangeDays.some((range) => range === given))
    .default(30)
    .meta({ description: 'A range that ends now: 1, 7, 30 or 92 days' }),
})

export const storageSchema = z.strictObject({
  from: timestamp,
  until: timestamp,
  step: z.enum(['hour', 'day']),
  usedBytes: z.number().nullable().meta({ description: 'From the last reading; null without readings' }),
  limitBytes: z.number().int().nullable().meta({ description: 'The limit of the largest active license; null without one' }),
  lastReadingAt: timestamp.nullable(),
  points: z.array(
    z.strictObject({
      at: timestamp.meta({ description: 'Start of the hour or day; those without readings are left out' }),
      average: z.number(),
      peak: z.number(),
    }),
  ),
})
export type Storage = z.output<typeof storageSchema>
