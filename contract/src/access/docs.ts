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
    summary: 'Every permission of a user, and the facts that decide it',
    description:
      "Without a username: the caller's own. With one: needs Admin.ViewUsers. With `asOf`, users, groups, roles, resource groups, settings, application and data licenses and quotas are those of that moment; licensed models, single sign-on and feature flags are the current ones. Before licenses and quotas were kept, they are the earliest known.",
    tag: 'Permissions',
    query: getPermissionsQuery,
    response: permissionsSchema,
    errors: ['not_found', 'forbidden', 'as_of_future', 'as_of_too_old'],
    examples: {},
  },
  listPeopleWithAccess: {
    summary: 'Who has a permission, can open a page or do an action',
    description:
      'Enabled users by username, and the groups and roles that give it to them. Fails with 409 if a feature flag decides, and your flag service decides flags for each person.',
    tag: 'Permissions',
    query: listPeopleWithAccessQuery,
    response: listPeopleWithAccessResponse,
    errors: ['access_per_person'],
    examples: { query: { ask: 'Admin.EditUsers' } },
  },
  countPeopleWithAccess: {
    summary: 'How many people have it',
    description: 'The exact number of the list.',
    tag: 'Permissions',
    query: countPeopleWithAccessQuery,
    response: countPeopleWithAccessResponse,
    errors: ['access_per_person'],
    examples: { query: { ask: 'Admin.EditUsers' }, response: { totalCount: 3 } },
  },
  getAccessMap: {
    summary: 'What each group can do in each application',
    description:
      'The deepest access that the roles of a group give: view, run or edit. A disabled group gives nothing until you enable it.',
    tag: 'Permissions',
    response: accessMapSchema,
    errors: [],
    examples: {},
  },
  listGrants: {
    summary: 'The smallest changes that would grant something to a person',
    description:
      'A group that the person can join, or a role for one of the groups of the person, with everything else it would give. Only what the caller can change. Make it with the calls for users and groups.',
    tag: 'Permissions',
    query: listGrantsQuery,
    response: listGrantsResponse,
    errors: ['not_found'],
    examples: { query: { userId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44', ask: 'Admin.EditUsers' } },
  },
})
