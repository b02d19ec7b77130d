import { createFileRoute } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { systemUsageSearch } from '../../../system-usage/search.ts'
import { SystemUsagePage } from '../../../system-usage/SystemUsagePage.tsx'

export const Route = createFileRoute('/_shell/monitoring/system-usage')({
  staticData: { icon: ChartLine },
  validateSearch: systemUsageSearch,
  component: SystemUsagePage,
})
