import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { InternalPreviewPage } from '../../../internal-preview/InternalPreviewPage.tsx'
import { lanesQuery } from '../../../internal-preview/queries.ts'
import { lanesSearch } from '../../../internal-preview/search.ts'
import { hasPermission } from '../../../session/permissions/permissions.ts'
import { preloadCharts } from '../../../ui/chart/preloadCharts.ts'

export const Route = createFileRoute('/_shell/monitoring/internal-preview')({
  validateSearch: lanesSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: the page shows its own skeleton, error and retry.
  loader: ({ deps: { days } }) => {
    if (hasPermission('Monitoring.InteractiveLanes')) void queryClient.prefetchQuery(lanesQuery(days))
    void preloadCharts()
  },
  component: InternalPreview,
})

function InternalPreview() {
  return <InternalPreviewPage search={Route.useSearch()} />
}
