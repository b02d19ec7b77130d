import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { m } from '@steward/contract/paraglide/messages'
import { createScimToken } from '@steward/contract/provisioning/endpoints'
import { createScimTokenBody } from '@steward/contract/provisioning/schemas'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { endOfDay } from '../i18n/expiry.ts'
import { alerts } from '../api/alerts.ts'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { FormSwitch, FormTextField } from '../ui/form/fields.tsx'
import { MintedTokenDialog } from './MintedTokenDialog.tsx'
import { tokenTables } from './queries.ts'
import { serverNow } from '../i18n/serverTime.ts'

/** The contract's rules; the expiry is kept as a day. */
const tokenSchema = createScimTokenBody.pick({ tokenName: true }).extend({ expiresAt: z.string(), isDryRun: z.boolean() })
type TokenValues = z.output<typeof tokenSchema>

const bodyOf = ({ expiresAt, ...values }: TokenValues) => ({ ...values, expiresAt: endOfDay(expiresAt) })

const dayMs = 86_400_000
/** A year from now: long enough not to be a nuisance, and a notification warns before it expires. */
const inAYear = () => new Date(serverNow() + 365 * dayMs).toISOString().slice(0, 10)

/** Creates a SCIM token and shows it once. */
export function CreateTokenPanel() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/company/scim-management', search: true })
  const form = useContractForm<TokenValues, TokenValues>({
    schema: tokenSchema,
    defaultValues: { tokenName: '', expiresAt: inAYear(), isDryRun: false },
  })
  const mutation = useMutation({
    mutationKey: ['create_scim_token'],
    mutationFn: (values: TokenValues) => api(createScimToken, { body: bodyOf(values) }),
    onSuccess: () => void invalidateTables(tokenTables),
  })
  const minted = mutation.data
  // The message would cover the buttons of the dialog on a phone.
  const finish = () => {
    close()
    if (minted) alerts.success(m.scim_created({ name: minted.tokenName }))
  }
  return (
    <>
      <PanelForm
        form={form}
        title={m.scim_create()}
        description={m.scim_create_text()}
        onSubmit={mutation.mutateAsync}
        onClose={close}
        onDone={() => {}}
        submitError={mutation.error}
        loading={mutation.isPending}
        preview={(values) => <CallPreview endpoint={createScimToken} input={{ body: bodyOf(values) }} />}
        submitLabel={m.scim_create_submit()}
        errorFallback={m.scim_error_create()}
      >
        <FormTextField
          control={form.control}
          name="tokenName"
          label={m.scim_column_name()}
          hint={m.scim_name_hint()}
          autoComplete="off"
          maxLength={64}
        />
        <FormTextField
          control={form.control}
          name="expiresAt"
          type="date"
          label={m.scim_expires_field()}
          hint={m.scim_expires_hint()}
          optional
        />
        <FormSwitch control={form.control} name="isDryRun" label={m.scim_dry_run_field()} hint={m.scim_dry_run_hint()} />
      </PanelForm>
      {minted ? <MintedTokenDialog minted={minted} onClose={finish} /> : null}
    </>
  )
}
