import type { AuditChange, AuditEntry } from '@steward/contract/audit-log/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Status } from '../ui/display/Badge.tsx'
import { BadgedName } from '../ui/display/BadgedName.tsx'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { fieldLabel, valueLabel } from '../change-text/fields.ts'
import { actorKind, actorName, changedFields, entityName, kindOf, typeLabels, typeTones } from '../change-text/labels.ts'
import type { AuditRow } from './queries.ts'

/** The columns of both views (second specification file, section 2). */
const shared = (nameWidth: DataColumn<AuditRow>['width']): DataColumn<AuditRow>[] => [
  {
    id: 'name',
    header: m.audit_column_name(),
    cell: (row) => <BadgedName name={entityName(row)} badges={[isGoneSince(row) && { text: m.audit_gone() }]} />,
    width: nameWidth,
  },
  { id: 'time', header: m.audit_column_time(), cell: (row) => timeCell(row.occurredAt), width: 'time' },
  { id: 'actor', header: m.audit_column_actor(), cell: (row) => <Actor row={row} /> },
  {
    id: 'type',
    header: m.audit_column_type(),
    cell: (row) => <Status tone={typeTones[row.type]}>{typeLabels[row.type]()}</Status>,
    width: 'time',
    from: 'laptop',
  },
  { id: 'category', header: m.audit_column_category(), cell: kindOf, from: 'desktop', width: 'time' },
]

/** A deletion says itself that its object is gone. */
const isGoneSince = ({ entity, type }: AuditRow): boolean => entity.isGone === true && type !== 'Delete'

function Actor({ row }: { row: AuditRow }) {
  const kind = actorKind(row.actorType)
  const name = actorName(row)
  return <BadgedName name={name} badges={[kind !== undefined && kind !== name && { text: kind }]} />
}

export const entryColumns = (): DataColumn<AuditEntry>[] => [
  ...shared('person'),
  { id: 'field', header: m.audit_column_field(), cell: (entry) => fieldLabel(entry) },
  { id: 'current', header: m.audit_column_current(), cell: (entry) => valueLabel(entry.fieldName, entry.currentValue) ?? '–' },
  { id: 'previous', header: m.audit_column_previous(), cell: (entry) => valueLabel(entry.fieldName, entry.previousValue) ?? '–' },
]

export const changeColumns = (): DataColumn<AuditChange>[] => [
  ...shared('wide'),
  { id: 'changed', header: m.audit_column_changed(), cell: changedFields, width: 'wide' },
]
