import { deleteRole, listActions, patchRole } from '@steward/contract/roles/endpoints'
import type { Role, RoleOperation } from '@steward/contract/roles/schemas'
import { api, apiWithEtag } from '../api/client.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { flagTables } from '../flags/tables.ts'
import { roleQuery } from './queries.ts'

/** A role with the version that was loaded, as ETag. */
export interface VersionedRole {
  data: Role
  etag: string | undefined
}

/** Loads the current version, bypassing the cache. */
export const readRoleAgain = (roleId: string): Promise<VersionedRole> => queryClient.fetchQuery({ ...roleQuery(roleId), staleTime: 0 })

/** Changes a role loaded in version `ifMatch`, and puts the saved role into the cache. */
export async function saveRole(roleId: string, operations: RoleOperation[], ifMatch: string | undefined): Promise<VersionedRole> {
  const { data, etag } = await apiWithEtag(patchRole, { params: { roleId }, body: operations, ifMatch })
  const saved = { data, etag }
  queryClient.setQueryData(roleQuery(roleId).queryKey, saved)
  return saved
}

export const removeRole = (role: Role): Promise<void> => api(deleteRole, { params: { roleId: role.roleId }, ifMatch: `"${role.version}"` })

/** The actions that a custom role of this tenant can include, given its flags and the environment: a few hundred. */
export const actionsQuery = endpointQuery(listActions, flagTables, {
  query: { include: ['Details', 'Entitlements'], limit: 500 },
})
