import type { Endpoint } from '../http.ts'
import type { changeMatchingBody, userChangeParams, userChangeSchema, userCountsSchema } from './matching-schemas.ts'

/** One change of all users that match a filter, in the background. */

export const changeMatchingUsers: Endpoint<{ body: typeof changeMatchingBody; response: typeof userChangeSchema }> = {
  id: 'changeMatchingUsers',
  method: 'POST',
  path: '/auth/v2/users/changes',
  pace: 'long',
  access: { permission: 'Admin.EditUsers' },
  freshness: 'sometimes',
  status: 202,
}

export const countUsers: Endpoint<{ response: typeof userCountsSchema }> = {
  id: 'countUsers',
  method: 'GET',
  path: '/auth/v2/users/counts',
  access: { permission: 'Admin.ViewUsers' },
}

export const getUserChange: Endpoint<{ params: typeof userChangeParams; response: typeof userChangeSchema }> = {
  id: 'getUserChange',
  method: 'GET',
  path: '/auth/v2/users/changes/{userChangeId}',
  access: { permission: 'Admin.EditUsers' },
}

export const cancelUserChange: Endpoint<{ params: typeof userChangeParams; response: typeof userChangeSchema }> = {
  id: 'cancelUserChange',
  method: 'POST',
  path: '/auth/v2/users/changes/{userChangeId}/cancel',
  access: { permission: 'Admin.EditUsers' },
}

export const undoUserChange: Endpoint<{ params: typeof userChangeParams; response: typeof userChangeSchema }> = {
  id: 'undoUserChange',
  method: 'POST',
  path: '/auth/v2/users/changes/{userChangeId}/undo',
  pace: 'long',
  access: { permission: 'Admin.EditUsers' },
  freshness: 'sometimes',
  status: 202,
}
