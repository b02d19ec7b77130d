import { z } from 'zod'
import { previewSchema } from '../changes/schemas.ts'
import { encodingSchema, uploadedFile } from '../files.ts'
import { asOf, entityId, entityName, pageOf, paging, queryBoolean, repeated, sortOf, timestamp } from '../fields.ts'
import { factorFilters, factorKinds } from '../rules/factors.ts'
import { emailAddress, userName } from '../rules/names.ts'
import { keyText, lineText, nameText, searchText } from '../text.ts'
import { uploadQuery } from '../uploads/schemas.ts'
import { mostUsersAtOnce, userSorts } from './constants.ts'

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
  factors: z.array(z.enum(factorKinds)).optional().meta({ description: 'Kinds of second factors that the user has set up' }),
})
export type User = z.output<typeof userSchema>

const userInclude = z.enum(['Details', 'Groups', 'Roles', 'Apps', 'Factors'])

/** Filters of the list of users, and of its export. */
export const userFilter = {
  search: searchText()
    .optional()
    .meta({ description: 'Starts of words in names and addresses; if nothing starts with it, three or more letters anywhere in a word' }),
  userStatus: repeated(userStatus),
  groupId: repeated(entityId('group')),
  roleId: repeated(entityId('role')),
  isDisabled: queryBoolean.optional(),
  isLocked: z
    .literal('true')
    .transform(() => true)
    .optional()
    .meta({ description: 'Only users who are locked after failed sign-ins' }),
  hasSignedIn: queryBoolean.optional().meta({ description: 'Whether they have signed in at least once' }),
  secondFactor: z.enum(factorFilters).optional().meta({ description: 'Whether they have a second factor, or one of this kind' }),
  type: z.enum(['endUser', 'all']).default('endUser'),
  sort: sortOf(userSorts).default('username'),
}

export const userParams = z.strictObject({ userId: entityId('user') })
/** The legacy paths identify a user by username or id. */
export const legacyUserParams = z.strictObject({ username: entityName('username') })
const groupIds = z.array(z.uuid()).max(100)

export const userCreation = z.strictObject({
  email: emailAddress,
  givenName: userName,
  familyName: userName,
  groupIds: groupIds.default([]),
})

export const listUsersQuery = z.strictObject({ ...userFilter, include: repeated(userInclude), asOf, ...paging })

export const listUsersResponse = pageOf(userSchema)

/** What `GET` has besides the fields that can be changed, so that a whole user can be sent back; other values are refused. */
const readOnlyOfUser = z
  .strictObject({
    userId: z.uuid(),
    username: keyText(320),
    email: keyText(320),
    status: userStatus,
    version: z.number().int().meta({ description: "Used like `If-Match` if that isn't sent" }),
    userDetails: userDetailsSchema.meta({ description: 'Accepted and ignored: it changes automatically' }),
    groups: z.array(groupOfUser.extend({ groupName: nameText(64) })),
    roles: z.array(roleOfUser.extend({ roleName: nameText(64) })),
    apps: z.array(keyText(100)),
    factors: z.array(z.enum(factorKinds)).meta({ description: 'Accepted and ignored: only the user can set them up' }),
  })
  .partial()

export const updateUserBody = readOnlyOfUser.extend({
  givenName: userName.optional(),
  familyName: userName.optional(),
  groupIds: groupIds.optional(),
  isDisabled: z.boolean().optional(),
})

export const bulkUserAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('delete') }),
  z.strictObject({ action: z.literal('disable') }),
  z.strictObject({ action: z.literal('enable') }),
  z.strictObject({ action: z.literal('resendActivation') }),
  z.strictObject({ action: z.literal('sendPasswordLink') }),
  z.strictObject({ action: z.literal('unlock') }),
  z.strictObject({ action: z.literal('endSessions') }),
  z.strictObject({ action: z.literal('addToGroup'), groupId: z.uuid() }),
  z.strictObject({ action: z.literal('removeFromGroup'), groupId: z.uuid() }),
])

export const bulkUsersBody = z.strictObject({ userIds: z.array(z.uuid()).min(1).max(mostUsersAtOnce), change: bulkUserAction })

export const bulkUsersResponse = z.strictObject({
  succeeded: z.array(z.uuid()),
  failed: z.array(z.strictObject({ userId: z.uuid(), username: z.string(), code: z.string(), message: z.string() })),
})

export const importReportSchema = z.strictObject({
  applied: z.boolean(),
  encoding: encodingSchema.meta({ description: 'The detected encoding of the file' }),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  rows: z
    .array(
      z.strictObject({
        line: z.number().int(),
        outcome: z.enum(['create', 'change', 'unchanged', 'refuse']),
        email: z.string(),
        /** The changes as text, for `change`. */
        changes: z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
        errors: z.array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() })),
      }),
    )
    .meta({ description: 'Refused lines first, then the others by line; at most 500' }),
  refused: z.number().int(),
  rejectedFileId: z
    .uuid()
    .nullable()
    .meta({ description: 'The temporary file with the refused lines and their reasons, if there are any' }),
  effects: previewSchema.shape.effects
    .optional()
    .meta({ description: 'For dry runs without refused lines: the people the import would affect' }),
})
export type ImportReport = z.output<typeof importReportSchema>

export const importUsersQuery = uploadQuery.extend({ dryRun: queryBoolean.default(true) })

export const importUsersBody = uploadedFile('CSV with a header line, in UTF-8, UTF-16 or Windows-1252')

export const exportUsersQuery = z.strictObject(userFilter)

export const exportUsersResponse = z.string()

export const legacyListUsersResponse = z.array(userSchema)

export const legacyCreateUserBody = userCreation.extend({ username: lineText(320).optional() })

export const legacyGetUserGroupsResponse = z.array(groupOfUser)

export const legacyPatchUserBody = readOnlyOfUser.extend({
  givenName: userName.optional(),
  familyName: userName.optional(),
  isDisabled: z.boolean().optional().meta({ description: 'Read-only here' }),
})

export const legacyPutUserGroupsBody = z.strictObject({ groupIds })

export const legacyPutUserGroupsResponse = z.array(groupOfUser)

export const resendActivationBody = z.strictObject({ username: entityName('username') })
