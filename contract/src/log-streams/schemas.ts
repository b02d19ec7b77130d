import { z } from 'zod'
import { entityId, pageOf, paging, timestamp } from '../fields.ts'
import { logStreamName } from '../rules/names.ts'
import { systemEventKinds } from '../system-log/constants.ts'
import { exactText } from '../text.ts'
import { deliveryFaults, logStreamFormats, logStreamKinds, logStreamPauseReasons } from './constants.ts'

export const logStreamSchema = z.strictObject({
  logStreamId: z.uuid(),
  logStreamName: z.string(),
  kind: z.enum(logStreamKinds),
  address: z.string().meta({ example: 'https://siem.example/hooks/steward' }),
  format: z.enum(logStreamFormats),
  sendsAuditLog: z.boolean(),
  sendsSystemLog: z.boolean(),
  eventKinds: z.array(z.string()).meta({ description: 'The kinds of system log events to send; empty for all' }),
  isPaused: z.boolean(),
  pauseReason: z.enum(logStreamPauseReasons).nullable(),
  /** While a rotated secret still signs. */
  previousSecretUntil: timestamp.nullable(),
  deliveredTo: timestamp.meta({ description: 'Everything logged until then has been delivered' }),
  lastDeliveredAt: timestamp.nullable(),
  waiting: z.number().int().meta({ description: "Entries that haven't been delivered yet, counted up to 10,000" }),
  failures: z.number().int().meta({ description: 'Attempts since the last success' }),
  failingSince: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable().meta({ description: 'While attempts fail' }),
  createdBy: z.string(),
  createdAt: timestamp,
  version: z.number().int(),
})
export type LogStream = z.output<typeof logStreamSchema>

/** The secret of a webhook, returned only once. */
export const mintedLogStreamSchema = logStreamSchema.extend({
  secret: z.string().nullable().meta({ description: 'Verifies the signature of webhooks, shown only in this response; null for syslog' }),
})
export type MintedLogStream = z.output<typeof mintedLogStreamSchema>

export const listLogStreamsQuery = z.strictObject(paging)
export const listLogStreamsResponse = pageOf(logStreamSchema)

const settings = {
  logStreamName,
  address: exactText(2_048)
    .min(1)
    .meta({ description: 'The URL of a webhook, or `host:port` of a syslog server', example: 'https://siem.example/hooks/steward' }),
  format: z.enum(logStreamFormats),
  sendsAuditLog: z.boolean(),
  sendsSystemLog: z.boolean(),
  eventKinds: z.array(z.enum(systemEventKinds)).max(100),
}

export const createLogStreamBody = z.strictObject({
  ...settings,
  kind: z.enum(logStreamKinds),
  format: settings.format.default('array'),
  sendsAuditLog: settings.sendsAuditLog.default(true),
  sendsSystemLog: settings.sendsSystemLog.default(true),
  eventKinds: settings.eventKinds.default([]),
})
export type CreateLogStream = z.output<typeof createLogStreamBody>

/** Changes; fields that are left out stay the same. */
export const patchLogStreamBody = z.strictObject({ ...settings, isPaused: z.boolean() }).partial()
export type PatchLogStream = z.output<typeof patchLogStreamBody>

export const logStreamParams = z.strictObject({ logStreamId: entityId('logStream') })

export const replayLogStreamBody = z.strictObject({
  from: timestamp.meta({ description: 'Everything logged since then is sent again' }),
})

export const deliverySchema = z.strictObject({
  deliveryId: z.uuid(),
  attemptedAt: timestamp,
  isTest: z.boolean(),
  outcome: z.enum(['success', 'failure']),
  status: z.number().int().nullable().meta({ description: 'The HTTP status of the response; null without one' }),
  fault: z.enum(deliveryFaults).nullable(),
  detail: z.string().meta({ description: "The system's error code, such as `ECONNREFUSED`" }),
  durationMs: z.number().int(),
  events: z.number().int(),
  batchId: z.uuid().meta({ description: 'The `webhook-id`, the same for each attempt to send a batch' }),
})
export type Delivery = z.output<typeof deliverySchema>

export const listDeliveriesResponse = z.strictObject({ items: z.array(deliverySchema) })
