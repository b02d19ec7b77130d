import { z } from 'zod'
import { keyText, lineText, multilineText, searchText } from '../text.ts'
import { endpoint, entityId, pageOf, paging, repeated, sortOf, timestamp } from '../http.ts'
import { roleName } from '../rules/names.ts'

/** Custom roles and the actions they are built from (second specification file, sections 3, 6 and 7). */

const tag = 'Roles'

export const roleSchema = z.strictObject({
  roleId: z.uuid(),
  roleName: z.string(),
  description: z.string(),
  tenantId: z.uuid(),
  /** Tenant Administrator: it cannot be renamed, changed or deleted. */
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

export const exampleRole: Role = {
  roleId: '0199c0de-4444-7c11-9d59-3b8f5f1c2a44',
  roleName: 'Currency steward',
  description: 'Keeps currencies and schemes',
  tenantId: '0199c0de-1111-7c11-9d59-3b8f5f1c2a44',
  isReserved: false,
  version: 1,
  actions: ['ViewCurrencies', 'EditCurrencies'],
}

const roleParams = z.strictObject({ roleId: entityId('role') })
export const roleSorts = ['roleName', 'createdTime', 'userCount', 'groupCount'] as const
const actionNames = z.array(keyText(100)).max(1_000)
const description = multilineText(500)

export const roleFilter = {
  search: searchText().optional(),
  roleName: lineText(64).optional().meta({ description: 'Exactly this name, upper and lower case alike' }),
  actionName: repeated(lineText(100)).meta({ description: 'Only roles that hold one of these actions' }),
  sort: sortOf(roleSorts).default('roleName'),
}

export const listRoles = endpoint({
  id: 'listRoles',
  method: 'GET',
  path: '/auth/v2/roles',
  summary: 'List roles',
  tag,
  access: { permission: 'Admin.ViewRoles' },
  query: z.strictObject({ ...roleFilter, include: repeated(z.enum(['Details', 'Groups'])), ...paging }),
  response: pageOf(roleSchema),
  errors: [],
  examples: {
    query: { include: ['Details'] },
    response: { count: 1, items: [exampleRole], limit: 20, offset: 0, totalCount: 1, totalIsExact: true },
  },
})

export const exportRoles = endpoint({
  id: 'exportRoles',
  method: 'GET',
  path: '/auth/v2/roles/export',
  summary: 'Export the filtered roles as CSV',
  tag,
  access: { permission: 'Admin.ViewRoles' },
  query: z.strictObject(roleFilter),
  response: z.string(),
  media: { response: 'text/csv' },
  errors: [],
  examples: {},
})

export const getRole = endpoint({
  id: 'getRole',
  method: 'GET',
  path: '/auth/v2/roles/{roleId}',
  summary: 'Read a role with its actions and groups',
  tag,
  access: { permission: 'Admin.ViewRoles' },
  params: roleParams,
  response: roleSchema,
  etag: true,
  errors: ['not_found'],
  examples: { params: { roleId: exampleRole.roleId }, response: exampleRole },
})

export const createRole = endpoint({
  id: 'createRole',
  method: 'POST',
  path: '/auth/v2/roles',
  summary: 'Create a role',
  tag,
  access: { permission: 'Admin.EditRoles' },
  body: z.strictObject({
    roleName,
    description: description.default(''),
    actions: actionNames.default([]),
    tenantId: z.uuid().optional().meta({ description: "The caller's own tenant; another is refused" }),
  }),
  response: roleSchema,
  status: 201,
  etag: true,
  errors: ['role_name_taken', 'action_unknown', 'action_unavailable', 'grant_exceeds_own'],
  examples: { body: { roleName: 'Treaty reader', actions: [] }, response: exampleRole },
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

export const patchRole = endpoint({
  id: 'patchRole',
  method: 'PATCH',
  path: '/auth/v2/roles/{roleId}',
  summary: 'Rename a role, add or remove actions',
  tag,
  access: { permission: 'Admin.EditRoles' },
  params: roleParams,
  body: z.array(roleOperation).min(1).max(20),
  response: roleSchema,
  precondition: 'required',
  etag: true,
  errors: ['not_found', 'role_name_taken', 'role_reserved', 'action_unknown', 'action_unavailable', 'grant_exceeds_own'],
  examples: {
    params: { roleId: exampleRole.roleId },
    body: [{ operation: 'Update', targetProperty: 'Name', value: 'Currency keeper' }],
    response: exampleRole,
  },
})

export const deleteRole = endpoint({
  id: 'deleteRole',
  method: 'DELETE',
  path: '/auth/v2/roles/{roleId}',
  summary: 'Delete a role; its groups lose it',
  tag,
  access: { permission: 'Admin.EditRoles' },
  params: roleParams,
  response: z.undefined(),
  status: 204,
  precondition: 'optional',
  errors: ['not_found', 'role_reserved'],
  examples: { params: { roleId: exampleRole.roleId } },
})

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

export const listActions = endpoint({
  id: 'listActions',
  method: 'GET',
  path: '/auth/v2/actions',
  summary: 'List the actions that custom roles can be built from',
  description:
    'An application whose custom-role flag is off, and one that the environment disables, is left out; actions without entitlements belong to the Platform group.',
  tag,
  access: { permission: 'Admin.ViewRoles' },
  query: z.strictObject({
    applicationName: repeated(lineText(100)),
    resourceName: repeated(lineText(100)),
    include: repeated(z.enum(['Details', 'Entitlements'])),
    sort: sortOf(['applicationName', 'resourceName', 'actionName']).default('applicationName'),
    ...paging,
  }),
  response: pageOf(actionSchema),
  errors: [],
  examples: { query: { include: ['Details'], limit: 500 } },
})
