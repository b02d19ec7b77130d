import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { allocationJudge } from '@steward/contract/rules/allocation-fit'
import { problemMessage } from '../api/problem.ts'
import { alerts } from '../api/alerts.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { Switch } from '../ui/form/Checkbox.tsx'
import { PrintButton } from '../ui/form/PrintButton.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useVersionedSave } from '../ui/form/useVersionedSave.ts'
import { SidePanel } from '../ui/overlay/SidePanel.tsx'
import { isTooMuch, mostFor, moved, noChanges, type Changes, type Ground, type Move } from './allocation.ts'
import css from './Allocation.module.css'
import { Bar, Rows } from './AllocationParts.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'
import { assignmentsWith } from './assignments.ts'
import { packageTable } from './packageTable.ts'
import { keepGroups, readGroups, saveAssignments, type Packages, type ProductWithGroups, type VersionedList } from './queries.ts'
import { groupUsageOf, usageQuery } from './usage.ts'
import { conflictFields, resolvedChanges, samePackages } from './versions.ts'
import { WhatIf } from './WhatIf.tsx'

interface AllocationProps {
  productCode: ProductWithGroups
  latest: VersionedList
  packages: Packages
  /** What-if mode: compares the draft with past usage. */
  whatIf: boolean
  onMode: (whatIf: boolean) => void
  onClose: () => void
}

/** The allocation of a product's whole quota, as a real draft or a what-if. */
export function Allocation({ productCode, latest, packages, whatIf, onMode, onClose }: AllocationProps) {
  const [base, setBase] = useState(latest)
  const [changes, setChanges] = useState<Changes>(noChanges)
  const [confirming, setConfirming] = useState(false)
  const isDone = useRef(false)
  // Without edits, the draft follows the server; with edits, it stays on the version it was based on, which saving sends.
  if (changes.size === 0 && base !== latest) setBase(latest)
  const groups = base.data.items
  const table = useMemo(() => packageTable(packages), [packages])
  const ground = useRef<Ground & { changes: Changes }>(undefined)
  ground.current = { groups, table, mayExceed: whatIf, changes }
  const move = useCallback((next: Move) => setChanges((before) => (ground.current ? moved(before, next, ground.current) : before)), [])
  const most = useCallback((id: string) => (ground.current ? mostFor(ground.current.changes, id, ground.current) : 0), [])
  const usage = useQuery({ ...usageQuery(productCode), enabled: whatIf })
  const judge = useMemo(() => {
    const used = whatIf && usage.data ? groupUsageOf(usage.data) : []
    return used.length === 0 ? undefined : allocationJudge(used, packages)
  }, [whatIf, usage.data, packages])
  const save = useVersionedSave<VersionedList, Changes>({
    key: 'ResourceGroups_allocate',
    save: (wanted, ifMatch, on) => saveAssignments(productCode, assignmentsWith(on.data.items, wanted), ifMatch),
    latest: () => readGroups(productCode),
    isSame: samePackages,
    onSaved: (saved) => {
      isDone.current = true
      keepGroups(productCode, saved)
      alerts.success(m.resource_groups_allocation_saved())
      onClose()
    },
  })
  const apply = () => {
    setConfirming(false)
    // An error is shown below the bar, a conflict in its own dialog.
    void save.submit(changes, base).catch(() => undefined)
  }
  const isUnchanged = changes.size === 0
  const tooMuch = isTooMuch(changes, { groups, table })
  return (
    <SidePanel
      title={
        <span className={css.title}>
          {m.resource_groups_allocation()} {whatIf ? <Badge tone="info">{m.what_if()}</Badge> : null}
        </span>
      }
      description={whatIf ? m.what_if_description() : m.resource_groups_allocation_text()}
      size="wide"
      actions={<PrintButton />}
      onClose={onClose}
      isDirty={() => !isUnchanged && !isDone.current}
      footer={
        <>
          <span data-start>
            <Button kind="quiet" disabledReason={isUnchanged ? m.users_unchanged() : undefined} onClick={() => move({ kind: 'reset' })}>
              {whatIf ? m.what_if_drop() : m.resource_groups_allocation_drop()}
            </Button>
          </span>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button
            kind="primary"
            loading={save.isSubmitting}
            disabledReason={isUnchanged ? m.users_unchanged() : tooMuch ? m.resource_groups_over_reason() : undefined}
            onClick={() => (whatIf ? setConfirming(true) : apply())}
          >
            {whatIf ? m.what_if_apply() : m.resource_groups_allocation_apply()}
          </Button>
        </>
      }
    >
      <div className={css.mode} data-screen-only>
        <Switch label={m.what_if()} hint={m.what_if_switch_hint()} checked={whatIf} onChange={onMode} />
      </div>
      <div className={css.sticky} data-tried={whatIf ? '' : undefined}>
        <Bar {...{ groups, changes, table, whatIf, move }} />
      </div>
      <StaleNotice show={!isUnchanged && !samePackages(base, latest)} onTakeTheirs={() => move({ kind: 'reset' })} />
      {save.error && save.conflict === undefined ? (
        <Callout tone="danger" role="alert" title={m.resource_groups_error_reassign()}>
          <p>{problemMessage(save.error, m.resource_groups_error_reassign())}</p>
        </Callout>
      ) : null}
      {whatIf ? <WhatIf usage={usage} {...{ groups, changes, packages, judge, move }} /> : null}
      <Rows {...{ groups, changes, table, judge, move, most }} />
      {confirming ? <ApplyDialog {...{ groups, changes, table, judge }} onClose={() => setConfirming(false)} onApply={apply} /> : null}
      <SaveConflict
        save={save}
        name={m.resource_groups_packages()}
        fields={(conflict) => conflictFields(conflict, table.percentageOf)}
        resolved={resolvedChanges}
        errorFallback={m.resource_groups_error_reassign()}
      />
    </SidePanel>
  )
}
