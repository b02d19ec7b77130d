import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ClipboardEvent } from 'react'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { createUser } from '@steward/contract/users/endpoints'
import { userCreation } from '@steward/contract/users/schemas'
import { api } from '../api/client.ts'
import { nameParts } from '../i18n/format.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { usePermission } from '../session/permissions/permissions.ts'
import { alerts } from '../api/alerts.ts'
import { Checkbox } from '../ui/form/Checkbox.tsx'
import type { Choice } from '../ui/form/Combobox.tsx'
import { FormTextField } from '../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { deferred } from '../ui/overlay/deferred.tsx'
import { GroupsField } from './GroupsField.tsx'
import { pastedPeople, type PastedPerson } from './pastedPeople.ts'
import { userTables } from './queries.ts'
import type { SeveralUsersPanelProps } from './SeveralUsersPanel.tsx'
import { editReason, fullName, nameLabels } from './labels.ts'

// Only after several addresses were pasted.
const SeveralUsersPanel = deferred<SeveralUsersPanelProps & { open?: boolean }>(() =>
  import('./SeveralUsersPanel.tsx').then((module) => module.SeveralUsersPanel),
)

/** The contract's rules; groups are held as what the field shows. */
const schema = userCreation.omit({ groupIds: true }).extend({ groups: z.array(z.custom<Choice>()) })
const nobody: z.input<typeof schema> = { email: '', givenName: '', familyName: '', groups: [] }

const bodyOf = ({ groups, ...person }: z.output<typeof schema>) => ({ ...person, groupIds: groups.map((group) => group.value) })

/** Creates a user and has the invitation mailed (product decisions, "Sign-in and session", 4). */
export function CreateUserPanel() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/user-administration/users', search: true })
  const form = useContractForm({ schema, defaultValues: nobody })
  const [several, setSeveral] = useState<PastedPerson[]>()
  const [another, setAnother] = useState(false)
  const [round, setRound] = useState(0)
  const mutation = useMutation({
    mutationKey: ['UserManagement_create_user'],
    mutationFn: (values: z.output<typeof schema>) => api(createUser, { body: bodyOf(values) }),
    onSuccess: (user) => {
      void invalidateTables(userTables)
      alerts.success(m.users_created({ name: fullName(user), email: user.email }), {
        action: {
          label: m.ui_view(),
          onSelect: () => void navigate({ to: '/user-administration/users/$userId', params: { userId: user.userId }, search: true }),
        },
      })
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
  const paste = (event: ClipboardEvent) => {
    const people = pastedPeople(event.clipboardData.getData('text'))
    if (people.length < 2) return
    event.preventDefault()
    setSeveral(people)
  }
  const reason = editReason(usePermission('Admin.EditUsers'))
  const seesGroups = usePermission('Admin.ViewGroups')
  if (several) return <SeveralUsersPanel people={several} groups={form.getValues('groups')} onClose={close} />
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
      preview={(values) => <CallPreview endpoint={createUser} input={{ body: bodyOf(values) }} />}
      submitLabel={m.users_create_submit()}
      submitDisabledReason={reason}
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
        hint={m.users_field_email_paste()}
        onPaste={paste}
      />
      {nameParts().map((name) => (
        <FormTextField key={name} control={form.control} name={name} label={nameLabels[name]()} autoComplete="off" />
      ))}
      {seesGroups ? <GroupsField control={form.control} name="groups" chosen={form.watch('groups')} /> : null}
    </PanelForm>
  )
}
