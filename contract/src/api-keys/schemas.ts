import { z } from 'zod'
import { entityName, pageOf, paging, repeated, sortOf, timestamp } from '../fields.ts'
import { apiKeyName } from '../rules/names.ts'
import { searchText } from '../text.ts'
import { apiKeyOverlaps, apiKeySorts } from './constants.ts'

export const apiKeySchema = z.strictObject({
  apiKeyId: z.uuid(),
  apiKeyName: z.string(),
  /** The start of the key, which identifies a leaked one. */
  prefix: z.string().meta({ example: 'stw_key_8fK2xQ' }),
  groups: z.array(z.strictObject({ groupId: z.uuid(), groupName: z.string(), isEnabled: z.boolean() })),
  createdBy: z.string(),
  /** Who created the key or last regenerated its secret; empty if unknown. */
  heldBy: z.string(),
  /** The key is refused while its owner is disabled or after they are deleted. Regenerating it changes the owner to you. */
  isHolderGone: z.boolean(),
  createdAt: timestamp,
  /** To the minute. */
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  /** The secret before the last regeneration, while it still works. */
  previous: z.strictObject({ prefix: z.string(), validUntil: timestamp, lastUsedAt: timestamp.nullable() }).nullable(),
  version: z.number().int(),
})
export type ApiKey = z.output<typeof apiKeySchema>

/** The secret, returned only once. */
export const mintedApiKeySchema = apiKeySchema.extend({
  apiKey: z.string().meta({ description: 'The key itself, shown only in this response; only its digest is stored' }),
})
export type MintedApiKey = z.output<typeof mintedApiKeySchema>

const groups = z.array(z.uuid()).max(100)
const expiresAt = timestamp.nullable()

/** Input for creating a key. */
export const apiKeyInput = z.strictObject({ apiKeyName, groups: groups.min(1), expiresAt: expiresAt.default(null) })
/** Changes to a key; fields that are left out stay the same. */
export const apiKeyChange = z.strictObject({
  apiKeyName: apiKeyName.optional(),
  groups: groups.min(1).optional(),
  expiresAt: expiresAt.optional(),
})

export const listApiKeysQuery = z.strictObject({
  search: searchText().optional().meta({ description: 'Words that are all in the name, or the start of a key' }),
  groupId: repeated(z.uuid()).meta({ description: 'Only keys with one of these groups' }),
  use: z.enum(['never', 'used', 'expiring', 'expired', 'unlimited', 'rotating', 'stopped']).optional().meta({
    description:
      'Keys that were never used, were used, expire within 30 days, have expired, never expire, have an old secret that still works, or stopped with their owner',
  }),
  sort: sortOf(apiKeySorts).default('apiKeyName'),
  ...paging,
})

export const listApiKeysResponse = pageOf(apiKeySchema)

const keyNamed = entityName('apiKey').meta({ entity: 'apiKey', description: 'Name of the key (case-insensitive) or its id' })

export const getApiKeyParams = z.strictObject({ key: keyNamed })

export const patchApiKeyParams = z.strictObject({ key: keyNamed })

export const deleteApiKeyParams = z.strictObject({ key: keyNamed })

export const regenerateApiKeyParams = z.strictObject({ key: keyNamed })

export const regenerateApiKeyQuery = z.strictObject({
  overlap: z.enum(apiKeyOverlaps).default('none').meta({ description: 'How long the old secret still works' }),
})

export const endApiKeyOverlapParams = z.strictObject({ key: keyNamed })
