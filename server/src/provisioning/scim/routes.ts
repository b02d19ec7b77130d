import { type DiscoveryEndpoint, discover, isDiscovery } from './discovery.ts'
import { ScimError, notFound } from './error.ts'
import { createGroup, deleteGroup, getGroup, listGroups, patchGroup, replaceGroup } from './groups/service.ts'
import { type ListRequest, projectionIn, readListRequest, searchRequest } from './list-request.ts'
import type { ScimMethod, ScimRequest } from './types.ts'
import { type ResourceType, groupType, userType } from './schema/schemas.ts'
import type { Result, Scope } from './scope.ts'
import { createUser, deleteUser, getUser, listUsers, patchUser, replaceUser } from './users/service.ts'

/** Maps a method and a path to an operation (RFC 7644, section 3.2). */

interface Resources {
  type: ResourceType
  list(scope: Scope, request: ListRequest): Promise<Result>
  create(scope: Scope, body: unknown): Promise<Result>
  get(scope: Scope, id: string): Promise<Result>
  replace(scope: Scope, id: string, body: unknown): Promise<Result>
  patch(scope: Scope, id: string, body: unknown): Promise<Result>
  remove(scope: Scope, id: string): Promise<Result>
}

const users: Resources = {
  type: userType,
  list: listUsers,
  create: createUser,
  get: getUser,
  replace: replaceUser,
  patch: patchUser,
  remove: deleteUser,
}
const groups: Resources = {
  type: groupType,
  list: listGroups,
  create: createGroup,
  get: getGroup,
  replace: replaceGroup,
  patch: patchGroup,
  remove: deleteGroup,
}

export type Place = Parameters<typeof discover>[0]

/** An operation ready to run. */
export interface Operation {
  /** Reads run in a read-only transaction. */
  isRead: boolean
  run(scope: Scope, place: Place): Promise<Result>
  type: ResourceType
}

/** @throws ScimError 404, 405, 501, and for invalid list parameters */
export function operationOf({ method, path, query = {}, body }: ScimRequest): Operation {
  const [endpoint = '', id, ...more] = path.split('/').slice(1).map(decoded)
  if (endpoint.toLowerCase() === 'me') throw new ScimError(501, '/Me is not supported: a SCIM token is no user.')
  if (more.length > 0) throw notFound('Path', path.slice(0, 200))
  if (isDiscovery(endpoint)) return discovery(endpoint, method, id === '' ? undefined : id, query)
  const resources = endpoint === 'Users' ? users : endpoint === 'Groups' ? groups : undefined
  if (endpoint === '.search' || endpoint === '') throw new ScimError(501, 'Search /Users or /Groups; both at once is not supported.')
  if (!resources) throw notFound('Path', path.slice(0, 200))
  const { type } = resources
  if (id === undefined || id === '') {
    if (method === 'POST') return { isRead: false, type, run: (scope) => resources.create(scope, body) }
    if (method === 'GET') return listing(resources, readListRequest(type, query))
    throw notAllowed(method, path)
  }
  if (id === '.search') {
    if (method !== 'POST') throw notAllowed(method, path)
    return listing(resources, readListRequest(type, searchRequest(body)))
  }
  switch (method) {
    case 'GET':
      return { isRead: true, type, run: (scope) => resources.get(scope, id) }
    case 'PUT':
      return { isRead: false, type, run: (scope) => resources.replace(scope, id, body) }
    case 'PATCH':
      return { isRead: false, type, run: (scope) => resources.patch(scope, id, body) }
    case 'DELETE':
      return { isRead: false, type, run: (scope) => resources.remove(scope, id) }
    case 'POST':
      throw notAllowed(method, path)
  }
}

const listing = (resources: Resources, request: ListRequest): Operation => ({
  isRead: true,
  type: resources.type,
  run: (scope) => resources.list({ ...scope, projection: request.projection }, request),
})

function discovery(
  endpoint: DiscoveryEndpoint,
  method: ScimMethod,
  id: string | undefined,
  query: Readonly<Record<string, string>>,
): Operation {
  if (method !== 'GET') throw notAllowed(method, `/${endpoint}`)
  return {
    isRead: true,
    type: userType,
    run: async (_scope, place) => ({ status: 200, body: discover(place, endpoint, id, query['filter'] !== undefined), changes: [] }),
  }
}

/** The attributes to return. */
export const projectionOfRequest = (type: ResourceType, { query = {} }: ScimRequest) => projectionIn(type, query)

const notAllowed = (method: ScimMethod, path: string) => new ScimError(405, `${method} is not possible at ${path.slice(0, 200)}.`)

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw notFound('Path', segment.slice(0, 200))
  }
}
