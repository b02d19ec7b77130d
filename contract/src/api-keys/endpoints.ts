import { z } from 'zod'
import { searchText } from '../text.ts'
import { endpoint, entityName, pageOf, paging, repeated, sortOf, timestamp } from '../http.ts'
import { apiKeyName } from '../rules/names.ts'

/** API keys of programs (first specification file, sections 3 and 7): what one may do follows from the groups on it. */

const tag = 'API keys'

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

export const exampleApiKey: ApiKey = {
  apiKeyId: '0199c0de-6666-7c11-9d59-3b8f5f1c2a44',
  apiKeyName: 'Nightly export',
  prefix: 'stw_key_8fK2xQ',
  groups: [{ groupId: '0199c0de-3333-7c11-9d59-3b8f5f1c2a44', groupName: 'Treaty desk', isEnabled: true }],
  createdBy: 'ada.lindqvist@meridian-re.example',
  heldBy: 'ada.lindqvist@meridian-re.example',
  isHolderGone: false,
  createdAt: '2026-03-14T09:26:53.589Z',
  lastUsedAt: null,
  expiresAt: null,
  version: 1,
}
const exampleMinted: MintedApiKey = { ...exampleApiKey, apiKey: 'stw_key_8fK2xQ…' }

export const apiKeySorts = ['apiKeyName', 'createdAt', 'lastUsedAt', 'expiresAt'] as const
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

export const listApiKeys = endpoint({
  id: 'listApiKeys',
  method: 'GET',
  path: '/auth/ApiKeys',
  summary: 'List API keys with their groups and last use',
  tag,
  access: { permission: 'Admin.ViewApiKeys' },
  query: z.strictObject({
    search: searchText().optional().meta({ description: 'Part of a name, or the beginning of a key' }),
    groupId: repeated(z.uuid()).meta({ description: 'Only keys with one of these groups' }),
    use: z.enum(['never', 'used', 'expired', 'stopped']).optional().meta({
      description: 'Keys never used, used ones, those that have expired, or those that stopped with their holder',
    }),
    sort: sortOf(apiKeySorts).default('apiKeyName'),
    ...paging,
  }),
  response: pageOf(apiKeySchema),
  errors: [],
  examples: { response: { count: 1, items: [exampleApiKey], limit: 20, offset: 0, totalCount: 1, totalIsExact: true } },
})

export const createApiKey = endpoint({
  id: 'createApiKey',
  method: 'POST',
  path: '/auth/ApiKeys',
  summary: 'Create an API key; the answer shows it once',
  description: 'The key may do what its groups allow. Nobody creates a key that may do more of administration than they may.',
  tag,
  access: { permission: 'Admin.EditApiKeys' },
  body: apiKeyInput,
  response: mintedApiKeySchema,
  status: 201,
  etag: true,
  errors: ['api_key_name_taken', 'api_key_limit_reached', 'group_unknown', 'expiry_past', 'administrator_only', 'grant_exceeds_own'],
  examples: { body: { apiKeyName: 'Nightly export', groups: [exampleApiKey.groups[0]?.groupId ?? ''] }, response: exampleMinted },
})

const keyNamed = entityName('apiKey').meta({ entity: 'apiKey', description: 'Name of the key, upper and lower case alike, or its id' })

export const getApiKey = endpoint({
  id: 'getApiKey',
  method: 'GET',
  path: '/auth/ApiKeys/{key}',
  summary: 'Read an API key with its groups and last use',
  tag,
  access: { permission: 'Admin.ViewApiKeys' },
  params: z.strictObject({ key: keyNamed }),
  response: apiKeySchema,
  etag: true,
  errors: ['not_found'],
  examples: { params: { key: 'Nightly export' }, response: exampleApiKey },
})

export const patchApiKey = endpoint({
  id: 'patchApiKey',
  method: 'PATCH',
  path: '/auth/ApiKeys/{key}',
  summary: 'Change the name, groups or end of an API key',
  tag,
  access: { permission: 'Admin.EditApiKeys' },
  params: z.strictObject({ key: keyNamed }),
  body: apiKeyChange,
  response: apiKeySchema,
  precondition: 'optional',
  etag: true,
  errors: ['not_found', 'api_key_name_taken', 'group_unknown', 'expiry_past', 'administrator_only', 'grant_exceeds_own'],
  examples: { params: { key: 'Nightly export' }, body: { apiKeyName: 'Weekly export' }, response: exampleApiKey },
})

export const deleteApiKey = endpoint({
  id: 'deleteApiKey',
  method: 'DELETE',
  path: '/auth/ApiKeys/{key}',
  summary: 'Delete an API key; it is refused at once',
  tag,
  access: { permission: 'Admin.EditApiKeys' },
  params: z.strictObject({ key: keyNamed }),
  response: z.undefined(),
  status: 204,
  precondition: 'optional',
  errors: ['not_found'],
  examples: { params: { key: 'Nightly export' } },
})

export const regenerateApiKey = endpoint({
  id: 'regenerateApiKey',
  method: 'POST',
  path: '/auth/ApiKeys/regenerate/{key}',
  summary: 'Replace the secret of an API key; the old one is refused at once',
  tag,
  access: { permission: 'Admin.EditApiKeys' },
  params: z.strictObject({ key: keyNamed }),
  response: mintedApiKeySchema,
  precondition: 'optional',
  etag: true,
  errors: ['not_found', 'administrator_only', 'grant_exceeds_own'],
  examples: { params: { key: 'Nightly export' }, response: exampleMinted },
})
