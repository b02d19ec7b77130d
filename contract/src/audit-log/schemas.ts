import { z } from 'zod'
import { repeated, timestamp } from '../fields.ts'
import { keptLogPartOf, logCursor, logPaging, logPartOf, logRange } from '../log-fields.ts'
import { keyText, searchText } from '../text.ts'
import { actorTypes, changeTypes } from './constants.ts'

/** What was changed, now. */
export const entityState = z.strictObject({
  /** Null where it cannot be told, such as for settings. */
  isGone: z.boolean().nullable(),
  /** The product of a resource group. */
  productCode: z.string().nullable(),
})

/** The change that wrote something, to take it back. */
export const changeMark = z
  .strictObject({
    changeId: z.uuid(),
    undoOf: z.uuid().nullable(),
    undoneBy: z.uuid().nullable(),
    isUndoable: z.boolean(),
  })
  .nullable()
export type ChangeMark = z.output<typeof changeMark>

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
  cursor: logCursor,
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
  change: changeMark.meta({ description: 'The change, for `undoChange`; null if none is kept' }),
  deletedAt: timestamp.nullable(),
  deletedByName: z.string().nullable(),
})
export type AuditChangeDetail = z.output<typeof auditChangeDetailSchema>

const entryFilter = {
  actor: repeated(keyText(320)).meta({ description: 'Identifiers of users, API keys and others who made changes' }),
  type: repeated(z.enum(changeTypes)),
  category: repeated(keyText(100)).meta({ description: 'Kinds of entities, such as `Group`' }),
  entity: repeated(keyText(320)).meta({ description: 'Identifiers of what was changed' }),
  field: repeated(keyText(100)).meta({ description: 'Names of fields, such as `givenName`' }),
  search: searchText(320).optional().meta({ description: 'Part of the name of what was changed, of who did it, or of a value' }),
}

/** Filters of the log, both views and the export. */
export const auditFilter = { ...logRange, ...entryFilter }

export const listAuditLogQuery = z.strictObject({ ...auditFilter, ...logPaging })

export const listAuditLogResponse = keptLogPartOf(auditEntrySchema)
export const listAuditChangesResponse = keptLogPartOf(auditChangeSchema)

export const exportAuditLogQuery = z.strictObject(auditFilter)
export const exportAuditLogResponse = z.string()

export const auditChangeParams = z.strictObject({ cursor: logCursor })

export const listArchivedChangesQuery = z.strictObject({ ...entryFilter, ...logPaging })
export const listArchivedChangesResponse = logPartOf(auditEntrySchema)
