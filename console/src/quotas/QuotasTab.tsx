import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { QuotaUsage } from '@steward/contract/usage/schemas'
import { compareText } from '../i18n/format.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { csvFile } from '../exports/download.ts'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { ExportCsv } from '../licenses/ExportCsv.tsx'
import licenses from '../licenses/licenses.module.css'
import { QuotaItem } from './QuotaItem.tsx'
import css from './QuotasTab.module.css'
import { quotasQuery } from '../licenses/queries.ts'
import { shareText } from './labels.ts'
import { quotaLabel } from '../licenses/labels.ts'

/** The company's quotas by product, their usage, and how long they will last. */
export function QuotasTab() {
  const query = useQuery(quotasQuery)
  if (query.data === undefined) {
    return <PendingState query={query} fallback={m.licenses_error_quotas()} lines={8} />
  }
  const { items, lastReadingAt } = query.data
  if (items.length === 0) return <EmptyState title={m.licenses_no_quotas_title()}>{m.licenses_no_quotas_text()}</EmptyState>
  const sorted = items.toSorted(
    (a, b) => compareText(a.productName, b.productName) || compareText(quotaLabel(a.quotaName), quotaLabel(b.quotaName)),
  )
  const products = [...Map.groupBy(sorted, (usage) => usage.productCode).values()]
  return (
    <>
      <div className={licenses.tools}>
        {lastReadingAt === null ? null : (
          <p className={css.updated}>
            {m.quotas_updated()} <RelativeTime value={lastReadingAt} />
          </p>
        )}
        <div className={licenses.push}>
          <ExportCsv name="quotas" read={() => Promise.resolve(csvOf(sorted))} />
        </div>
      </div>
      <NearTheEnd usages={sorted} />
      {lastReadingAt === null ? (
        <div className={css.callout}>
          <Callout tone="info" title={m.quotas_no_usage_title()}>
            {m.quotas_no_usage_text()}
          </Callout>
        </div>
      ) : null}
      <ul className={css.products} aria-label={m.licenses_quotas()}>
        {products.map((usages) => (
          <ProductQuotas key={usages[0]?.productCode} usages={usages} newestReadingAt={lastReadingAt} />
        ))}
      </ul>
    </>
  )
}

/** Quotas that are almost used up, at the top. */
function NearTheEnd({ usages }: { usages: readonly QuotaUsage[] }) {
  const near = usages.filter((usage) => usage.level !== 'normal')
  if (near.length === 0) return null
  return (
    <div className={css.callout}>
      <Callout tone={near.some((usage) => usage.level === 'critical') ? 'danger' : 'warning'} title={m.quotas_near_title()}>
        <ul className={css.near}>
          {near.map(({ productCode, productName, quotaName, current, quota }) => (
            <li key={`${productCode} ${quotaName}`}>
              {m.quotas_near_item({
                product: productName,
                label: quotaLabel(quotaName),
                share: shareText(quota > 0 ? (current ?? 0) / quota : 1),
              })}
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  )
}

function ProductQuotas({ usages, newestReadingAt }: { usages: readonly QuotaUsage[]; newestReadingAt: string | null }) {
  const [first] = usages
  const heading = `quotas-${first?.productCode}`
  return (
    <li className={css.product} aria-labelledby={heading}>
      <h2 id={heading}>{first?.productName}</h2>
      <ul className={css.quotas}>
        {usages.map((usage) => (
          <QuotaItem key={usage.quotaName} usage={usage} newestReadingAt={newestReadingAt} />
        ))}
      </ul>
    </li>
  )
}

const csvOf = (usages: readonly QuotaUsage[]): Blob =>
  csvFile([
    [
      'product',
      'productCode',
      'quota',
      'quotaName',
      'period',
      'value',
      'current',
      'mean30Days',
      'peak30Days',
      'level',
      'exhausted',
      'lastReadingAt',
    ],
    ...usages.map((one) => [
      one.productName,
      one.productCode,
      quotaLabel(one.quotaName),
      one.quotaName,
      one.period,
      String(one.quota),
      ...[one.current, one.mean, one.peak].map((value) => (value === null ? '' : String(value))),
      one.level,
      one.projection.kind === 'day' ? one.projection.day : one.projection.kind === 'reached' ? 'reached' : '',
      one.lastReadingAt ?? '',
    ]),
  ])
