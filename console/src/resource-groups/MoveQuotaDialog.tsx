import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { problemMessage } from '../api/problem.ts'
import { alerts } from '../api/alerts.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { Button } from '../ui/form/Button.tsx'
import { RadioGroup } from '../ui/form/RadioGroup.tsx'
import { Select, type SelectProps } from '../ui/form/Select.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { assignmentsWith } from './assignments.ts'
import { formatShare } from './labels.ts'
import { movableShares, packagesAfter, takersOf, type QuotaMove } from './moves.ts'
import css from './MoveQuotaDialog.module.css'
import type { PackageTable } from './packageTable.ts'
import { changeAssignments, readAgain, type ProductWithGroups } from './queries.ts'
import { ShareChange, ShareChanges } from './ShareChange.tsx'

interface MoveQuotaProps {
  productCode: ProductWithGroups
  groups: readonly ResourceGroup[]
  table: PackageTable
  from: ResourceGroup
  onClose: () => void
}

/** As many options are radio buttons; more are a list. */
const mostRadios = 6

const OneOf = ({ placeholder, ...props }: Pick<SelectProps<string>, 'label' | 'value' | 'options' | 'onChange' | 'placeholder'>) =>
  props.options.length <= mostRadios ? <RadioGroup {...props} /> : <Select {...props} {...(placeholder && { placeholder })} />

/** Moves a share of the quota from one resource group to another, in one step: no job is without quota in between. */
export function MoveQuotaDialog({ productCode, groups, table, from, onClose }: MoveQuotaProps) {
  const takers = takersOf(groups, table, from.resourceGroupId)
  const [chosenTo, setTo] = useState<string>()
  const [chosenShare, setShare] = useState<string>()
  const [only] = takers.length === 1 ? takers : []
  const to = takers.find((group) => group.resourceGroupId === chosenTo) ?? only
  const shares = to ? movableShares(groups, table, { from: from.resourceGroupId, to: to.resourceGroupId }) : []
  const percentage = shares.find((share) => String(share) === chosenShare) ?? shares[0]
  const move = useMoving(productCode, table)
  const wanted = to && percentage !== undefined ? { from: from.resourceGroupId, to: to.resourceGroupId, percentage } : undefined
  const submit = () => {
    if (!wanted || !to) return
    move.mutate(wanted, {
      onSuccess: () => {
        onClose()
        alerts.success(m.resource_groups_moved({ share: formatShare(wanted.percentage), from: from.name, to: to.name }))
      },
    })
  }
  const options = takers.map((group) => ({ value: group.resourceGroupId, label: group.name }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.resource_groups_move_title({ name: from.name })}
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button
            kind="primary"
            loading={move.isPending}
            disabledReason={wanted ? undefined : takers.length > 0 ? m.resource_groups_move_choose() : m.resource_groups_move_nowhere()}
            onClick={submit}
          >
            {wanted ? m.resource_groups_move_share({ share: formatShare(wanted.percentage) }) : m.resource_groups_move()}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {options.length === 0 ? (
          <p>{m.resource_groups_move_nowhere()}</p>
        ) : (
          <OneOf
            label={m.resource_groups_move_to()}
            value={to?.resourceGroupId ?? ''}
            options={options}
            onChange={setTo}
            placeholder={m.resource_groups_move_choose()}
          />
        )}
        {to && percentage !== undefined ? (
          <>
            <OneOf
              label={m.resource_groups_move_how_much()}
              value={String(percentage)}
              options={shares.map((share) => ({ value: String(share), label: formatShare(share) }))}
              onChange={setShare}
            />
            <ShareChanges>
              {[from, to].map((group) => {
                const before = table.percentageOf(group.resourceGroupPackage?.resourceGroupPackageId ?? '')
                const after = group === to ? before + percentage : before - percentage
                return <ShareChange key={group.resourceGroupId} name={group.name} before={before} after={after} />
              })}
            </ShareChanges>
          </>
        ) : null}
        {move.error ? (
          <Callout tone="danger" role="alert" title={m.resource_groups_error_reassign()}>
            <p>{messageOf(move.error)}</p>
          </Callout>
        ) : null}
      </div>
    </Dialog>
  )
}

/** Another administrator changed the allocation, so that the move no longer fits. */
class AllocationChanged extends Error {}

const messageOf = (error: unknown): string =>
  error instanceof AllocationChanged ? m.resource_groups_move_changed() : problemMessage(error, m.resource_groups_error_reassign())

/** Built from the current allocation each time, so that changes of others are kept. */
function useMoving(productCode: ProductWithGroups, table: PackageTable) {
  const run = (move: QuotaMove) =>
    changeAssignments(productCode, (groups) => {
      const after = packagesAfter(groups, table, move)
      if (!after) throw new AllocationChanged()
      return assignmentsWith(groups, after)
    })
  return useMutation({ mutationKey: ['ResourceGroups_move'], mutationFn: run, onSettled: () => void readAgain() })
}
