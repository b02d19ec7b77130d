import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { createUser } from '@steward/contract/users/endpoints'
import { userCreation } from '@steward/contract/users/schemas'
import { api } from '../api/client.ts'
import { alerts } from '../api/alerts.ts'
import { invalidateTables } from '../api/query.ts'
import { runEach, type BulkFailure } from '../api/runEach.ts'
import { nameParts } from '../i18n/format.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { Callout } from '../ui/display/Callout.tsx'
import type { Choice } from '../ui/form/Combobox.tsx'
import { FormTextField } from '../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { RemoveButton } from '../ui/form/RemoveButton.tsx'
import { GroupsField } from './GroupsField.tsx'
import { editReason, nameLabels } from './labels.ts'
import type { PastedPerson } from './pastedPeople.ts'
import { userTables } from './queries.ts'
import css from './SeveralUsersPanel.module.css'

const schema = z.object({
  people: z.array(userCreation.omit({ groupIds: true })).min(1),
  groups: z.array(z.custom<Choice>()),
})
type Values = z.input<typeof schema>

export interface SeveralUsersPanelProps {
  people: readonly PastedPerson[]
  groups: readonly Choice[]
  onClose: () => void
}

/** Creates the people of a pasted list; their names were guessed and can be corrected. Who is refused stays, with the reason. */
export function SeveralUsersPanel({ people, groups, onClose }: SeveralUsersPanelProps) {
  const form = useContractForm<Values, z.output<typeof schema>>({
    schema,
    defaultValues: { people: [...people], groups: [...groups] },
  })
  const rows = useFieldArray({ control: form.control, name: 'people' })
  const isDone = useRef(false)
  const [failed, setFailed] = useState<readonly BulkFailure[]>([])
  const creation = useMutation({
    mutationKey: ['UserManagement_create_users'],
    mutationFn: ({ people: wanted, groups: into }: z.output<typeof schema>) =>
      runEach(wanted, {
        id: (person) => person.email,
        name: (person) => person.email,
        run: (person) => api(createUser, { body: { ...person, groupIds: into.map((group) => group.value) } }),
        fallback: m.users_error_create(),
      }),
    onSuccess: (outcome) => {
      void invalidateTables(userTables)
      if (outcome.succeeded.length > 0) alerts.success(m.users_invited({ count: outcome.succeeded.length }))
      setFailed(outcome.failed)
      const refused = new Set(outcome.failed.map(({ id }) => id))
      if (refused.size > 0) form.reset(({ people: sent, ...rest }) => ({ ...rest, people: sent.filter(({ email }) => refused.has(email)) }))
    },
  })
  return (
    <PanelForm
      form={form}
      size="medium"
      title={m.users_create_several({ count: rows.fields.length })}
      description={m.users_create_several_text()}
      onSubmit={async (values) => {
        isDone.current = (await creation.mutateAsync(values)).failed.length === 0
      }}
      onClose={onClose}
      onDone={() => isDone.current && onClose()}
      submitError={creation.error}
      loading={creation.isPending}
      submitLabel={m.users_create_several_submit({ count: rows.fields.length })}
      submitDisabledReason={editReason(usePermission('Admin.EditUsers'))}
      errorFallback={m.users_error_create()}
    >
      {failed.length > 0 ? (
        <Callout tone="danger" role="alert" title={m.users_bulk_failed_title({ count: failed.length })}>
          <ul>
            {failed.map(({ id, name, message }) => (
              <li key={id}>
                {name}: {message}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      <ul className={css.people} aria-label={m.menu_users()}>
        {rows.fields.map((person, index) => (
          <li key={person.id} className={css.person}>
            <span className={css.email}>{person.email}</span>
            {rows.fields.length > 1 ? (
              <RemoveButton label={m.users_leave_out({ name: person.email })} onClick={() => rows.remove(index)} />
            ) : null}
            {nameParts().map((name) => (
              <FormTextField
                key={name}
                control={form.control}
                name={`people.${index}.${name}`}
                label={m.users_name_of({ field: nameLabels[name](), email: person.email })}
                hideLabel
                placeholder={nameLabels[name]()}
                autoComplete="off"
              />
            ))}
          </li>
        ))}
      </ul>
      {usePermission('Admin.ViewGroups') ? <GroupsField control={form.control} name="groups" chosen={form.watch('groups')} /> : null}
    </PanelForm>
  )
}
