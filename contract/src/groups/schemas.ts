import { z } from 'zod'
import { asOf, entityId, entityName, pageOf, paging, repeated, sortOf, timestamp } from '../fields.ts'
import { groupName } from '../rules/names.ts'
import { keyText, searchText } from '../text.ts'
import { groupSorts } from './constants.ts'

export const groupStatus = z.enum(['Enabled', 'Disabled'])
export type GroupStatus = z.output<typeof groupStatus>

export const groupSchema = z.strictObject({
  groupId: z.uuid(),
  groupName: z.string(),
  status: groupStatus,
  /** The tenant's `admin` group, which cannot be renamed, disabled or deleted. */
  isReserved: z.boolean(),
  /** Whether the tenant's identity provider manages its members. */
  isManagedByProvider: z.boolean(),
  version: z.number().int(),
  groupDetails: z.strictObject({ createdTime: timestamp, userCount: z.number().int(), roleCount: z.number().int() }).optional(),
  usernames: z.array(z.string()).optional().meta({ description: 'The first 1,000; the list of users pages through all' }),
  roles: z.array(z.strictObject({ roleId: z.uuid(), roleName: z.string() })).optional(),
})
export type Group = z.output<typeof groupSchema>

export const groupParams = z.strictObject({ groupId: entityId('group') })
const groupInclude = z.enum(['Details', 'Roles', 'Usernames'])

export const groupFilter = {
  search: searchText().optional().meta({ description: 'Words that are all in the name' }),
  groupStatus: repeated(groupStatus),
  roleId: repeated(entityId('role')),
  username: entityName('username').optional().meta({ description: 'Only groups this user belongs to' }),
  sort: sortOf(groupSorts).default('groupName'),
}

export const listGroupsQuery = z.strictObject({ ...groupFilter, include: repeated(groupInclude), asOf, ...paging })

export const listGroupsResponse = pageOf(groupSchema)

export const searchGroupsQuery = z.strictObject({ query: searchText().default(''), ...paging })

export const searchGroupsResponse = pageOf(groupSchema)
  .omit({ items: true })
  .extend({ searchItems: z.array(groupSchema) })

export const exportGroupsQuery = z.strictObject(groupFilter)

export const exportGroupsResponse = z.string()

export const createGroupBody = z.strictObject({
  groupName,
  usernames: z.array(keyText(320)).max(10_000).default([]),
  roleIds: z.array(z.uuid()).max(1_000).default([]),
})

const names = z.array(keyText(320)).max(10_000)
const ids = z.array(z.uuid()).max(1_000)
const setOperation = z.enum(['Add', 'Remove', 'Update'])

/** One step of a change to a group. Steps run in order, all or none. An `Update` with an empty list removes all. */
export const groupOperation = z.discriminatedUnion('targetProperty', [
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('GroupName'), value: groupName }),
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('Status'), value: groupStatus }),
  z.strictObject({ operation: setOperation, targetProperty: z.literal('Usernames'), value: names }),
  z.strictObject({ operation: setOperation, targetProperty: z.literal('Roles'), value: names }),
  z.strictObject({ operation: setOperation, targetProperty: z.literal('RoleIds'), value: ids }),
])
export type GroupOperation = z.output<typeof groupOperation>

export const patchGroupBody = z.array(groupOperation).min(1).max(20)
