import { m } from '@steward/contract/paraglide/messages'
import { entityName, kindOf } from '../change-text/labels.ts'
import { fieldText } from '../change-text/names.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { ScrollTable } from '../ui/table/ScrollTable.tsx'
import { fieldLabel } from '../change-text/fields.ts'
import type { UndoConflict } from './conflicts.ts'

const valuesOf = ({ before, after, now }: UndoConflict) => [before, after, now]

/** "Group Analysts · Status" */
function labelOf(conflict: UndoConflict): string {
  const { category, fieldName } = conflict
  const name = `${kindOf(conflict)} ${entityName({ ...conflict, entityId: '' })}`
  return fieldName === '' ? name : `${name} · ${fieldLabel({ category, fieldName })}`
}

/** A value; of a link or a whole record, whether it is there. */
function textOf(conflict: UndoConflict, value: string): string | null {
  if (valuesOf(conflict).includes('exists')) return value === '' ? m.ui_no() : m.ui_yes()
  return value === '' ? m.ui_empty_value() : fieldText(conflict.fieldName, value)
}

/** What changed since, field by field: the value that would come back, the one that the change made, and the one now. */
export function Conflicts({ conflicts }: { conflicts: readonly UndoConflict[] }) {
  return (
    <>
      <Callout tone="warning" role="alert" title={m.changes_conflict_title()}>
        {m.changes_conflict_text()}
      </Callout>
      <ScrollTable label={m.changes_conflict_title()} boxed>
        <thead>
          <tr>
            <th scope="col">{m.changes_conflict_field()}</th>
            <th scope="col">{m.changes_conflict_before()}</th>
            <th scope="col">{m.changes_conflict_after()}</th>
            <th scope="col">{m.changes_conflict_now()}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map((conflict, index) => (
            <tr key={index}>
              <th scope="row">{labelOf(conflict)}</th>
              {valuesOf(conflict).map((value, column) => (
                <td key={column}>{textOf(conflict, value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  )
}
