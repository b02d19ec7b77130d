import { createFileRoute } from '@tanstack/react-router'
import { systemUsageProducts } from '@steward/contract/rules/routes'
import { queryClient } from '../../../api/query.ts'
import { hasPermission } from '../../../session/permissions/permissions.ts'
import { OverviewTab } from '../../../system-usage/OverviewTab.tsx'
import { metricsQuery } from '../../../system-usage/queries.ts'
import { defaultDays } from '../../../system-usage/search.ts'

export const Route = createFileRoute('/_shell/monitoring/system-usage/')({
  // Started, not awaited: each card shows its own skeleton, error and retry.
  loader: () => {
    for (const { productCode, permission } of systemUsageProducts) {
      if (hasPermission(permission)) void queryClient.prefetchQuery(metricsQuery(productCode, defaultDays))
    }
  },
  component: OverviewTab,
})
