import { createFileRoute, notFound } from '@tanstack/react-router'
import { queryClient } from '../../../api/query.ts'
import { productOf } from '../../../resource-groups/productOf.ts'
import { packagesQuery, resourceGroupsQuery } from '../../../resource-groups/queries.ts'
import { ResourceGroupsPage } from '../../../resource-groups/ResourceGroupsPage.tsx'
import { resourceGroupsSearch } from '../../../resource-groups/search.ts'
import { RecordLayout } from '../../../ui/record/RecordLayout.tsx'

export const Route = createFileRoute('/_shell/user-administration/resource-groups/$app')({
  staticData: { hasPast: true },
  validateSearch: resourceGroupsSearch,
  beforeLoad: ({ params }) => {
    const product = productOf(params.app)
    if (product === undefined) throw notFound()
    return { product }
  },
  // Started, not awaited: the table shows its own skeleton, error and retry.
  loader: ({ context: { product } }) => {
    void queryClient.prefetchQuery(resourceGroupsQuery(product.productCode))
    void queryClient.prefetchQuery(packagesQuery(product.productCode))
  },
  component: ResourceGroups,
})

function ResourceGroups() {
  const { product } = Route.useRouteContext()
  return <RecordLayout list={<ResourceGroupsPage {...product} search={Route.useSearch()} />} />
}
