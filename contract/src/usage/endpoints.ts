import type { Endpoint } from '../http.ts'
import type {
  getMetricsQuery,
  getMetricsResponse,
  getProductUsageParams,
  getProductUsageQuery,
  getQuotaUsageResponse,
  metricsBatchSchema,
  metricsResultSchema,
  productUsageSchema,
} from './schemas.ts'

/** A tenant's product usage, as measured by platform services, compared with its quotas (docs/adr/022). */

export const ingestMetrics: Endpoint<{ body: typeof metricsBatchSchema; response: typeof metricsResultSchema }> = {
  id: 'ingestMetrics',
  method: 'PUT',
  path: '/monitoring/metrics/ingest',
  access: { service: 'metrics' },
  largestBodyBytes: 8 * 1024 * 1024,
}

export const getMetrics: Endpoint<{ query: typeof getMetricsQuery; response: typeof getMetricsResponse }> = {
  id: 'getMetrics',
  method: 'GET',
  path: '/monitoring/metrics',
  access: { permission: 'Navigation.SystemUsage' },
}

export const getQuotaUsage: Endpoint<{ response: typeof getQuotaUsageResponse }> = {
  id: 'getQuotaUsage',
  method: 'GET',
  path: '/entitlements/quotas/usage',
  access: { signedIn: true },
}

export const getProductUsage: Endpoint<{
  params: typeof getProductUsageParams
  query: typeof getProductUsageQuery
  response: typeof productUsageSchema
}> = {
  id: 'getProductUsage',
  method: 'GET',
  path: '/entitlements/{productCode}/usage',
  access: { permission: 'Admin.ViewResourceGroups' },
}
