import { createFileRoute } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { ApiMonitoringPage } from '../../../api-usage/ApiMonitoringPage.tsx'
import { failuresQuery, usageQuery } from '../../../api-usage/queries.ts'
import { usageSearch } from '../../../api-usage/search.ts'
import { preloadCharts } from '../../../ui/chart/preloadCharts.ts'

export const Route = createFileRoute('/_shell/developer-administration/api-monitoring')({
  staticData: { icon: Activity },
  validateSearch: usageSearch,
  loaderDeps: ({ search }) => search,
  // Started in parallel, not awaited; the page shows its own skeleton, error and retry.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(usageQuery(deps))
    void queryClient.prefetchQuery(failuresQuery(deps))
    void preloadCharts()
  },
  component: ApiMonitoring,
})

function ApiMonitoring() {
  return <ApiMonitoringPage search={Route.useSearch()} />
}
