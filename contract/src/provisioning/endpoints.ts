import { z } from 'zod'
import { searchText } from '../text.ts'
import { endpoint, entityId, pageOf, paging, repeated, sortOf, timestamp } from '../http.ts'
import { scimTokenName } from '../rules/names.ts'

/**
 * Provisioning by SCIM as administrators see it: tokens, the log of what a provider sent, and the brake (product decisions, "SCIM
 * tokens"; docs/adr/025). The protocol itself, `/scim/v2`, is no part of this contract: RFC 7643 and RFC 7644 are.
 */

const tag = 'Provisioning'
const access = { permission: 'Admin.ManageScimTokens' } as const

// --- Tokens ----------------------------------------------------------------------------------------------------------

export const scimTokenSchema = z.strictObject({
  scimTokenId: z.uuid(),
  tokenName: z.string(),
  /** The beginning of the token, by which a leaked one is found. */
  prefix: z.string().meta({ example: 'stw_scim_8fK2xQ' }),
  isDryRun: z.boolean().meta({ description: 'What is sent with it is tried and logged, and changes nothing' }),
  createdBy: z.string(),
  createdAt: timestamp,
  /** To the minute. */
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  revokedBy: z.string().nullable(),
})
export type ScimToken = z.output<typeof scimTokenSchema>

/** What is answered once and never again. */
export const mintedScimTokenSchema = scimTokenSchema.extend({
  token: z.string().meta({ description: 'The token itself, shown this once; only its digest is stored' }),
})
export type MintedScimToken = z.output<typeof mintedScimTokenSchema>

const exampleToken: ScimToken = {
  scimTokenId: '0199c0de-7777-7c11-9d59-3b8f5f1c2a44',
  tokenName: 'Entra ID',
  prefix: 'stw_scim_8fK2xQ',
  isDryRun: false,
  createdBy: 'ada.lindqvist@meridian-re.example',
  createdAt: '2026-03-14T09:26:53.589Z',
  lastUsedAt: null,
  expiresAt: '2027-03-14T23:59:59.000Z',
  revokedAt: null,
  revokedBy: null,
}

export const scimTokenSorts = ['tokenName', 'createdAt', 'lastUsedAt', 'expiresAt'] as const
export const scimTokenStates = ['active', 'expired', 'revoked'] as const

export const listScimTokens = endpoint({
  id: 'listScimTokens',
  method: 'GET',
  path: '/scim/tokens',
  summary: 'List SCIM tokens and their last use',
  description: 'Revoked ones are listed for 90 days where they are asked for, and where the search is the beginning of a token.',
  tag,
  access,
  query: z.strictObject({
    search: searchText().optional().meta({ description: 'Part of a name, or the beginning of a token' }),
    state: z.enum(scimTokenStates).optional(),
    sort: sortOf(scimTokenSorts).default('tokenName'),
    ...paging,
  }),
  response: pageOf(scimTokenSchema),
  errors: [],
  examples: { response: { count: 1, items: [exampleToken], limit: 20, offset: 0, totalCount: 1, totalIsExact: true } },
})

export const createScimToken = endpoint({
  id: 'createScimToken',
  method: 'POST',
  path: '/scim/tokens',
  summary: 'Create a SCIM token; the answer shows it once',
  tag,
  access,
  body: z.strictObject({
    tokenName: scimTokenName,
    expiresAt: timestamp.nullable().default(null),
    isDryRun: z.boolean().default(false),
  }),
  response: mintedScimTokenSchema,
  status: 201,
  errors: ['scim_token_name_taken', 'scim_token_limit_reached', 'expiry_past'],
  examples: {
    body: { tokenName: 'Entra ID', expiresAt: '2099-03-14T23:59:59.000Z' },
    response: { ...exampleToken, token: 'stw_scim_8fK2xQ…' },
  },
})

export const revokeScimToken = endpoint({
  id: 'revokeScimToken',
  method: 'DELETE',
  path: '/scim/tokens/{scimTokenId}',
  summary: 'Revoke a SCIM token; it is refused at once',
  tag,
  access,
  params: z.strictObject({ scimTokenId: entityId('scimToken') }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { scimTokenId: exampleToken.scimTokenId } },
})

// --- The provisioning log --------------------------------------------------------------------------------------------

export const provisioningOperations = ['create', 'replace', 'patch', 'delete', 'read', 'bulk'] as const
export type ProvisioningOperation = (typeof provisioningOperations)[number]

/** What became of an operation; `braked` was refused by the brake and is sent again by the provider. */
export const provisioningOutcomes = ['changed', 'unchanged', 'failed', 'braked', 'read'] as const
export type ProvisioningOutcome = (typeof provisioningOutcomes)[number]

export const provisioningResources = ['User', 'Group'] as const
export type ProvisioningResource = (typeof provisioningResources)[number]

