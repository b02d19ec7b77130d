import { z } from 'zod'
import { accessMapSchema } from '../access/schemas.ts'
import { repeated, timestamp } from '../fields.ts'
import { historyEntrySchema } from '../history/schemas.ts'
import { quotaUsageSchema } from '../usage/schemas.ts'
import { homeParts } from './parts.ts'

/** From the most urgent on. */
export const urgencies = ['critical', 'warning', 'notice'] as const

/** The most rows that need attention; what is less urgent waits. */
export const shownAttention = 7

const urgency = z.enum(urgencies)
/** How many there are, up to 100; `hasMore` beyond. */
const counted = { count: z.number().int().min(1), hasMore: z.boolean() }
const dueAt = timestamp.meta({ description: 'When it ends, ended or was due' })

export const attentionItemSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('license_ends'),
    urgency,
    dueAt,
    productName: z.string().meta({ description: 'Of the license that ends first' }),
    count: z.number().int().min(1).meta({ description: 'Licenses that end on that day' }),
    days: z.number().int().min(0),
  }),
  z.strictObject({
    kind: z.literal('quota_limit'),
    urgency,
    dueAt: timestamp.nullable().meta({ description: 'The day on which the trend reaches the quota; null where it is reached now' }),
    productCode: z.string(),
    productName: z.string(),
    quotaName: z.string(),
  }),
  z.strictObject({
    kind: z.literal('invitations_expired'),
    urgency,
    dueAt,
    ...counted,
    username: z.string().meta({ description: 'Of the oldest invitation' }),
    userIds: z.array(z.uuid()).meta({ description: 'Of the oldest 100, the oldest first' }),
  }),
  z.strictObject({
    kind: z.literal('api_keys_unused'),
    urgency,
    dueAt: timestamp.meta({ description: 'When the oldest was created' }),
    count: z.number().int().min(1),
    apiKeyId: z.uuid(),
    apiKeyName: z.string(),
    days: z.number().int(),
  }),
  z.strictObject({
    kind: z.literal('api_keys_expiring'),
    urgency,
    dueAt,
    count: z.number().int().min(1),
    apiKeyId: z.uuid(),
    apiKeyName: z.string(),
    days: z.number().int().min(0),
  }),
  z.strictObject({ kind: z.literal('certificate_ends'), urgency, dueAt, providerName: z.string(), days: z.number().int().min(0) }),
  z.strictObject({
    kind: z.literal('provisioning_failed'),
    urgency,
    dueAt: timestamp.meta({ description: 'When the last failed' }),
    ...counted,
  }),
  z.strictObject({
    kind: z.literal('factor_reset_waiting'),
    urgency,
    dueAt,
    userId: z.uuid(),
    username: z.string(),
    askedBy: z.string().meta({ description: 'Username of the administrator who asked' }),
  }),
  z.strictObject({ kind: z.literal('deprovisioning_stopped'), urgency, dueAt: timestamp.nullable() }),
  z.strictObject({
    kind: z.literal('schemes_due'),
    urgency,
    dueAt,
    count: z.number().int().min(1),
    schemeCode: z.string(),
    schemeName: z.string(),
  }),
  z.strictObject({
    kind: z.literal('jobs_stuck'),
    urgency,
    dueAt: timestamp.meta({ description: 'Since when the first waits' }),
    ...counted,
    productCode: z.string(),
    productName: z.string(),
  }),
])
export type AttentionItem = z.output<typeof attentionItemSchema>

const attention = z.strictObject({
  items: z.array(attentionItemSchema).max(shownAttention).meta({ description: 'The most urgent first' }),
  total: z.number().int().meta({ description: 'With those that are not among the items' }),
})

const access = accessMapSchema.extend({
  totalGroups: z.number().int().meta({ description: 'Enabled groups; the map has those with most people' }),
})
export type HomeAccess = z.output<typeof access>

const changes = z.strictObject({ items: z.array(historyEntrySchema).meta({ description: 'Of the last 30 days, newest first' }) })

const daily = z.array(z.strictObject({ day: z.iso.date(), count: z.number().int() })).meta({
  description: 'The last 30 days (UTC), today last; null for people who cannot see the events',
})
export type DailyCount = z.output<typeof daily>[number]

const people = z.strictObject({
  active: z.number().int().meta({ description: 'Have signed in and can sign in' }),
  invited: z.number().int(),
  neverSignedIn: z.number().int().meta({ description: 'Can sign in and never did' }),
  disabled: z.number().int(),
  total: z.number().int(),
  signIns: daily.nullable(),
})

const quotas = z.strictObject({
  items: z.array(
    quotaUsageSchema.extend({
      days: z
        .array(z.strictObject({ day: z.iso.date(), peak: z.number() }))
        .meta({ description: 'Peaks of the last 30 days with readings' }),
    }),
  ),
  total: z.number().int(),
})
export type HomeQuota = z.output<typeof quotas>['items'][number]

const failures = z.strictObject({ signIns: daily.nullable(), provisioning: daily.nullable() })

export const getHomeQuery = z.strictObject({
  parts: repeated(z.enum(homeParts)).meta({ description: 'Only these; by default every part that the caller sees' }),
})

/** Parts that were not asked for, or that the caller doesn't see, are missing. */
export const getHomeResponse = z.strictObject({
  asOf: timestamp,
  attention: attention.optional(),
  access: access.optional(),
  changes: changes.optional(),
  people: people.optional(),
  quotas: quotas.optional(),
  failures: failures.optional(),
})
export type Home = z.output<typeof getHomeResponse>
