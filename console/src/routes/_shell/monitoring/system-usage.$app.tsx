import { createFileRoute, notFound } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { ProductTab } from '../../../system-usage/ProductTab.tsx'
import { hasStorage, metricsQuery, productOf, storageQuery } from '../../../system-usage/queries.ts'
import { defaultDays } from '../../../system-usage/search.ts'
import { preloadCharts } from '../../../ui/chart/preloadCharts.ts'

export const Route = createFileRoute('/_shell/monitoring/system-usage/$app')({
  beforeLoad: ({ params }) => {
    const product = productOf(params.app)
    if (product === undefined) throw notFound()
    return { product }
  },
  loaderDeps: ({ search: { days = defaultDays } }) => ({ days }),
  // Started, not awaited: the charts show their own skeleton, error and retry.
  loader: ({ context: { product }, deps: { days } }) => {
    void queryClient.prefetchQuery(metricsQuery(product.productCode, days))
    if (hasStorage(product)) void queryClient.prefetchQuery(storageQuery(days))
    void preloadCharts()
  },
  component: Product,
})

function Product() {
  return <ProductTab product={Route.useRouteContext().product} search={Route.useSearch()} />
}
