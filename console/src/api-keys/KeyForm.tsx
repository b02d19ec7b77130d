import type { ReactNode } from 'react'
import { patchApiKey } from '@steward/contract/api-keys/endpoints'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../api/alerts.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { formatLastDay } from '../i18n/expiry.ts'
import { formatList } from '../i18n/format.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { DiscardButton } from '../ui/form/DiscardButton.tsx'
import { chosenOf } from '../ui/form/conflict.ts'
import { FormShell, useContractForm, type ContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { keyBody, keySchema, keyValues, type KeyValues } from './KeyFields.tsx'
import { editReason } from './labels.ts'
import { keyTables } from './queries.ts'
import { readKeyAgain, saveKey, type VersionedKey } from './recordQueries.ts'

const valuesOf = ({ data }: VersionedKey): KeyValues => keyValues(data)

interface KeyFormProps {
  latest: VersionedKey
  /** Some of the key's fields. */
  fields: (form: ContractForm<KeyValues>, readOnly: boolean) => ReactNode
}

/** Edits an API key; saved with the version that was read. */
export function KeyForm({ latest, fields }: KeyFormProps) {
  const key = latest.data
  const form = useContractForm<KeyValues, KeyValues>({ schema: keySchema, defaultValues: valuesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, valuesOf)
  const { isDirty } = form.formState
  const save = useVersionedSave<VersionedKey, KeyValues>({
    key: 'edit_api_key',
    save: (values, ifMatch, from) => saveKey(from.data.apiKeyId, keyBody(values), ifMatch),
    latest: () => readKeyAgain(key.apiKeyId),
    onSaved: (saved) => {
      rebase(saved)
      void invalidateTables(keyTables)
      alerts.success(m.keys_updated({ name: saved.data.apiKeyName }))
    },
  })
  const reason = editReason(usePermission('Admin.EditApiKeys'))
  return (
    <>
      {reason === undefined ? null : <Callout tone="info">{reason}</Callout>}
      <FormShell
        form={form}
        onSubmit={(values) => save.submit(values, base)}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        preview={(values) => <CallPreview endpoint={patchApiKey} input={{ params: { key: key.apiKeyId }, body: keyBody(values) }} />}
        submitLabel={m.keys_save()}
        submitDisabledReason={reason ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={m.keys_error_update()}
        secondary={<DiscardButton form={form} />}
      >
        <StaleNotice show={isDirty && latest.etag !== base.etag} onTakeTheirs={() => rebase(latest)} />
        {fields(form, reason !== undefined)}
      </FormShell>
      <LeaveGuard isDirty={() => form.formState.isDirty} />
      <SaveConflict
        save={save}
        name={key.apiKeyName}
        fields={(conflict) => conflictFields(valuesIn(conflict, valuesOf))}
        resolved={(conflict, sides) => {
          const chosen = chosenOf(valuesIn(conflict, valuesOf), sides)
          return { apiKeyName: chosen('apiKeyName'), groups: chosen('groups'), expiresAt: chosen('expiresAt') }
        }}
        errorFallback={m.keys_error_update()}
      />
    </>
  )
}

/** Each side of a conflict, as text. */
function conflictFields({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', KeyValues>) {
  const groups = (values: KeyValues) => formatList(values.groups.map((group) => group.label).toSorted())
  const day = (values: KeyValues) => (values.expiresAt === '' ? m.keys_never_expires() : formatLastDay(values.expiresAt))
  const field = (id: string, label: string, text: (values: KeyValues) => string) => ({
    id,
    label,
    base: text(base),
    mine: text(mine),
    theirs: text(theirs),
  })
  return [
    field('apiKeyName', m.keys_column_name(), (values) => values.apiKeyName),
    field('groups', m.keys_column_groups(), groups),
    field('expiresAt', m.keys_field_expires(), day),
  ]
}
