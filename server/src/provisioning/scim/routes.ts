import { type DiscoveryEndpoint, discover, discoveryEndpoint } from './discovery.ts'
import { notAllowed, pathUnknown, refuse } from './error.ts'
import { createGroup, deleteGroup, getGroup, groupPage, patchGroup, replaceGroup } from './groups/service.ts'
import type { JsonObject } from './json.ts'
import { type ListRequest, type Page, listResponse, projectionIn, readListRequest, searchRequest } from './list-request.ts'
import type { ScimMethod, ScimRequest } from './types.ts'
import { type ResourceType, groupType, userType } from './schema/schemas.ts'
import type { Result, Scope } from './scope.ts'
import { createUser, deleteUser, getUser, patchUser, replaceUser, userPage } from './users/service.ts'

/** Maps a method and a path to an operation (RFC 7644, section 3.2). */

interface Resources {
  type: ResourceType
  page(scope: Scope, request: ListRequest, others?: readonly ResourceType[]): Promise<Page<JsonObject>>
  create(scope: Scope, body: unknown): Promise<Result>
  get(scope: Scope, id: string): Promise<Result>
  replace(scope: Scope, id: string, body: unknown): Promise<Result>
  patch(scope: Scope, id: string, body: unknown): Promise<Result>
  remove(scope: Scope, id: string): Promise<Result>
}

const users: Resources = {
  type: userType,
  page: userPage,
  create: createUser,
  get: getUser,
  replace: replaceUser,
  patch: patchUser,
  remove: deleteUser,
}
const groups: Resources = {
  type: groupType,
  page: groupPage,
  create: createGroup,
  get: getGroup,
  replace: replaceGroup,
  patch: patchGroup,
  remove: deleteGroup,
}
const everything = [users, groups]

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
  const [segment = '', id, ...more] = path.split('/').slice(1).map(decoded)
  // Some clients write /users.
  const endpoint = segment.toLowerCase()
  if (more.length > 0) throw pathUnknown(path)
  if (endpoint === 'me') throw refuse(501, 'me_not_supported', {})
  const told = discoveryEndpoint(endpoint)
  if (told) return discovery(told, method, id === '' ? undefined : id, query)
  if (endpoint === '' || (endpoint === '.search' && id === undefined))
    return search(everything, endpoint === '', { method, path, query, body })
  const resources = everything.find(({ type }) => type.endpoint.toLowerCase() === `/${endpoint}`)
  if (!resources) throw pathUnknown(path)
  if (id === '.search') return search([resources], false, { method, path, query, body })
  const { type } = resources
  if (id === undefined || id === '') {
    if (method === 'POST') return { isRead: false, type, run: (scope) => resources.create(scope, body) }
    if (method === 'GET') return listing([resources], query)
    throw notAllowed(method, path, ['GET', 'POST'])
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
      throw notAllowed(method, path, ['GET', 'PUT', 'PATCH', 'DELETE'])
  }
}

/** A search by POST to `.search`, or a list of everything by GET at the root (RFC 7644, sections 3.4.2.1 and 3.4.3). */
function search(found: readonly Resources[], byQuery: boolean, { method, path, query = {}, body }: ScimRequest): Operation {
  const expected = byQuery ? 'GET' : 'POST'
  if (method !== expected) throw notAllowed(method, path, [expected])
  return listing(found, byQuery ? query : searchRequest(body))
}

/** One page of several types, one after the other; sorted within each type. */
function listing(found: readonly Resources[], given: Readonly<Record<string, unknown>>): Operation {
  const lists = found.map((resources) => ({ resources, request: readListRequest(resources.type, given) }))
  const types = found.map(({ type }) => type)
  const [first] = lists
  if (!first) throw new Error('A list needs a type')
  const { startIndex, count } = first.request
  return {
    isRead: true,
    type: first.resources.type,
    async run(scope) {
      const shown: JsonObject[] = []
      let total = 0
      for (const { resources, request } of lists) {
        const part = { ...request, startIndex: Math.max(1, startIndex - total), count: count - shown.length }
        const page = await resources.page(scope, part, types)
        shown.push(...page.rows)
        total += page.total
      }
      return { status: 200, body: listResponse(total, startIndex, shown), changes: [] }
    },
  }
}

function discovery(
  endpoint: DiscoveryEndpoint,
  method: ScimMethod,
  id: string | undefined,
  query: Readonly<Record<string, string>>,
): Operation {
  if (method !== 'GET') throw notAllowed(method, `/${endpoint}`, ['GET'])
  return {
    isRead: true,
    type: userType,
    run: async (_scope, place) => ({ status: 200, body: discover(place, endpoint, id, query['filter'] !== undefined), changes: [] }),
  }
}

/** The attributes to return. */
export const projectionOfRequest = (type: ResourceType, { query = {} }: ScimRequest) => projectionIn(type, query)

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw pathUnknown(segment)
  }
}
