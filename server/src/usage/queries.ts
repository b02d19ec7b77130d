import { sql } from 'kysely'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { wholeCompany } from './ingest.ts'

/** A range of hours; both ends are included. */
export interface Span {
  from: Date
  until: Date
}

/** A metric's usage in a span; means for each way in which a quota can count (`QuotaPeriod`). */
export interface UsageRow {
  product_code: string
  metric_name: string
  resource_group_id: string
  mean_of_hours: number
  mean_of_hour_peaks: number
  /** For whole days; for today if there is no other. */
  mean_of_day_peaks: number
  peak: number
  peak_this_year: number | null
  value_last: number
  last_at: Date
  days: { day: string; peak: number }[] | null
}

interface UsageFilter extends Span {
  metricNames: readonly string[]
  productCode?: string
  /** Each resource group and the company; otherwise the company only. */
  withGroups?: boolean
  withDays?: boolean
}

/** The metrics with these names that have readings in a span, a row for each requested resource group. */
export async function readUsage(tx: TenantTransaction, filter: UsageFilter): Promise<UsageRow[]> {
  const { from, until, metricNames, productCode, withGroups = false, withDays = false } = filter
  // `date_bin` instead of `date_trunc`: the same UTC days, and the query takes half the time.
  const day = sql`date_bin('1 day', hour, '2000-01-01Z')`
  const { rows } = await sql<UsageRow>`
    with day as (
      select product_code, metric_name, resource_group_id, ${day} as day, count(*) as hours, max(hour) as last_hour,
             sum(value_sum / value_count) as means, sum(value_max) as peaks, max(value_max) as peak
        from usage_hour
       where tenant_id = ${tenantIdOf(tx)}::uuid and hour >= ${from} and hour <= ${until} and metric_name = any(${metricNames}::text[])
             ${productCode === undefined ? sql`` : sql`and product_code = ${productCode}`}
             ${withGroups ? sql`` : sql`and resource_group_id = ${wholeCompany}`}
       group by product_code, metric_name, resource_group_id, ${day}),
    total as (
      select product_code, metric_name, resource_group_id, max(last_hour) as last_hour,
             sum(means) / sum(hours)::float8 as mean_of_hours, sum(peaks) / sum(hours)::float8 as mean_of_hour_peaks,
             coalesce(avg(peak) filter (where day < date_trunc('day', ${until}::timestamptz, 'UTC')), avg(peak)) as mean_of_day_peaks,
             max(peak) as peak, max(peak) filter (where day >= date_trunc('year', ${until}::timestamptz, 'UTC')) as peak_this_year,
             ${
               withDays
                 ? sql`json_agg(json_build_object('day', to_char(day at time zone 'UTC', 'YYYY-MM-DD'), 'peak', peak) order by day)`
                 : sql`null`
             } as days
        from day group by product_code, metric_name, resource_group_id)
    -- One look for each row: a plain join is planned as a scan of every hour there is.
    select total.*, last.value_last, last.last_at
      from total cross join lateral (
             select value_last, last_at from usage_hour u
              where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.product_code = total.product_code and u.metric_name = total.metric_name
                and u.resource_group_id = total.resource_group_id and u.hour = total.last_hour
              limit 1) last`.execute(tx)
  return rows
}

export interface PointRow {
  metric_name: string
  at: Date
  mean: number
  peak: number
  last: number
  last_at: Date
}

/** The readings of a product by the hour or day, for the company or one resource group; by metric and time. */
export async function readPoints(
  tx: TenantTransaction,
  filter: Span & { productCode: string; metricName?: string; resourceGroupId?: string; step: 'hour' | 'day' },
): Promise<PointRow[]> {
  const { from, until, productCode, metricName, resourceGroupId = wholeCompany, step } = filter
  const start = step === 'hour' ? sql`hour` : sql`date_bin('1 day', hour, '2000-01-01Z')`
  const { rows } = await sql<PointRow>`
    select metric_name, ${start} as at, avg(value_sum / value_count) as mean, max(value_max) as peak,
           (array_agg(value_last order by hour desc))[1] as last, max(last_at) as last_at
      from usage_hour
     where tenant_id = ${tenantIdOf(tx)}::uuid and product_code = ${productCode} and resource_group_id = ${resourceGroupId}
           ${metricName === undefined ? sql`` : sql`and metric_name = ${metricName}`} and hour >= ${from} and hour <= ${until}
     group by metric_name, ${start} order by metric_name, at`.execute(tx)
  return rows
}

/** The company's quotas by product and name. */
export const readQuotas = (tx: TenantTransaction, productCode?: string) =>
  tx
    .selectFrom('company_quota')
    .select(['product_code', 'quota_name', 'value'])
    .$if(productCode !== undefined, (query) => query.where('product_code', '=', productCode ?? ''))
    .orderBy('product_code')
    .orderBy('quota_name')
    .execute()

/** Names and packages of a product's resource groups by id. */
export function readGroups(tx: TenantTransaction, productCode: string) {
  return tx
    .selectFrom('resource_group')
    .select(['resource_group_id', 'resource_group_name', 'resource_group_package_id'])
    .where('product_code', '=', productCode)
    .orderBy('resource_group_name_key')
    .execute()
}