export const provisioningEventSchema = z.strictObject({
  eventId: z.uuid(),
  occurredAt: timestamp,
  operation: z.enum(provisioningOperations),
  resourceType: z.enum(provisioningResources).nullable(),
  /** Of the user or group; null where none came to be, or none was named. */
  resourceId: z.string().nullable(),
  resourceName: z.string(),
  outcome: z.enum(provisioningOutcomes),
  isDryRun: z.boolean(),
  /** The HTTP status that was answered. */
  status: z.number().int(),
  /** Why it failed, in the reader's language; null where it did not. */
  message: z.string().nullable(),
  changeCount: z.number().int(),
  tokenName: z.string(),
  scimTokenId: z.uuid().nullable(),
  durationMs: z.number().int(),
  /** Whether it can be replayed: a failed one that is kept whole. */
  isReplayable: z.boolean(),
  /** The latest replay that was no dry run. */
  replayedBy: z.uuid().nullable(),
})
export type ProvisioningEvent = z.output<typeof provisioningEventSchema>

export const provisioningChangeSchema = z.strictObject({
  /** As SCIM calls it, such as `name.familyName` or `members`. */
  field: z.string(),
  /** JSON as SCIM writes it; a list as its entries. Null where there was nothing. */
  before: z.unknown(),
  after: z.unknown(),
})
export type ProvisioningChange = z.output<typeof provisioningChangeSchema>

export const provisioningEventDetailSchema = provisioningEventSchema.extend({
  method: z.string(),
  /** With the query. */
  path: z.string(),
  /** What was received, without secrets: JSON; null for nothing. */
  body: z.unknown(),
  /** More was received than is kept, so it cannot be replayed. */
  isBodyCut: z.boolean(),
  /** At most 200 of them; `changeCount` says how many there were. */
  changes: z.array(provisioningChangeSchema),
  /** RFC 7644, section 3.12. */
  scimType: z.string().nullable(),
  /** The product's error code, as in `error_<code>`. */
  code: z.string().nullable(),
  /** What the provider was told, in English. */
  detail: z.string().nullable(),
  address: z.string().nullable(),
  userAgent: z.string(),
  requestId: z.string().nullable(),
  /** The operation that this one repeats. */
  replayOf: z.uuid().nullable(),
  /** Who replayed it. */
  replayedByName: z.string().nullable(),
})
export type ProvisioningEventDetail = z.output<typeof provisioningEventDetailSchema>

const exampleEvent: ProvisioningEvent = {
  eventId: '0199c0de-8888-7c11-9d59-3b8f5f1c2a44',
  occurredAt: '2026-03-14T09:26:53.589Z',
  operation: 'create',
  resourceType: 'User',
  resourceId: null,
  resourceName: 'grace.okafor@meridian-re.example',
  outcome: 'failed',
  isDryRun: false,
  status: 409,
  message: 'A user with this username exists already.',
  changeCount: 0,
  tokenName: 'Entra ID',
  scimTokenId: exampleToken.scimTokenId,
  durationMs: 12,
  isReplayable: true,
  replayedBy: null,
}
const exampleDetail: ProvisioningEventDetail = {
  ...exampleEvent,
  method: 'POST',
  path: '/Users',
  body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'grace.okafor@meridian-re.example' },
  isBodyCut: false,
  changes: [],
  scimType: 'uniqueness',
  code: 'user_exists',
  detail: 'A user with this userName exists already.',
  address: '192.0.2.17',
  userAgent: 'Entra',
  requestId: 'req-1',
  replayOf: null,
  replayedByName: null,
}

/** What narrows the log; also its export. */
export const provisioningFilter = {
  search: searchText(320).optional().meta({ description: 'Part of the name of a user or group, or an identifier' }),
  outcome: repeated(z.enum(provisioningOutcomes)),
  operation: repeated(z.enum(provisioningOperations)),
  resourceType: z.enum(provisioningResources).optional(),
  scimTokenId: z.uuid().optional(),
  dryRun: z.enum(['true', 'false']).optional().meta({ description: 'Only what was tried, or only what was meant' }),
  from: timestamp.optional(),
  to: timestamp.optional(),
}

export const listProvisioningEvents = endpoint({
  id: 'listProvisioningEvents',
  method: 'GET',
  path: '/scim/events',
  summary: 'List what providers sent, newest first',
  description: 'Kept for 30 days. Reads are listed only where they are asked for by outcome.',
  tag,
  access,
  query: z.strictObject({ ...provisioningFilter, ...paging }),
  response: pageOf(provisioningEventSchema),
  errors: [],
  examples: { response: { count: 1, items: [exampleEvent], limit: 20, offset: 0, totalCount: 1, totalIsExact: true } },
})

