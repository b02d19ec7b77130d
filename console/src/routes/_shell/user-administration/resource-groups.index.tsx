import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { availableResourceGroupProducts, resourceGroupProducts } from '@steward/contract/rules/resource-group-products'
import { hasPermission } from '../../../session/permissions/permissions.ts'

/** Leads to the first tab that is available; without any the page's permission has refused before. */
export const Route = createFileRoute('/_shell/user-administration/resource-groups/')({
  beforeLoad: () => {
    const [first] = availableResourceGroupProducts(resourceGroupProducts, hasPermission)
    if (first === undefined) throw notFound()
    throw redirect({ to: '/user-administration/resource-groups/$app', params: { app: first.tab }, replace: true })
  },
})
