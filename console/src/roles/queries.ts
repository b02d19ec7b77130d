import { deleteRole, getRole, listActions, listRoles, patchRole } from '@steward/contract/roles/endpoints'
import type { Role, RoleOperation } from '@steward/contract/roles/schemas'
import { api, apiWithEtag } from '../api/client.ts'
import { endpointQuery, entityQuery, listQuery, queryClient } from '../api/query.ts'
import { flagTables } from '../flags/tables.ts'
import { listInput, type RolesSearch } from './search.ts'

/** Tables behind a role with its actions and groups. */
export const roleTables = ['role', 'role_action', 'group_role', 'user_group', 'group_member'] as const

/** The page of the list that a URL asks for. */
export const rolesQuery = (search: RolesSearch) =>
  listQuery(listRoles, roleTables, { query: { ...listInput(search), include: ['Details', 'Groups'] } })

/** One role with actions and groups, and the version as ETag. */
export const roleQuery = (roleId: string) => entityQuery(getRole, roleTables, { params: { roleId } })

/** A role with the version that was read, as ETag. */
export interface VersionedRole {
  data: Role
  etag: string | undefined
}

/** What is there now, whatever was read before. */
export const readRoleAgain = (roleId: string): Promise<VersionedRole> => queryClient.fetchQuery({ ...roleQuery(roleId), staleTime: 0 })

/** Changes a role as read in version `ifMatch`; what was saved is what everybody here reads from then on. */
export async function saveRole(roleId: string, operations: RoleOperation[], ifMatch: string | undefined): Promise<VersionedRole> {
  const { data, etag } = await apiWithEtag(patchRole, { params: { roleId }, body: operations, ifMatch })
  const saved = { data, etag }
  queryClient.setQueryData(roleQuery(roleId).queryKey, saved)
  return saved
}

export const removeRole = (role: Role): Promise<void> => api(deleteRole, { params: { roleId: role.roleId }, ifMatch: `"${role.version}"` })

/** The actions a custom role of this tenant may hold, by its flags and the environment: some hundred. */
export const actionsQuery = endpointQuery(listActions, flagTables, {
  query: { include: ['Details', 'Entitlements'], limit: 500 },
})
