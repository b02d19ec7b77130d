import { sql } from 'kysely'
import { type JobStatus, isEndedJob } from '@steward/contract/catalog/job-statuses'
import { isCancellableJobType } from '@steward/contract/catalog/jobs'
import { type ErrorCode, problem } from '@steward/contract/errors'
import { type JobCommandKind, type JobPriority, commandPatienceMs } from '@steward/contract/jobs/constants'
import type { ChangedJobs } from '@steward/contract/jobs/schemas'
import { noteRefused } from '../db/operation.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, noteChange, tenantIdOf, withTenant } from '../db/tenant.ts'
import type { TextOf } from '../http/problems.ts'
import { addCommands, isOfThisRun } from './commands.ts'
import { isVisible, readVisibility } from './visibility.ts'

interface LockedJob {
  job_id: string
  product_code: string
  resource_group_id: string | null
  operation: string
  status: JobStatus
}

/** Why a job is not changed; undefined if it is. */
type Check = (job: LockedJob) => ErrorCode | undefined

interface Assignment {
  jobIds: readonly string[]
  add: readonly string[]
  remove: readonly string[]
}

/** What administrators do with jobs: each of them succeeds or fails on its own. */
export function createJobActions(db: Db, now: () => Date) {
  /** Checks the jobs, which stay locked, and does the work for those that pass. */
  function change(
    ctx: TenantContext,
    jobIds: readonly string[],
    textOf: TextOf,
    prepare: (tx: TenantTransaction) => Promise<{ check: (jobs: readonly LockedJob[]) => Promise<Check>; work: Work }>,
  ): Promise<ChangedJobs> {
    return withTenant(db, ctx, async (tx) => {
      const { check: checkOf, work } = await prepare(tx)
      const visibility = await readVisibility(tx, ctx.actor)
      const ids = [...new Set(jobIds)].toSorted()
      const jobs = (await lockJobs(tx, ids)).filter((job) => isVisible(visibility, job.resource_group_id))
      const check = await checkOf(jobs)
      const known = new Map(jobs.map((job) => [job.job_id, job]))
      const result: ChangedJobs = { succeeded: [], failed: [] }
      const passed: LockedJob[] = []
      for (const jobId of ids) {
        const job = known.get(jobId)
        const code = job === undefined ? 'job_unknown' : check(job)
        if (code !== undefined) result.failed.push({ jobId, code, message: textOf(code, { jobId }) })
        else if (job !== undefined) {
          passed.push(job)
          result.succeeded.push(jobId)
        }
      }
      noteRefused(result.failed.map(({ jobId, ...why }) => ({ id: jobId, name: jobId, ...why })))
      if (passed.length > 0) {
        await work(tx, passed)
        noteChange(tx, 'job')
      }
      return result
    })
  }

  type Work = (tx: TenantTransaction, jobs: readonly LockedJob[]) => Promise<void>

  function command(
    ctx: TenantContext,
    jobIds: readonly string[],
    { kind, priority, refusal }: { kind: JobCommandKind; priority: JobPriority | null; refusal: Check },
    textOf: TextOf,
  ): Promise<ChangedJobs> {
    const at = now()
    return change(ctx, jobIds, textOf, async (tx) => ({
      check: async (jobs) => {
        const asked = await recentlyAsked(tx, jobs, kind, new Date(at.getTime() - commandPatienceMs))
        return (job) => refusal(job) ?? (asked.has(job.job_id) ? 'job_command_pending' : undefined)
      },
      work: (_, jobs) =>
        addCommands(tx, {
          jobs: jobs.map((job) => ({ jobId: job.job_id, productCode: job.product_code, operation: job.operation })),
          kind,
          priority,
          requestedBy: ctx.actor.name,
          at,
        }),
    }))
  }

  return {
    cancel: (ctx: TenantContext, { jobIds }: { jobIds: readonly string[] }, textOf: TextOf): Promise<ChangedJobs> =>
      command(ctx, jobIds, { kind: 'Cancel', priority: null, refusal: cancelRefusal }, textOf),

    reprioritize: (
      ctx: TenantContext,
      { jobIds, priority }: { jobIds: readonly string[]; priority: JobPriority },
      textOf: TextOf,
    ): Promise<ChangedJobs> => command(ctx, jobIds, { kind: 'Reprioritize', priority, refusal: priorityRefusal }, textOf),

    /** @throws tag_unknown, also for an inactive tag */
    tag: (ctx: TenantContext, { jobIds, add, remove }: Assignment, textOf: TextOf): Promise<ChangedJobs> =>
      change(ctx, jobIds, textOf, async (tx) => {
        const known = await lockTags(tx, add)
        mustKnow(add, known, (tagId, field) => problem('tag_unknown', { tagId }, { field }))
        return { check: async () => () => undefined, work: (_, jobs) => assignTags(tx, jobs, { add, remove }) }
      }),

    /** @throws group_unknown */
    group: (ctx: TenantContext, { jobIds, add, remove }: Assignment, textOf: TextOf): Promise<ChangedJobs> =>
      change(ctx, jobIds, textOf, async (tx) => {
        const known = await lockGroups(tx, add)
        mustKnow(add, known, (_, field) => problem('group_unknown', {}, { field }))
        return { check: async () => () => undefined, work: (_, jobs) => assignGroups(tx, jobs, { add, remove }) }
      }),
  }
}

