import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { ResponseOf } from '@steward/contract/http'
import type { ingestJobs } from '@steward/contract/jobs/endpoints'
import type { IngestJobs, JobReport } from '@steward/contract/jobs/schemas'
import type { Db } from '../db/pool.ts'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, noteChange, tenantIdOf, withTenant } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import { tenantReachedBy } from '../service-tokens/tenant-scope.ts'
import { jobFaults } from './report-faults.ts'

const dataAdmin = 'RI-DATAADMIN'

/** How products report jobs. */
export type TakeJobs = (service: Principal, requestId: string, batch: IngestJobs) => Promise<ResponseOf<typeof ingestJobs>>

/**
 * Takes what a product reports of its jobs in one transaction of the tenant, or refuses all of it. Of the reports of a job, the one
 * with the highest sequence counts, in any order of arrival.
 * @throws ingest_tenant_unknown, ingest_refused
 */
export async function takeJobs(
  { db, now }: { db: Db; now: () => Date },
  service: Principal,
  requestId: string,
  { tenantName, jobs }: IngestJobs,
): Promise<ResponseOf<typeof ingestJobs>> {
  const tenantId = await tenantReachedBy(db, service, tenantName)
  const actor = { type: 'service', id: service.id, name: service.name } as const
  const moment = now()
  return withTenant(db, { tenantId, requestId, actor }, async (tx) => {
    const isResourceGroup = await resourceGroupsOf(tx, jobs)
    const faults = jobFaults(jobs, isResourceGroup, moment)
    if (faults.length > 0) throw problem('ingest_refused', { count: faults.length }, { fields: [...faults] })
    return { tenantName, received: jobs.length, taken: await writeJobs(tx, newestOf(jobs), moment) }
  })
}

/** Whether the resource group of a job is right: one of Data Admin, or the deleted one that the job has been in. */
async function resourceGroupsOf(tx: TenantTransaction, jobs: readonly JobReport[]): Promise<(job: JobReport) => boolean> {
  const ids = new Set(jobs.flatMap((job) => job.resourceGroupId?.toLowerCase() ?? []))
  if (ids.size === 0) return () => true
  const groups = await tx
    .selectFrom('resource_group')
    .select('resource_group_id')
    .where('product_code', '=', dataAdmin)
    .where(sql<boolean>`resource_group_id = any(${[...ids]}::uuid[])`)
    .execute()
  const known = new Set(groups.map((group) => group.resource_group_id))
  const isKnown = ({ resourceGroupId: id }: JobReport) => id === null || known.has(id.toLowerCase())
  const others = jobs.filter((job) => !isKnown(job))
  if (others.length === 0) return isKnown
  const rows = await tx
    .selectFrom('job')
    .select(['job_id', 'resource_group_id'])
    .where(sql<boolean>`job_id = any(${others.map((job) => job.jobId)}::text[])`)
    .execute()
  const groupOf = new Map(rows.map((row) => [row.job_id, row.resource_group_id]))
  return (job) => isKnown(job) || groupOf.get(job.jobId) === job.resourceGroupId?.toLowerCase()
}

/** The newest report of each job. */
function newestOf(jobs: readonly JobReport[]): JobReport[] {
  const newest = new Map<string, JobReport>()
  for (const job of jobs) {
    const other = newest.get(job.jobId)
    if (!other || job.sequence > other.sequence) newest.set(job.jobId, job)
  }
  return [...newest.values()]
}

/**
 * Writes those that are newer than what is known, and returns how many these were; by id, as administrators lock jobs, so that
 * concurrent calls can't deadlock.
 */
async function writeJobs(tx: TenantTransaction, jobs: readonly JobReport[], moment: Date): Promise<number> {
  const { numAffectedRows = 0n } = await executePrepared(
    tx,
    sql`
    insert into job as known (tenant_id, job_id, sequence, product_code, resource_group_id, operation, workflow_id, workflow_name,
                              workflow_description, created_by, created_at, start_time, end_time, status, priority, progress,
                              queue_position, reason, is_interactive, sections, tasks, reported_at)
    select ${tenantIdOf(tx)}::uuid, "jobId", sequence, "productCode", "resourceGroupId", operation, "workflowId", "workflowName",
           "workflowDescription", "createdBy", "createdAt", "startTime", "endTime", status, priority, progress,
           "queuePosition", reason, "isInteractive", sections, tasks, ${moment}::timestamptz
      from json_to_recordset(${JSON.stringify(jobs)}::json)
        as report ("jobId" text, sequence bigint, "productCode" text, "resourceGroupId" uuid, operation text, "workflowId" text,
                   "workflowName" text, "workflowDescription" text, "createdBy" text, "createdAt" timestamptz, "startTime" timestamptz,
                   "endTime" timestamptz, status text, priority text, progress smallint, "queuePosition" integer, reason text,
                   "isInteractive" boolean, sections jsonb, tasks jsonb)
     order by "jobId"
        on conflict (tenant_id, job_id) do update
       set (sequence, resource_group_id, operation, workflow_id, workflow_name, workflow_description, start_time, end_time, status,
            priority, progress, queue_position, reason, is_interactive, sections, tasks, reported_at) =
           (excluded.sequence, excluded.resource_group_id, excluded.operation, excluded.workflow_id, excluded.workflow_name,
            excluded.workflow_description, excluded.start_time, excluded.end_time, excluded.status, excluded.priority,
            excluded.progress, excluded.queue_position, excluded.reason, excluded.is_interactive, excluded.sections, excluded.tasks,
            excluded.reported_at)
     where excluded.sequence > known.sequence`,
  )
  // What is known already concerns no console.
  if (numAffectedRows > 0n) noteChange(tx, 'job')
  return Number(numAffectedRows)
}
