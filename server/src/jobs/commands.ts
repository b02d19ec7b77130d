import { sql } from 'kysely'
import type { JobCommandKind, JobPriority } from '@steward/contract/jobs/constants'
import type { JobCommand } from '@steward/contract/jobs/schemas'
import { type TenantTransaction, noteChange, tenantIdOf } from '../db/tenant.ts'
import type { Row } from '../db/types.ts'

export interface NewCommands {
  jobs: readonly { jobId: string; productCode: string; operation: string }[]
  kind: JobCommandKind
  /** Null unless priorities change. */
  priority: JobPriority | null
  /** Username of the administrator. */
  requestedBy: string
  at: Date
}

/**
 * Asks products something of jobs. The last position is locked until the end of the transaction, so that commands become visible
 * in the order of their positions: the fewer statements follow, the better.
 */
export async function addCommands(tx: TenantTransaction, { jobs, kind, priority, requestedBy, at }: NewCommands): Promise<void> {
  if (jobs.length === 0) return
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<{ last_position: number }>`
    insert into job_command_counter as c (tenant_id, last_position) values (${tenantId}::uuid, ${jobs.length})
        on conflict (tenant_id) do update set last_position = c.last_position + excluded.last_position
    returning last_position`.execute(tx)
  const before = (rows[0]?.last_position ?? 0) - jobs.length
  await sql`
    insert into job_command (tenant_id, position, job_id, product_code, operation, kind, priority, requested_by, requested_at,
                             job_sequence)
    select ${tenantId}::uuid, ${before}::bigint + place, asked.job_id, asked.product_code, asked.operation, ${kind}::text, ${priority}::text,
           ${requestedBy}::text, ${at}::timestamptz, job.sequence
      from unnest(${jobs.map((job) => job.jobId)}::text[], ${jobs.map((job) => job.productCode)}::text[],
                  ${jobs.map((job) => job.operation)}::text[]) with ordinality as asked (job_id, product_code, operation, place)
           join job on job.tenant_id = ${tenantId}::uuid and job.job_id = asked.job_id`.execute(tx)
  noteChange(tx, 'job_command')
}

export const toJobCommand = (row: Row<'job_command'>): JobCommand => ({
  commandId: row.command_id,
  kind: row.kind,
  priority: row.priority,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at.toISOString(),
  state: row.state,
  answeredAt: row.answered_at?.toISOString() ?? null,
  reason: row.reason,
})

/** Whether a command, `c`, is for the present run of its job, `j`: none ended since it was asked. Both are false for null. */
export const isOfThisRun = sql<boolean>`(j.ended_sequence > c.job_sequence) is not true`
