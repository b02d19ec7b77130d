import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { m } from '@steward/contract/paraglide/messages'
import { type Action, createRoleBody } from '@steward/contract/roles/schemas'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import type { ContractForm } from '../ui/form/FormShell.tsx'
import { FormTextArea, FormTextField } from '../ui/form/fields.tsx'
import { ActionPicker } from './ActionPicker.tsx'
import { hiddenApplications, roleActions } from './actionTree.ts'
import { sortedActions, type RoleValues } from './changes.ts'
import { actionsQuery } from './queries.ts'
import shared from './roles.module.css'
import css from './RoleFields.module.css'

export const roleSchema = createRoleBody
  .pick({ roleName: true })
  .extend({ description: createRoleBody.shape.description.unwrap(), actions: createRoleBody.shape.actions.unwrap() })

/** Data the editor needs besides the role: actions allowed in custom roles, and the editing user's own actions. */
export function useRoleChoices():
  | { available: readonly Action[]; own: PermissionInputs }
  | { error: unknown; retry: () => void; retrying: boolean }
  | undefined {
  const actions = useQuery(actionsQuery)
  const own = useQuery(permissionsQuery)
  if (actions.data && own.data) return { available: actions.data.items, own: own.data.facts }
  if (actions.error) return { error: actions.error, retry: () => void actions.refetch(), retrying: actions.isFetching }
  return undefined
}

interface RoleFieldsProps {
  form: ContractForm<RoleValues>
  available: readonly Action[]
  own: PermissionInputs
  /** The saved actions; none for a new role. */
  before: readonly string[]
  readOnly: boolean
  /** Above the actions of a new role. */
  template?: ReactNode
  /** The template, so that sections with its actions are open. */
  pickerKey?: string
}

/** Name, description and actions of a role. */
export function RoleFields({ form, available, own, before, readOnly, template, pickerKey }: RoleFieldsProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'actions' })
  const hidden = hiddenApplications(available, own)
  // An error in a list of actions belongs to one of them; its message names it.
  const error: unknown = fieldState.error
  return (
    <>
      <FormTextField
        control={form.control}
        name="roleName"
        label={m.roles_column_name()}
        autoComplete="off"
        maxLength={64}
        readOnly={readOnly}
      />
      <FormTextArea
        control={form.control}
        name="description"
        label={m.roles_column_description()}
        optional
        maxLength={500}
        rows={2}
        readOnly={readOnly}
      />
      <div className={shared.section}>
        <h3>{m.roles_actions()}</h3>
        {template}
        <ActionPicker
          key={pickerKey}
          actions={roleActions({ available, held: before, own })}
          selected={field.value}
          before={before}
          onChange={(next) => field.onChange(sortedActions(next))}
          readOnly={readOnly}
          error={messageIn(error)}
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
      </div>
    </>
  )
}

function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error)
    .map(messageIn)
    .find((message) => message !== undefined)
}
