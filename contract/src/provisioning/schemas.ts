import { z } from 'zod'
import { entityId, pageOf, paging, repeated, sortOf, timestamp } from '../fields.ts'
import { scimTokenName } from '../rules/names.ts'
import { searchText } from '../text.ts'
import {
  deprovisioningLimitDecisions,
  deprovisioningLimitStates,
  provisioningOperations,
  provisioningOutcomes,
  provisioningResources,
  scimTokenSorts,
  scimTokenStates,
} from './constants.ts'

// --- Tokens ----------------------------------------------------------------------------------------------------------

export const scimTokenSchema = z.strictObject({
  scimTokenId: z.uuid(),
  tokenName: z.string(),
  /** The start of the token, which identifies a leaked one. */
  prefix: z.string().meta({ example: 'stw_scim_8fK2xQ' }),
  isDryRun: z.boolean().meta({ description: 'Requests with it are tried and logged, but change nothing' }),
  createdBy: z.string(),
  createdAt: timestamp,
  /** To the minute. */
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  revokedBy: z.string().nullable(),
})
export type ScimToken = z.output<typeof scimTokenSchema>

/** The secret, returned only once. */
export const mintedScimTokenSchema = scimTokenSchema.extend({
  token: z.string().meta({ description: 'The token itself, shown only in this response; only its digest is stored' }),
})
export type MintedScimToken = z.output<typeof mintedScimTokenSchema>

export const listScimTokensQuery = z.strictObject({
  search: searchText().optional().meta({ description: 'Part of a name, or the start of a token' }),
  state: z.enum(scimTokenStates).optional(),
  sort: sortOf(scimTokenSorts).default('tokenName'),
  ...paging,
})

export const listScimTokensResponse = pageOf(scimTokenSchema)

export const createScimTokenBody = z.strictObject({
  tokenName: scimTokenName,
  expiresAt: timestamp.nullable().default(null),
  isDryRun: z.boolean().default(false),
})

export const revokeScimTokenParams = z.strictObject({ scimTokenId: entityId('scimToken') })

export const provisioningEventSchema = z.strictObject({
  eventId: z.uuid(),
  occurredAt: timestamp,
  operation: z.enum(provisioningOperations),
  resourceType: z.enum(provisioningResources).nullable(),
  /** Of the user or group; null if none was created or named. */
  resourceId: z.string().nullable(),
  resourceName: z.string(),
  outcome: z.enum(provisioningOutcomes),
  isDryRun: z.boolean(),
  /** The HTTP status of the response. */
  status: z.number().int(),
  /** Why it failed, in the reader's language; null if it succeeded. */
  message: z.string().nullable(),
  changeCount: z.number().int(),
  tokenName: z.string(),
  scimTokenId: z.uuid().nullable(),
  durationMs: z.number().int(),
  /** Whether it can be replayed: it failed, and its full body is stored. */
  isReplayable: z.boolean(),
  /** The latest replay that was not a dry run. */
  replayedBy: z.uuid().nullable(),
})
export type ProvisioningEvent = z.output<typeof provisioningEventSchema>

export const provisioningChangeSchema = z.strictObject({
  /** The SCIM attribute, such as `name.familyName` or `members`. */
  field: z.string(),
  /** JSON as in SCIM; a list as its entries. Null if there was no value. */
  before: z.unknown(),
  after: z.unknown(),
})
export type ProvisioningChange = z.output<typeof provisioningChangeSchema>

export const provisioningEventDetailSchema = provisioningEventSchema.extend({
  method: z.string(),
  /** Including the query. */
  path: z.string(),
  /** The JSON body of the request, without secrets; null if there was none. */
  body: z.unknown(),
  /** The body was longer than the limit, so the operation cannot be replayed. */
  isBodyCut: z.boolean(),
  /** At most 200 of them; `changeCount` is the number of all. */
  changes: z.array(provisioningChangeSchema),
  /** RFC 7644, section 3.12. */
  scimType: z.string().nullable(),
  /** The product's error code, as in `error_<code>`. */
  code: z.string().nullable(),
  /** The error sent to the provider, in English. */
  detail: z.string().nullable(),
  address: z.string().nullable(),
  userAgent: z.string(),
  requestId: z.string().nullable(),
  /** The operation that this one replays. */
  replayOf: z.uuid().nullable(),
  /** Who replayed it. */
  replayedByName: z.string().nullable(),
})
export type ProvisioningEventDetail = z.output<typeof provisioningEventDetailSchema>

/** Filters of the log and its export. */
export const provisioningFilter = {
  search: searchText(320).optional().meta({ description: 'Part of the name of a user or group, or an identifier' }),
  outcome: repeated(z.enum(provisioningOutcomes)),
  operation: repeated(z.enum(provisioningOperations)),
  resourceType: z.enum(provisioningResources).optional(),
  scimTokenId: z.uuid().optional(),
  dryRun: z.enum(['true', 'false']).optional().meta({ description: 'Only dry runs, or only real operations' }),
  from: timestamp.optional(),
  to: timestamp.optional(),
}

export const listProvisioningEventsQuery = z.strictObject({ ...provisioningFilter, ...paging })

export const listProvisioningEventsResponse = pageOf(provisioningEventSchema)

/** An hour of provisioning: how many operations ended how. Reads and dry runs are left out. */
export const provisioningHour = z.strictObject({
  hour: timestamp.meta({ description: 'The start of the hour' }),
  changed: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  limited: z.number().int(),
})
export type ProvisioningHour = z.output<typeof provisioningHour>

export const getProvisioningHoursResponse = z.strictObject({
  hours: z.array(provisioningHour).meta({ description: 'The last 24 hours, oldest first; the last one is not over yet' }),
  isComplete: z.boolean().meta({ description: 'Whether all were counted: of more than 50,000, only the newest are' }),
})

export const exportProvisioningEventsQuery = z.strictObject(provisioningFilter)

export const exportProvisioningEventsResponse = z.string()

export const getProvisioningEventParams = z.strictObject({ eventId: entityId('provisioningEvent') })

export const replayProvisioningEventParams = z.strictObject({ eventId: entityId('provisioningEvent') })

export const replayProvisioningEventBody = z.strictObject({ dryRun: z.boolean() })

export const deprovisioningLimitSettings = z.strictObject({
  isOn: z.boolean(),
  /** The share of all users who can lose access within an hour. */
  sharePercent: z.number().int().min(1).max(100),
  /** Small companies reach a share quickly, so at least this many are always allowed. */
  minimumUsers: z.number().int().min(1).max(100_000),
})
export type DeprovisioningLimitSettings = z.output<typeof deprovisioningLimitSettings>

export const provisioningSchema = z.strictObject({
  /** The address to enter at the provider. */
  baseUrl: z.url(),
  deprovisioningLimit: deprovisioningLimitSettings.extend({
    state: z.enum(deprovisioningLimitStates),
    /** How many users can lose access within an hour, from share and minimum. */
    limit: z.number().int(),
    /** Users who lost access by provisioning in the last hour. */
    removed: z.number().int(),
    stoppedAt: timestamp.nullable(),
    /** Operations refused since then. */
    refused: z.number().int(),
    decidedBy: z.string().nullable(),
    decidedAt: timestamp.nullable(),
    releasedUntil: timestamp.nullable(),
  }),
})
export type Provisioning = z.output<typeof provisioningSchema>
export type DeprovisioningLimit = Provisioning['deprovisioningLimit']

export const decideDeprovisioningLimitBody = z.strictObject({ decision: z.enum(deprovisioningLimitDecisions) })
