import { deleteGroup, getGroup, listGroups, patchGroup } from '@steward/contract/groups/endpoints'
import type { Group, GroupOperation, GroupStatus } from '@steward/contract/groups/schemas'
import { listRoles } from '@steward/contract/roles/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { api, apiWithEtag } from '../api/client.ts'
import { problemCode } from '../api/problem.ts'
import { endpointQuery, entityQuery, listQuery, queryClient } from '../api/query.ts'
import type { PickFind } from '../ui/table/PickTable.tsx'
import { statusOperation } from './operations.ts'
import { listInput, type GroupsSearch } from './search.ts'

/** Database tables behind a group with its users and roles. */
export const groupTables = ['user_group', 'group_member', 'group_role', 'role'] as const

/** The page of the list for a URL. */
export const groupsQuery = (search: GroupsSearch) =>
  listQuery(listGroups, groupTables, { query: { ...listInput(search), include: ['Details', 'Roles'] } })

/** The number of groups; a tenant has at most 100. */
export const groupCountQuery = endpointQuery(listGroups, ['user_group'], { query: { limit: 1 } })

/** One group with details and roles, and its version as ETag. */
export const groupQuery = (groupId: string) => entityQuery(getGroup, groupTables, { params: { groupId } })

/** A group with its version as ETag. */
export interface VersionedGroup {
  data: Group
  etag: string | undefined
}

/** Fetches the current version, bypassing the cache. */
export const readGroupAgain = (groupId: string): Promise<VersionedGroup> => queryClient.fetchQuery({ ...groupQuery(groupId), staleTime: 0 })

/** Changes a group in version `ifMatch`, and puts the saved version into the cache. */
export async function saveGroup(groupId: string, operations: GroupOperation[], ifMatch: string | undefined): Promise<VersionedGroup> {
  const { data, etag } = await apiWithEtag(patchGroup, { params: { groupId }, body: operations, ifMatch })
  const saved = { data, etag }
  queryClient.setQueryData(groupQuery(groupId).queryKey, saved)
  return saved
}

/** Attempts at a change that doesn't conflict with changes by others. */
const attempts = 3

/**
 * Adds or removes members, or sets the status. Such a change overwrites nothing that another administrator saved, so on a
 * version conflict it is retried on the newest version.
 */
export async function saveOnTop(groupId: string, operations: GroupOperation[]): Promise<VersionedGroup> {
  for (let attempt = 1; ; attempt++) {
    const { etag } = await apiWithEtag(getGroup, { params: { groupId } })
    try {
      return await saveGroup(groupId, operations, etag)
    } catch (error) {
      if (attempt === attempts || problemCode(error) !== 'version_conflict') throw error
    }
  }
}

export const setGroupStatus = (groupId: string, status: GroupStatus): Promise<VersionedGroup> =>
  saveOnTop(groupId, [statusOperation(status)])

export const removeGroup = (group: Group): Promise<void> =>
  api(deleteGroup, { params: { groupId: group.groupId }, ifMatch: `"${group.version}"` })

const pageOf = ({ text, page, limit }: Pick<PickFind, 'text' | 'page' | 'limit'>) => ({
  search: text === '' ? undefined : text,
  limit,
  offset: (page - 1) * limit,
})

/** A page of a group's members. */
export const membersQuery = (groupId: string, find: Pick<PickFind, 'text' | 'page' | 'limit'>) =>
  listQuery(listUsers, ['app_user', 'group_member'], { query: { ...pageOf(find), groupId: [groupId], sort: 'givenName' } })

/** A page of all users, each with their groups. */
export const pickUsersQuery = (find: Pick<PickFind, 'text' | 'page' | 'limit'>) =>
  listQuery(listUsers, ['app_user', 'group_member'], { query: { ...pageOf(find), include: ['Groups'], sort: 'givenName' } })

/** A page of all roles. */
export const pickRolesQuery = (find: Pick<PickFind, 'text' | 'page' | 'limit'>) =>
  listQuery(listRoles, ['role', 'role_action'], { query: { ...pageOf(find), include: ['Details'] } })
