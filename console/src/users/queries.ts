import { getUser, listUsers } from '@steward/contract/users/endpoints'
import { countUsers } from '@steward/contract/users/matching-endpoints'
import { endpointQuery, entityQuery, listQuery } from '../api/query.ts'
import { listInput, type UsersSearch } from './search.ts'

/** Tables that affect a user with groups and roles. */
export const userTables = ['app_user', 'group_member', 'user_group', 'group_role', 'role'] as const

/** The page of the list for a URL. */
export const usersQuery = (search: UsersSearch) =>
  listQuery(listUsers, userTables, { query: { ...listInput(search), include: ['Details', 'Groups', 'Roles'] } })

/** One user with all details, and the version as ETag. */
export const userQuery = (userId: string) => entityQuery(getUser, userTables, { params: { userId } })

/** The users of the tenant by status, beside the choices of the filter. */
export const userCountsQuery = endpointQuery(countUsers, ['app_user'], {})
