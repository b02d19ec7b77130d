import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { Allocation } from './Allocation.tsx'
import { packagesQuery, resourceGroupsQuery, type ProductWithGroups } from './queries.ts'

interface AllocationPanelProps {
  tab: string
  productCode: ProductWithGroups
  /** From the URL. */
  whatIf: boolean
}

/** Allocates a product's whole quota: by dragging, with sliders, by typing or by choosing packages. */
export function AllocationPanel({ tab, productCode, whatIf }: AllocationPanelProps) {
  const navigate = useNavigate()
  const close = () =>
    void navigate({
      to: '/user-administration/resource-groups/$app',
      params: { app: tab },
      search: (before) => ({ ...before, mode: undefined }),
    })
  const setMode = (next: boolean) =>
    void navigate({ to: '.', search: (before) => ({ ...before, mode: next ? 'what-if' : undefined }), replace: true })
  const query = useQuery(resourceGroupsQuery(productCode))
  const packages = useQuery(packagesQuery(productCode))
  const groups = query.data?.data.items
  if (query.data && groups && packages.data && groups.length > 0) {
    return (
      <Allocation
        productCode={productCode}
        latest={query.data}
        packages={packages.data.items}
        whatIf={whatIf}
        onMode={setMode}
        onClose={close}
      />
    )
  }
  return (
    <SidePanel title={m.resource_groups_allocation()} size="wide" onClose={close}>
      <PanelBody>
        {groups?.length === 0 ? (
          <EmptyState title={m.resource_groups_empty_title()}>{m.resource_groups_empty_text()}</EmptyState>
        ) : (
          <PendingState query={[query, packages]} fallback={m.resource_groups_error_get()} lines={8} />
        )}
      </PanelBody>
    </SidePanel>
  )
}
