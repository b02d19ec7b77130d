import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { memo, useRef, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups'
import { packagePercentage, packageQuotaLeft } from '@steward/contract/rules/resource-group-packages'
import { problemMessage } from '../api/problem.ts'
import { alerts } from '../ui/alerts.ts'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { Select } from '../ui/Select.tsx'
import { PanelBody, SidePanel } from '../ui/SidePanel.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/states.tsx'
import { assignmentsWith, choicesFor, nearestFitting, packageIdOf } from './assignments.ts'
import { Gives } from './PackageField.tsx'
import { changeAssignments, packagesQuery, readAgain, resourceGroupsQuery, type Packages, type ProductWithGroups } from './queries.ts'
import { QuotaBar } from './QuotaBar.tsx'
import { formatShare } from './words.ts'
import css from './resource-groups.module.css'

/** The whole quota of a product, shared out at once: by dragging, with sliders, or by choosing packages. */
export function AllocationPanel({ tab, productCode }: { tab: string; productCode: ProductWithGroups }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/user-administration/resource-groups/$app', params: { app: tab }, search: true })
  const query = useQuery(resourceGroupsQuery(productCode))
  const packages = useQuery(packagesQuery(productCode))
  const groups = query.data?.data.items
  if (groups && packages.data && groups.length > 0) {
    return <Allocation productCode={productCode} groups={groups} packages={packages.data.items} onClose={close} />
  }
  const error = query.error ?? packages.error
  return (
    <SidePanel title={m.resource_groups_allocation()} size="wide" onClose={close}>
      <PanelBody>
        {groups?.length === 0 ? (
          <EmptyState title={m.resource_groups_empty_title()}>{m.resource_groups_empty_text()}</EmptyState>
        ) : error ? (
          <ErrorState
            error={error}
            fallback={m.resource_groups_error_get()}
            onRetry={() => void Promise.all([query.refetch(), packages.refetch()])}
          />
        ) : (
          <SkeletonLines count={8} />
        )}
      </PanelBody>
    </SidePanel>
  )
}

interface AllocationProps {
  productCode: ProductWithGroups
  groups: readonly ResourceGroup[]
  packages: Packages
  onClose: () => void
}

const nothing: ReadonlyMap<string, string> = new Map()

function Allocation({ productCode, groups, packages, onClose }: AllocationProps) {
  // What was moved here, by resource group; all else is as the server tells.
  const [changed, setChanged] = useState(nothing)
  const isDone = useRef(false)
  const mutation = useMutation({
    mutationKey: ['ResourceGroups_allocate'],
    mutationFn: () => changeAssignments(productCode, (current) => assignmentsWith(current, changed)),
    onSuccess: () => {
      alerts.success(m.resource_groups_allocation_saved())
      isDone.current = true
      onClose()
    },
    onSettled: () => void readAgain(),
  })
  const idOf = (group: ResourceGroup) => changed.get(group.resourceGroupId) ?? packageIdOf(group)
  const left = packageQuotaLeft(groups.map(idOf), packages)
  const set = (group: ResourceGroup, packageId: string) =>
    setChanged((before) => {
      const after = new Map(before)
      if (packageId === packageIdOf(group)) after.delete(group.resourceGroupId)
      else after.set(group.resourceGroupId, packageId)
      return after
    })
  const resize = (group: ResourceGroup, percentage: number) => {
    const others = groups.filter((one) => one !== group).map(idOf)
    const nearest = nearestFitting(choicesFor(packages, packageIdOf(group)), percentage, { others, packages })
    if (nearest) set(group, nearest.value)
  }
  const isUnchanged = changed.size === 0
  return (
    <SidePanel
      title={m.resource_groups_allocation()}
      description={m.resource_groups_allocation_text()}
      size="wide"
      onClose={onClose}
      isDirty={() => !isUnchanged && !isDone.current}
      footer={
        <>
          <span data-start>
            <Button kind="quiet" disabledReason={isUnchanged ? m.users_unchanged() : undefined} onClick={() => setChanged(nothing)}>
              {m.resource_groups_allocation_drop()}
            </Button>
          </span>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button
            kind="primary"
            loading={mutation.isPending}
            disabledReason={isUnchanged ? m.users_unchanged() : undefined}
            onClick={() => mutation.mutate()}
          >
            {m.resource_groups_allocation_apply()}
          </Button>
        </>
      }
    >
      <div className={css.stickyQuota}>
        <QuotaBar
          segments={groups.map((group) => ({
            id: group.resourceGroupId,
            name: group.name,
            percentage: packagePercentage(idOf(group), packages),
          }))}
          left={left}
          onResize={(id, percentage) => {
            const group = groups.find((one) => one.resourceGroupId === id)
            if (group) resize(group, percentage)
          }}
        />
      </div>
      {mutation.error ? (
        <Callout tone="danger" role="alert" title={m.resource_groups_error_reassign()}>
          <p>{problemMessage(mutation.error, m.resource_groups_error_reassign())}</p>
        </Callout>
      ) : null}
      <ul className={css.rows}>
        {groups.map((group) => (
          <Row
            key={group.resourceGroupId}
            group={group}
            packageId={idOf(group)}
            packages={packages}
            left={left}
            set={set}
            resize={resize}
          />
        ))}
      </ul>
    </SidePanel>
  )
}

interface RowProps {
  group: ResourceGroup
  packageId: string
  packages: Packages
  /** Of the whole quota. */
  left: number
  set: (group: ResourceGroup, packageId: string) => void
  resize: (group: ResourceGroup, percentage: number) => void
}

/** One resource group: its share by slider or by choice, and what that gives. Renders again when its own share or what is left changes. */
const Row = memo(
  function Row({ group, packageId, packages, left, set, resize }: RowProps) {
    const percentage = packagePercentage(packageId, packages)
    const most = percentage + left
    return (
      <li className={css.row}>
        <div className={css.rowName}>
          <span title={group.name}>{group.name}</span>
          {packageId === packageIdOf(group) ? null : (
            <span className={css.muted}>
              {m.resource_groups_was({ share: formatShare(packagePercentage(packageIdOf(group), packages)) })}
            </span>
          )}
        </div>
        <input
          className={css.slider}
          type="range"
          min={0}
          max={100}
          value={percentage}
          aria-label={m.resource_groups_share_of({ name: group.name })}
          aria-valuetext={formatShare(percentage)}
          onChange={(event) => resize(group, event.target.valueAsNumber)}
          onKeyDown={(event) => {
            const step = steps[event.key]
            if (step === undefined) return
            event.preventDefault()
            const choices = choicesFor(packages, packageIdOf(group))
            const at = choices.findIndex((choice) => choice.value === packageId)
            const next = choices[at + step]
            if (next && next.percentage <= most) set(group, next.value)
          }}
        />
        <Select
          label={m.resource_groups_package_of({ name: group.name })}
          hideLabel
          value={packageId}
          options={choicesFor(packages, packageIdOf(group)).map((choice) => ({
            value: choice.value,
            label: formatShare(choice.percentage),
            disabled: choice.percentage > most,
          }))}
          onChange={(chosen) => set(group, chosen)}
        />
        <div className={css.gives}>
          {percentage === 0 ? m.resource_groups_choice_none() : <Gives packageId={packageId} packages={packages} />}
        </div>
      </li>
    )
  },
  (before, after) =>
    before.group === after.group &&
    before.packageId === after.packageId &&
    before.left === after.left &&
    before.packages === after.packages,
)

/** Packages are few, so an arrow leads to the next one and not to the next percent. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }
