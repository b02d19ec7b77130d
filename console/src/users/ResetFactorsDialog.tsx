import { useMutation } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { resetUserFactors } from '@steward/contract/session/factors'
import { resetFactorsBody } from '@steward/contract/session/factors-schemas'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { factorTables } from '../session/factors/tables.ts'
import { Button } from '../ui/form/Button.tsx'
import { FormTextField } from '../ui/form/fields.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

export interface ResetFactorsDialogProps {
  userId: string
  name: string
  onClose: () => void
}

/** Removes all second factors of a user, with a reason for the log. */
export function ResetFactorsDialog({ userId, name, onClose }: ResetFactorsDialogProps) {
  const form = useContractForm({ schema: resetFactorsBody, defaultValues: { reason: '' } })
  const reset = useMutation({
    mutationKey: ['UserManagement_reset_factors'],
    mutationFn: (body: { reason: string }) => api(resetUserFactors, { params: { userId }, body }),
    onSuccess: () => alerts.success(m.users_factors_reset_done({ name })),
    onSettled: () => invalidateTables([...factorTables, 'user_session', 'app_user']),
  })
  return (
    <Dialog open onClose={onClose} title={m.users_factors_reset_title({ name })} description={m.users_factors_reset_text()}>
      <FormShell
        form={form}
        onSubmit={reset.mutateAsync}
        onDone={onClose}
        submitError={reset.error}
        loading={reset.isPending}
        submitLabel={m.users_factors_reset()}
        errorFallback={m.users_factors_reset_failed()}
        secondary={<Button onClick={onClose}>{m.ui_cancel()}</Button>}
      >
        <FormTextField
          control={form.control}
          name="reason"
          label={m.users_factors_reason()}
          hint={m.users_factors_reason_hint()}
          maxLength={200}
          autoComplete="off"
        />
      </FormShell>
    </Dialog>
  )
}
