import { useMutation } from '@tanstack/react-query'
import type { ResetEffect } from '@steward/contract/rules/factors'
import { m } from '@steward/contract/paraglide/messages'
import { resetUserFactors } from '@steward/contract/session/factors'
import { resetFactorsBody } from '@steward/contract/session/factors-schemas'
import { alerts } from '../api/alerts.ts'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { CallPreview } from '../effects/PreviewedEffects.tsx'
import { factorTables } from '../session/factors/tables.ts'
import { Button } from '../ui/form/Button.tsx'
import { FormTextField } from '../ui/form/fields.tsx'
import { FormShell, useContractForm } from '../ui/form/FormShell.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

export interface ResetFactorsDialogProps {
  userId: string
  name: string
  effect: ResetEffect
  onClose: () => void
}

const texts: Record<ResetEffect, () => string> = {
  immediate: m.users_factors_reset_text,
  approval: m.users_factors_ask_text,
  no_approver: () => `${m.users_factors_reset_text()} ${m.users_factors_no_approver()}`,
}

/** Removes all second factors of a user, or asks another administrator to, with a reason for the log. */
export function ResetFactorsDialog({ userId, name, effect, onClose }: ResetFactorsDialogProps) {
  const form = useContractForm({ schema: resetFactorsBody, defaultValues: { reason: '' } })
  const reset = useMutation({
    mutationKey: ['UserManagement_reset_factors'],
    mutationFn: (body: { reason: string }) => api(resetUserFactors, { params: { userId }, body }),
    onSuccess: ({ request }) => alerts.success(request ? m.users_factors_ask_done({ name }) : m.users_factors_reset_done({ name })),
    onSettled: () => invalidateTables([...factorTables, 'factor_reset_request', 'user_session', 'app_user']),
  })
  return (
    <Dialog open onClose={onClose} title={m.users_factors_reset_title({ name })} description={texts[effect]()}>
      <FormShell
        form={form}
        onSubmit={reset.mutateAsync}
        onDone={onClose}
        submitError={reset.error}
        loading={reset.isPending}
        preview={(body) => <CallPreview endpoint={resetUserFactors} input={{ params: { userId }, body }} />}
        submitLabel={effect === 'approval' ? m.users_factors_ask() : m.users_factors_reset()}
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
