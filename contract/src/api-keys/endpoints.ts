import type { Endpoint } from '../http.ts'
import type {
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
} from './schemas.ts'

/** API keys for programs (first specification file, sections 3 and 7). A key's permissions come from its groups. */

export const listApiKeys: Endpoint<{ query: typeof listApiKeysQuery; response: typeof listApiKeysResponse }> = {
  id: 'listApiKeys',
  method: 'GET',
  path: '/auth/ApiKeys',
  access: { permission: 'Admin.ViewApiKeys' },
}

export const createApiKey: Endpoint<{ body: typeof apiKeyInput; response: typeof mintedApiKeySchema }> = {
  id: 'createApiKey',
  method: 'POST',
  path: '/auth/ApiKeys',
  access: { permission: 'Admin.EditApiKeys' },
  freshness: 'always',
  status: 201,
  etag: true,
}

export const getApiKey: Endpoint<{ params: typeof getApiKeyParams; response: typeof apiKeySchema }> = {
  id: 'getApiKey',
  method: 'GET',
  path: '/auth/ApiKeys/{key}',
  access: { permission: 'Admin.ViewApiKeys' },
  etag: true,
}

export const patchApiKey: Endpoint<{ params: typeof patchApiKeyParams; body: typeof apiKeyChange; response: typeof apiKeySchema }> = {
  id: 'patchApiKey',
  method: 'PATCH',
  path: '/auth/ApiKeys/{key}',
  access: { permission: 'Admin.EditApiKeys' },
  freshness: 'sometimes',
  precondition: 'optional',
  etag: true,
}

export const deleteApiKey: Endpoint<{ params: typeof deleteApiKeyParams }> = {
  id: 'deleteApiKey',
  method: 'DELETE',
  path: '/auth/ApiKeys/{key}',
  access: { permission: 'Admin.EditApiKeys' },
  status: 204,
  precondition: 'optional',
}

export const regenerateApiKey: Endpoint<{
  params: typeof regenerateApiKeyParams
  query: typeof regenerateApiKeyQuery
  response: typeof mintedApiKeySchema
}> = {
  id: 'regenerateApiKey',
  method: 'POST',
  path: '/auth/ApiKeys/regenerate/{key}',
  access: { permission: 'Admin.EditApiKeys' },
  freshness: 'always',
  precondition: 'optional',
  etag: true,
}

export const endApiKeyOverlap: Endpoint<{ params: typeof endApiKeyOverlapParams; response: typeof apiKeySchema }> = {
  id: 'endApiKeyOverlap',
  method: 'DELETE',
  path: '/auth/ApiKeys/{key}/previous',
  access: { permission: 'Admin.EditApiKeys' },
  precondition: 'optional',
  etag: true,
}
