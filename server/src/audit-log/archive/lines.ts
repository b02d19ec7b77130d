import type { EntryRow } from '../queries.ts'

/** An entry of the audit log as a line of an archived month; names and values are those of the API. */
export interface ArchivedEntry {
  id: string
  /** ISO 8601 in UTC with microseconds. */
  occurredAt: string
  type: EntryRow['type']
  category: string
  entityId: string
  entityName: string
  subjectId: string | null
  fieldName: string
  previousValue: string | null
  currentValue: string | null
  actorType: EntryRow['actor_type']
  actorId: string
  actorName: string
  requestId: string | null
}

// What was read is what was written: its digest is checked.
export const parseLine = (line: string): ArchivedEntry => JSON.parse(line) as ArchivedEntry

export const rowOf = (entry: ArchivedEntry): EntryRow => ({
  at: entry.occurredAt,
  audit_entry_id: entry.id,
  type: entry.type,
  category: entry.category,
  entity_id: entry.entityId,
  entity_name: entry.entityName,
  subject_id: entry.subjectId,
  field_name: entry.fieldName,
  previous_value: entry.previousValue,
  current_value: entry.currentValue,
  actor_type: entry.actorType,
  actor_id: entry.actorId,
  actor_name: entry.actorName,
  request_id: entry.requestId,
})
