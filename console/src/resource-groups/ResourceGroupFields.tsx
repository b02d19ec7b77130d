import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { resourceGroupName } from '@steward/contract/rules/names'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { ContractForm } from '../ui/form/FormShell.tsx'
import { FormMultiSelect, FormRadioGroup, FormTextField } from '../ui/form/fields.tsx'
import { groupsQuery } from './queries.ts'

/** The contract's rules; groups are kept as the field's options, the package as its id ('0' for none). */
export const resourceGroupSchema = z.object({
  name: resourceGroupName,
  access: z.enum(['all', 'some']),
  groups: z.array(z.custom<Choice>()).max(100),
  resourceGroupPackageId: z.string().min(1),
})
export type ResourceGroupValues = z.output<typeof resourceGroupSchema>

/** Maps field names of the server's errors to those of the form. */
export const fieldNames = { groupIds: 'groups', '0.value': 'groups', '1.value': 'groups', '2.value': 'groups' } as const

export const choicesOf = (group: ResourceGroup): Choice[] =>
  group.groups.map(({ groupId, groupName }) => ({ value: groupId, label: groupName }))

/** Name and access. */
export function ResourceGroupFields({ form }: { form: ContractForm<ResourceGroupValues> }) {
  const { data, isPending } = useQuery(groupsQuery)
  const access = useWatch({ control: form.control, name: 'access' })
  const options = (data?.items ?? []).map(({ groupId, groupName }) => ({ value: groupId, label: groupName }))
  return (
    <>
      <FormTextField
        control={form.control}
        name="name"
        label={m.resource_groups_column_name()}
        hint={m.resource_groups_name_hint()}
        autoComplete="off"
        maxLength={64}
      />
      <FormRadioGroup
        control={form.control}
        name="access"
        label={m.resource_groups_field_access()}
        options={[
          { value: 'some' as const, label: m.resource_groups_access_some() },
          { value: 'all' as const, label: m.resource_groups_access_all(), hint: m.resource_groups_access_all_hint() },
        ]}
      />
      {access === 'some' ? (
        <FormMultiSelect
          control={form.control}
          name="groups"
          label={m.resource_groups_column_groups()}
          placeholder={m.users_group_find()}
          options={options}
          loading={isPending}
          optional
        />
      ) : null}
    </>
  )
}
