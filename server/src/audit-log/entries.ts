import type { AuditEntry, ChangedField } from '@steward/contract/audit-log/schemas'
import { cursorOf } from '../http/log-paging.ts'
import { positionOf } from './changes.ts'
import type { EntityState } from './entity-states.ts'
import type { EntryRow } from './queries.ts'

/** Rows as the API answers them. */

export const changedOf = (row: EntryRow, entity: EntityState) => ({
  cursor: cursorOf(positionOf(row)),
  occurredAt: row.at,
  category: row.category,
  entityId: row.entity_id,
  entityName: row.entity_name,
  entity,
  actorType: row.actor_type,
  actorId: row.actor_id,
  actorName: row.actor_name,
  requestId: row.request_id,
})

export const toField = (row: EntryRow): ChangedField => ({
  subjectId: row.subject_id,
  fieldName: row.field_name,
  previousValue: row.previous_value,
  currentValue: row.current_value,
})

export const toEntry = (row: EntryRow, entity: EntityState): AuditEntry => ({ ...changedOf(row, entity), type: row.type, ...toField(row) })
