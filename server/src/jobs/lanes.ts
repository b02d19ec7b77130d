import { sql } from 'kysely'
import { interactiveConcurrencyQuota } from '@steward/contract/catalog/quotas'
import type { InteractiveLanes } from '@steward/contract/jobs/schemas'
import type { DateRangeDays } from '@steward/contract/rules/date-ranges'
import { rangeStart } from '@steward/contract/rules/date-ranges'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, fromReplica, tenantIdOf, withTenant } from '../db/tenant.ts'
import { productNameOf } from '../licenses/product-names.ts'

/** Longer ranges are grouped by the day. */
const longestByHour = 30
const listedJobs = 50

interface LaneRow {
  product_code: string
  lanes: number
  running: number
  waiting: number
  full_seconds: number
  points: { at: string; peak: number }[]
  jobs: InteractiveLanes['items'][number]['jobs']
}

/** Interactive jobs of all resource groups against the lanes of their products. */
export function createLaneService(db: Db, now: () => Date) {
  return {
    async read(ctx: TenantContext, days: DateRangeDays, isOn: boolean): Promise<InteractiveLanes> {
      const until = now().toISOString()
      const range = { from: rangeStart(days, until), until, step: days > longestByHour ? ('day' as const) : ('hour' as const) }
      const rows = isOn ? await withTenant(db, ctx, (tx) => readLanes(tx, range), { ...fromReplica, snapshot: true }) : []
      return {
        ...range,
        items: rows.map((row) => ({
          productCode: row.product_code,
          productName: productNameOf(row.product_code),
          lanes: row.lanes,
          running: row.running,
          waiting: row.waiting,
          fullSeconds: row.full_seconds,
          points: row.points,
          jobs: row.jobs,
        })),
      }
    },
  }
}

export type LaneService = ReturnType<typeof createLaneService>

const isoTime = (time: string) => sql`to_char(${sql.ref(time)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * For each product with lanes: a sweep over the starts and ends of its interactive jobs, which gives how many ran from one moment to
 * the next; the steps of the range have the highest of these.
 */
async function readLanes(
  tx: TenantTransaction,
  { from, until, step }: Pick<InteractiveLanes, 'from' | 'until' | 'step'>,
): Promise<LaneRow[]> {
  const tenantId = tenantIdOf(tx)
  const [start, end] = [sql`${from}::timestamptz`, sql`${until}::timestamptz`]
  const ofProduct = sql`j.tenant_id = ${tenantId}::uuid and j.product_code = lane.product_code and j.is_interactive`
  const { rows } = await sql<LaneRow>`
    with lane as (
      select product_code, greatest(floor(value), 1)::int as lanes from company_quota
       where tenant_id = ${tenantId}::uuid and quota_name = ${interactiveConcurrencyQuota} and value > 0
    ),
    span as materialized (
      select lane.product_code, greatest(j.start_time, ${start}) as started, least(coalesce(j.end_time, ${end}), ${end}) as ended
        from lane join job j on ${ofProduct}
       where (j.end_time > ${start} or j.end_time is null and j.status = 'Running') and j.start_time < ${end}
    ),
    event as (
      select product_code, at, sum(change)::int as change
        from (select product_code, started as at, 1 as change from span where started < ended
              union all select product_code, ended, -1 from span where started < ended
              union all select product_code, ${start}, 0 from lane) events
       group by product_code, at
    ),
    level as (
      select product_code, at, lead(at, 1, ${end}) over following as until, sum(change) over following as running
        from event window following as (partition by product_code order by at)
    ),
    point as (
      select product_code, bucket, max(running)::int as peak
        from level cross join lateral generate_series(date_trunc(${step}, at, 'UTC'), until - interval '1 microsecond',
                                                      ${step === 'day' ? '24 hours' : '1 hour'}::interval) as bucket
       where at < until group by product_code, bucket
    )
    select lane.product_code, lane.lanes,
           (select count(*)::int from job j where ${ofProduct} and j.status = 'Running') as running,
           (select count(*)::int from job j where ${ofProduct} and j.status in ('Pending', 'Queued')) as waiting,
           (select coalesce(round(extract(epoch from sum(level.until - level.at))), 0)::int from level
             where level.product_code = lane.product_code and level.running >= lane.lanes) as full_seconds,
           (select json_agg(json_build_object('at', ${isoTime('bucket')}, 'peak', peak) order by bucket)
              from point where point.product_code = lane.product_code) as points,
           (select coalesce(json_agg(json_build_object('jobId', job_id, 'operation', operation, 'createdBy', created_by,
                                                       'startTime', ${isoTime('start_time')}, 'progress', progress)
                                     order by start_time, job_id), '[]'::json)
              from (select * from job j where ${ofProduct} and j.status = 'Running' order by j.start_time, j.job_id limit ${listedJobs}) running)
             as jobs
      from lane order by lane.product_code`.execute(tx)
  return rows
}
