import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { AllocationPanel } from '../../../resource-groups/AllocationPanel.tsx'

export const Route = createFileRoute('/_shell/user-administration/resource-groups/$app/allocation')({
  staticData: { title: m.resource_groups_allocation, panel: true },
  component: Allocation,
})

function Allocation() {
  return <AllocationPanel {...Route.useRouteContext().product} />
}
