import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { groupsQuery } from '../../../resource-groups/queries.ts'
import { ResourceGroupPanel } from '../../../resource-groups/ResourceGroupPanels.tsx'

export const Route = createFileRoute('/_shell/user-administration/resource-groups/$app/$rgId')({
  loader: () => void queryClient.prefetchQuery(groupsQuery),
  staticData: { title: m.resource_groups_one, panel: true },
  component: ResourceGroup,
})

function ResourceGroup() {
  return <ResourceGroupPanel {...Route.useRouteContext().product} rgId={Route.useParams().rgId} part="details" />
}
