import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import { queryClient } from '../../../api/query.ts'
import { ProvisioningPage } from '../../../provisioning/ProvisioningPage.tsx'
import { eventsQuery, provisioningQuery, tokensQuery } from '../../../provisioning/queries.ts'
import { provisioningSearch } from '../../../provisioning/search.ts'

export const Route = createFileRoute('/_shell/company/scim-management')({
  staticData: { icon: Network },
  validateSearch: provisioningSearch,
  loaderDeps: ({ search }) => search,
  // Started, not awaited: each part shows its own skeleton, error and retry.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(provisioningQuery)
    void queryClient.prefetchQuery(tokensQuery(deps))
    void queryClient.prefetchQuery(eventsQuery(deps))
  },
  component: ScimManagement,
})

function ScimManagement() {
  return (
    <>
      <ProvisioningPage search={Route.useSearch()} />
      <Outlet />
    </>
  )
}
