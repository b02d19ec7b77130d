import { m } from '@steward/contract/paraglide/messages'
import { entityName, kindOf } from '../audit-log/labels.ts'
import { fieldText } from '../history/names.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { ScrollTable } from '../ui/table/ScrollTable.tsx'
import { fieldLabel } from '../users/changeLabels.ts'
import type { UndoConflict } from './conflicts.ts'

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
              <th scope="row">
                {kindOf(conflict)} {entityName({ ...conflict, entityId: '' })} · {fieldLabel(conflict)}
              </th>
              {[conflict.before, conflict.after, conflict.now].map((value, column) => (
                <td key={column}>{value === '' ? m.ui_empty_value() : fieldText(conflict.fieldName, value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  )
}
