import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { interactiveConcurrencyQuota } from '@steward/contract/catalog/quotas'
import type { InteractiveLanes } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { dateRangeDays, type DateRangeDays } from '@steward/contract/rules/date-ranges'
import { formatDuration } from '../i18n/duration.ts'
import { formatNumber } from '../i18n/time.ts'
import { quotaLabel } from '../licenses/labels.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { rangeLabels } from '../system-usage/labels.ts'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { Toolbar } from '../ui/display/Toolbar.tsx'
import { Select } from '../ui/form/Select.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { LaneBar } from './LaneBar.tsx'
import { LaneChart } from './LaneChart.tsx'
import { LaneJobs } from './LaneJobs.tsx'
import { lanesQuery } from './queries.ts'
import { lanesSearch, type LanesSearch } from './search.ts'
import { useOperationNames } from './useOperationNames.ts'
import css from './InternalPreview.module.css'

/** Interactive jobs against the lanes reserved for them, live (second specification file, section 6). */
export function InternalPreviewPage({ search }: { search: LanesSearch }) {
  // A company without lanes has nothing to show (second specification file, section 6).
  const hasLanes = usePermission('Monitoring.InteractiveLanes')
  return (
    <>
      <PageHeader title={m.lanes_title()} sentence={m.lanes_sentence()} />
      {hasLanes ? <Lanes search={search} /> : <NoLanes />}
    </>
  )
}

const NoLanes = () => (
  <EmptyState title={m.lanes_empty_title()}>{m.lanes_empty_text({ quota: quotaLabel(interactiveConcurrencyQuota) })}</EmptyState>
)

function Lanes({ search: { days = 1 } }: { search: LanesSearch }) {
  const change = useSearchChange(lanesSearch)
  const query = useQuery(lanesQuery(days))
  const [cursor, setCursor] = useState<string | null>(null)
  const nameOf = useOperationNames()
  const { data } = query
  if (data === undefined) {
    return <PendingState query={query} fallback={m.lanes_error()} lines={10} />
  }
  if (data.items.length === 0) return <NoLanes />
  return (
    <>
      <Toolbar>
        <Select
          label={m.range_label()}
          value={String(days)}
          onChange={(chosen) => change({ days: dateRangeDays.find((range) => String(range) === chosen) })}
          options={dateRangeDays.map((range) => ({ value: String(range), label: rangeLabels[range]() }))}
        />
      </Toolbar>
      <ul className={css.products} aria-label={m.lanes_products()}>
        {data.items.map((product) => (
          <Product
            key={product.productCode}
            lanes={data}
            product={product}
            days={days}
            cursor={cursor}
            onCursor={setCursor}
            nameOf={nameOf}
          />
        ))}
      </ul>
    </>
  )
}

interface ProductProps {
  lanes: InteractiveLanes
  product: InteractiveLanes['items'][number]
  days: DateRangeDays
  cursor: string | null
  onCursor: (time: string | null) => void
  nameOf: (operation: string) => string
}

function Product({ lanes, product, days, cursor, onCursor, nameOf }: ProductProps) {
  const { productCode, productName, running, waiting, fullSeconds } = product
  const heading = `lanes-${productCode}`
  const facts = [
    [m.lanes_running(), formatNumber(running)],
    [m.lanes_waiting(), formatNumber(waiting)],
    [m.lanes_full_time(), fullSeconds === 0 ? m.lanes_never_full() : formatDuration(fullSeconds * 1_000)],
  ] as const
  return (
    <li className={css.product} aria-labelledby={heading}>
      <h2 id={heading}>{productName}</h2>
      <div className={css.now}>
        <LaneBar lanes={product.lanes} running={running} />
        <dl className={css.facts}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <LaneChart range={lanes} days={days} product={product} cursor={cursor} onCursor={onCursor} />
      <h3 className={css.jobsTitle}>{m.lanes_jobs()}</h3>
      <LaneJobs product={product} nameOf={nameOf} />
    </li>
  )
}
