import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import type { Judge } from '@steward/contract/rules/allocation-fit'
import { Status } from '../ui/display/Badge.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { chosenId, type Changes } from './allocation.ts'
import { packageIdOf } from './assignments.ts'
import type { PackageTable } from './packageTable.ts'
import { ShareChange, ShareChanges } from './ShareChange.tsx'

interface ApplyDialogProps {
  groups: readonly ResourceGroup[]
  changes: Changes
  table: PackageTable
  judge: Judge | undefined
  onClose: () => void
  onApply: () => void
}

/** Confirms a what-if allocation: every change, with the resource groups that would have fallen short. */
export function ApplyDialog({ groups, changes, table, judge, onClose, onApply }: ApplyDialogProps) {
  const changed = groups.filter((group) => changes.has(group.resourceGroupId))
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.what_if_apply_title()}
      confirmLabel={m.what_if_apply_confirm()}
      onConfirm={onApply}
      danger={false}
      loading={false}
    >
      <p>{m.what_if_apply_text()}</p>
      <ShareChanges>
        {changed.map((group) => {
          const packageId = chosenId(group, changes)
          const isOver = judge?.({ resourceGroupId: group.resourceGroupId, packageId }).fit === 'over'
          return (
            <ShareChange
              key={group.resourceGroupId}
              name={group.name}
              before={table.percentageOf(packageIdOf(group))}
              after={table.percentageOf(packageId)}
            >
              {isOver ? <Status tone="danger">{m.what_if_over()}</Status> : null}
            </ShareChange>
          )
        })}
      </ShareChanges>
    </ConfirmDialog>
  )
}
