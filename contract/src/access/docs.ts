import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  accessMapSchema,
  countPeopleWithAccessQuery,
  countPeopleWithAccessResponse,
  getPermissionsQuery,
  listGrantsQuery,
  listGrantsResponse,
  listPeopleWithAccessQuery,
  listPeopleWithAccessResponse,
  permissionsSchema,
} from './schemas.ts'

export const accessDocs = operations(endpoints, {
  getPermissions: {
    summary: 'Explain every permission of a user',
    description:
      "Returns each permission with the facts that decide it. Without a username, explains the caller's own permissions; with one, requires `Admin.ViewUsers`. With `asOf`, users, groups, roles, resource groups, settings, licenses and quotas are those of that time; licensed models, single sign-on and feature flags are current. For times before licenses and quotas were recorded, the earliest known ones are used.",
    tag: 'Permissions',
    query: getPermissionsQuery,
    response: permissionsSchema,
    errors: ['not_found', 'forbidden', 'as_of_future', 'as_of_too_old'],
    examples: {},
  },
  listPeopleWithAccess: {
    summary: 'List who has a permission, can open a page or can take an action',
    description:
      'Lists enabled users by username, with the groups and roles that grant it. Fails with 409 if it depends on a feature flag that your flag service evaluates for each person.',
    tag: 'Permissions',
    query: listPeopleWithAccessQuery,
    response: listPeopleWithAccessResponse,
    errors: ['access_per_person'],
    examples: { query: { ask: 'Admin.EditUsers' } },
  },
  countPeopleWithAccess: {
    summary: 'Count who has a permission, can open a page or can take an action',
    description: 'The exact length of the list.',
    tag: 'Permissions',
    query: countPeopleWithAccessQuery,
    response: countPeopleWithAccessResponse,
    errors: ['access_per_person'],
    examples: { query: { ask: 'Admin.EditUsers' }, response: { totalCount: 3 } },
  },
  getAccessMap: {
    summary: 'Get what each group can do in each application',
    description:
      'Returns the highest access that the roles of a group grant: view, run or edit. A disabled group grants nothing until it is enabled.',
    tag: 'Permissions',
    response: accessMapSchema,
    errors: [],
    examples: {},
  },
  listGrants: {
    summary: 'Suggest the smallest changes that would grant something to a person',
    description:
      "Suggests a group to join, or a role for one of the person's groups, with everything else it would grant. Includes only changes that the caller can make, using the operations for users and groups.",
    tag: 'Permissions',
    query: listGrantsQuery,
    response: listGrantsResponse,
    errors: ['not_found'],
    examples: { query: { userId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44', ask: 'Admin.EditUsers' } },
  },
})
