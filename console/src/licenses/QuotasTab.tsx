import { useQuery } from '@tanstack/react-query'
import type { CompanyQuota } from '@steward/contract/entitlements'
import { m } from '@steward/contract/paraglide/messages'
import { compareText } from '../i18n/format.ts'
import { csvFile } from '../ui/download.ts'
import { ItemCard, ItemCards } from '../ui/ItemCards.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/states.tsx'
import { formatNumber } from '../ui/time.ts'
import { ExportCsv } from './ExportCsv.tsx'
import css from './licenses.module.css'
import { quotasQuery } from './queries.ts'
import { quotaLabel } from './words.ts'

/** How much the company may use, a card for each product. */
export function QuotasTab() {
  const query = useQuery(quotasQuery)
  if (query.data === undefined) {
    return query.error ? (
      <ErrorState
        error={query.error}
        fallback={m.licences_error_quotas()}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <SkeletonLines count={8} />
    )
  }
  const { items } = query.data
  if (items.length === 0) return <EmptyState title={m.licences_no_quotas_title()}>{m.licences_no_quotas_text()}</EmptyState>
  const products = [...Map.groupBy(items, (quota) => quota.productCode).values()]
  return (
    <>
      <div className={css.tools}>
        <div className={css.push}>
          <ExportCsv name="quotas" read={() => Promise.resolve(csvOf(items))} />
        </div>
      </div>
      <ItemCards label={m.licences_quotas()}>
        {products.map((quotas) => (
          <ProductQuotas key={quotas[0]?.productCode} quotas={quotas} />
        ))}
      </ItemCards>
    </>
  )
}

function ProductQuotas({ quotas }: { quotas: readonly CompanyQuota[] }) {
  const [first] = quotas
  return (
    <ItemCard name={first?.productName}>
      <dl className={css.quotas}>
        {quotas
          .toSorted((a, b) => compareText(quotaLabel(a.quotaName), quotaLabel(b.quotaName)))
          .map((quota) => (
            <div key={quota.quotaName}>
              <dt>{quotaLabel(quota.quotaName)}</dt>
              <dd>{formatNumber(quota.value)}</dd>
            </div>
          ))}
      </dl>
    </ItemCard>
  )
}

const csvOf = (quotas: readonly CompanyQuota[]): Blob =>
  csvFile([
    ['product', 'productCode', 'quota', 'quotaName', 'value', 'updatedAt'],
    ...quotas.map((one) => [one.productName, one.productCode, quotaLabel(one.quotaName), one.quotaName, String(one.value), one.updatedAt]),
  ])
