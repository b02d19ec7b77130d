import { getPermissions } from '@steward/contract/access/endpoints'
import { listGroups } from '@steward/contract/groups/endpoints'
import type { BodyOf } from '@steward/contract/http'
import { listUserSessions } from '@steward/contract/session/endpoints'
import { updateUser } from '@steward/contract/users/endpoints'
import type { User } from '@steward/contract/users/schemas'
import { apiWithEtag } from '../api/client.ts'
import { shownMoment } from '../api/moment.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { flagTables } from '../flags/tables.ts'
import { userQuery, userTables } from './queries.ts'

/** A user with the version that was loaded, as ETag. */
export interface VersionedUser {
  data: User
  etag: string | undefined
}

/** Loads the current version, bypassing the cache. */
export const readUserAgain = (userId: string): Promise<VersionedUser> => queryClient.fetchQuery({ ...userQuery(userId), staleTime: 0 })

/** Changes a user loaded in version `ifMatch`, and puts the saved user into the cache. */
export async function saveUser(userId: string, change: BodyOf<typeof updateUser>, ifMatch: string | undefined): Promise<VersionedUser> {
  const { data, etag } = await apiWithEtag(updateUser, { params: { userId }, body: change, ifMatch })
  const saved = { data, etag }
  queryClient.setQueryData(userQuery(userId).queryKey, saved)
  return saved
}

export const sessionsQuery = (userId: string) => endpointQuery(listUserSessions, ['user_session'], { params: { userId } })

/** A user's permissions with the inputs behind them, at a moment: by default the one that the console shows. */
export const accessQuery = (username: string, asOf = shownMoment()) =>
  endpointQuery(
    getPermissions,
    [...userTables, ...flagTables, 'role_action', 'application_license', 'federation_config', 'resource_group', 'resource_group_group'],
    { query: asOf === undefined ? { username } : { username, asOf } },
  )

/** All groups of the tenant with their roles: at most 100. */
export const groupsWithRolesQuery = endpointQuery(listGroups, ['user_group', 'group_role', 'role'], {
  query: { include: ['Roles', 'Details'], limit: 100 },
})
