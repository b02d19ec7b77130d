import { memo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import type { GroupFit } from '@steward/contract/rules/allocation-fit'
import { Badge } from '../ui/display/Badge.tsx'
import type { Move } from './allocation.ts'
import { packageIdOf } from './assignments.ts'
import { GroupUse } from './GroupUse.tsx'
import { Gives } from './PackageField.tsx'
import type { PackageTable } from './packageTable.ts'
import { ShareField } from './ShareField.tsx'
import { formatShare } from './labels.ts'
import shared from './allocation.module.css'
import css from './AllocationRow.module.css'

export interface AllocationRowProps {
  group: ResourceGroup
  packageId: string
  table: PackageTable
  /** How the draft package and the current package compare with past usage; in what-if mode, if there are measurements. */
  fit: GroupFit | undefined
  before: GroupFit | undefined
  move: (move: Move) => void
  most: (resourceGroupId: string) => number
}

export const rowId = (resourceGroupId: string): string => `share-${resourceGroupId}`

/** One resource group: its share by slider, typing or choice, and the resulting quotas. Renders again only when its own share changes. */
export const AllocationRow = memo(function AllocationRow({ group, packageId, table, fit, before, move, most }: AllocationRowProps) {
  const { resourceGroupId: id, name } = group
  const heldId = packageIdOf(group)
  const percentage = table.percentageOf(packageId)
  const step = (by: 1 | -1) => move({ kind: 'step', id, by })
  return (
    <li className={shared.row} data-changed={packageId === heldId ? undefined : ''} aria-label={name}>
      <div className={shared.rowName}>
        <span className={css.name} title={name}>
          {name}
        </span>
        {group.default ? <Badge tone="info">{m.resource_groups_default()}</Badge> : null}
        {packageId === heldId ? null : (
          <span className={shared.was}>{m.resource_groups_was({ share: formatShare(table.percentageOf(heldId)) })}</span>
        )}
      </div>
      <input
        id={rowId(id)}
        className={css.slider}
        type="range"
        min={0}
        max={100}
        value={percentage}
        aria-label={m.resource_groups_share_of({ name })}
        aria-valuetext={formatShare(percentage)}
        onChange={(event) => move({ kind: 'resize', id, percentage: event.target.valueAsNumber })}
        onKeyDown={(event) => {
          const by = sliderSteps[event.key]
          if (by === undefined) return
          event.preventDefault()
          step(by)
        }}
      />
      <ShareField
        name={name}
        packageId={packageId}
        choices={table.choicesOf(heldId)}
        table={table}
        most={() => most(id)}
        onChoose={(chosen) => move({ kind: 'choose', id, packageId: chosen })}
        onStep={step}
      />
      {fit === undefined || before === undefined ? (
        <div className={shared.gives}>
          {percentage === 0 ? m.resource_groups_choice_none() : <Gives packageId={packageId} packages={table.packages} />}
        </div>
      ) : (
        <GroupUse
          name={name}
          fit={fit}
          before={before}
          table={table}
          onChoose={(chosen) => move({ kind: 'choose', id, packageId: chosen })}
        />
      )}
    </li>
  )
})

/** There are few packages, so an arrow key goes to the next package instead of the next percent. */
const sliderSteps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }
