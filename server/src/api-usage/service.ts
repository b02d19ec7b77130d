import type { getApiUsage, listApiFailures } from '@steward/contract/api-usage/endpoints'
import type { ApiFailure, ApiUsage, UsageFigures } from '@steward/contract/api-usage/schemas'
import { endpoints } from '@steward/contract/endpoints'
import type { QueryOf } from '@steward/contract/http'
import { percentile } from '@steward/contract/rules/durations'
import type { Db } from '../db/pool.ts'
import { type TenantContext, fromReplica, withTenant } from '../db/tenant.ts'
import { lastFailures, unusedKeys, usageByCaller, usageByEndpoint, usageSeries, usageTotals } from './queries.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Longer ranges are shown by the day. */
const daysByHour = 7

/** The data of the page "API monitoring". */
export function createApiUsageService({ db, now }: { db: Db; now: () => Date }) {
  return {
    async read(ctx: TenantContext, { days, ...only }: QueryOf<typeof getApiUsage>): Promise<ApiUsage> {
      const until = now()
      const step = days <= daysByHour ? 'hour' : 'day'
      // Counts are by the hour, so the range starts at the beginning of its first hour.
      const from = new Date(Math.floor(until.getTime() / hourMs) * hourMs - days * dayMs + hourMs)
      const filter = { from, until, ...only }
      return withTenant(
        db,
        ctx,
        async (tx): Promise<ApiUsage> => ({
          from: from.toISOString(),
          until: until.toISOString(),
          step,
          totals: figuresOf(await usageTotals(tx, filter)),
          series: (await usageSeries(tx, filter, step)).map((row) => ({ at: row.at.toISOString(), ...figuresOf(row) })),
          callers: (await usageByCaller(tx, filter)).map((row) => ({
            apiKeyId: row.caller_type === 'key' ? row.caller_id : null,
            name: row.name,
            isDeleted: row.is_deleted,
            lastCallAt: row.last_call_at.toISOString(),
            ...figuresOf(row),
          })),
          endpoints: (await usageByEndpoint(tx, filter)).map((row) => ({ ...addressOf(row.endpoint_id), ...figuresOf(row) })),
          unusedKeys: (await unusedKeys(tx)).map((row) => ({ apiKeyName: row.api_key_name, createdAt: row.created_at.toISOString() })),
        }),
        fromReplica,
      )
    },

    async failures(ctx: TenantContext, query: QueryOf<typeof listApiFailures>): Promise<ApiFailure[]> {
      const rows = await withTenant(db, ctx, (tx) => lastFailures(tx, query), fromReplica)
      return rows.map((row) => ({
        occurredAt: row.occurred_at.toISOString(),
        apiKeyId: row.api_key_id,
        apiKeyName: row.api_key_name,
        ...addressOf(row.endpoint_id),
        status: row.status,
        durationMs: row.duration_ms,
        address: row.address,
        requestId: row.request_id,
      }))
    },
  }
}

export type ApiUsageService = ReturnType<typeof createApiUsageService>

function figuresOf(row: { calls: number; client_errors: number; server_errors: number; durations: number[] }): UsageFigures {
  return {
    calls: row.calls,
    clientErrors: row.client_errors,
    serverErrors: row.server_errors,
    p50: percentile(row.durations, 0.5),
    p95: percentile(row.durations, 0.95),
    p99: percentile(row.durations, 0.99),
  }
}

/** Method and path of an endpoint; empty if it no longer exists. */
function addressOf(endpointId: string): { endpointId: string; method: string; path: string } {
  const declared = endpoints.get(endpointId)
  return { endpointId, method: declared?.method ?? '', path: declared?.path ?? '' }
}
