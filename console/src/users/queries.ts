import { getUser, listUsers } from '@steward/contract/users/endpoints'
import { countUsers } from '@steward/contract/users/matching-endpoints'
import { endpointQuery, entityQuery, listQuery } from '../api/query.ts'
import { factorTables } from '../session/factors/tables.ts'
import { emptyLayout, storedLayout } from '../ui/table/layout.ts'
import { savedViewParam } from '../ui/table/search.ts'
import { listInput, type UsersSearch } from './search.ts'

/** Tables that affect a user with groups and roles. */
export const userTables = ['app_user', 'group_member', 'user_group', 'group_role', 'role'] as const

/** The page of the list for a URL. Second factors are only read where the layout shows them. */
export function usersQuery(search: UsersSearch, layout = storedLayout('users', savedViewParam({ ...search })) ?? emptyLayout) {
  const shown = layout.columns.factors === true ? (['Factors'] as const) : []
  const tables = shown.length === 0 ? userTables : [...userTables, ...factorTables]
  return listQuery(listUsers, tables, { query: { ...listInput(search), include: ['Details', 'Groups', 'Roles', ...shown] } })
}

/** One user with all details, and the version as ETag. */
export const userQuery = (userId: string) => entityQuery(getUser, userTables, { params: { userId } })

/** The users of the tenant by status, beside the choices of the filter. */
export const userCountsQuery = endpointQuery(countUsers, ['app_user'], {})
