import { z } from 'zod'
import { accessDepths } from '../rules/access-depth.ts'
import { actorTypes } from '../audit-log/constants.ts'
import { timestamp } from '../fields.ts'
import { changedParts, personSchema } from '../history/schemas.ts'
import { lasting, namedRefused, shownGroups, shownPeople } from './constants.ts'

/** A committed change: what one transaction of a call or a background task wrote. */
export const changeSchema = z.strictObject({
  changeId: z.uuid(),
  operation: z.string().meta({ description: 'The operation of the API, or the name of the background task' }),
  requestId: z.string().nullable(),
  occurredAt: timestamp,
  actorType: z.enum(actorTypes),
  actorId: z.string(),
  actorName: z.string(),
  actor: personSchema,
  rowCount: z.number().int().meta({ description: 'Rows that were written and can be restored' }),
  undoOf: z.uuid().nullable().meta({ description: 'The change that this one undid' }),
  undoneBy: z.uuid().nullable().meta({ description: 'The change that undid this one' }),
  isUndoable: z.boolean().meta({ description: 'Whether it can be undone, provided that nothing else has changed since' }),
  lasting: z.array(z.enum(lasting)).meta({ description: "What an undo doesn't restore" }),
})
export type Change = z.output<typeof changeSchema>

export const listChangesQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: z.uuid().optional().meta({ description: 'Only older changes: `next` of the previous page' }),
})

export const listChangesResponse = z.strictObject({
  items: z.array(changeSchema).meta({ description: 'Newest first' }),
  next: z.uuid().nullable().meta({ description: 'For `before`; null on the last page' }),
})

export const changeParams = z.strictObject({
  changeId: z.uuid().meta({ description: 'Identifier of a change, from `Change-Id` or the list' }),
})

export const changeDetailSchema = z.strictObject({ change: changeSchema, ...changedParts })

export const undoChangeResponse = z.strictObject({
  changeId: z.uuid().meta({ description: 'The new change, which can be undone in turn' }),
  undoOf: z.uuid(),
  lasting: z.array(z.enum(lasting)).meta({ description: "What wasn't restored" }),
  keys: z
    .array(z.strictObject({ apiKeyName: z.string(), apiKey: z.string().meta({ description: 'The new secret, shown only here' }) }))
    .meta({ description: 'Restored API keys, each with a new secret' }),
  logStreams: z
    .array(z.strictObject({ logStreamName: z.string(), secret: z.string().meta({ description: 'The new secret, shown only here' }) }))
    .meta({ description: 'Restored webhooks of log streams, each with a new secret' }),
})

const permissionName = z.string().meta({ description: 'As in `GET /auth/v2/permissions`', example: 'Admin.EditUsers' })

const depth = z.enum(accessDepths).nullable()

const affectedPerson = z.strictObject({
  userId: z.uuid(),
  username: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  gains: z.array(permissionName),
  loses: z.array(permissionName),
})

/** The answer to a call with `Prefer: preview`: what it would do. */
export const previewSchema = z.strictObject({
  operation: z.string(),
  ...changedParts,
  refusedCount: z
    .number()
    .int()
    .meta({ description: 'For calls about several users or jobs, where each succeeds or fails on its own: those that would fail' }),
  refused: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        code: z.string(),
        message: z.string().meta({ description: 'The reason, in the language of the request' }),
      }),
    )
    .max(namedRefused)
    .meta({ description: 'The first of them' }),
  effects: z.strictObject({
    gainingCount: z.number().int().meta({ description: 'People who would gain a permission' }),
    losingCount: z.number().int().meta({ description: 'People who would lose a permission' }),
    people: z
      .array(affectedPerson)
      .max(shownPeople)
      .meta({ description: 'The first of them, those who lose something first; the next ones with `Prefer: preview; offset=20`' }),
    peopleCount: z.number().int().meta({ description: 'People who would gain or lose a permission' }),
    accessMap: z
      .strictObject({
        applications: z.array(z.strictObject({ applicationName: z.string(), displayName: z.string() })),
        groups: z
          .array(
            z.strictObject({
              groupId: z.uuid(),
              groupName: z.string(),
              depths: z
                .array(z.strictObject({ before: depth, after: depth }))
                .meta({ description: 'One for each application, in their order' }),
            }),
          )
          .max(shownGroups),
        groupCount: z.number().int(),
      })
      .meta({ description: 'The groups and applications of the access map that would change; null means no access' }),
    permissions: z
      .array(z.strictObject({ permission: permissionName, gainingCount: z.number().int(), losingCount: z.number().int() }))
      .meta({ description: 'Permissions, including those of pages and applications, with the people who would gain or lose them' }),
    keyCount: z.number().int(),
    keys: z
      .array(z.strictObject({ apiKeyId: z.uuid(), apiKeyName: z.string(), gains: z.array(permissionName), loses: z.array(permissionName) }))
      .max(shownPeople)
      .meta({ description: 'The first API keys that would gain or lose a permission' }),
    endedSessionCount: z.number().int(),
    signedOutCount: z.number().int().meta({ description: 'People whose sessions would end' }),
    mails: z
      .array(z.strictObject({ template: z.string(), count: z.number().int() }))
      .meta({ description: 'Emails that would be sent, by kind' }),
    isUndoable: z.boolean().meta({ description: 'Whether the change could be undone' }),
    lasting: z.array(z.enum(lasting)).meta({ description: "What an undo wouldn't restore" }),
  }),
})
export type Preview = z.output<typeof previewSchema>
