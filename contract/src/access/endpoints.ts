import type { Endpoint } from '../http.ts'
import type { getPermissionsQuery, permissionsSchema } from './schemas.ts'

/** The permissions of a user and the reasons for them (both specification files, section 6; product decisions, "Permissions"). */

export const getPermissions: Endpoint<{ query: typeof getPermissionsQuery; response: typeof permissionsSchema }> = {
  id: 'getPermissions',
  method: 'GET',
  path: '/auth/v2/permissions',
  access: { signedIn: true },
}
