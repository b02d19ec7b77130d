import { z } from 'zod'
import { documentText, lineText, searchText } from '../text.ts'
import { endpoint, entityId, entityName, pageOf, paging, queryBoolean, repeated, sortOf, timestamp } from '../http.ts'
import { emailAddress, userName } from '../rules/names.ts'

/** Users (second specification file, sections 3, 4 and 7; "Legacy auth base" and "Auth v2"). */

const tag = 'Users'

export const userStatus = z.enum(['CONFIRMED', 'EXTERNAL_PROVIDER', 'FORCE_CHANGE_PASSWORD'])
export type UserStatus = z.output<typeof userStatus>

const groupOfUser = z.strictObject({ groupId: z.uuid(), groupName: z.string(), status: z.enum(['Enabled', 'Disabled']) })
const roleOfUser = z.strictObject({ roleId: z.uuid(), roleName: z.string() })

export const userDetailsSchema = z.strictObject({
  createdTime: timestamp,
  updatedTime: timestamp,
  lastSignInTime: timestamp.nullable(),
  lockedUntil: timestamp.nullable(),
})

export const userSchema = z.strictObject({
  userId: z.uuid(),
  username: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  email: z.string(),
  status: userStatus,
  isDisabled: z.boolean(),
  version: z.number().int(),
  userDetails: userDetailsSchema.optional(),
  groups: z.array(groupOfUser).optional(),
  roles: z.array(roleOfUser).optional(),
  apps: z.array(z.string()).optional(),
})
export type User = z.output<typeof userSchema>

export const exampleUser: User = {
  userId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
  username: 'ada.lindqvist@northwind-re.example',
  givenName: 'Ada',
  familyName: 'Lindqvist',
  email: 'ada.lindqvist@northwind-re.example',
  status: 'CONFIRMED',
  isDisabled: false,
  version: 3,
}

const userInclude = z.enum(['Details', 'Groups', 'Roles', 'Apps'])
export const userSorts = ['username', 'givenName', 'familyName', 'status', 'createdTime', 'lastSignInTime'] as const

/** What narrows the list of users; the export takes the same. */
export const userFilter = {
  search: searchText().optional().meta({ description: 'Beginnings of words in names and address' }),
  userStatus: repeated(userStatus),
  groupId: repeated(entityId('group')),
  roleId: repeated(entityId('role')),
  isDisabled: queryBoolean.optional(),
  type: z.enum(['endUser', 'all']).default('endUser'),
  sort: sortOf(userSorts).default('username'),
}

const userParams = z.strictObject({ userId: entityId('user') })
/** The legacy paths name a user by username or by id. */
const legacyUserParams = z.strictObject({ username: entityName('username') })
const groupIds = z.array(z.uuid()).max(100)

const userCreation = z.strictObject({
  email: emailAddress,
  givenName: userName,
  familyName: userName,
  groupIds: groupIds.default([]),
})
const exampleCreation = {
  email: 'grace.okafor@northwind-re.example',
  givenName: 'Grace',
  familyName: 'Okafor',
  groupIds: [],
}

export const listUsers = endpoint({
  id: 'listUsers',
  method: 'GET',
  path: '/auth/v2/users',
  summary: 'List users',
  tag,
  access: { permission: 'Admin.ViewUsers' },
  query: z.strictObject({ ...userFilter, include: repeated(userInclude), ...paging }),
  response: pageOf(userSchema),
  errors: [],
  examples: {
    query: { search: 'ada', include: ['Groups'] },
    response: { count: 1, items: [exampleUser], limit: 20, offset: 0, totalCount: 1, totalIsExact: true },
  },
})

export const getUser = endpoint({
  id: 'getUser',
  method: 'GET',
  path: '/auth/v2/users/{userId}',
  summary: 'Read a user with groups, roles and apps',
  tag,
  access: { permission: 'Admin.ViewUsers' },
  params: userParams,
  response: userSchema,
  etag: true,
  errors: ['not_found'],
  examples: { params: { userId: exampleUser.userId }, response: exampleUser },
})

export const createUser = endpoint({
  id: 'createUser',
  method: 'POST',
  path: '/auth/v2/users',
  summary: 'Create a user and mail the invitation',
  description: 'The username equals the email. The user waits in FORCE_CHANGE_PASSWORD until the mailed link was used.',
  tag,
  access: { permission: 'Admin.EditUsers' },
  body: userCreation,
  response: userSchema,
  status: 201,
  etag: true,
  errors: ['user_exists', 'group_unknown', 'group_managed_elsewhere', 'administrator_only', 'grant_exceeds_own'],
  examples: { body: exampleCreation, response: exampleUser },
})

