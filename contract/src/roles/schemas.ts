import { z } from 'zod'
import { asOf, entityId, pageOf, paging, repeated, sortOf, timestamp } from '../fields.ts'
import { roleName } from '../rules/names.ts'
import { keyText, lineText, multilineText, searchText } from '../text.ts'
import { roleSorts } from './constants.ts'

export const roleSchema = z.strictObject({
  roleId: z.uuid(),
  roleName: z.string(),
  description: z.string(),
  tenantId: z.uuid(),
  /** Tenant Administrator, which cannot be renamed, changed or deleted. */
  isReserved: z.boolean(),
  version: z.number().int(),
  actions: z.array(z.string()).optional(),
  roleDetails: z
    .strictObject({
      createdTime: timestamp,
      actionCount: z.number().int(),
      groupCount: z.number().int(),
      userCount: z.number().int(),
    })
    .optional(),
  groups: z.array(z.strictObject({ groupId: z.uuid(), groupName: z.string() })).optional(),
})
export type Role = z.output<typeof roleSchema>

export const roleParams = z.strictObject({ roleId: entityId('role') })

const actionNames = z.array(keyText(100)).max(1_000)
const description = multilineText(500)

export const roleFilter = {
  search: searchText().optional().meta({ description: 'Words that are all in the name or the description' }),
  roleName: lineText(64).optional().meta({ description: 'Exactly this name, case-insensitive' }),
  actionName: repeated(lineText(100)).meta({ description: 'Only roles with one of these actions' }),
  sort: sortOf(roleSorts).default('roleName'),
}

export const listRolesQuery = z.strictObject({ ...roleFilter, include: repeated(z.enum(['Details', 'Groups'])), asOf, ...paging })

export const listRolesResponse = pageOf(roleSchema)

export const exportRolesQuery = z.strictObject(roleFilter)

export const exportRolesResponse = z.string()

export const createRoleBody = z.strictObject({
  roleName,
  description: description.default(''),
  actions: actionNames.default([]),
  tenantId: z.uuid().optional().meta({ description: "The caller's own tenant; any other is refused" }),
})

/** One step of a change to a role (first specification file, "Role patch item"). */
export const roleOperation = z.discriminatedUnion('targetProperty', [
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('Name'), value: roleName }),
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('Description'), value: description }),
  z.strictObject({
    operation: z.enum(['Add', 'Remove', 'Update']),
    targetProperty: z.literal('Actions'),
    value: actionNames,
  }),
])
export type RoleOperation = z.output<typeof roleOperation>

export const patchRoleBody = z.array(roleOperation).min(1).max(20)

export const actionSchema = z.strictObject({
  actionName: z.string(),
  scopeName: z.string(),
  resourceName: z.string(),
  applicationName: z.string(),
  applicationDisplayName: z.string(),
  accessLevel: z.string(),
  scopeDisplayName: z.string().optional(),
  scopeDescription: z.string().optional(),
  entitlements: z.array(z.string()).optional(),
})
export type Action = z.output<typeof actionSchema>

export const listActionsQuery = z.strictObject({
  applicationName: repeated(lineText(100)),
  productCode: repeated(lineText(100)).meta({ description: 'Only actions that one of these products includes' }),
  resourceName: repeated(lineText(100)),
  include: repeated(z.enum(['Details', 'Entitlements'])),
  sort: sortOf(['applicationName', 'resourceName', 'actionName']).default('applicationName'),
  ...paging,
})

export const listActionsResponse = pageOf(actionSchema)
