import { asOfQuery } from '../fields.ts'
import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  createRoleBody,
  exportRolesQuery,
  exportRolesResponse,
  listActionsQuery,
  listActionsResponse,
  listRolesQuery,
  listRolesResponse,
  patchRoleBody,
  roleParams,
  roleSchema,
  type Role,
} from './schemas.ts'

const tag = 'Roles'

export const exampleRole: Role = {
  roleId: '0199c0de-4444-7c11-9d59-3b8f5f1c2a44',
  roleName: 'Currency steward',
  description: 'Keeps currencies and schemes',
  tenantId: '0199c0de-1111-7c11-9d59-3b8f5f1c2a44',
  isReserved: false,
  version: 1,
  actions: ['ViewCurrencies', 'EditCurrencies'],
}

export const rolesDocs = operations(endpoints, {
  listRoles: {
    summary: 'List roles',
    tag,
    query: listRolesQuery,
    response: listRolesResponse,
    errors: ['as_of_future', 'as_of_too_old'],
    examples: {
      query: { include: ['Details'] },
      response: { count: 1, items: [exampleRole], limit: 20, offset: 0, totalCount: 1, totalIsExact: true },
    },
  },
  exportRoles: {
    summary: 'Export the filtered roles as CSV',
    tag,
    query: exportRolesQuery,
    response: exportRolesResponse,
    errors: [],
    examples: {},
  },
  getRole: {
    summary: 'Get a role with its actions and groups',
    tag,
    params: roleParams,
    query: asOfQuery,
    response: roleSchema,
    errors: ['not_found', 'as_of_future', 'as_of_too_old'],
    examples: { params: { roleId: exampleRole.roleId }, response: exampleRole },
  },
  createRole: {
    summary: 'Create a role',
    tag,
    body: createRoleBody,
    response: roleSchema,
    errors: ['role_name_taken', 'action_unknown', 'action_unavailable', 'grant_exceeds_own'],
    examples: { body: { roleName: 'Treaty reader', actions: [] }, response: exampleRole },
  },
  patchRole: {
    summary: 'Rename a role, or add or remove actions',
    tag,
    params: roleParams,
    body: patchRoleBody,
    response: roleSchema,
    errors: ['not_found', 'role_name_taken', 'role_reserved', 'action_unknown', 'action_unavailable', 'grant_exceeds_own'],
    examples: {
      params: { roleId: exampleRole.roleId },
      body: [{ operation: 'Update', targetProperty: 'Name', value: 'Currency keeper' }],
      response: exampleRole,
    },
  },
  deleteRole: {
    summary: 'Delete a role and remove it from its groups',
    tag,
    params: roleParams,
    errors: ['not_found', 'role_reserved'],
    examples: { params: { roleId: exampleRole.roleId } },
  },
  listActions: {
    summary: 'List the actions that custom roles can include',
    description:
      'Leaves out applications whose custom role flag is off and those that the environment disables. Actions without entitlements belong to the Platform group. Combines the list by application, the list by product and the second version of the list: `include=Details` and `include=Entitlements` add what the second version has, whether or not the flag `ApplicationActionsV2` is on.',
    tag,
    query: listActionsQuery,
    response: listActionsResponse,
    errors: [],
    examples: { query: { productCode: ['RI-RISKMODELER'], include: ['Details', 'Entitlements'], limit: 500 } },
  },
})
