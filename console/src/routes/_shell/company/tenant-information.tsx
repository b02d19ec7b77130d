import { createFileRoute } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { tenantQuery } from '../../../tenants/queries.ts'
import { TenantInformationPage } from '../../../tenants/TenantInformationPage.tsx'

export const Route = createFileRoute('/_shell/company/tenant-information')({
  staticData: { icon: Building2 },
  loader: () => void queryClient.prefetchQuery(tenantQuery),
  component: TenantInformationPage,
})