export const updateUser = endpoint({
  id: 'updateUser',
  method: 'PUT',
  path: '/auth/v2/users/{userId}',
  summary: 'Change names, groups or the disabled state of a user',
  description: 'Fields that are left out stay as they are.',
  tag,
  access: { permission: 'Admin.EditUsers' },
  params: userParams,
  body: z.strictObject({
    givenName: userName.optional(),
    familyName: userName.optional(),
    groupIds: groupIds.optional(),
    isDisabled: z.boolean().optional(),
  }),
  response: userSchema,
  precondition: 'required',
  etag: true,
  errors: [
    'not_found',
    'group_unknown',
    'last_administrator',
    'user_is_self',
    'group_managed_elsewhere',
    'user_managed_elsewhere',
    'administrator_only',
    'grant_exceeds_own',
  ],
  examples: { params: { userId: exampleUser.userId }, body: { givenName: 'Ada Maria' }, response: exampleUser },
})

export const deleteUser = endpoint({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/auth/v2/users/{userId}',
  summary: 'Delete a user',
  tag,
  access: { permission: 'Admin.EditUsers' },
  params: userParams,
  response: z.undefined(),
  status: 204,
  precondition: 'optional',
  errors: ['not_found', 'last_administrator', 'user_is_self', 'administrator_only'],
  examples: { params: { userId: exampleUser.userId } },
})

export const bulkUserAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('delete') }),
  z.strictObject({ action: z.literal('disable') }),
  z.strictObject({ action: z.literal('enable') }),
  z.strictObject({ action: z.literal('resendActivation') }),
  z.strictObject({ action: z.literal('addToGroup'), groupId: z.uuid() }),
  z.strictObject({ action: z.literal('removeFromGroup'), groupId: z.uuid() }),
])

export const bulkUsers = endpoint({
  id: 'bulkUsers',
  method: 'POST',
  path: '/auth/v2/users/bulk',
  summary: 'Do one thing to many users',
  description: 'Each user succeeds or fails alone; what failed is named with its reason.',
  tag,
  access: { permission: 'Admin.EditUsers' },
  body: z.strictObject({ userIds: z.array(z.uuid()).min(1).max(500), change: bulkUserAction }),
  response: z.strictObject({
    succeeded: z.array(z.uuid()),
    failed: z.array(z.strictObject({ userId: z.uuid(), username: z.string(), code: z.string(), message: z.string() })),
  }),
  errors: ['group_unknown'],
  examples: {
    body: { userIds: [exampleUser.userId], change: { action: 'disable' } },
    response: { succeeded: [exampleUser.userId], failed: [] },
  },
})

export const importReportSchema = z.strictObject({
  applied: z.boolean(),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  rows: z
    .array(
      z.strictObject({
        line: z.number().int(),
        outcome: z.enum(['create', 'change', 'unchanged', 'refuse']),
        email: z.string(),
        /** What would change, in words, for `change`. */
        changes: z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
        errors: z.array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() })),
      }),
    )
    .meta({ description: 'Refused lines first, then the others by line; at most 500' }),
  refused: z.number().int(),
  rejectedFileId: z
    .uuid()
    .nullable()
    .meta({ description: 'The temporary file that holds the refused lines with their reasons, where there are any' }),
})
export type ImportReport = z.output<typeof importReportSchema>

export const importUsers = endpoint({
  id: 'importUsers',
  method: 'POST',
  path: '/auth/v2/users/import',
  summary: 'Create and change users from CSV',
  description:
    'Columns: email, givenName, familyName, groups (names, separated by semicolons). An empty cell leaves an existing user as it is; groups that are named become the groups of the user. With dryRun it only tells what would happen; without, one refused line refuses the whole file. At most 10,000 lines.',
  tag,
  access: { permission: 'Admin.EditUsers' },
  query: z.strictObject({ dryRun: queryBoolean.default(true) }),
  body: documentText().meta({ description: 'CSV in UTF-8 with a header line' }),
  media: { request: 'text/csv' },
  response: importReportSchema,
  errors: ['import_refused', 'import_empty', 'import_too_large', 'body_too_large', 'last_administrator'],
  examples: {
    query: { dryRun: 'true' },
    body: 'email,givenName,familyName,groups\ngrace.okafor@northwind-re.example,Grace,Okafor,Analysts\n',
    response: { applied: false, created: 1, changed: 0, unchanged: 0, refused: 0, rows: [], rejectedFileId: null },
  },
})

export const exportUsers = endpoint({
  id: 'exportUsers',
  method: 'GET',
  path: '/auth/v2/users/export',
  summary: 'Export the filtered users as CSV',
  tag,
  access: { permission: 'Admin.ViewUsers' },
  query: z.strictObject(userFilter),
  response: z.string(),
  media: { response: 'text/csv' },
  errors: [],
  examples: { query: { userStatus: ['CONFIRMED'] } },
})

export const activitySchema = z.strictObject({
  id: z.uuid(),
  occurredTime: timestamp,
  /** `change`: from the audit log; `event`: from the system log. */
  kind: z.enum(['change', 'event']),
  /** Create, Update, Delete, or the kind of the event, such as `sign_in`. */
  type: z.string(),
  category: z.string(),
  actingUser: z.string(),
  entityName: z.string(),
  fieldName: z.string().nullable(),
  previousValue: z.string().nullable(),
  currentValue: z.string().nullable(),
  outcome: z.enum(['success', 'failure']).nullable(),
  address: z.string().nullable(),
  device: z.string().nullable(),
})
export type Activity = z.output<typeof activitySchema>

