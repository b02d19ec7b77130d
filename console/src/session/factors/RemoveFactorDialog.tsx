import { useMutation } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { Factor } from '@steward/contract/session/factors-schemas'
import { alertFailure } from '../../api/alertFailure.ts'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { removeOwnFactor } from './change.ts'
import { factorName } from './factorName.ts'
import { factorTables } from './tables.ts'

export interface RemoveFactorDialogProps {
  factor: Factor
  /** Without it signing in takes only the password. */
  isLast: boolean
  onClose: () => void
}

export function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorDialogProps) {
  const name = factorName(factor)
  const remove = useMutation({
    mutationKey: ['factor_remove'],
    mutationFn: () => removeOwnFactor(factor),
    onSuccess: () => alerts.success(m.factor_removed({ name })),
    onError: (error) => alertFailure(error, m.factor_remove_failed()),
    onSettled: async () => {
      onClose()
      await invalidateTables(factorTables)
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.factor_remove_title({ name })}
      confirmLabel={m.ui_remove({ name })}
      onConfirm={() => remove.mutate()}
      loading={remove.isPending}
    >
      <p>{isLast ? m.factor_remove_last() : m.factor_remove_text()}</p>
    </ConfirmDialog>
  )
}
