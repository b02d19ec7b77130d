import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { createGroup } from '@steward/contract/groups/endpoints'
import { createGroupBody } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { isReservedGroupName } from '@steward/contract/rules/name-rules'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { useCan } from '../session/permissions/permissions.ts'
import { alerts } from '../api/alerts.ts'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import type { Choice } from '../ui/form/Combobox.tsx'
import { FormTextField } from '../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { Stepper } from '../ui/display/Stepper.tsx'
import { RolePicker } from './RolePicker.tsx'
import { UserPicker } from './UserPicker.tsx'
import { groupTables } from './queries.ts'
import { editReason } from './permissions.ts'

/** The contract's rules, with users and roles as the pickers' options. */
const schema = createGroupBody.pick({ groupName: true }).extend({ users: z.array(z.custom<Choice>()), roles: z.array(z.custom<Choice>()) })
const nothing: z.input<typeof schema> = { groupName: '', users: [], roles: [] }
const values = (choices: readonly Choice[]) => choices.map((choice) => choice.value)

const bodyOf = ({ groupName, users, roles }: z.output<typeof schema>) => ({
  groupName,
  usernames: values(users),
  roleIds: values(roles),
})

/** Creates a group in two steps: users, then roles (specification 2, section 2). */
export function CreateGroupPanel() {
  const navigate = useNavigate()
  const can = useCan()
  const [step, setStep] = useState<0 | 1>(0)
  const close = () => void navigate({ to: '/user-administration/groups', search: true })
  const form = useContractForm({ schema, defaultValues: nothing })
  const users = useController({ control: form.control, name: 'users' }).field
  const roles = useController({ control: form.control, name: 'roles' }).field
  const mutation = useMutation({
    mutationKey: ['GroupManagement_create_group'],
    mutationFn: (group: z.output<typeof schema>) => api(createGroup, { body: bodyOf(group) }),
    onSuccess: (group) => {
      void invalidateTables([...groupTables, 'app_user'])
      alerts.success(m.groups_created({ name: group.groupName }), {
        action: {
          label: m.ui_view(),
          onSelect: () => void navigate({ to: '/user-administration/groups/$groupId', params: { groupId: group.groupId }, search: true }),
        },
      })
    },
  })
  /** Rejects a reserved name now; the server would only refuse it after the second step. */
  const proceed = ({ groupName }: z.output<typeof schema>): boolean => {
    if (isReservedGroupName(groupName)) {
      form.setError('groupName', { type: 'reserved', message: m.error_group_name_reserved({ groupName }) })
      return false
    }
    setStep(1)
    return true
  }
  return (
    <PanelForm
      form={form}
      size="medium"
      title={m.groups_create()}
      description={m.groups_create_text()}
      onSubmit={mutation.mutateAsync}
      proceed={step === 0 ? proceed : undefined}
      onClose={close}
      submitError={mutation.error}
      loading={mutation.isPending}
      preview={step === 0 ? undefined : (group) => <CallPreview endpoint={createGroup} input={{ body: bodyOf(group) }} />}
      submitLabel={step === 0 ? m.groups_step_next() : m.groups_create_submit()}
      submitDisabledReason={editReason(can('Admin.EditGroups'))}
      errorFallback={m.groups_error_create()}
      fieldNames={{ usernames: 'users', roleIds: 'roles' }}
      secondary={step === 0 ? undefined : <Button onClick={() => setStep(0)}>{m.groups_step_back()}</Button>}
    >
      <FormTextField control={form.control} name="groupName" label={m.groups_column_name()} autoComplete="off" maxLength={64} />
      <Stepper label={m.groups_steps()} steps={[m.groups_step_users(), m.groups_step_roles()]} current={step} onStep={() => setStep(0)} />
      {step === 0 ? (
        can('Admin.ViewUsers') ? (
          <UserPicker picked={users.value} onPick={users.onChange} />
        ) : (
          <Callout tone="info">{m.groups_users_no_view()}</Callout>
        )
      ) : (
        <>
          <p>{m.groups_roles_hint()}</p>
          {can('Admin.ViewRoles') ? (
            <RolePicker picked={roles.value} onPick={roles.onChange} />
          ) : (
            <Callout tone="info">{m.groups_roles_no_view()}</Callout>
          )}
        </>
      )}
    </PanelForm>
  )
}
