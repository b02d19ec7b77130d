import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { DomainsTab } from '../../../federation/DomainsTab.tsx'
import { domainsQuery } from '../../../federation/queries.ts'

export const Route = createFileRoute('/_shell/company/sso/domains')({
  staticData: { title: m.sso_tab_domains },
  loader: () => void queryClient.prefetchQuery(domainsQuery),
  component: DomainsTab,
})
