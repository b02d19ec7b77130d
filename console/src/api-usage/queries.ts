import { getApiUsage, listApiFailures } from '@steward/contract/api-usage/endpoints'
import { endpointQuery } from '../api/query.ts'
import type { UsageSearch } from './search.ts'

/** Counted anew every few seconds; nobody announces it. */
const refreshMs = 15_000

/** The figures of a range. */
export const usageQuery = ({ days = 1, key, endpoint }: UsageSearch) => ({
  ...endpointQuery(getApiUsage, ['api_key'], { query: { days, apiKeyId: key, endpointId: endpoint } }),
  refetchInterval: refreshMs,
  placeholderData: <T>(previous: T) => previous,
})

/** The last calls that failed. */
export const failuresQuery = ({ key, endpoint }: UsageSearch) => ({
  ...endpointQuery(listApiFailures, ['api_key'], { query: { apiKeyId: key, endpointId: endpoint } }),
  refetchInterval: refreshMs,
})
