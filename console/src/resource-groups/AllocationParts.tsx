import { useCallback, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import type { Judge } from '@steward/contract/rules/allocation-fit'
import { packageQuotaLeft } from '@steward/contract/rules/resource-group-packages'
import { hasWords } from '@steward/contract/rules/search-words'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { chosenId, type Changes, type Move } from './allocation.ts'
import { AllocationRow, rowId } from './AllocationRow.tsx'
import { packageIdOf } from './assignments.ts'
import type { PackageTable } from './packageTable.ts'
import { QuotaBar } from './QuotaBar.tsx'
import area from './allocation.module.css'
import css from './AllocationParts.module.css'

interface PartProps {
  groups: readonly ResourceGroup[]
  changes: Changes
  table: PackageTable
  move: (move: Move) => void
}

/** The whole quota as the draft allocates it. */
export function Bar({ groups, changes, table, move, whatIf }: PartProps & { whatIf: boolean }) {
  const resize = useCallback((id: string, percentage: number) => move({ kind: 'resize', id, percentage }), [move])
  const ids = groups.map((group) => chosenId(group, changes))
  return (
    <QuotaBar
      segments={groups.map((group, index) => ({
        id: group.resourceGroupId,
        name: group.name,
        percentage: table.percentageOf(ids[index] ?? ''),
      }))}
      left={packageQuotaLeft(ids, table.packages)}
      tried={whatIf}
      onResize={resize}
      onPick={showRow}
    />
  )
}

/** Scrolls to the sliders of a resource group. */
function showRow(resourceGroupId: string): void {
  const slider = document.getElementById(rowId(resourceGroupId))
  slider?.scrollIntoView({ block: 'center' })
  slider?.focus({ preventScroll: true })
}

/** From this number of rows on, the list has a search box. */
const many = 12

interface RowsProps extends PartProps {
  /** In what-if mode, if there are measurements. */
  judge: Judge | undefined
  most: (resourceGroupId: string) => number
}

/** One row per resource group. */
export function Rows({ groups, changes, table, judge, move, most }: RowsProps) {
  const [q, setQ] = useState('')
  const isFound = hasWords(q)
  const shown = groups.filter((group) => isFound(group.name))
  return (
    <>
      {groups.length > many ? (
        <div className={css.find}>
          <SearchBox label={m.resource_groups_search()} value={q} onChange={setQ} debounceMs={0} />
        </div>
      ) : null}
      {shown.length === 0 ? <p className={area.gives}>{m.ui_no_matches()}</p> : null}
      <ul className={css.rows} aria-label={m.menu_resource_groups()}>
        {shown.map((group) => {
          const [resourceGroupId, packageId] = [group.resourceGroupId, chosenId(group, changes)]
          return (
            <AllocationRow
              key={resourceGroupId}
              group={group}
              packageId={packageId}
              table={table}
              fit={judge?.({ resourceGroupId, packageId })}
              before={judge?.({ resourceGroupId, packageId: packageIdOf(group) })}
              move={move}
              most={most}
            />
          )
        })}
      </ul>
    </>
  )
}
