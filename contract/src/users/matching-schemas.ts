import { z } from 'zod'
import { entityId, timestamp } from '../fields.ts'
import { mostMatchingUsers } from './constants.ts'
import { bulkUserAction, userFilter } from './schemas.ts'

/** The filters of the list, without its order. */
const { sort: _, ...filterOfList } = userFilter

const filterOfMatching = z.strictObject({
  ...filterOfList,
  userIds: z
    .array(z.uuid())
    .min(1)
    .max(mostMatchingUsers)
    .optional()
    .meta({ description: 'Only these users; those that don’t exist are left out' }),
})

export const changeMatchingBody = z.strictObject({ filter: filterOfMatching, change: bulkUserAction })

/** Users by status; a locked user also counts with their status. */
export const userCountsSchema = z.strictObject({
  active: z.number().int(),
  invited: z.number().int(),
  external: z.number().int(),
  locked: z.number().int(),
  disabled: z.number().int(),
})

/** Deleted users come back only by undoing their deletion. */
const userChangeAction = z.discriminatedUnion('action', [...bulkUserAction.options, z.strictObject({ action: z.literal('restore') })])

export const userChangeSchema = z.strictObject({
  userChangeId: z.uuid(),
  change: userChangeAction,
  status: z.enum(['running', 'done', 'cancelled', 'failed']),
  total: z.number().int().meta({ description: 'Users that matched when the change was started' }),
  done: z.number().int().meta({ description: 'Users processed so far, changed or not' }),
  succeeded: z.number().int(),
  failed: z.number().int(),
  failures: z
    .array(z.strictObject({ userId: z.uuid(), username: z.string(), code: z.string(), message: z.string() }))
    .meta({ description: 'The first 100' }),
  canUndo: z.boolean().meta({ description: 'Whether it is finished and users can be changed back' }),
  createdBy: z.string(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
})
export type UserChangeRun = z.output<typeof userChangeSchema>

export const userChangeParams = z.strictObject({ userChangeId: entityId('userChange') })
