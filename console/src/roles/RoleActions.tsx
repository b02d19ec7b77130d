import { m } from '@steward/contract/paraglide/messages'
import type { Action } from '@steward/contract/roles/schemas'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { ActionPicker, type ActionPickerProps } from './ActionPicker.tsx'
import { hiddenApplications, roleActions } from './actionTree.ts'
import { sortedActions } from './changes.ts'
import css from './RoleActions.module.css'

interface RoleActionsProps extends Omit<ActionPickerProps, 'actions'> {
  available: readonly Action[]
  own: PermissionInputs
}

/** The actions of a role, and those that no role of this tenant can include, with the reason. */
export function RoleActions({ available, own, onChange, ...picker }: RoleActionsProps) {
  const hidden = hiddenApplications(available, own)
  return (
    <>
      <ActionPicker
        {...picker}
        actions={roleActions({ available, held: picker.before, own })}
        onChange={(next) => onChange(sortedActions(next))}
      />
      {hidden.length > 0 ? (
        <details className={css.hidden}>
          <summary>{m.roles_hidden()}</summary>
          <ul>
            {hidden.map(({ heading, reason }) => (
              <li key={heading + reason}>
                <b>{heading}</b>: {reason}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}
