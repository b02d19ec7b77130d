import { getMetrics, getProductUsage, getQuotaUsage, ingestMetrics } from '@steward/contract/usage/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { IngestReadings } from './ingest.ts'
import type { UsageService } from './service.ts'

/** Binds the endpoints for services to report usage, and for users to view it. */
export function bindUsageRoutes(bind: Bind, usage: UsageService, ingest: IngestReadings): void {
  bind(ingestMetrics, async ({ principal, request, body }) => ingest(principal, request.id, body))
  bind(getMetrics, async (call) => usage.metrics(call.principal, callerOf(call), call.query))
  bind(getQuotaUsage, async (call) => usage.quotas(call.principal, callerOf(call)))
  bind(getProductUsage, async (call) => usage.product(call.principal, callerOf(call), call.params.productCode, call.query.days))
}
