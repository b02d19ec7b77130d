import type { GroupUsage } from '@steward/contract/rules/allocation-fit'
import { getProductUsage } from '@steward/contract/usage/endpoints'
import type { ProductUsage } from '@steward/contract/usage/schemas'
import { endpointQuery } from '../api/query.ts'
import type { ProductWithGroups } from './queries.ts'

/** What was used of a product in the last 30 days, by resource group and label. */
export const usageQuery = (productCode: ProductWithGroups) =>
  endpointQuery(getProductUsage, ['usage_hour', 'usage_batch'], { params: { productCode }, query: { days: 30 } })

/** The usage as the rules take it; who was not measured is left out. */
export const groupUsageOf = ({ labels }: ProductUsage): GroupUsage[] =>
  labels.flatMap(({ quotaName, resourceGroups }) =>
    resourceGroups.flatMap(({ resourceGroupId, mean, peak }) =>
      mean === null || peak === null ? [] : [{ resourceGroupId, quotaName, mean, peak }],
    ),
  )
