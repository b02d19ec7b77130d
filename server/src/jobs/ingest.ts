import { sql } from 'kysely'
import { isEndedJob } from '@steward/contract/catalog/job-statuses'
import { problem } from '@steward/contract/errors'
import type { ResponseOf } from '@steward/contract/http'
import type { ingestJobs } from '@steward/contract/jobs/endpoints'
import type { IngestJobs, JobReport } from '@steward/contract/jobs/schemas'
import type { Db } from '../db/pool.ts'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, noteChange, tenantIdOf, withTenant } from '../db/tenant.ts'
import type { Principal } from '../http/principal.ts'
import { checkReportsFor } from '../service-tokens/product-scope.ts'
import { tenantReachedBy } from '../service-tokens/tenant-scope.ts'
import { collectErrors } from '../service-tokens/ingest-errors.ts'
import { jobErrors } from './report-errors.ts'

const dataAdmin = 'RI-DATAADMIN'

/** How products report jobs. */
export type TakeJobs = (service: Principal, requestId: string, batch: IngestJobs) => Promise<ResponseOf<typeof ingestJobs>>

/**
 * Takes what a product reports of its jobs in one transaction of the tenant, or refuses all of it. Of the reports of a job, the one
 * with the highest sequence counts, in any order of arrival.
 * @throws ingest_tenant_unknown, service_product_other, ingest_refused
 */
export async function takeJobs(
  { db, now }: { db: Db; now: () => Date },
  service: Principal,
  requestId: string,
  { tenantName, jobs }: IngestJobs,
): Promise<ResponseOf<typeof ingestJobs>> {
  const tenantId = await tenantReachedBy(db, service, tenantName)
  checkReportsFor(
    service,
    jobs.map(({ productCode }) => productCode),
  )
  const actor = { type: 'service', id: service.id, name: service.name } as const
  const moment = now()
  return withTenant(db, { tenantId, requestId, actor }, async (tx) => {
    const isResourceGroup = await resourceGroupsOf(tx, jobs)
    const errors = jobErrors(jobs, isResourceGroup, moment)
    if (errors.length > 0) throw problem('ingest_refused', { count: errors.length }, { fields: [...errors] })
    const newest = newestOf(jobs)
    const taken = await writeJobs(tx, newest, moment)
    if (taken < newest.length) {
      await refuseOthersJobs(tx, jobs)
      await noteLateEnds(tx, newest)
    }
    return { tenantName, received: jobs.length, taken }
  })
}

