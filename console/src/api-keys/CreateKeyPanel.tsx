import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createApiKey } from '@steward/contract/api-keys/endpoints'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { usePermission } from '../session/permissions/permissions.ts'
import { alerts } from '../api/alerts.ts'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { keyBody, KeyFields, keySchema, noKey, type KeyValues } from './KeyFields.tsx'
import { MintedKeyDialog } from './MintedKeyDialog.tsx'
import { keyTables } from './queries.ts'
import { editReason } from './labels.ts'

const path = '/developer-administration/access-credentials'

/** Creates an API key and shows it once. */
export function CreateKeyPanel() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: path, search: true })
  const form = useContractForm<KeyValues, KeyValues>({ schema: keySchema, defaultValues: noKey })
  const mutation = useMutation({
    mutationKey: ['create_api_key'],
    mutationFn: (values: KeyValues) => api(createApiKey, { body: keyBody(values) }),
    // The secret goes with the panel.
    gcTime: 0,
    onSuccess: () => void invalidateTables(keyTables),
  })
  const minted = mutation.data
  // The message would cover the buttons of the dialog on a phone.
  const finish = () => {
    close()
    if (minted) alerts.success(m.keys_created({ name: minted.apiKeyName }))
  }
  return (
    <>
      <PanelForm
        form={form}
        title={m.keys_create()}
        description={m.keys_create_text()}
        onSubmit={mutation.mutateAsync}
        onClose={close}
        onDone={() => {}}
        submitError={mutation.error}
        loading={mutation.isPending}
        preview={(values) => <CallPreview endpoint={createApiKey} input={{ body: keyBody(values) }} />}
        submitLabel={m.keys_create_submit()}
        submitDisabledReason={editReason(usePermission('Admin.EditApiKeys'))}
        errorFallback={m.keys_error_create()}
      >
        <KeyFields form={form} readOnly={minted !== undefined} />
      </PanelForm>
      {minted ? <MintedKeyDialog minted={minted} onClose={finish} /> : null}
    </>
  )
}
