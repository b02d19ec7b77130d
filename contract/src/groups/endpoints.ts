import { z } from 'zod'
import { keyText, searchText } from '../text.ts'
import { endpoint, entityId, entityName, pageOf, paging, repeated, sortOf, timestamp } from '../http.ts'
import { groupName } from '../rules/names.ts'

/** Groups (second specification file, sections 2 to 5 and 7). */

const tag = 'Groups'

export const groupStatus = z.enum(['Enabled', 'Disabled'])
export type GroupStatus = z.output<typeof groupStatus>

export const groupSchema = z.strictObject({
  groupId: z.uuid(),
  groupName: z.string(),
  status: groupStatus,
  /** The tenant's `admin` group: it cannot be renamed, disabled or deleted. */
  isReserved: z.boolean(),
  /** Its members come from the tenant's identity provider. */
  isManagedByProvider: z.boolean(),
  version: z.number().int(),
  groupDetails: z.strictObject({ createdTime: timestamp, userCount: z.number().int(), roleCount: z.number().int() }).optional(),
  usernames: z.array(z.string()).optional().meta({ description: 'The first 1,000; the list of users pages through all' }),
  roles: z.array(z.strictObject({ roleId: z.uuid(), roleName: z.string() })).optional(),
})
export type Group = z.output<typeof groupSchema>

export const exampleGroup: Group = {
  groupId: '0199c0de-3333-7c11-9d59-3b8f5f1c2a44',
  groupName: 'Analysts',
  status: 'Enabled',
  isReserved: false,
  isManagedByProvider: false,
  version: 2,
  groupDetails: { createdTime: '2026-03-14T09:26:53.589Z', userCount: 12, roleCount: 2 },
}

const groupParams = z.strictObject({ groupId: entityId('group') })
const groupInclude = z.enum(['Details', 'Roles', 'Usernames'])
export const groupSorts = ['groupName', 'createdTime', 'userCount', 'roleCount', 'status'] as const

export const groupFilter = {
  search: searchText().optional(),
  groupStatus: repeated(groupStatus),
  roleId: repeated(entityId('role')),
  username: entityName('username').optional().meta({ description: 'Only groups this user belongs to' }),
  sort: sortOf(groupSorts).default('groupName'),
}

export const listGroups = endpoint({
  id: 'listGroups',
  method: 'GET',
  path: '/auth/v2/groups',
  summary: 'List groups',
  tag,
  access: { permission: 'Admin.ViewGroups' },
  query: z.strictObject({ ...groupFilter, include: repeated(groupInclude), ...paging }),
  response: pageOf(groupSchema),
  errors: [],
  examples: {
    query: { include: ['Details'] },
    response: { count: 1, items: [exampleGroup], limit: 20, offset: 0, totalCount: 1, totalIsExact: true },
  },
})

export const searchGroups = endpoint({
  id: 'searchGroups',
  method: 'GET',
  path: '/auth/v2/groups/search',
  summary: 'Find groups by part of their name',
  tag,
  access: { permission: 'Admin.ViewGroups' },
  query: z.strictObject({ query: searchText().default(''), ...paging }),
  response: pageOf(groupSchema)
    .omit({ items: true })
    .extend({ searchItems: z.array(groupSchema) }),
  errors: [],
  examples: {
    query: { query: 'ana' },
    response: { count: 1, searchItems: [exampleGroup], limit: 20, offset: 0, totalCount: 1, totalIsExact: true },
  },
})

export const exportGroups = endpoint({
  id: 'exportGroups',
  method: 'GET',
  path: '/auth/v2/groups/export',
  summary: 'Export the filtered groups as CSV',
  tag,
  access: { permission: 'Admin.ViewGroups' },
  query: z.strictObject(groupFilter),
  response: z.string(),
  media: { response: 'text/csv' },
  errors: [],
  examples: {},
})

export const getGroup = endpoint({
  id: 'getGroup',
  method: 'GET',
  path: '/auth/v2/groups/{groupId}',
  summary: 'Read a group with details, roles and the first usernames',
  tag,
  access: { permission: 'Admin.ViewGroups' },
  params: groupParams,
  response: groupSchema,
  etag: true,
  errors: ['not_found'],
  examples: { params: { groupId: exampleGroup.groupId }, response: exampleGroup },
})

export const createGroup = endpoint({
  id: 'createGroup',
  method: 'POST',
  path: '/auth/v2/groups',
  summary: 'Create a group with its users and roles',
  description: 'Every member gets every role of the group. At most 100 groups per tenant.',
  tag,
  access: { permission: 'Admin.EditGroups' },
  body: z.strictObject({
    groupName,
    usernames: z.array(keyText(320)).max(10_000).default([]),
    roleIds: z.array(z.uuid()).max(1_000).default([]),
  }),
  response: groupSchema,
  status: 201,
  etag: true,
  errors: [
    'group_name_invalid',
    'group_name_reserved',
    'group_name_taken',
    'group_limit_reached',
    'user_unknown',
    'role_unknown',
    'administrator_only',
    'grant_exceeds_own',
  ],
  examples: { body: { groupName: 'Treaty desk', usernames: [], roleIds: [] }, response: exampleGroup },
})

const names = z.array(keyText(320)).min(1).max(10_000)
const ids = z.array(z.uuid()).min(1).max(1_000)

/** One step of a change to a group; steps run in order, all or none. */
export const groupOperation = z.discriminatedUnion('targetProperty', [
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('GroupName'), value: groupName }),
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('Status'), value: groupStatus }),
  z.strictObject({ operation: z.enum(['Add', 'Remove', 'Update']), targetProperty: z.literal('Usernames'), value: names }),
  z.strictObject({ operation: z.enum(['Add', 'Remove', 'Update']), targetProperty: z.literal('Roles'), value: names }),
  z.strictObject({ operation: z.enum(['Add', 'Remove', 'Update']), targetProperty: z.literal('RoleIds'), value: ids }),
])
export type GroupOperation = z.output<typeof groupOperation>

export const patchGroup = endpoint({
  id: 'patchGroup',
  method: 'PATCH',
  path: '/auth/v2/groups/{groupId}',
  summary: 'Change the name, status, users or roles of a group',
  description: 'Add and Remove change members by difference, Update replaces them. Roles are named by role name, RoleIds by id.',
  tag,
  access: { permission: 'Admin.EditGroups' },
  params: groupParams,
  body: z.array(groupOperation).min(1).max(20),
  response: groupSchema,
  precondition: 'required',
  etag: true,
  errors: [
    'not_found',
    'group_name_invalid',
    'group_name_reserved',
    'group_name_taken',
    'group_reserved',
    'group_managed_elsewhere',
    'user_unknown',
    'role_unknown',
    'last_administrator',
    'administrator_only',
    'grant_exceeds_own',
  ],
  examples: {
    params: { groupId: exampleGroup.groupId },
    body: [{ operation: 'Update', targetProperty: 'Status', value: 'Disabled' }],
    response: exampleGroup,
  },
})

export const deleteGroup = endpoint({
  id: 'deleteGroup',
  method: 'DELETE',
  path: '/auth/v2/groups/{groupId}',
  summary: 'Delete a group that holds no users',
  tag,
  access: { permission: 'Admin.EditGroups' },
  params: groupParams,
  response: z.undefined(),
  status: 204,
  precondition: 'optional',
  errors: ['not_found', 'group_not_empty', 'group_reserved'],
  examples: { params: { groupId: exampleGroup.groupId } },
})
