import { z } from 'zod'
import { entityName } from '../fields.ts'
import { permissionFactsSchema } from '../rules/permission-inputs.ts'

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

export const getPermissionsQuery = z.strictObject({ username: entityName('username').optional() })
