import { problem } from '@steward/contract/errors'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { systemUsageProducts } from '@steward/contract/rules/routes'
import { getMetrics, getProductUsage, getQuotaUsage, ingestMetrics } from '@steward/contract/usage/endpoints'
import type { Db } from '../db/pool.ts'
import type { Bind } from '../http/binding.ts'
import { contextOf } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import type { ProductWithGroups } from '../resource-groups/products.ts'
import { ingestReadings } from './ingest.ts'
import { createUsageService } from './service.ts'

export interface UsageOptions {
  db: Db
  now: () => Date
  isGranted: (principal: Principal, permission: PermissionName) => Promise<boolean>
  /** Whoever sees the resource groups of a product sees what they use. @throws forbidden */
  mustHaveProduct: (principal: Principal, productCode: ProductWithGroups) => Promise<void>
}

/** Binds what services tell of the use of products, and what people see of it. */
export function bindUsageRoutes(bind: Bind, { db, now, isGranted, mustHaveProduct }: UsageOptions): void {
  const usage = createUsageService({ db, now })

  bind(ingestMetrics, async ({ principal, request, body }) => ingestReadings({ db, now }, principal, request.id, body))

  bind(getMetrics, async ({ principal, request, query }) => {
    const product = systemUsageProducts.find(({ productCode }) => productCode === query.productCode)
    const permission = product?.permission ?? 'Navigation.SystemUsage'
    if (!(await isGranted(principal, permission))) throw problem('forbidden', { permission })
    return usage.metrics(contextOf(principal, request.id), query)
  })

  bind(getQuotaUsage, async ({ principal, request }) => {
    const isAllowed = (await isGranted(principal, 'Navigation.Licenses')) || (await isGranted(principal, 'Admin.ViewCompanyQuotas'))
    if (!isAllowed) throw problem('forbidden', { permission: 'Navigation.Licenses' })
    return usage.quotas(contextOf(principal, request.id))
  })

  bind(getProductUsage, async ({ principal, request, params, query }) => {
    await mustHaveProduct(principal, params.productCode)
    return usage.product(contextOf(principal, request.id), params.productCode, query.days)
  })
}
