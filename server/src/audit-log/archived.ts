import { sql } from 'kysely'
import type { listArchivedChanges } from '@steward/contract/audit-log/endpoints'
import type { QueryOf } from '@steward/contract/http'
import { timeText } from '../db/log-slice.ts'
import type { ArchivedLog, ArchivedRow } from '../log-archive/archived-log.ts'
import { isOneOf } from '../log-archive/read.ts'
import type { EntryRow } from './queries.ts'

export const archivedAuditLog: ArchivedLog = {
  table: 'audit_entry',
  id: 'audit_entry_id',
  name: 'audit-log',
  line: sql`json_build_object(
    'id', audit_entry_id, 'occurredAt', ${timeText}, 'type', type, 'category', category, 'entityId', entity_id,
    'entityName', entity_name, 'subjectId', subject_id, 'fieldName', field_name, 'previousValue', previous_value,
    'currentValue', current_value, 'actorType', actor_type, 'actorId', actor_id, 'actorName', actor_name, 'requestId', request_id)`,
}

/** An entry of the audit log as a line of an archived month; names and values are those of the API. */
export interface ArchivedEntry extends ArchivedRow {
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

type Filter = Omit<QueryOf<typeof listArchivedChanges>, 'before' | 'after' | 'limit'>

/** As `planOf` filters the entries of the database. */
export function matcherOf({ actor, type, category, entity, field, search }: Filter): (entry: ArchivedEntry) => boolean {
  const text = search?.toLowerCase()
  const isFound = (entry: ArchivedEntry) =>
    text === undefined ||
    text === '' ||
    [entry.entityName, entry.actorName, entry.currentValue, entry.previousValue].some((value) => value?.toLowerCase().includes(text)) ||
    entry.entityId === search ||
    entry.requestId === search
  return (entry) =>
    isOneOf(actor, entry.actorId) &&
    isOneOf(type, entry.type) &&
    isOneOf(category, entry.category) &&
    isOneOf(entity, entry.entityId) &&
    isOneOf(field, entry.fieldName) &&
    isFound(entry)
}
