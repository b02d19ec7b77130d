import { z } from 'zod'
import { repeated, timestamp } from '../fields.ts'
import { keptLogPartOf, logCursor, logPaging, logPartOf, logRange } from '../log-fields.ts'
import { exactText, keyText, lineText, searchText } from '../text.ts'
import { eventOutcomes, mostIngestedEvents, systemEventKinds } from './constants.ts'
import { serviceEventKinds } from '../catalog/activity.ts'

export const systemEventSchema = z.strictObject({
  cursor: logCursor,
  occurredAt: timestamp,
  kind: z.string().meta({ description: 'Such as `sign_in_failed`' }),
  outcome: z.enum(eventOutcomes),
  userId: z.uuid().nullable(),
  /** As it was entered; for a failed sign-in, there might be no such user. */
  username: z.string(),
  address: z.string().nullable(),
  /** A name for the browser, such as "Firefox 140 on Windows". */
  device: z.string().nullable(),
  userAgent: z.string(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type SystemEvent = z.output<typeof systemEventSchema>

const eventFilter = {
  kind: repeated(z.enum(systemEventKinds)),
  outcome: z.enum(eventOutcomes).optional(),
  userId: repeated(z.uuid()),
  address: z.union([z.ipv4(), z.ipv6()]).optional().meta({ description: 'An IP address', example: '203.0.113.7' }),
  search: searchText(320).optional().meta({ description: 'Part of a username or user agent, or a request id' }),
}

/** Filters of the log, its histogram and its export. */
export const systemLogFilter = { ...logRange, ...eventFilter }

export const listSystemLogQuery = z.strictObject({
  ...systemLogFilter,
  ...logPaging,
})

export const listSystemLogResponse = keptLogPartOf(systemEventSchema)

export const getSystemLogHistogramQuery = z.strictObject(systemLogFilter)

export const systemLogHistogramSchema = z.strictObject({
  step: z.enum(['hour', 'day']),
  from: timestamp,
  until: timestamp,
  /** Where a text is searched for, among the newest events only: the oldest of these. Null if all of the range were counted. */
  countedFrom: timestamp.nullable(),
  /** Every step of the range, also those without events. */
  buckets: z.array(z.strictObject({ at: timestamp, success: z.number().int(), failure: z.number().int() })),
})

export const exportSystemLogQuery = z.strictObject(systemLogFilter)
export const exportSystemLogResponse = z.string()

export const listArchivedEventsQuery = z.strictObject({ ...eventFilter, ...logPaging })
export const listArchivedEventsResponse = logPartOf(systemEventSchema)

export const systemEventParams = z.strictObject({ cursor: logCursor })

export const ingestSystemLogBody = z.strictObject({
  tenantName: keyText(100),
  events: z
    .array(
      z.strictObject({
        eventId: z.uuid().meta({ description: 'Chosen by the sender, and the same when the event is sent again' }),
        occurredAt: timestamp,
        kind: z.enum(serviceEventKinds),
        outcome: z.enum(eventOutcomes),
        username: lineText(320).default(''),
        address: z.union([z.ipv4(), z.ipv6()]).nullable().default(null),
        userAgent: lineText(500).default(''),
        requestId: exactText(100).nullable().default(null),
        details: z.record(z.string().regex(/^[a-z]\w{0,39}$/i), z.union([lineText(500), z.number(), z.boolean()])).default({}),
      }),
    )
    .min(1)
    .max(mostIngestedEvents),
})
export type IngestSystemLog = z.output<typeof ingestSystemLogBody>

export const ingestSystemLogResponse = z.strictObject({
  tenantName: z.string(),
  received: z.number().int(),
  /** Those that were not known yet. */
  taken: z.number().int(),
})
