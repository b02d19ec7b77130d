import { patchApiKey } from '@steward/contract/api-keys/endpoints'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { listGroups } from '@steward/contract/groups/endpoints'
import { apiWithEtag } from '../api/client.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { keyQuery } from './queries.ts'

/** The groups a key can have; a tenant has at most 100. */
export const keyGroupsQuery = endpointQuery(listGroups, ['user_group'], { query: { limit: 100 } })

/** All groups with their roles, for what a key can do. */
export const keyRolesQuery = endpointQuery(listGroups, ['user_group', 'group_role', 'role'], { query: { include: ['Roles'], limit: 100 } })

/** A key with the version that was loaded, as ETag. */
export interface VersionedKey {
  data: ApiKey
  etag: string | undefined
}

/** Loads the current version, bypassing the cache. */
export const readKeyAgain = (keyId: string): Promise<VersionedKey> => queryClient.fetchQuery({ ...keyQuery(keyId), staleTime: 0 })

/** Changes a key loaded in version `ifMatch`. */
export async function saveKey(
  keyId: string,
  body: { apiKeyName?: string; groups?: string[]; expiresAt?: string | null },
  ifMatch: string | undefined,
): Promise<VersionedKey> {
  const { data, etag } = await apiWithEtag(patchApiKey, { params: { key: keyId }, body, ifMatch })
  const saved = { data, etag }
  queryClient.setQueryData(keyQuery(keyId).queryKey, saved)
  return saved
}
