import { getApiKey, listApiKeys } from '@steward/contract/api-keys/endpoints'
import { entityQuery, listQuery } from '../api/query.ts'
import { listInput, type KeysSearch } from './search.ts'

/** Tables that affect a key with its groups. */
export const keyTables = ['api_key', 'api_key_group', 'user_group', 'app_user'] as const

/** The page of the list for a URL. */
export const keysQuery = (search: KeysSearch) => listQuery(listApiKeys, keyTables, { query: listInput(search) })

/** One key, and its version as ETag. */
export const keyQuery = (keyId: string) => entityQuery(getApiKey, keyTables, { params: { key: keyId } })
