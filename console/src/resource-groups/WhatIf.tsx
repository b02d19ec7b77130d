import type { UseQueryResult } from '@tanstack/react-query'
import { FlaskConical, WandSparkles } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { fittedAllocation, sharedQuotaFit, type Fit, type GroupFit, type Judge } from '@steward/contract/rules/allocation-fit'
import type { ProductUsage } from '@steward/contract/usage/schemas'
import { quotaLabel } from '../licenses/labels.ts'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { numberCell, ScrollTable } from '../ui/table/ScrollTable.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { formatDate, formatNumber } from '../i18n/time.ts'
import { chosenId, type Changes, type Move } from './allocation.ts'
import { packageIdOf } from './assignments.ts'
import type { Packages } from './queries.ts'
import { groupUsageOf } from './usage.ts'
import { fitLabels, formatUsed } from './labels.ts'
import css from './WhatIf.module.css'

interface WhatIfProps {
  usage: UseQueryResult<ProductUsage>
  groups: readonly ResourceGroup[]
  changes: Changes
  packages: Packages
  /** Undefined without measurements. */
  judge: Judge | undefined
  move: (move: Move) => void
}

/** Compares the what-if allocation and the current allocation with usage of the last 30 days. */
export function WhatIf({ usage, groups, changes, packages, judge, move }: WhatIfProps) {
  return (
    <section className={css.whatIf} aria-label={m.what_if()}>
      {usage.data === undefined ? (
        <PendingState query={usage} fallback={m.what_if_error()} lines={5} />
      ) : judge === undefined ? (
        <Callout tone="info" title={m.what_if_empty_title()}>
          <p>{m.what_if_empty_text()}</p>
        </Callout>
      ) : (
        <Outcome usage={usage.data} {...{ groups, changes, packages, judge, move }} />
      )}
    </section>
  )
}

const counted: readonly Fit[] = ['over', 'fits', 'under', 'unknown']

function Outcome({
  usage,
  groups,
  changes,
  packages,
  judge,
  move,
}: Omit<WhatIfProps, 'usage' | 'judge'> & { usage: ProductUsage; judge: Judge }) {
  const of = (packageOf: (group: ResourceGroup) => string) =>
    groups.map((group) => judge({ resourceGroupId: group.resourceGroupId, packageId: packageOf(group) }))
  const live = of(packageIdOf)
  const tried = of((group) => chosenId(group, changes))
  const suggest = () => move({ kind: 'take', packageIds: fittedAllocation(live, groupUsageOf(usage), packages) })
  return (
    <>
      <p className={css.whatIfText}>
        <FlaskConical aria-hidden />
        <span>{m.what_if_text({ from: formatDate(usage.from), until: formatDate(usage.until) })}</span>
      </p>
      <div className={css.outcome}>
        <Counts live={live} tried={tried} />
        <Button icon={<WandSparkles />} onClick={suggest}>
          {m.what_if_suggest()}
        </Button>
      </div>
      <Labels usage={usage} tried={tried} packages={packages} />
    </>
  )
}

/** How many resource groups would have had too little, too much, or the right quota. */
function Counts({ live, tried }: { live: readonly GroupFit[]; tried: readonly GroupFit[] }) {
  const count = (fits: readonly GroupFit[], fit: Fit) => fits.filter((one) => one.fit === fit).length
  return (
    <dl className={css.counts} aria-label={m.menu_resource_groups()} aria-live="polite">
      {counted.map((fit) => {
        const [now, then] = [count(live, fit), count(tried, fit)]
        return (
          <div key={fit} data-fit={then > 0 ? fit : undefined}>
            <dt>{fitLabels[fit]()}</dt>
            <dd>
              {formatNumber(then)}
              {now === then ? null : <small>{m.what_if_was({ fit: formatNumber(now) })}</small>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Labels({ usage, tried, packages }: { usage: ProductUsage; tried: readonly GroupFit[]; packages: Packages }) {
  const company = new Map(usage.labels.map((label) => [label.quotaName, label]))
  const figures = [m.what_if_shared_out(), m.what_if_mean(), m.what_if_company_peak(), m.what_if_over(), m.what_if_under()]
  return (
    <ScrollTable label={m.what_if_labels()} boxed>
      <thead>
        <tr>
          <th scope="col">{m.what_if_label()}</th>
          {figures.map((name) => (
            <th key={name} scope="col" className={numberCell}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sharedQuotaFit(tried, packages).map(({ quotaName, quota, whole, mean, over, under }) => {
          const peak = company.get(quotaName)?.peak ?? null
          return (
            <tr key={quotaName}>
              <th scope="row">{quotaLabel(quotaName)}</th>
              <td className={numberCell} data-bad={quota > whole ? '' : undefined}>
                {m.what_if_of_whole({ quota: formatUsed(quota), whole: formatUsed(whole) })}
              </td>
              <td className={numberCell}>{mean === null ? '–' : formatUsed(mean)}</td>
              <td className={numberCell}>{peak === null ? '–' : formatUsed(peak)}</td>
              <td className={numberCell} data-bad={over > 0 ? '' : undefined}>
                {formatNumber(over)}
              </td>
              <td className={numberCell}>{formatNumber(under)}</td>
            </tr>
          )
        })}
      </tbody>
    </ScrollTable>
  )
}
