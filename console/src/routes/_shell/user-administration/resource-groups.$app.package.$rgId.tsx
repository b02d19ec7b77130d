import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { ResourceGroupPanel } from '../../../resource-groups/ResourceGroupPanels.tsx'

export const Route = createFileRoute('/_shell/user-administration/resource-groups/$app/package/$rgId')({
  staticData: { title: m.resource_groups_one, panel: true },
  component: PackageOfResourceGroup,
})

function PackageOfResourceGroup() {
  return <ResourceGroupPanel {...Route.useRouteContext().product} rgId={Route.useParams().rgId} part="package" />
}
