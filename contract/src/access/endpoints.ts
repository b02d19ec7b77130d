import type { Endpoint } from '../http.ts'
import type {
  accessMapSchema,
  countPeopleWithAccessQuery,
  countPeopleWithAccessResponse,
  getPermissionsQuery,
  listGrantsQuery,
  listGrantsResponse,
  listPeopleWithAccessQuery,
  listPeopleWithAccessResponse,
  permissionsSchema,
} from './schemas.ts'

/** The permissions of a user and the reasons for them (both specification files, section 6; product decisions, "Permissions"). */

export const getPermissions: Endpoint<{ query: typeof getPermissionsQuery; response: typeof permissionsSchema }> = {
  id: 'getPermissions',
  method: 'GET',
  path: '/auth/v2/permissions',
  access: { signedIn: true },
}

export const listPeopleWithAccess: Endpoint<{ query: typeof listPeopleWithAccessQuery; response: typeof listPeopleWithAccessResponse }> = {
  id: 'listPeopleWithAccess',
  method: 'GET',
  path: '/auth/v2/access/people',
  access: { permission: 'Admin.ViewUsers' },
}

export const countPeopleWithAccess: Endpoint<{ query: typeof countPeopleWithAccessQuery; response: typeof countPeopleWithAccessResponse }> =
  {
    id: 'countPeopleWithAccess',
    method: 'GET',
    path: '/auth/v2/access/people/count',
    access: { permission: 'Admin.ViewUsers' },
  }

export const getAccessMap: Endpoint<{ response: typeof accessMapSchema }> = {
  id: 'getAccessMap',
  method: 'GET',
  path: '/auth/v2/access/map',
  access: { permission: 'Admin.ViewUsers' },
}

export const listGrants: Endpoint<{ query: typeof listGrantsQuery; response: typeof listGrantsResponse }> = {
  id: 'listGrants',
  method: 'GET',
  path: '/auth/v2/access/grants',
  access: { permission: 'Admin.ViewUsers' },
}
