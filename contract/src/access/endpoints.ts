import { z } from 'zod'
import { endpoint, entityName } from '../http.ts'
import { permissionFactsSchema } from '../rules/permission-inputs.ts'

/** Which permissions a user has, and why (both specification files, section 6; product decisions, "Permissions"). */

/**
 * What a user may do. Permissions are answers to the rules of `rules/permissions.ts` over `facts`; whoever holds the
 * facts can evaluate the reasons of each (`evaluate(name, facts)`), so they travel once instead of once per permission.
 */
export const permissionsSchema = z.strictObject({
  username: z.string(),
  permissions: z.record(z.string(), z.boolean()),
  facts: permissionFactsSchema,
})
export type Permissions = z.output<typeof permissionsSchema>

export const getPermissions = endpoint({
  id: 'getPermissions',
  method: 'GET',
  path: '/auth/v2/permissions',
  summary: 'Every permission of a user, and the facts that decide it',
  description: "Without a username: the caller's own. With one: needs Admin.ViewUsers.",
  tag: 'Permissions',
  access: { signedIn: true },
  query: z.strictObject({ username: entityName('username').optional() }),
  response: permissionsSchema,
  errors: ['not_found', 'forbidden'],
  examples: {},
})
