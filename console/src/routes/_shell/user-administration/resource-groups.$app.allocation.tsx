import { createFileRoute } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { AllocationPanel } from '../../../resource-groups/AllocationPanel.tsx'

interface AllocationSearch {
  /** What-if mode instead of a real allocation. */
  mode?: 'what-if'
}

export const Route = createFileRoute('/_shell/user-administration/resource-groups/$app/allocation')({
  validateSearch: (raw: Record<string, unknown>): AllocationSearch => (raw['mode'] === 'what-if' ? { mode: 'what-if' } : {}),
  staticData: { hasPast: false, title: m.resource_groups_allocation, panel: true },
  component: Allocation,
})

function Allocation() {
  return <AllocationPanel {...Route.useRouteContext().product} whatIf={Route.useSearch().mode === 'what-if'} />
}
