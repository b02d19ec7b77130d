import { useMutation } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { renameFactor } from '@steward/contract/session/factors'
import { type Factor, renameFactorBody } from '@steward/contract/session/factors-schemas'
import { api } from '../../api/client.ts'
import { invalidateTables } from '../../api/query.ts'
import { FormTextField } from '../../ui/form/fields.tsx'
import { FormShell, useContractForm } from '../../ui/form/FormShell.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { factorName } from './factorName.ts'
import { factorTables } from './tables.ts'

export interface RenameFactorDialogProps {
  factor: Factor
  onClose: () => void
}

export function RenameFactorDialog({ factor, onClose }: RenameFactorDialogProps) {
  const { factorId, name } = factor
  const form = useContractForm({ schema: renameFactorBody, defaultValues: { name } })
  const rename = useMutation({
    mutationKey: ['factor_rename'],
    mutationFn: (body: { name: string }) => api(renameFactor, { params: { factorId }, body }),
    onSettled: () => invalidateTables(factorTables),
  })
  return (
    <Dialog open onClose={onClose} title={m.factor_rename_named({ name: factorName(factor) })}>
      <FormShell
        form={form}
        onSubmit={rename.mutateAsync}
        onDone={onClose}
        submitError={rename.error}
        loading={rename.isPending}
        submitLabel={m.factor_rename_save()}
        errorFallback={m.factor_rename_failed()}
      >
        <FormTextField control={form.control} name="name" label={m.factor_name()} maxLength={64} autoComplete="off" />
      </FormShell>
    </Dialog>
  )
}
