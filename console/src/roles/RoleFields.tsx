import { m } from '@steward/contract/paraglide/messages'
import { createRoleBody } from '@steward/contract/roles/schemas'
import type { ContractForm } from '../ui/form/FormShell.tsx'
import { FormTextArea, FormTextField } from '../ui/form/fields.tsx'
import type { RoleValues } from './changes.ts'

export const roleSchema = createRoleBody
  .pick({ roleName: true })
  .extend({ description: createRoleBody.shape.description.unwrap(), actions: createRoleBody.shape.actions.unwrap() })

/** Name and description of a role. */
export function RoleFields({ form, readOnly = false }: { form: ContractForm<RoleValues>; readOnly?: boolean }) {
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
    </>
  )
}
