import { asOfQuery } from '../fields.ts'
import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  createGroupBody,
  exportGroupsQuery,
  exportGroupsResponse,
  groupParams,
  groupSchema,
  listGroupsQuery,
  listGroupsResponse,
  patchGroupBody,
  searchGroupsQuery,
  searchGroupsResponse,
  type Group,
} from './schemas.ts'

const tag = 'Groups'

export const exampleGroup: Group = {
  groupId: '0199c0de-3333-7c11-9d59-3b8f5f1c2a44',
  groupName: 'Analysts',
  status: 'Enabled',
  isReserved: false,
  isManagedByProvider: false,
  version: 2,
  groupDetails: { createdTime: '2026-03-14T09:26:53.589Z', userCount: 12, roleCount: 2 },
}

export const groupsDocs = operations(endpoints, {
  listGroups: {
    summary: 'List groups',
    tag,
    query: listGroupsQuery,
    response: listGroupsResponse,
    errors: ['as_of_future', 'as_of_too_old'],
    examples: {
      query: { include: ['Details'] },
      response: { count: 1, items: [exampleGroup], limit: 20, offset: 0, totalCount: 1, totalIsExact: true },
    },
  },
  searchGroups: {
    summary: 'Find groups by part of their name',
    tag,
    query: searchGroupsQuery,
    response: searchGroupsResponse,
    errors: [],
    examples: {
      query: { query: 'ana' },
      response: { count: 1, searchItems: [exampleGroup], limit: 20, offset: 0, totalCount: 1, totalIsExact: true },
    },
  },
  exportGroups: {
    summary: 'Export the filtered groups as CSV',
    tag,
    query: exportGroupsQuery,
    response: exportGroupsResponse,
    errors: [],
    examples: {},
  },
  getGroup: {
    summary: 'Get a group with details, roles and the first usernames',
    tag,
    params: groupParams,
    query: asOfQuery,
    response: groupSchema,
    errors: ['not_found', 'as_of_future', 'as_of_too_old'],
    examples: { params: { groupId: exampleGroup.groupId }, response: exampleGroup },
  },
  createGroup: {
    summary: 'Create a group with its users and roles',
    description: 'Every member gets every role of the group. A tenant can have 100 groups.',
    tag,
    body: createGroupBody,
    response: groupSchema,
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
  },
  patchGroup: {
    summary: 'Change the name, status, users or roles of a group',
    description: '`Add` and `Remove` change individual members; `Update` replaces them all. `Roles` takes role names, `RoleIds` takes ids.',
    tag,
    params: groupParams,
    body: patchGroupBody,
    response: groupSchema,
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
  },
  deleteGroup: {
    summary: 'Delete a group without users',
    tag,
    params: groupParams,
    errors: ['not_found', 'group_not_empty', 'group_reserved'],
    examples: { params: { groupId: exampleGroup.groupId } },
  },
})
