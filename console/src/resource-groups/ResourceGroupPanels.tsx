import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { useDocumentTitle } from '../pages/titles.ts'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { DetailsPanel } from './DetailsPanel.tsx'
import { PackagePanel } from './PackagePanel.tsx'
import { resourceGroupsQuery, type ProductWithGroups } from './queries.ts'

interface PanelProps {
  tab: string
  productCode: ProductWithGroups
  rgId: string
  /** The part to edit: name and groups, or the package. */
  part: 'details' | 'package'
}

/** A resource group over the list. */
export function ResourceGroupPanel({ tab, productCode, rgId, part }: PanelProps) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/user-administration/resource-groups/$app', params: { app: tab }, search: true })
  const query = useQuery(resourceGroupsQuery(productCode))
  const group = query.data?.data.items.find((one) => one.resourceGroupId === rgId)
  useDocumentTitle(group?.name ?? m.menu_resource_groups())
  if (query.data && group) {
    const props = { tab, productCode, group, onClose: close }
    return part === 'details' ? <DetailsPanel {...props} key={rgId} /> : <PackagePanel {...props} key={rgId} list={query.data} />
  }
  return (
    <SidePanel title={m.resource_groups_one()} onClose={close}>
      <PanelBody>
        {query.data ? (
          <EmptyState title={m.resource_groups_gone_title()}>{m.resource_groups_gone_text()}</EmptyState>
        ) : query.error ? (
          <ErrorState
            error={query.error}
            fallback={m.resource_groups_error_get()}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <SkeletonLines count={8} />
        )}
      </PanelBody>
    </SidePanel>
  )
}
