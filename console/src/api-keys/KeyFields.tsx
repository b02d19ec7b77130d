import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { type ApiKey, apiKeyInput } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { ContractForm } from '../ui/form/FormShell.tsx'
import { FormMultiSelect, FormTextField } from '../ui/form/fields.tsx'
import { dayOf, endOfDay } from '../i18n/expiry.ts'
import { keyGroupsQuery } from './recordQueries.ts'

/** The contract's rules; groups are kept as the field's options, the expiry as a day. */
export const keySchema = apiKeyInput.pick({ apiKeyName: true }).extend({
  groups: z.array(z.custom<Choice>()).min(1),
  expiresAt: z.string(),
})
export type KeyValues = z.output<typeof keySchema>

export const noKey: KeyValues = { apiKeyName: '', groups: [], expiresAt: '' }

export const keyValues = (key: ApiKey): KeyValues => ({
  apiKeyName: key.apiKeyName,
  groups: key.groups.map(({ groupId, groupName }) => ({ value: groupId, label: groupName })),
  expiresAt: dayOf(key.expiresAt),
})

/** The form's values as a request. */
export const keyBody = ({ apiKeyName, groups, expiresAt }: KeyValues) => ({
  apiKeyName,
  groups: groups.map((group) => group.value),
  expiresAt: endOfDay(expiresAt),
})

interface KeyFieldProps {
  form: ContractForm<KeyValues>
  readOnly: boolean
}

/** Name, groups and expiry of an API key. */
export function KeyFields(props: KeyFieldProps) {
  return (
    <>
      <KeyNameField {...props} />
      <KeyGroupsField {...props} />
      <KeyExpiryField {...props} />
    </>
  )
}

export function KeyNameField({ form, readOnly }: KeyFieldProps) {
  return (
    <FormTextField
      control={form.control}
      name="apiKeyName"
      label={m.keys_column_name()}
      hint={m.keys_name_hint()}
      autoComplete="off"
      maxLength={64}
      readOnly={readOnly}
    />
  )
}

export function KeyGroupsField({ form, readOnly }: KeyFieldProps) {
  const { data, isPending } = useQuery(keyGroupsQuery)
  const options = (data?.items ?? []).map(({ groupId, groupName }) => ({ value: groupId, label: groupName }))
  return (
    <FormMultiSelect
      control={form.control}
      name="groups"
      label={m.keys_column_groups()}
      hint={m.keys_groups_hint()}
      placeholder={m.users_group_find()}
      options={options}
      loading={isPending}
      disabled={readOnly}
    />
  )
}

export function KeyExpiryField({ form, readOnly }: KeyFieldProps) {
  return (
    <FormTextField
      control={form.control}
      name="expiresAt"
      type="date"
      label={m.keys_field_expires()}
      hint={m.keys_expires_hint()}
      optional
      readOnly={readOnly}
    />
  )
}