export type JobActions = ReturnType<typeof createJobActions>

const cancelRefusal: Check = ({ status, operation }) =>
  isEndedJob(status) ? 'job_ended' : isCancellableJobType(operation) ? undefined : 'job_not_cancellable'

const priorityRefusal: Check = ({ status }) => (isEndedJob(status) ? 'job_ended' : status === 'Running' ? 'job_not_waiting' : undefined)

/** In one order, so that two calls about the same jobs wait for each other. */
async function lockJobs(tx: TenantTransaction, jobIds: readonly string[]): Promise<LockedJob[]> {
  const { rows } = await sql<LockedJob>`
    select job_id, product_code, resource_group_id, operation, status from job
     where tenant_id = ${tenantIdOf(tx)}::uuid and job_id = any(${jobIds}::text[])
     order by job_id for no key update`.execute(tx)
  return rows
}

/** The jobs with a command of this kind that waits for its answer, and can still get one. */
async function recentlyAsked(
  tx: TenantTransaction,
  jobs: readonly LockedJob[],
  kind: JobCommandKind,
  since: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ job_id: string }>`
    select distinct c.job_id from job_command c join job j on j.tenant_id = c.tenant_id and j.job_id = c.job_id
     where c.tenant_id = ${tenantIdOf(tx)}::uuid and j.tenant_id = ${tenantIdOf(tx)}::uuid
       and c.job_id = any(${jobs.map((job) => job.job_id)}::text[])
       and c.kind = ${kind} and c.state = 'Pending' and c.requested_at > ${since}::timestamptz and ${isOfThisRun}`.execute(tx)
  return new Set(rows.map((row) => row.job_id))
}

function mustKnow(ids: readonly string[], known: ReadonlySet<string>, unknown: (id: string, field: string) => Error): void {
  for (const [index, id] of ids.entries()) if (!known.has(id.toLowerCase())) throw unknown(id, `add.${index}`)
}

/** Active tags; they stay so until the end of the transaction. */
async function lockTags(tx: TenantTransaction, tagIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (tagIds.length === 0) return new Set()
  const { rows } = await sql<{ tag_id: string }>`
    select tag_id from tag where tenant_id = ${tenantIdOf(tx)}::uuid and tag_id = any(${tagIds}::uuid[]) and is_active
     order by tag_id for share`.execute(tx)
  return new Set(rows.map((row) => row.tag_id))
}

async function lockGroups(tx: TenantTransaction, groupIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (groupIds.length === 0) return new Set()
  const { rows } = await sql<{ group_id: string }>`
    select group_id from user_group where tenant_id = ${tenantIdOf(tx)}::uuid and group_id = any(${groupIds}::uuid[])
     order by group_id for key share`.execute(tx)
  return new Set(rows.map((row) => row.group_id))
}

type Links = Pick<Assignment, 'add' | 'remove'>

/** What is both added and removed is removed first. */
async function assignTags(tx: TenantTransaction, jobs: readonly LockedJob[], { add, remove }: Links): Promise<void> {
  const tenantId = tenantIdOf(tx)
  const ids = jobs.map((job) => job.job_id)
  if (remove.length > 0) {
    await tx
      .deleteFrom('job_tag')
      .where('job_id', 'in', ids)
      .where('tag_id', 'in', [...remove])
      .execute()
  }
  if (add.length === 0) return
  await sql`
    insert into job_tag (tenant_id, tag_id, job_id, created_at)
    select j.tenant_id, added.tag_id, j.job_id, j.created_at
      from job j cross join unnest(${add}::uuid[]) as added (tag_id)
     where j.tenant_id = ${tenantId}::uuid and j.job_id = any(${ids}::text[])
        on conflict do nothing`.execute(tx)
  noteChange(tx, 'job_tag')
}

async function assignGroups(tx: TenantTransaction, jobs: readonly LockedJob[], { add, remove }: Links): Promise<void> {
  const tenantId = tenantIdOf(tx)
  const ids = jobs.map((job) => job.job_id)
  if (remove.length > 0) {
    await tx
      .deleteFrom('job_group')
      .where('job_id', 'in', ids)
      .where('group_id', 'in', [...remove])
      .execute()
  }
  if (add.length === 0) return
  await sql`
    insert into job_group (tenant_id, job_id, group_id)
    select ${tenantId}::uuid, job.job_id, added.group_id
      from unnest(${ids}::text[]) as job (job_id) cross join unnest(${add}::uuid[]) as added (group_id)
        on conflict do nothing`.execute(tx)
  noteChange(tx, 'job_group')
}
