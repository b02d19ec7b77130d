import { z } from 'zod'
import { entityName } from '../fields.ts'
import { permissionFactsSchema } from '../rules/permission-inputs.ts'

/**
 * A user's permissions. They follow from the rules in `rules/permissions.ts` and from `facts`. With the facts, the client can
 * evaluate the reasons for each permission (`evaluate(name, facts)`), so the facts are sent once instead of once per permission.
 */
export const permissionsSchema = z.strictObject({
  username: z.string(),
  permissions: z.record(z.string(), z.boolean()),
  facts: permissionFactsSchema,
})
export type Permissions = z.output<typeof permissionsSchema>

export const getPermissionsQuery = z.strictObject({ username: entityName('username').optional() })
