import { infiniteQueryOptions } from '@tanstack/react-query'
import { countPeopleWithAccess, getAccessMap, listGrants, listPeopleWithAccess } from '@steward/contract/access/endpoints'
import { auditedTables } from '@steward/contract/audit-log/constants'
import { getDifference } from '@steward/contract/history/endpoints'
import { shownParts } from '@steward/contract/history/records'
import type { QueryOf } from '@steward/contract/http'
import { api } from '../api/client.ts'
import { endpointQuery, noting } from '../api/query.ts'
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
    queryFn: ({ pageParam, signal, queryKey }) => {
      const query = { ask, limit: pageSize, ...(pageParam === null ? {} : { after: pageParam }) }
      return api(listPeopleWithAccess, { query, signal }, { onFailure: noting(queryKey) })
    },
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

/** What differs between two moments, page by page. One that ends now changes with every change, such as an undo. */
export const differenceQuery = ({ record, id, from, to }: Pick<QueryOf<typeof getDifference>, 'record' | 'id' | 'from' | 'to'>) =>
  infiniteQueryOptions({
    queryKey: [getDifference.id, record, id, from, to],
    queryFn: ({ pageParam, signal, queryKey }) => {
      const query = { record, id, from, to, limit: shownParts, offset: pageParam }
      return api(getDifference, { query, signal }, { onFailure: noting(queryKey) })
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * shownParts < last.partCount ? pages.length * shownParts : undefined),
    meta: { tables: auditedTables, pauseMs: 2_000 },
  })
