import { z } from 'zod'
import { actorTypes, changeTypes } from '../audit-log/constants.ts'
import { timestamp } from '../fields.ts'
import { logCursor } from '../log-fields.ts'
import { changeMark, entityState } from '../audit-log/schemas.ts'
import { type HistoryRecord, hasId, historyRecords } from './records.ts'

/** The name that a person has now; null for people who were deleted, and for everything that isn't a person. */
export const personSchema = z.strictObject({ givenName: z.string(), familyName: z.string() }).nullable()

const historyValue = z.strictObject({
  /** What was added or removed: the user of a membership, the role of a group. */
  subjectId: z.string().nullable(),
  person: personSchema,
  previousValue: z.string().nullable(),
  currentValue: z.string().nullable(),
})
export type HistoryValue = z.output<typeof historyValue>

const historyField = z.strictObject({
  /** As in the API, such as `givenName`. */
  fieldName: z.string(),
  kind: z.enum(['set', 'added', 'removed']),
  count: z.number().int(),
  values: z.array(historyValue).meta({ description: 'The first 20 of them, with names in place of identifiers' }),
})
export type HistoryField = z.output<typeof historyField>

const historyPart = z.strictObject({
  type: z.enum(changeTypes),
  /** The kind of entity, such as `Group`. */
  category: z.string(),
  entityId: z.string(),
  /** The name it had at that time. */
  entityName: z.string(),
  person: personSchema,
  entity: entityState,
  fields: z.array(historyField),
})
export type HistoryPart = z.output<typeof historyPart>

const countOfKind = z.strictObject({ category: z.string(), type: z.enum(changeTypes), count: z.number().int() })

/** What one request changed. */
export const changedParts = {
  partCount: z.number().int(),
  counts: z.array(countOfKind).meta({ description: 'How many of each kind of entity were created, deleted and changed' }),
  isPartial: z.boolean().meta({ description: 'The request changed more than was counted: counts are the least that there are' }),
  parts: z.array(historyPart).meta({ description: 'What was changed, the most important first, 20 at most' }),
}

/** What one request did to the record, or what happened to a user. */
export const historyEntrySchema = z.strictObject({
  id: z.string(),
  occurredAt: timestamp,
  actorType: z.enum(actorTypes),
  actorId: z.string(),
  actorName: z.string(),
  actor: personSchema,
  cursor: logCursor.nullable().meta({ description: 'The newest change in the audit log; null for events' }),
  change: changeMark.meta({
    description: 'The change, for `undoChange`; null for events, and if the request made several',
  }),
  ...changedParts,
  event: z
    .strictObject({
      /** Such as `sign_in`. */
      kind: z.string(),
      outcome: z.enum(['success', 'failure']),
      address: z.string().nullable(),
      device: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'Of the system log: sign-ins, passwords and mails of a user' }),
})
export type HistoryEntry = z.output<typeof historyEntrySchema>

const recordOf = {
  record: z.enum(historyRecords),
  id: z.uuid().optional().meta({ description: 'Of the user, group, role, API key or resource group' }),
}

type RecordIssue = z.core.ParsePayload<{ record: HistoryRecord; id?: string | undefined }>

const idIsGiven = ({ value, issues }: RecordIssue): void => {
  if (hasId(value.record) !== (value.id !== undefined))
    issues.push({ code: 'custom', input: value, path: ['id'], params: { code: value.id === undefined ? 'required' : 'invalid_value' } })
}

export const getHistoryQuery = z
  .strictObject({
    ...recordOf,
    limit: z.coerce.number().int().min(1).max(100).default(20),
    before: timestamp.optional().meta({ description: 'Only older entries: `next` of the previous page' }),
  })
  .check(idIsGiven)

export const getHistoryResponse = z.strictObject({
  items: z.array(historyEntrySchema).meta({ description: 'Newest first' }),
  next: timestamp.nullable().meta({ description: 'For `before`; null on the last page' }),
})

export const getDifferenceQuery = z
  .strictObject({
    ...recordOf,
    from: timestamp.meta({ description: 'The earlier time. Changes in the same millisecond belong to it' }),
    to: timestamp.optional().meta({ description: 'The later time; default: now. Changes in the same millisecond are included' }),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
  })
  .check(idIsGiven)
  .check(({ value, issues }) => {
    if (value.to !== undefined && Date.parse(value.from) >= Date.parse(value.to))
      issues.push({ code: 'custom', input: value, path: ['to'], params: { code: 'not_later' } })
  })

/** What differs, and the changes that did it. */
export const getDifferenceResponse = z.strictObject({
  partCount: z.number().int().meta({ description: 'How many entities differ' }),
  counts: z.array(countOfKind).meta({ description: 'How many of each kind of entity were created, deleted and changed in the end' }),
  parts: z.array(historyPart).meta({
    description: 'Each entity with the fields that differ: new and deleted ones first. What was changed and changed back is left out',
  }),
  changes: z.array(historyEntrySchema).meta({ description: 'The changes that the differences come from, newest first, 20 at most' }),
  hasMoreChanges: z.boolean(),
})
