import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { ResourceGroupRecord } from '../../../resource-groups/ResourceGroupRecord.tsx'
import { readPeek } from '../../../ui/record/view.ts'

export const Route = createFileRoute('/_shell/user-administration/resource-groups/$app/$rgId')({
  beforeLoad: readPeek,
  staticData: { title: m.resource_groups_one, record: true },
  component: ResourceGroup,
})

function ResourceGroup() {
  return <ResourceGroupRecord {...Route.useRouteContext().product} rgId={Route.useParams().rgId} />
}
