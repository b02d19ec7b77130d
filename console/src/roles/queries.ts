import { getRole, listRoles } from '@steward/contract/roles/endpoints'
import { entityQuery, listQuery } from '../api/query.ts'
import { listInput, type RolesSearch } from './search.ts'

/** Tables that affect a role with its actions and groups. */
export const roleTables = ['role', 'role_action', 'group_role', 'user_group', 'group_member'] as const

/** The page of the list for a URL. */
export const rolesQuery = (search: RolesSearch) =>
  listQuery(listRoles, roleTables, { query: { ...listInput(search), include: ['Details', 'Groups'] } })

/** One role with actions and groups, and the version as ETag. */
export const roleQuery = (roleId: string) => entityQuery(getRole, roleTables, { params: { roleId } })
