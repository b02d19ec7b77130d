import { z } from 'zod'
import { entityName, pageOf, paging, repeated, sortOf, timestamp } from '../fields.ts'
import { apiKeyName } from '../rules/names.ts'
import { searchText } from '../text.ts'
import { apiKeySorts } from './constants.ts'

export const apiKeySchema = z.strictObject({
  apiKeyId: z.uuid(),
  apiKeyName: z.string(),
  /** The beginning of the key, by which a leaked one is found. */
  prefix: z.string().meta({ example: 'stw_key_8fK2xQ' }),
  groups: z.array(z.strictObject({ groupId: z.uuid(), groupName: z.string(), isEnabled: z.boolean() })),
  createdBy: z.string(),
  /** Who created it or gave it its secret last; empty where nobody did. */
  heldBy: z.string(),
  /** A key is refused while its holder is disabled, and when they are deleted; regenerating it takes it over. */
  isHolderGone: z.boolean(),
  createdAt: timestamp,
  /** To the minute. */
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  version: z.number().int(),
})
export type ApiKey = z.output<typeof apiKeySchema>

/** What is answered once and never again. */
export const mintedApiKeySchema = apiKeySchema.extend({
  apiKey: z.string().meta({ description: 'The key itself, shown this once; only its digest is stored' }),
})
export type MintedApiKey = z.output<typeof mintedApiKeySchema>

const groups = z.array(z.uuid()).max(100)
const expiresAt = timestamp.nullable()

/** What a key is created with. */
export const apiKeyInput = z.strictObject({ apiKeyName, groups: groups.min(1), expiresAt: expiresAt.default(null) })
/** What of a key may be changed; only what is given changes. */
export const apiKeyChange = z.strictObject({
  apiKeyName: apiKeyName.optional(),
  groups: groups.min(1).optional(),
  expiresAt: expiresAt.optional(),
})

export const listApiKeysQuery = z.strictObject({
  search: searchText().optional().meta({ description: 'Part of a name, or the beginning of a key' }),
  groupId: repeated(z.uuid()).meta({ description: 'Only keys with one of these groups' }),
  use: z.enum(['never', 'used', 'expired', 'stopped']).optional().meta({
    description: 'Keys never used, used ones, those that have expired, or those that stopped with their holder',
  }),
  sort: sortOf(apiKeySorts).default('apiKeyName'),
  ...paging,
})

export const listApiKeysResponse = pageOf(apiKeySchema)

const keyNamed = entityName('apiKey').meta({ entity: 'apiKey', description: 'Name of the key, upper and lower case alike, or its id' })

export const getApiKeyParams = z.strictObject({ key: keyNamed })

export const patchApiKeyParams = z.strictObject({ key: keyNamed })

export const deleteApiKeyParams = z.strictObject({ key: keyNamed })

export const regenerateApiKeyParams = z.strictObject({ key: keyNamed })
