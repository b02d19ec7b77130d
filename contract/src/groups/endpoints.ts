import type { asOfQuery } from '../fields.ts'
import type { Endpoint } from '../http.ts'
import type {
  createGroupBody,
  exportGroupsQuery,
  exportGroupsResponse,
  groupParams,
  groupSchema,
  listGroupsQuery,
  listGroupsResponse,
  patchGroupBody,
  searchGroupsQuery,
  searchGroupsResponse,
} from './schemas.ts'

/** Groups (second specification file, sections 2 to 5 and 7). */

export const listGroups: Endpoint<{ query: typeof listGroupsQuery; response: typeof listGroupsResponse }> = {
  id: 'listGroups',
  method: 'GET',
  path: '/auth/v2/groups',
  hasPast: true,
  access: { permission: 'Admin.ViewGroups' },
}

export const searchGroups: Endpoint<{ query: typeof searchGroupsQuery; response: typeof searchGroupsResponse }> = {
  id: 'searchGroups',
  method: 'GET',
  path: '/auth/v2/groups/search',
  access: { permission: 'Admin.ViewGroups' },
}

export const exportGroups: Endpoint<{ query: typeof exportGroupsQuery; response: typeof exportGroupsResponse }> = {
  id: 'exportGroups',
  method: 'GET',
  path: '/auth/v2/groups/export',
  access: { permission: 'Admin.ViewGroups' },
  media: { response: 'text/csv' },
}

export const getGroup: Endpoint<{ params: typeof groupParams; query: typeof asOfQuery; response: typeof groupSchema }> = {
  id: 'getGroup',
  method: 'GET',
  path: '/auth/v2/groups/{groupId}',
  hasPast: true,
  access: { permission: 'Admin.ViewGroups' },
  etag: true,
}

export const createGroup: Endpoint<{ body: typeof createGroupBody; response: typeof groupSchema }> = {
  id: 'createGroup',
  pace: 'long',
  method: 'POST',
  path: '/auth/v2/groups',
  access: { permission: 'Admin.EditGroups' },
  freshness: 'sometimes',
  status: 201,
  etag: true,
}

export const patchGroup: Endpoint<{ params: typeof groupParams; body: typeof patchGroupBody; response: typeof groupSchema }> = {
  id: 'patchGroup',
  pace: 'long',
  method: 'PATCH',
  path: '/auth/v2/groups/{groupId}',
  access: { permission: 'Admin.EditGroups' },
  freshness: 'sometimes',
  precondition: 'optional',
  etag: true,
}

export const deleteGroup: Endpoint<{ params: typeof groupParams }> = {
  id: 'deleteGroup',
  method: 'DELETE',
  path: '/auth/v2/groups/{groupId}',
  access: { permission: 'Admin.EditGroups' },
  status: 204,
  precondition: 'optional',
}
