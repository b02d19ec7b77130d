import { infiniteQueryOptions } from '@tanstack/react-query'
import { countPeopleWithAccess, getAccessMap, listGrants, listPeopleWithAccess } from '@steward/contract/access/endpoints'
import { api } from '../api/client.ts'
import { endpointQuery } from '../api/query.ts'
import { flagTables } from '../flags/tables.ts'
import { userTables } from '../users/queries.ts'

/** Tables that decide who has access to something. */
const accessTables = [
  ...userTables,
  ...flagTables,
  'role_action',
  'application_license',
  'federation_config',
  'resource_group',
  'resource_group_group',
]

/** People shown at a time. */
const pageSize = 60

/** Who has access to something, page by page. */
export const peopleQuery = (ask: string) =>
  infiniteQueryOptions({
    queryKey: [listPeopleWithAccess.id, ask],
    queryFn: ({ pageParam, signal }) =>
      api(listPeopleWithAccess, { query: { ask, limit: pageSize, ...(pageParam === null ? {} : { after: pageParam }) }, signal }),
    // The type of the first cursor, which later ones share.
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextAfter,
    meta: { tables: accessTables },
  })

export const peopleCountQuery = (ask: string) => endpointQuery(countPeopleWithAccess, accessTables, { query: { ask } })

export const mapQuery = endpointQuery(
  getAccessMap,
  ['user_group', 'group_member', 'group_role', 'role', 'role_action', 'application_license'],
  {},
)

export const grantsQuery = (userId: string, ask: string) => endpointQuery(listGrants, accessTables, { query: { userId, ask } })
