import { getApiUsage, listApiFailures } from '@steward/contract/api-usage/endpoints'
import { endpointQuery } from '../api/query.ts'
import type { UsageSearch } from './search.ts'

/** Polled every few seconds, since the server does not announce changes. */
const refreshMs = 15_000

/** The metrics for a time range. */
export const usageQuery = ({ days = 1, key, endpoint }: UsageSearch) => ({
  ...endpointQuery(getApiUsage, ['api_key'], { query: { days, apiKeyId: key, endpointId: endpoint } }),
  refetchInterval: refreshMs,
  placeholderData: <T>(previous: T) => previous,
})

/** The latest failed calls. */
export const failuresQuery = ({ key, endpoint }: UsageSearch) => ({
  ...endpointQuery(listApiFailures, ['api_key'], { query: { apiKeyId: key, endpointId: endpoint } }),
  refetchInterval: refreshMs,
})
