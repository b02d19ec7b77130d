import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { getPermissionsQuery, permissionsSchema } from './schemas.ts'

export const accessDocs = operations(endpoints, {
  getPermissions: {
    summary: 'Every permission of a user, and the facts that decide it',
    description: "Without a username: the caller's own. With one: needs Admin.ViewUsers.",
    tag: 'Permissions',
    query: getPermissionsQuery,
    response: permissionsSchema,
    errors: ['not_found', 'forbidden'],
    examples: {},
  },
})
