import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { queryClient } from '../../../api/query.ts'
import { CreateResourceGroupPanel } from '../../../resource-groups/CreateResourceGroupPanel.tsx'
import { groupsQuery } from '../../../resource-groups/queries.ts'

export const Route = createFileRoute('/_shell/user-administration/resource-groups/$app/new')({
  loader: () => void queryClient.prefetchQuery(groupsQuery),
  staticData: { title: m.resource_groups_create, panel: true },
  component: CreateResourceGroup,
})

function CreateResourceGroup() {
  return <CreateResourceGroupPanel {...Route.useRouteContext().product} />
}
