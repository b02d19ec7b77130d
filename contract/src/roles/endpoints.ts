import type { asOfQuery } from '../fields.ts'
import type { Endpoint } from '../http.ts'
import type {
  createRoleBody,
  exportRolesQuery,
  exportRolesResponse,
  listActionsQuery,
  listActionsResponse,
  listRolesQuery,
  listRolesResponse,
  patchRoleBody,
  roleParams,
  roleSchema,
} from './schemas.ts'

/** Custom roles and the actions they can include (second specification file, sections 3, 6 and 7). */

export const listRoles: Endpoint<{ query: typeof listRolesQuery; response: typeof listRolesResponse }> = {
  id: 'listRoles',
  method: 'GET',
  path: '/auth/v2/roles',
  hasPast: true,
  access: { permission: 'Admin.ViewRoles' },
}

export const exportRoles: Endpoint<{ query: typeof exportRolesQuery; response: typeof exportRolesResponse }> = {
  id: 'exportRoles',
  method: 'GET',
  path: '/auth/v2/roles/export',
  access: { permission: 'Admin.ViewRoles' },
  media: { response: 'text/csv' },
}

export const getRole: Endpoint<{ params: typeof roleParams; query: typeof asOfQuery; response: typeof roleSchema }> = {
  id: 'getRole',
  method: 'GET',
  path: '/auth/v2/roles/{roleId}',
  hasPast: true,
  access: { permission: 'Admin.ViewRoles' },
  etag: true,
}

export const createRole: Endpoint<{ body: typeof createRoleBody; response: typeof roleSchema }> = {
  id: 'createRole',
  method: 'POST',
  path: '/auth/v2/roles',
  access: { permission: 'Admin.EditRoles' },
  status: 201,
  etag: true,
}

export const patchRole: Endpoint<{ params: typeof roleParams; body: typeof patchRoleBody; response: typeof roleSchema }> = {
  id: 'patchRole',
  method: 'PATCH',
  path: '/auth/v2/roles/{roleId}',
  access: { permission: 'Admin.EditRoles' },
  precondition: 'optional',
  etag: true,
}

export const deleteRole: Endpoint<{ params: typeof roleParams }> = {
  id: 'deleteRole',
  method: 'DELETE',
  path: '/auth/v2/roles/{roleId}',
  access: { permission: 'Admin.EditRoles' },
  status: 204,
  precondition: 'optional',
}

export const listActions: Endpoint<{ query: typeof listActionsQuery; response: typeof listActionsResponse }> = {
  id: 'listActions',
  method: 'GET',
  path: '/auth/v2/actions',
  access: { permission: 'Admin.ViewRoles' },
}
