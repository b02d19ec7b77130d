import { useQuery } from '@tanstack/react-query'
import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form'
import { m } from '@steward/contract/paraglide/messages'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import type { Choice } from '../ui/form/Combobox.tsx'
import { FormMultiSelect } from '../ui/form/fields.tsx'
import { rolesOfGroups } from './groupEffect.ts'
import { groupOption } from './groupOption.ts'
import { groupsWithRolesQuery } from './recordQueries.ts'

interface GroupsFieldProps<V extends FieldValues, O> {
  control: Control<V, unknown, O>
  name: FieldPathByValue<V, Choice[]>
  chosen: readonly Choice[]
}

/** The groups of new users, with the roles that they get from them. */
export function GroupsField<V extends FieldValues, O>({ control, name, chosen }: GroupsFieldProps<V, O>) {
  const { data, isPending } = useQuery(groupsWithRolesQuery)
  const groups = data?.items ?? []
  return (
    <>
      <FormMultiSelect
        control={control}
        name={name}
        label={m.users_column_groups()}
        optional
        hint={m.users_field_groups_hint()}
        placeholder={m.users_group_find()}
        options={groups.map(groupOption)}
        loading={isPending}
      />
      <GainLoss
        label={m.users_roles_given()}
        names={rolesOfGroups(
          groups,
          chosen.map((group) => group.value),
        )}
        tone="success"
      />
    </>
  )
}