export const listUserActivity = endpoint({
  id: 'listUserActivity',
  method: 'GET',
  path: '/auth/v2/users/{userId}/activity',
  summary: 'What a user did and what was done to the user, newest first',
  tag,
  access: { permission: 'Admin.ViewUsers' },
  params: userParams,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    before: timestamp.optional().meta({ description: 'Only what is older: the time of the last item of the page before' }),
    beforeId: z.uuid().optional().meta({ description: 'With `before`: the id of that item, for those of the same time' }),
  }),
  response: z.strictObject({ items: z.array(activitySchema), hasMore: z.boolean() }),
  errors: ['not_found'],
  examples: { params: { userId: exampleUser.userId }, response: { items: [], hasMore: false } },
})

// --- Legacy auth base ------------------------------------------------------------------------------------------------

export const legacyListUsers = endpoint({
  id: 'legacyListUsers',
  method: 'GET',
  path: '/auth/Users',
  summary: 'List users (legacy)',
  description: 'At most 5,000, by username; GET /auth/v2/users pages through all.',
  tag,
  access: { permission: 'Admin.ViewUsers' },
  response: z.array(userSchema),
  errors: [],
  examples: { response: [exampleUser] },
})

export const legacyCreateUser = endpoint({
  id: 'legacyCreateUser',
  method: 'POST',
  path: '/auth/Users',
  summary: 'Create a user (legacy)',
  tag,
  access: { permission: 'Admin.EditUsers' },
  body: userCreation.extend({ username: lineText(320).optional() }),
  response: userSchema,
  status: 201,
  errors: ['user_exists', 'group_unknown', 'group_managed_elsewhere', 'administrator_only', 'grant_exceeds_own'],
  examples: { body: { ...exampleCreation, username: exampleCreation.email }, response: exampleUser },
})

export const legacyGetUser = endpoint({
  id: 'legacyGetUser',
  method: 'GET',
  path: '/auth/Users/{username}',
  summary: 'Read a user by username or id (legacy)',
  tag,
  access: { permission: 'Admin.ViewUsers' },
  params: legacyUserParams,
  response: userSchema,
  etag: true,
  errors: ['not_found'],
  examples: { params: { username: exampleUser.username }, response: exampleUser },
})

export const legacyGetUserGroups = endpoint({
  id: 'legacyGetUserGroups',
  method: 'GET',
  path: '/auth/Users/{username}/groups',
  summary: "A user's groups (legacy)",
  tag,
  access: { permission: 'Admin.ViewUsers' },
  params: legacyUserParams,
  response: z.array(groupOfUser),
  errors: ['not_found'],
  examples: { params: { username: exampleUser.username }, response: [] },
})

export const legacyPatchUser = endpoint({
  id: 'legacyPatchUser',
  method: 'PATCH',
  path: '/auth/Users/{username}',
  summary: "Change a user's names (legacy)",
  tag,
  access: { permission: 'Admin.EditUsers' },
  params: legacyUserParams,
  body: z.strictObject({ givenName: userName.optional(), familyName: userName.optional() }),
  response: userSchema,
  precondition: 'optional',
  etag: true,
  errors: ['not_found', 'user_managed_elsewhere', 'administrator_only'],
  examples: { params: { username: exampleUser.username }, body: { familyName: 'Lindqvist-Berg' }, response: exampleUser },
})

export const legacyPutUserGroups = endpoint({
  id: 'legacyPutUserGroups',
  method: 'PUT',
  path: '/auth/Users/{username}/groups',
  summary: "Replace a user's groups (legacy)",
  tag,
  access: { permission: 'Admin.EditUsers' },
  params: legacyUserParams,
  body: z.strictObject({ groupIds }),
  response: z.array(groupOfUser),
  precondition: 'optional',
  errors: ['not_found', 'group_unknown', 'last_administrator', 'group_managed_elsewhere', 'administrator_only', 'grant_exceeds_own'],
  examples: { params: { username: exampleUser.username }, body: { groupIds: [] }, response: [] },
})

export const legacyDeleteUser = endpoint({
  id: 'legacyDeleteUser',
  method: 'DELETE',
  path: '/auth/Users/{username}',
  summary: 'Delete a user (legacy)',
  tag,
  access: { permission: 'Admin.EditUsers' },
  params: legacyUserParams,
  response: z.undefined(),
  status: 204,
  precondition: 'optional',
  errors: ['not_found', 'last_administrator', 'user_is_self', 'administrator_only'],
  examples: { params: { username: exampleUser.username } },
})

export const resendActivation = endpoint({
  id: 'resendActivation',
  method: 'POST',
  path: '/auth/Users/email/resend',
  summary: 'Mail the invitation again',
  description: 'Only for users in FORCE_CHANGE_PASSWORD. Links mailed before stop working.',
  tag,
  access: { permission: 'Admin.EditUsers' },
  body: z.strictObject({ username: entityName('username') }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found', 'user_not_pending', 'administrator_only'],
  ratePerMinute: 120,
  examples: { body: { username: exampleUser.username } },
})
