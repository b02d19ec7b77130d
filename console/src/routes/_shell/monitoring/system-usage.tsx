import { createFileRoute } from '@tanstack/react-router'
import { systemUsageSearch } from '../../../system-usage/search.ts'
import { SystemUsagePage } from '../../../system-usage/SystemUsagePage.tsx'

export const Route = createFileRoute('/_shell/monitoring/system-usage')({
  validateSearch: systemUsageSearch,
  component: SystemUsagePage,
})
