import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Plus, SlidersHorizontal } from 'lucide-react'
import { useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { packageQuotaLeft } from '@steward/contract/rules/resource-group-packages'
import {
  availableResourceGroupProducts,
  resourceGroupProducts,
  type ResourceGroupProduct,
} from '@steward/contract/rules/resource-group-products'
import { useTabTitle } from '../pages/titles.ts'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { pastReason, useCan } from '../session/permissions/permissions.ts'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { TabLinks } from '../ui/display/TabLinks.tsx'
import { peekState } from '../ui/record/view.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { packageIdOf } from './assignments.ts'
import { resourceGroupColumns } from './columns.tsx'
import { pageOf } from './page.ts'
import { tabName } from './products.ts'
import { packagesQuery, resourceGroupsQuery, type ProductWithGroups } from './queries.ts'
import { QuotaBar } from './QuotaBar.tsx'
import { resourceGroupMenu } from './resourceGroupMenu.tsx'
import { defaultSort, resourceGroupsSearch, type ResourceGroupsSearch } from './search.ts'
import { useResourceGroupActions } from './useResourceGroupActions.tsx'
import css from './ResourceGroupsPage.module.css'

const path = '/user-administration/resource-groups/$app'
const columns = resourceGroupColumns()
const groupId = (group: ResourceGroup) => group.resourceGroupId
const groupName = (group: ResourceGroup) => group.name

interface PageProps {
  tab: string
  productCode: ProductWithGroups
  search: ResourceGroupsSearch
}

/** The resource groups of a product (specification 2, sections 2 and 4). Panels over it are its child routes. */
export function ResourceGroupsPage({ tab, productCode, search }: PageProps) {
  const can = useCan()
  useTabTitle(tabName({ tab, productCode }))
  const tabs = availableResourceGroupProducts<ResourceGroupProduct>(resourceGroupProducts, can)
  return (
    <>
      <PageHeader
        title={m.menu_resource_groups()}
        sentence={m.resource_groups_sentence()}
        actions={
          <>
            <AllocationLink tab={tab} productCode={productCode} />
            <CreateLink tab={tab} />
          </>
        }
      />
      <TabLinks
        label={m.resource_groups_products()}
        tabs={tabs.map((product) => ({ label: tabName(product), link: { to: path, params: { app: product.tab } } }))}
      />
      <Quota productCode={productCode} />
      {/* Selection and rows must not carry over from one product to the next. */}
      <Table key={tab} tab={tab} productCode={productCode} search={search} />
    </>
  )
}

function AllocationLink({ tab, productCode }: Omit<PageProps, 'search'>) {
  const groups = useQuery(resourceGroupsQuery(productCode)).data?.data.items
  const packages = useQuery(packagesQuery(productCode)).data?.items
  // One resource group with one package leaves nothing to choose.
  const isChoice = groups === undefined || packages === undefined || groups.length > 1 || (groups.length === 1 && packages.length > 1)
  return (
    <ButtonLink
      icon={<SlidersHorizontal />}
      disabledReason={pastReason() ?? (isChoice ? undefined : m.resource_groups_allocation_reason())}
      link={{ to: `${path}/allocation`, params: { app: tab }, search: true }}
    >
      {m.resource_groups_allocation()}
    </ButtonLink>
  )
}

function CreateLink({ tab }: { tab: string }) {
  return (
    <ButtonLink
      kind="primary"
      icon={<Plus />}
      disabledReason={pastReason()}
      link={{ to: `${path}/new`, params: { app: tab }, search: true }}
    >
      {m.resource_groups_create()}
    </ButtonLink>
  )
}

/** The allocated and the remaining quota of the product. */
function Quota({ productCode }: { productCode: ProductWithGroups }) {
  const groups = useQuery(resourceGroupsQuery(productCode)).data?.data.items
  const packages = useQuery(packagesQuery(productCode)).data?.items
  if (!groups || !packages) return <div className={css.quotaPlace} />
  return (
    <QuotaBar
      segments={groups.map((group) => ({ id: group.resourceGroupId, name: group.name, percentage: group.packagePercentage }))}
      left={packageQuotaLeft(groups.map(packageIdOf), packages)}
    />
  )
}

function Table({ tab, productCode, search }: PageProps) {
  const query = useQuery(resourceGroupsQuery(productCode))
  const open = useParams({ strict: false })
  const actions = useResourceGroupActions({ tab, productCode })
  const items = query.data?.data.items
  const data = useMemo(() => (items === undefined ? undefined : pageOf(items, search)), [items, search])
  const change = useSearchChange(resourceGroupsSearch)
  const isFiltered = search.q !== undefined
  return (
    <>
      <DataTable
        name="resource-groups"
        label={m.menu_resource_groups()}
        columns={columns}
        query={{ ...query, data }}
        rowId={groupId}
        rowName={groupName}
        search={{ ...search, sort: search.sort ?? defaultSort }}
        onSearchChange={change}
        rowLink={(group) => ({
          to: `${path}/$rgId`,
          params: { app: tab, rgId: group.resourceGroupId },
          search: true,
          state: peekState(group.resourceGroupId === open.rgId),
        })}
        openId={open.rgId}
        rowActions={(group) => resourceGroupMenu(group, actions)}
        views={<SavedViews list="resource-groups" read={resourceGroupsSearch} />}
        toolbar={
          <>
            <SearchBox label={m.resource_groups_search()} value={search.q ?? ''} onChange={(q) => change({ q })} />
          </>
        }
        empty={
          <EmptyState title={m.resource_groups_empty_title()} actions={<CreateLink tab={tab} />}>
            {m.resource_groups_empty_text()}
          </EmptyState>
        }
        isFiltered={isFiltered}
        onClearFilters={() => change({ q: undefined })}
        errorFallback={m.resource_groups_error_get()}
      />
      {actions.dialogs}
    </>
  )
}
