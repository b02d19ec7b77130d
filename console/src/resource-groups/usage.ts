import type { GroupUsage } from '@steward/contract/rules/allocation-fit'
import { getProductUsage } from '@steward/contract/usage/endpoints'
import type { ProductUsage } from '@steward/contract/usage/schemas'
import { endpointQuery } from '../api/query.ts'
import type { ProductWithGroups } from './queries.ts'

/** Usage of a product in the last 30 days, by resource group and label. */
export const usageQuery = (productCode: ProductWithGroups) =>
  endpointQuery(getProductUsage, ['usage_hour', 'usage_batch'], { params: { productCode }, query: { days: 30 } })

/** The usage in the form the rules need; resource groups without measurements are left out. */
export const groupUsageOf = ({ labels }: ProductUsage): GroupUsage[] =>
  labels.flatMap(({ quotaName, resourceGroups }) =>
    resourceGroups.flatMap(({ resourceGroupId, mean, peak }) =>
      mean === null || peak === null ? [] : [{ resourceGroupId, quotaName, mean, peak }],
    ),
  )
