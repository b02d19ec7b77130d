import { listDataEntitlements } from '@steward/contract/licenses/endpoints'
import type { DateRangeDays } from '@steward/contract/rules/date-ranges'
import { systemUsageProducts } from '@steward/contract/rules/routes'
import { getStorage } from '@steward/contract/storage/endpoints'
import { listTenantApps } from '@steward/contract/tenants/endpoints'
import { getMetrics } from '@steward/contract/usage/endpoints'
import { endpointQuery } from '../api/query.ts'

/** A product of system usage, by the last part of its route. */
export type UsageProduct = (typeof systemUsageProducts)[number]

/** The product whose tab a path names. Its name needs the catalog, which is not in the first chunk. */
export const productOf = (tab: string): UsageProduct | undefined => systemUsageProducts.find((product) => product.tab === tab)

/** The product whose tab also shows the archive of the data vault. */
export const hasStorage = ({ tab }: UsageProduct): boolean => tab === 'platform'

/** The metrics of a product, refetched with every batch of readings. */
export const metricsQuery = (productCode: UsageProduct['productCode'], days: DateRangeDays) => ({
  ...endpointQuery(getMetrics, ['usage_hour', 'company_quota'], { query: { productCode, days } }),
  meta: { tables: ['usage_hour', 'company_quota'], pauseMs: 5_000 },
})

/** The archive of the data vault. */
export const storageQuery = (days: DateRangeDays) => endpointQuery(getStorage, ['usage_hour', 'application_license'], { query: { days } })

/** The tenant's licensed applications (specification 1, section 4). */
export const tenantAppsQuery = endpointQuery(listTenantApps, ['application_license'], {})

/** The tenant's data entitlements (specification 1, section 4). */
export const dataEntitlementsQuery = endpointQuery(listDataEntitlements, ['data_entitlement'], { query: { limit: 500 } })
