import type { asOfQuery } from '../fields.ts'
import type { Endpoint } from '../http.ts'
import type {
  bulkUsersBody,
  bulkUsersResponse,
  exportUsersQuery,
  exportUsersResponse,
  importReportSchema,
  importUsersBody,
  importUsersQuery,
  legacyCreateUserBody,
  legacyGetUserGroupsResponse,
  legacyListUsersResponse,
  legacyPatchUserBody,
  legacyPutUserGroupsBody,
  legacyPutUserGroupsResponse,
  legacyUserParams,
  listUsersQuery,
  listUsersResponse,
  resendActivationBody,
  updateUserBody,
  userCreation,
  userParams,
  userSchema,
} from './schemas.ts'

/** Users (second specification file, sections 3, 4 and 7; "Legacy auth base" and "Auth v2"). */

export const listUsers: Endpoint<{ query: typeof listUsersQuery; response: typeof listUsersResponse }> = {
  id: 'listUsers',
  method: 'GET',
  path: '/auth/v2/users',
  hasPast: true,
  access: { permission: 'Admin.ViewUsers' },
}

export const getUser: Endpoint<{ params: typeof userParams; query: typeof asOfQuery; response: typeof userSchema }> = {
  id: 'getUser',
  method: 'GET',
  path: '/auth/v2/users/{userId}',
  hasPast: true,
  access: { permission: 'Admin.ViewUsers' },
  etag: true,
}

export const createUser: Endpoint<{ body: typeof userCreation; response: typeof userSchema }> = {
  id: 'createUser',
  method: 'POST',
  path: '/auth/v2/users',
  access: { permission: 'Admin.EditUsers' },
  freshness: 'sometimes',
  status: 201,
  etag: true,
}

export const updateUser: Endpoint<{ params: typeof userParams; body: typeof updateUserBody; response: typeof userSchema }> = {
  id: 'updateUser',
  method: 'PUT',
  path: '/auth/v2/users/{userId}',
  access: { permission: 'Admin.EditUsers' },
  freshness: 'sometimes',
  precondition: 'optional',
  etag: true,
}

export const deleteUser: Endpoint<{ params: typeof userParams }> = {
  id: 'deleteUser',
  method: 'DELETE',
  path: '/auth/v2/users/{userId}',
  access: { permission: 'Admin.EditUsers' },
  status: 204,
  precondition: 'optional',
}

export const bulkUsers: Endpoint<{ body: typeof bulkUsersBody; response: typeof bulkUsersResponse }> = {
  id: 'bulkUsers',
  method: 'POST',
  path: '/auth/v2/users/bulk',
  pace: 'long',
  access: { permission: 'Admin.EditUsers' },
  freshness: 'sometimes',
}

export const importUsers: Endpoint<{ query: typeof importUsersQuery; body: typeof importUsersBody; response: typeof importReportSchema }> =
  {
    id: 'importUsers',
    method: 'POST',
    path: '/auth/v2/users/import',
    access: { permission: 'Admin.EditUsers' },
    freshness: 'sometimes',
    media: { request: 'text/csv', streams: true },
  }

export const exportUsers: Endpoint<{ query: typeof exportUsersQuery; response: typeof exportUsersResponse }> = {
  id: 'exportUsers',
  method: 'GET',
  path: '/auth/v2/users/export',
  access: { permission: 'Admin.ViewUsers' },
  freshness: 'always',
  media: { response: 'text/csv' },
}

// --- Legacy auth base ------------------------------------------------------------------------------------------------

export const legacyListUsers: Endpoint<{ response: typeof legacyListUsersResponse }> = {
  id: 'legacyListUsers',
  method: 'GET',
  path: '/auth/Users',
  access: { permission: 'Admin.ViewUsers' },
}

export const legacyCreateUser: Endpoint<{ body: typeof legacyCreateUserBody; response: typeof userSchema }> = {
  id: 'legacyCreateUser',
  method: 'POST',
  path: '/auth/Users',
  access: { permission: 'Admin.EditUsers' },
  freshness: 'sometimes',
  status: 201,
}

export const legacyGetUser: Endpoint<{ params: typeof legacyUserParams; response: typeof userSchema }> = {
  id: 'legacyGetUser',
  method: 'GET',
  path: '/auth/Users/{username}',
  access: { permission: 'Admin.ViewUsers' },
  etag: true,
}

export const legacyGetUserGroups: Endpoint<{ params: typeof legacyUserParams; response: typeof legacyGetUserGroupsResponse }> = {
  id: 'legacyGetUserGroups',
  method: 'GET',
  path: '/auth/Users/{username}/groups',
  access: { permission: 'Admin.ViewUsers' },
}

export const legacyPatchUser: Endpoint<{ params: typeof legacyUserParams; body: typeof legacyPatchUserBody; response: typeof userSchema }> =
  {
    id: 'legacyPatchUser',
    method: 'PATCH',
    path: '/auth/Users/{username}',
    access: { permission: 'Admin.EditUsers' },
    precondition: 'optional',
    etag: true,
  }

export const legacyPutUserGroups: Endpoint<{
  params: typeof legacyUserParams
  body: typeof legacyPutUserGroupsBody
  response: typeof legacyPutUserGroupsResponse
}> = {
  id: 'legacyPutUserGroups',
  method: 'PUT',
  path: '/auth/Users/{username}/groups',
  access: { permission: 'Admin.EditUsers' },
  freshness: 'sometimes',
  precondition: 'optional',
}

export const legacyDeleteUser: Endpoint<{ params: typeof legacyUserParams }> = {
  id: 'legacyDeleteUser',
  method: 'DELETE',
  path: '/auth/Users/{username}',
  access: { permission: 'Admin.EditUsers' },
  status: 204,
  precondition: 'optional',
}

export const resendActivation: Endpoint<{ body: typeof resendActivationBody }> = {
  id: 'resendActivation',
  method: 'POST',
  path: '/auth/Users/email/resend',
  access: { permission: 'Admin.EditUsers' },
  status: 204,
}
