import { keepPreviousData } from '@tanstack/react-query'
import { getGroup, listGroups } from '@steward/contract/groups/endpoints'
import { listApplicationLicenses, listDataEntitlements } from '@steward/contract/licenses/endpoints'
import { getRole, listRoles } from '@steward/contract/roles/endpoints'
import { getUser, listUsers } from '@steward/contract/users/endpoints'
import { endpointQuery, listQuery } from '../api/query.ts'

/** Reads of another moment: no change of a table changes them. */

const none: readonly string[] = []
const query = (asOf: string, search: string) => ({ asOf, limit: 100, ...(search === '' ? {} : { search }) })

export const pastUserQuery = (userId: string, asOf: string) => endpointQuery(getUser, none, { params: { userId }, query: { asOf } })
export const pastGroupQuery = (groupId: string, asOf: string) => endpointQuery(getGroup, none, { params: { groupId }, query: { asOf } })
export const pastRoleQuery = (roleId: string, asOf: string) => endpointQuery(getRole, none, { params: { roleId }, query: { asOf } })

export const pastUsersQuery = (asOf: string, search: string) => ({
  ...endpointQuery(listUsers, none, { query: { ...query(asOf, search), sort: 'givenName' } }),
  placeholderData: keepPreviousData,
})
export const pastGroupsQuery = (asOf: string, search: string) => ({
  ...endpointQuery(listGroups, none, { query: { ...query(asOf, search), include: ['Details'] } }),
  placeholderData: keepPreviousData,
})
export const pastRolesQuery = (asOf: string, search: string) => ({
  ...endpointQuery(listRoles, none, { query: { ...query(asOf, search), include: ['Details'] } }),
  placeholderData: keepPreviousData,
})
export const pastApplicationsQuery = (asOf: string, search: string) =>
  listQuery(listApplicationLicenses, none, { query: query(asOf, search) })
export const pastDataQuery = (asOf: string, search: string) => listQuery(listDataEntitlements, none, { query: query(asOf, search) })
