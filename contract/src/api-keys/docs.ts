import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  apiKeyChange,
  apiKeyInput,
  apiKeySchema,
  deleteApiKeyParams,
  endApiKeyOverlapParams,
  getApiKeyParams,
  listApiKeysQuery,
  listApiKeysResponse,
  mintedApiKeySchema,
  patchApiKeyParams,
  regenerateApiKeyParams,
  regenerateApiKeyQuery,
  type ApiKey,
  type MintedApiKey,
} from './schemas.ts'

const tag = 'API keys'

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
  previous: null,
  version: 1,
}
const exampleMinted: MintedApiKey = { ...exampleApiKey, apiKey: 'stw_key_8fK2xQ…' }

export const apiKeysDocs = operations(endpoints, {
  listApiKeys: {
    summary: 'List API keys with their groups and last use',
    tag,
    query: listApiKeysQuery,
    response: listApiKeysResponse,
    errors: [],
    examples: { response: { count: 1, items: [exampleApiKey], limit: 20, offset: 0, totalCount: 1, totalIsExact: true } },
  },
  createApiKey: {
    summary: 'Create an API key',
    description:
      "The key is shown only in this response. It can do what its groups allow. The caller can't give a key more administration permissions than they have.",
    tag,
    body: apiKeyInput,
    response: mintedApiKeySchema,
    errors: ['api_key_name_taken', 'api_key_limit_reached', 'group_unknown', 'expiry_past', 'administrator_only', 'grant_exceeds_own'],
    examples: { body: { apiKeyName: 'Nightly export', groups: [exampleApiKey.groups[0]?.groupId ?? ''] }, response: exampleMinted },
  },
  getApiKey: {
    summary: 'Get an API key with its groups and last use',
    tag,
    params: getApiKeyParams,
    response: apiKeySchema,
    errors: ['not_found'],
    examples: { params: { key: 'Nightly export' }, response: exampleApiKey },
  },
  patchApiKey: {
    summary: 'Change the name, groups or expiration of an API key',
    tag,
    params: patchApiKeyParams,
    body: apiKeyChange,
    response: apiKeySchema,
    errors: ['not_found', 'api_key_name_taken', 'group_unknown', 'expiry_past', 'administrator_only', 'grant_exceeds_own'],
    examples: { params: { key: 'Nightly export' }, body: { apiKeyName: 'Weekly export' }, response: exampleApiKey },
  },
  deleteApiKey: {
    summary: 'Delete an API key',
    tag,
    params: deleteApiKeyParams,
    errors: ['not_found'],
    examples: { params: { key: 'Nightly export' } },
  },
  regenerateApiKey: {
    summary: 'Replace the secret of an API key',
    description:
      'The old secret stops working immediately, or after an hour, a day or a week (`overlap`), so that programs can be changed one by one.',
    tag,
    params: regenerateApiKeyParams,
    query: regenerateApiKeyQuery,
    response: mintedApiKeySchema,
    errors: ['not_found', 'administrator_only', 'grant_exceeds_own'],
    examples: { params: { key: 'Nightly export' }, response: exampleMinted },
  },
  endApiKeyOverlap: {
    summary: 'Revoke the old secret of a regenerated API key',
    description: 'Does nothing if no old secret still works.',
    tag,
    params: endApiKeyOverlapParams,
    response: apiKeySchema,
    errors: ['not_found'],
    examples: { params: { key: 'Nightly export' }, response: exampleApiKey },
  },
})
