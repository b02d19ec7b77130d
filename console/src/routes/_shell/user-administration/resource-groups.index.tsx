import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { FolderTree } from 'lucide-react'
import { availableResourceGroupProducts, resourceGroupProducts } from '@steward/contract/rules/resource-group-products'
import { hasPermission } from '../../../session/permissions/permissions.ts'

/** Redirects to the first available tab; if none is available, the page's permission check has already refused. */
export const Route = createFileRoute('/_shell/user-administration/resource-groups/')({
  staticData: { hasPast: true, icon: FolderTree },
  beforeLoad: () => {
    const [first] = availableResourceGroupProducts(resourceGroupProducts, hasPermission)
    if (first === undefined) throw notFound()
    throw redirect({ to: '/user-administration/resource-groups/$app', params: { app: first.tab }, search: true, replace: true })
  },
})
