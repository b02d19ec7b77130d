import type { Endpoint } from '../http.ts'
import type { apiUsageSchema, getApiUsageQuery, listApiFailuresQuery, listApiFailuresResponse } from './schemas.ts'

/** API traffic: calls, errors and latency by key and by endpoint (product decisions, "API monitoring"). */

export const getApiUsage: Endpoint<{ query: typeof getApiUsageQuery; response: typeof apiUsageSchema }> = {
  id: 'getApiUsage',
  method: 'GET',
  path: '/monitoring/api-usage',
  access: { permission: 'Admin.ViewApiMonitoring' },
}

export const listApiFailures: Endpoint<{ query: typeof listApiFailuresQuery; response: typeof listApiFailuresResponse }> = {
  id: 'listApiFailures',
  method: 'GET',
  path: '/monitoring/api-usage/failures',
  access: { permission: 'Admin.ViewApiMonitoring' },
}