/** A job belongs to the product of its first report. @throws ingest_refused */
async function refuseOthersJobs(tx: TenantTransaction, jobs: readonly JobReport[]): Promise<void> {
  const rows = await tx
    .selectFrom('job')
    .select(['job_id', 'product_code'])
    .where(sql<boolean>`job_id = any(${jobs.map((job) => job.jobId)}::text[])`)
    .execute()
  const productOf = new Map(rows.map((row) => [row.job_id, row.product_code]))
  const errors = collectErrors('jobs', new Date())
  for (const [index, { jobId, productCode }] of jobs.entries()) {
    if ((productOf.get(jobId) ?? productCode) !== productCode) errors.add(index, 'jobId', 'ingest_job_of_other_product')
  }
  if (errors.list.length > 0) throw problem('ingest_refused', { count: errors.list.length }, { fields: [...errors.list] })
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

/** An end that arrives after the retry's report changes nothing but which run the requests to the job were for. */
async function noteLateEnds(tx: TenantTransaction, reports: readonly NewestReport[]): Promise<void> {
  const ends = reports.filter(({ endedSequence }) => endedSequence !== null)
  if (ends.length === 0) return
  const { numAffectedRows = 0n } = await executePrepared(
    tx,
    sql`
    update job j
       set ended_sequence = late.ended_sequence
      from unnest(${ends.map(({ jobId }) => jobId)}::text[], ${ends.map(({ endedSequence }) => endedSequence)}::bigint[]) late (job_id, ended_sequence)
     where j.tenant_id = ${tenantIdOf(tx)}::uuid and j.job_id = late.job_id
       and late.ended_sequence < j.sequence and late.ended_sequence > coalesce(j.ended_sequence, -1)`,
  )
  if (numAffectedRows > 0n) noteChange(tx, 'job')
}

/** A report, and the highest sequence of those of the call by which its job was over. */
type NewestReport = JobReport & { endedSequence: number | null }

/** The newest report of each job. */
function newestOf(jobs: readonly JobReport[]): NewestReport[] {
  const newest = new Map<string, NewestReport>()
  for (const job of jobs) {
    const other = newest.get(job.jobId)
    const ended = Math.max(other?.endedSequence ?? -1, isEndedJob(job.status) ? job.sequence : -1)
    const report = !other || job.sequence > other.sequence ? job : other
    newest.set(job.jobId, { ...report, endedSequence: ended < 0 ? null : ended })
  }
  return [...newest.values()]
}

/**
 * Writes those that are newer than what is known, and returns how many these were; by id, as administrators lock jobs, so that
 * concurrent calls can't deadlock. A list for each column costs PostgreSQL half of what reading a document of all jobs does.
 */
async function writeJobs(tx: TenantTransaction, jobs: readonly NewestReport[], moment: Date): Promise<number> {
  const list = (type: string, valueOf: (job: NewestReport) => Listed) => sql`${arrayText(jobs, valueOf)}::${sql.raw(type)}[]`
  const { numAffectedRows = 0n } = await executePrepared(
    tx,
    sql`
    insert into job as known (tenant_id, job_id, sequence, product_code, resource_group_id, operation, workflow_id, workflow_name,
                              workflow_description, created_by, created_at, start_time, end_time, status, priority, progress,
                              queue_position, reason, is_interactive, sections, tasks, ended_sequence, reported_at)
    select ${tenantIdOf(tx)}::uuid, job_id, sequence, product_code, resource_group_id, operation, workflow_id, workflow_name,
           workflow_description, created_by, created_at, start_time, end_time, status, priority, progress,
           queue_position, reason, is_interactive, sections::jsonb, tasks::jsonb, ended_sequence, ${moment}::timestamptz
      from unnest(${list('text', (job) => job.jobId)}, ${list('bigint', (job) => job.sequence)},
                  ${list('text', (job) => job.productCode)}, ${list('uuid', (job) => job.resourceGroupId)},
                  ${list('text', (job) => job.operation)}, ${list('text', (job) => job.workflowId)},
                  ${list('text', (job) => job.workflowName)}, ${list('text', (job) => job.workflowDescription)},
                  ${list('text', (job) => job.createdBy)}, ${list('timestamptz', (job) => job.createdAt)},
                  ${list('timestamptz', (job) => job.startTime)}, ${list('timestamptz', (job) => job.endTime)},
                  ${list('text', (job) => job.status)}, ${list('text', (job) => job.priority)},
                  ${list('smallint', (job) => job.progress)}, ${list('integer', (job) => job.queuePosition)},
                  ${list('text', (job) => job.reason)}, ${list('boolean', (job) => job.isInteractive)},
                  ${list('text', (job) => JSON.stringify(job.sections))}, ${list('text', (job) => JSON.stringify(job.tasks))},
                  ${list('bigint', (job) => job.endedSequence)})
        as report (job_id, sequence, product_code, resource_group_id, operation, workflow_id, workflow_name, workflow_description,
                   created_by, created_at, start_time, end_time, status, priority, progress, queue_position, reason, is_interactive,
                   sections, tasks, ended_sequence)
     order by job_id
        on conflict (tenant_id, job_id) do update
       set (sequence, resource_group_id, operation, workflow_id, workflow_name, workflow_description, start_time, end_time, status,
            priority, progress, queue_position, reason, is_interactive, sections, tasks, ended_sequence, reported_at) =
           (excluded.sequence, excluded.resource_group_id, excluded.operation, excluded.workflow_id, excluded.workflow_name,
            excluded.workflow_description, excluded.start_time, excluded.end_time, excluded.status, excluded.priority,
            excluded.progress, excluded.queue_position, excluded.reason, excluded.is_interactive, excluded.sections, excluded.tasks,
            greatest(excluded.ended_sequence, known.ended_sequence,
                     case when known.status in ('Cancelled', 'Failed', 'Finished') then known.sequence end),
            excluded.reported_at)
     where excluded.sequence > known.sequence and excluded.product_code = known.product_code`,
  )
  // What is known already concerns no console.
  if (numAffectedRows > 0n) noteChange(tx, 'job')
  return Number(numAffectedRows)
}

type Listed = string | number | boolean | null

/** What JSON writes with a letter, as `\\n` and `\\ud800`, is another character in an array of PostgreSQL. */
const isWrittenAlike = (text: string): boolean => !/\\[^"\\]/.test(text.replaceAll('\\\\', ''))

/** An array as PostgreSQL reads it: JSON but for its brackets, which is several times as fast as quoting each value. */
function arrayText(jobs: readonly NewestReport[], valueOf: (job: NewestReport) => Listed): string | Listed[] {
  const values = jobs.map(valueOf)
  const json = JSON.stringify(values)
  return isWrittenAlike(json) ? `{${json.slice(1, -1)}}` : values
}
