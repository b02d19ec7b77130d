import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { createGroup } from '@steward/contract/groups/endpoints'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { Button } from '../ui/form/Button.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

export interface CreateGroupDialogProps {
  /** The name at the provider. */
  suggested: string
  onClose: () => void
  onCreated: (group: Group) => Promise<void> | void
}

/** Creates an empty group to map to; its roles are added on its own page. */
export function CreateGroupDialog({ suggested, onClose, onCreated }: CreateGroupDialogProps) {
  const formId = useId()
  const [groupName, setGroupName] = useState(suggested)
  const create = useMutation({
    mutationKey: ['GroupManagement_create_group'],
    mutationFn: (name: string) => api(createGroup, { body: { groupName: name, usernames: [], roleIds: [] } }),
    async onSuccess(group) {
      await invalidateTables(['user_group'])
      alerts.success(m.groups_created({ name: group.groupName }))
      await onCreated(group)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React would hand it on to the form that this dialog was opened from.
    event.stopPropagation()
    if (!create.isPending) create.mutate(groupName.trim())
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.groups_create()}
      description={m.sso_mapping_create_text()}
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button kind="primary" type="submit" form={formId} loading={create.isPending}>
            {m.groups_create_submit()}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          label={m.groups_column_name()}
          name="groupName"
          value={groupName}
          error={create.error === null ? undefined : problemMessage(create.error, m.groups_error_create())}
          autoComplete="off"
          maxLength={64}
          onChange={(event) => {
            setGroupName(event.target.value)
            create.reset()
          }}
        />
      </form>
    </Dialog>
  )
}
