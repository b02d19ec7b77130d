import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { createUser } from '@steward/contract/users/endpoints'
import { userCreation } from '@steward/contract/users/schemas'
import { api } from '../api/client.ts'
import { nameParts } from '../i18n/format.ts'
import { invalidateTables } from '../api/query.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { alerts } from '../api/alerts.ts'
import { Checkbox } from '../ui/form/Checkbox.tsx'
import type { Choice } from '../ui/form/Combobox.tsx'
import { FormMultiSelect, FormTextField } from '../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { groupsWithRolesQuery, userTables } from './queries.ts'
import { rolesOfGroups } from './groupEffect.ts'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import { groupOption } from './groupOption.ts'
import { editReason, fullName, nameLabels } from './labels.ts'

/** The contract's rules; groups are held as what the field shows. */
const schema = userCreation.omit({ groupIds: true }).extend({ groups: z.array(z.custom<Choice>()) })
const nobody: z.input<typeof schema> = { email: '', givenName: '', familyName: '', groups: [] }

/** Creates a user and has the invitation mailed (product decisions, "Sign-in and session", 4). */
export function CreateUserPanel() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/user-administration/users', search: true })
  const form = useContractForm({ schema, defaultValues: nobody })
  const [another, setAnother] = useState(false)
  const [round, setRound] = useState(0)
  const mutation = useMutation({
    mutationKey: ['UserManagement_create_user'],
    mutationFn: ({ groups, ...person }: z.output<typeof schema>) =>
      api(createUser, { body: { ...person, groupIds: groups.map((group) => group.value) } }),
    onSuccess: (user) => {
      void invalidateTables(userTables)
      alerts.success(m.users_created({ name: fullName(user), email: user.email }))
    },
  })
  const done = () => {
    if (!another) return close()
    // The person who creates several people puts them into the same groups, most times.
    form.reset({ ...nobody, groups: form.getValues('groups') })
    setRound(round + 1)
  }
  useEffect(() => {
    // Fields that were reset can take focus once they are drawn again.
    if (round > 0) form.setFocus('email')
  }, [round, form])
  return (
    <PanelForm
      form={form}
      title={m.users_create()}
      description={m.users_create_text()}
      onSubmit={mutation.mutateAsync}
      onClose={close}
      onDone={done}
      submitError={mutation.error}
      loading={mutation.isPending}
      submitLabel={m.users_create_submit()}
      submitDisabledReason={editReason(usePermission('Admin.EditUsers'))}
      errorFallback={m.users_error_create()}
      fieldNames={{ groupIds: 'groups', username: 'email' }}
      secondary={<Checkbox label={m.users_create_another()} checked={another} onChange={setAnother} />}
    >
      <FormTextField
        control={form.control}
        name="email"
        label={m.users_field_email()}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        hint={m.users_field_email_hint()}
      />
      {nameParts().map((name) => (
        <FormTextField key={name} control={form.control} name={name} label={nameLabels[name]()} autoComplete="off" />
      ))}
      {usePermission('Admin.ViewGroups') ? <GroupsField control={form.control} chosen={form.watch('groups')} /> : null}
    </PanelForm>
  )
}

function GroupsField({
  control,
  chosen,
}: {
  control: ReturnType<typeof useContractForm<z.input<typeof schema>, z.output<typeof schema>>>['control']
  chosen: readonly Choice[]
}) {
  const { data, isPending } = useQuery(groupsWithRolesQuery)
  const groups = data?.items ?? []
  return (
    <>
      <FormMultiSelect
        control={control}
        name="groups"
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
