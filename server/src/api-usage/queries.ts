import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

export interface UsageFilter {
  from: Date
  until: Date
  apiKeyId?: string
  endpointId?: string
}

interface Sums {
  calls: number
  client_errors: number
  server_errors: number
  durations: number[]
}

const sums = sql`coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(client_errors), 0)::bigint as client_errors,
       coalesce(sum(server_errors), 0)::bigint as server_errors, to_json(sum_counts(durations)) as durations`

const counted = (tx: TenantTransaction, { from, until, apiKeyId, endpointId }: UsageFilter) => sql`
  api_usage where tenant_id = ${tenantIdOf(tx)}::uuid and hour >= ${from} and hour <= ${until}
    ${apiKeyId === undefined ? sql`` : sql`and caller_type = 'key' and caller_id = ${apiKeyId}`}
    ${endpointId === undefined ? sql`` : sql`and endpoint_id = ${endpointId}`}`

export async function usageTotals(tx: TenantTransaction, filter: UsageFilter): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${sums} from ${counted(tx, filter)}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('An aggregate without GROUP BY answers one row')
  return row
}

/** Hours or days in order, including those without calls. */
export async function usageSeries(tx: TenantTransaction, filter: UsageFilter, step: 'hour' | 'day') {
  const { rows } = await sql<Sums & { at: Date }>`
    with counted as (select date_trunc(${step}, hour, 'UTC') as at, calls, client_errors, server_errors, durations from ${counted(tx, filter)})
    select s.at, ${sums}
      from generate_series(date_trunc(${step}, ${filter.from}::timestamptz, 'UTC'), ${filter.until}::timestamptz,
                           ${`1 ${step}`}::interval) as s (at) left join counted on counted.at = s.at
     group by s.at order by s.at`.execute(tx)
  return rows
}

export async function usageByCaller(tx: TenantTransaction, filter: UsageFilter) {
  const { rows } = await sql<
    Sums & { caller_type: 'key' | 'user'; caller_id: string; name: string; is_deleted: boolean; last_call_at: Date }
  >`
    select c.*, coalesce(k.api_key_name, c.caller_name) as name, c.caller_type = 'key' and k.api_key_id is null as is_deleted
      from (select caller_type, caller_id, max(caller_name) as caller_name, max(last_call_at) as last_call_at, ${sums}
              from ${counted(tx, filter)} group by caller_type, caller_id) c
           left join api_key k on k.tenant_id = ${tenantIdOf(tx)}::uuid and k.api_key_id = c.caller_id
     order by c.calls desc, c.caller_id limit 500`.execute(tx)
  return rows
}

export async function usageByEndpoint(tx: TenantTransaction, filter: UsageFilter) {
  const { rows } = await sql<Sums & { endpoint_id: string }>`
    select endpoint_id, ${sums} from ${counted(tx, filter)} group by endpoint_id order by calls desc, endpoint_id limit 500`.execute(tx)
  return rows
}

export const unusedKeys = (tx: TenantTransaction) =>
  tx
    .selectFrom('api_key')
    .select(['api_key_name', 'created_at'])
    .where('last_used_at', 'is', null)
    .orderBy('created_at')
    .limit(100)
    .execute()

export async function lastFailures(tx: TenantTransaction, filter: { apiKeyId?: string; endpointId?: string }) {
  let query = tx.selectFrom('api_failure').selectAll().orderBy('occurred_at', 'desc').orderBy('api_failure_id', 'desc').limit(100)
  if (filter.apiKeyId !== undefined) query = query.where('api_key_id', '=', filter.apiKeyId)
  if (filter.endpointId !== undefined) query = query.where('endpoint_id', '=', filter.endpointId)
  return query.execute()
}
