import { z } from 'zod'
import { repeated, timestamp } from '../fields.ts'
import { dateRangeDays } from '../rules/date-ranges.ts'
import { exactText, keyText, searchText } from '../text.ts'
import { actorTypes, changeTypes } from './constants.ts'

/** A position in the log, as `newest`, `oldest` and `cursor` give it. */
const cursor = exactText(200).meta({ description: 'A position in the log, as answers give it' })

/** What was changed, now. */
const entityState = z.strictObject({
  /** Null where it cannot be told, such as for settings. */
  isGone: z.boolean().nullable(),
  /** The product of a resource group. */
  productCode: z.string().nullable(),
})

const actor = {
  actorType: z.enum(actorTypes),
  actorId: z.string(),
  actorName: z.string(),
}

const subject = {
  /** The user of a membership or the role of a group; null for plain fields. */
  subjectId: z.string().nullable(),
  /** As in the API, such as `givenName`. */
  fieldName: z.string(),
  previousValue: z.string().nullable(),
  currentValue: z.string().nullable(),
}

const changed = {
  cursor,
  occurredAt: timestamp,
  type: z.enum(changeTypes),
  /** The kind of entity, such as `Group`. */
  category: z.string(),
  entityId: z.string(),
  /** The name it had at that time. */
  entityName: z.string(),
  entity: entityState,
  ...actor,
  requestId: z.string().nullable(),
}

/** One field of a change. */
export const auditEntrySchema = z.strictObject({ ...changed, ...subject })
export type AuditEntry = z.output<typeof auditEntrySchema>

const changedField = z.strictObject(subject)
export type ChangedField = z.output<typeof changedField>

/** What one request changed in one entity. */
export const auditChangeSchema = z.strictObject({
  ...changed,
  fieldCount: z.number().int().meta({ description: 'The fields that match the filters' }),
  fields: z.array(changedField).meta({ description: 'The first 20 of them' }),
})
export type AuditChange = z.output<typeof auditChangeSchema>

/** A change with up to 500 fields, and the last known fields of an entity that is gone. */
export const auditChangeDetailSchema = auditChangeSchema.extend({
  lastState: z.array(z.strictObject({ fieldName: z.string(), value: z.string().nullable() })).nullable(),
  deletedAt: timestamp.nullable(),
  deletedByName: z.string().nullable(),
})
export type AuditChangeDetail = z.output<typeof auditChangeDetailSchema>

/** Filters of the log, both views and the export. */
export const auditFilter = {
  days: z.coerce
    .number()
    .refine((days) => dateRangeDays.some((range) => range === days))
    .optional()
    .meta({ description: 'A range that ends now: 1, 7, 30 or 92 days. Default: 7, unless `from` or `until` is given' }),
  from: timestamp.optional(),
  until: timestamp.optional(),
  actor: repeated(keyText(320)).meta({ description: 'Identifiers of users, API keys and others who made changes' }),
  type: repeated(z.enum(changeTypes)),
  category: repeated(keyText(100)).meta({ description: 'Kinds of entities, such as `Group`' }),
  entity: repeated(keyText(320)).meta({ description: 'Identifiers of what was changed' }),
  field: repeated(keyText(100)).meta({ description: 'Names of fields, such as `givenName`' }),
  search: searchText(320).optional().meta({ description: 'Part of the name of what was changed, of who did it, or of a value' }),
}

const paging = {
  limit: z.coerce.number().int().min(1).max(500).default(20),
  before: cursor.optional().meta({ description: 'Only what is older than this position' }),
  after: cursor.optional().meta({ description: 'Only what is newer than this position, and the oldest of it' }),
}

export const listAuditLogQuery = z.strictObject({ ...auditFilter, ...paging })

/** A part of the log, newest first. */
const partOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    items: z.array(item),
    newest: cursor.nullable().meta({ description: 'For `after`; null without items' }),
    oldest: cursor.nullable().meta({ description: 'For `before`; null if nothing is left' }),
    hasNewer: z.boolean(),
    hasOlder: z.boolean(),
    examinedTo: timestamp.nullable().meta({
      description: 'Where the call stopped because it had looked at 50,000 entries; continue there with `oldest` or `newest`',
    }),
    from: timestamp.nullable(),
    until: timestamp.nullable(),
    keptDays: z.number().int().meta({ description: 'How long entries are kept; older ones are not answered' }),
  })

export const listAuditLogResponse = partOf(auditEntrySchema)
export const listAuditChangesResponse = partOf(auditChangeSchema)

export const exportAuditLogQuery = z.strictObject(auditFilter)
export const exportAuditLogResponse = z.string()

export const auditChangeParams = z.strictObject({ cursor })