export const exportProvisioningEvents = endpoint({
  id: 'exportProvisioningEvents',
  method: 'GET',
  path: '/scim/events/export',
  summary: 'Export what providers sent as CSV, narrowed as the list is',
  tag,
  access,
  query: z.strictObject(provisioningFilter),
  response: z.string(),
  media: { response: 'text/csv' },
  errors: [],
  examples: {},
})

export const getProvisioningEvent = endpoint({
  id: 'getProvisioningEvent',
  method: 'GET',
  path: '/scim/events/{eventId}',
  summary: 'Read what was received, what changed, and why it failed',
  tag,
  access,
  params: z.strictObject({ eventId: entityId('provisioningEvent') }),
  response: provisioningEventDetailSchema,
  errors: ['not_found'],
  examples: { params: { eventId: exampleEvent.eventId }, response: exampleDetail },
})

export const replayProvisioningEvent = endpoint({
  id: 'replayProvisioningEvent',
  method: 'POST',
  path: '/scim/events/{eventId}/replay',
  summary: 'Run a failed operation again, or try what it would do now',
  description: 'The answer is the new entry of the log; one that fails again is no error of this call.',
  tag,
  access,
  params: z.strictObject({ eventId: entityId('provisioningEvent') }),
  body: z.strictObject({ dryRun: z.boolean() }),
  response: provisioningEventDetailSchema,
  errors: ['not_found', 'event_not_replayable'],
  examples: { params: { eventId: exampleEvent.eventId }, body: { dryRun: true }, response: { ...exampleDetail, isDryRun: true } },
})

// --- The brake and the address ---------------------------------------------------------------------------------------

/** `stopped` waits for an administrator, `kept` is an administrator's decision to refuse on, `released` lets all pass for an hour. */
export const brakeStates = ['off', 'watching', 'stopped', 'kept', 'released'] as const
export type BrakeState = (typeof brakeStates)[number]

export const brakeSettings = z.strictObject({
  isOn: z.boolean(),
  /** Of all users, how many may lose access within an hour. */
  sharePercent: z.number().int().min(1).max(100),
  /** In small companies a share is soon reached: this many may always. */
  minimumUsers: z.number().int().min(1).max(100_000),
})
export type BrakeSettings = z.output<typeof brakeSettings>
export const defaultBrakeSettings: BrakeSettings = { isOn: true, sharePercent: 10, minimumUsers: 20 }

export const provisioningSchema = z.strictObject({
  /** What is entered at the provider. */
  baseUrl: z.url(),
  brake: brakeSettings.extend({
    state: z.enum(brakeStates),
    /** Users who may lose access within an hour, by share and minimum. */
    limit: z.number().int(),
    /** Users who lost access by provisioning within the last hour. */
    removed: z.number().int(),
    stoppedAt: timestamp.nullable(),
    /** Operations that were refused since. */
    refused: z.number().int(),
    decidedBy: z.string().nullable(),
    decidedAt: timestamp.nullable(),
    releasedUntil: timestamp.nullable(),
  }),
})
export type Provisioning = z.output<typeof provisioningSchema>
export type Brake = Provisioning['brake']

const exampleProvisioning: Provisioning = {
  baseUrl: 'https://steward.example/scim/v2/meridian',
  brake: {
    ...defaultBrakeSettings,
    state: 'watching',
    limit: 120,
    removed: 3,
    stoppedAt: null,
    refused: 0,
    decidedBy: null,
    decidedAt: null,
    releasedUntil: null,
  },
}

export const getProvisioning = endpoint({
  id: 'getProvisioning',
  method: 'GET',
  path: '/scim/provisioning',
  summary: 'Read the address for the provider and how the brake stands',
  tag,
  access,
  response: provisioningSchema,
  etag: true,
  errors: [],
  examples: { response: exampleProvisioning },
})

export const putBrakeSettings = endpoint({
  id: 'putBrakeSettings',
  method: 'PUT',
  path: '/scim/brake',
  summary: 'Set how many users may lose access within an hour',
  tag,
  access,
  body: brakeSettings,
  response: provisioningSchema,
  precondition: 'required',
  etag: true,
  errors: [],
  examples: { body: defaultBrakeSettings, response: exampleProvisioning },
})

export const brakeDecisions = ['release', 'keep', 'resume'] as const
export type BrakeDecision = (typeof brakeDecisions)[number]

export const decideBrake = endpoint({
  id: 'decideBrake',
  method: 'POST',
  path: '/scim/brake/decision',
  summary: 'Release the brake for an hour, keep refusing, or watch again',
  description:
    'A stopped brake can be released or kept; a kept one released, or resumed, which counts from zero again; a released one resumed before its hour is over.',
  tag,
  access,
  body: z.strictObject({ decision: z.enum(brakeDecisions) }),
  response: provisioningSchema,
  precondition: 'required',
  etag: true,
  errors: ['brake_decision_void'],
  examples: { body: { decision: 'release' }, response: exampleProvisioning },
})
