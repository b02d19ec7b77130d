import { sql } from 'kysely'
import { findProduct } from '@steward/contract/catalog/index'
import type { AttentionItem } from '@steward/contract/home/schemas'
import { executePrepared } from '../../db/prepared.ts'
import { tenantIdOf } from '../../db/tenant.ts'
import { readVisibility } from '../../jobs/visibility.ts'
import { type AttentionSource, countedUpTo } from './source.ts'

export interface QueueState {
  product_code: string
  /** At most as many as are read. */
  waiting: number
  oldest: Date
  is_running: boolean
}

/** A queue that moves starts something within this time. */
const stuckMs = 3_600_000
/** Of the oldest waiting jobs; enough to find every product that waits. */
const readJobs = 1_000

/** A row for each product whose oldest job has waited for an hour while nothing of it runs. */
export const stuckQueues = (queues: readonly QueueState[], now: Date): AttentionItem[] =>
  queues
    .filter(({ oldest, is_running: isRunning }) => !isRunning && oldest.getTime() <= now.getTime() - stuckMs)
    .map(({ product_code: productCode, waiting, oldest }) => ({
      kind: 'jobs_stuck' as const,
      urgency: 'critical' as const,
      dueAt: oldest.toISOString(),
      count: Math.min(waiting, countedUpTo),
      hasMore: waiting > countedUpTo,
      productCode,
      productName: findProduct(productCode)?.productName ?? productCode,
    }))

export const jobSource: AttentionSource = {
  permissions: [['Monitoring.ManageJobs']],
  async read(tx, { now, actor }) {
    const tenantId = tenantIdOf(tx)
    const visibility = await readVisibility(tx, actor)
    const visible = visibility.all ? sql`` : sql`and resource_group_id = any(${[...visibility.resourceGroupIds]}::uuid[])`
    const jobsIn = (status: string) => sql`(
      select product_code, created_at from job
       where tenant_id = ${tenantId}::uuid and status = ${status} ${visible} order by created_at limit ${readJobs})`
    const { rows } = await executePrepared(
      tx,
      sql<QueueState>`
      with running as (
        select distinct product_code from (select product_code from job
         where tenant_id = ${tenantId}::uuid and status = 'Running' limit ${readJobs}) recent)
      select product_code, count(*)::int as waiting, min(created_at) as oldest,
             exists (select from running r where r.product_code = queued.product_code) as is_running
        from (${jobsIn('Pending')} union all ${jobsIn('Queued')}) queued
       group by product_code`,
    )
    return stuckQueues(rows, now)
  },
}
