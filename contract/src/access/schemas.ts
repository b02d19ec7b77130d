import { z } from 'zod'
import { asOf, entityId, entityName } from '../fields.ts'
import { accessDepths } from '../rules/access-depth.ts'
import { ruleOfQuestion } from '../rules/access-questions.ts'
import { permissionInputsSchema } from '../rules/permission-inputs.ts'
import { keyText, lineText } from '../text.ts'
import { groupStatus } from '../groups/schemas.ts'
import { userStatus } from '../users/schemas.ts'

/**
 * A user's permissions. They follow from the rules in `rules/permissions.ts` and from `facts`. With the facts, the client can
 * evaluate the reasons for each permission (`evaluate(name, facts)`), so the facts are sent once instead of once per permission.
 */
export const permissionsSchema = z.strictObject({
  username: z.string(),
  permissions: z.record(z.string(), z.boolean()),
  facts: permissionInputsSchema,
})
export type Permissions = z.output<typeof permissionsSchema>

export const getPermissionsQuery = z.strictObject({ username: entityName('username').optional(), asOf })

const ask = lineText(200)
  .refine((text) => ruleOfQuestion(text) !== undefined)
  .meta({
    description: "A permission's name, the path of a page below `/home`, or `action:` and an action's name",
    example: 'Admin.EditUsers',
  })

const namedRole = z.strictObject({ roleId: z.uuid(), roleName: z.string() })

export const listPeopleWithAccessQuery = z.strictObject({
  ask,
  limit: z.coerce.number().int().min(1).max(500).default(20),
  after: keyText(320).optional().meta({ description: 'Only usernames after this one: `nextAfter` of the previous page' }),
})

export const personWithAccessSchema = z.strictObject({
  userId: z.uuid(),
  username: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  email: z.string(),
  status: userStatus,
  groupIds: z.array(z.uuid()).meta({ description: 'The groups that grant it to this person, out of `groups`' }),
})
export type PersonWithAccess = z.output<typeof personWithAccessSchema>

export const listPeopleWithAccessResponse = z.strictObject({
  items: z.array(personWithAccessSchema),
  nextAfter: z.string().nullable().meta({ description: 'For `after`; null on the last page' }),
  isForEveryone: z.boolean().meta({ description: 'Everyone who can sign in has it, without a group' }),
  groups: z
    .array(
      z.strictObject({
        groupId: z.uuid(),
        groupName: z.string(),
        userCount: z.number().int(),
        roles: z.array(namedRole).meta({ description: 'The roles of the group that grant it; empty if the group itself does' }),
      }),
    )
    .meta({ description: 'The enabled groups that grant it' }),
})
export type PeopleWithAccess = z.output<typeof listPeopleWithAccessResponse>

export const countPeopleWithAccessQuery = z.strictObject({ ask })
export const countPeopleWithAccessResponse = z.strictObject({ totalCount: z.number().int() })

export const accessMapSchema = z.strictObject({
  applications: z.array(z.strictObject({ applicationName: z.string(), displayName: z.string() })).meta({
    description: 'Actions that every tenant has, and those this one is licensed for',
  }),
  groups: z.array(
    z.strictObject({
      groupId: z.uuid(),
      groupName: z.string(),
      status: groupStatus,
      userCount: z.number().int(),
      depths: z
        .array(z.enum(accessDepths).nullable())
        .meta({ description: 'One for each application, in their order; null means no access' }),
    }),
  ),
})
export type AccessMap = z.output<typeof accessMapSchema>

export const listGrantsQuery = z.strictObject({ userId: entityId('user'), ask })

export const grantOptionSchema = z.strictObject({
  groupId: z.uuid(),
  groupName: z.string(),
  groupUserCount: z.number().int(),
  role: namedRole.nullable().meta({ description: 'Null: the person joins the group. Otherwise a group of the person gets this role' }),
  isAdministrator: z.boolean().meta({ description: 'It would make the person a tenant administrator' }),
  needed: z.array(z.string()).meta({ description: 'The actions asked about that it would grant' }),
  others: z.array(z.string()).meta({ description: 'Other actions it would grant to the person' }),
})
export type GrantOption = z.output<typeof grantOptionSchema>

export const listGrantsResponse = z.strictObject({
  isGranted: z.boolean(),
  items: z.array(grantOptionSchema).meta({ description: 'Up to 5, the smallest first, that the caller can make' }),
})
