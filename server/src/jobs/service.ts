import { isCancellableJobType, isEndedJob } from '@steward/contract/catalogue/jobs'
import { problem } from '@steward/contract/errors'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import { shownCommands } from '@steward/contract/jobs/constants'
import type { listJobs, listJobTypes } from '@steward/contract/jobs/endpoints'
import type { Job, JobCommand, JobDetails } from '@steward/contract/jobs/schemas'
import type { Language } from '@steward/contract/languages'
import type { Position } from '../db/log-slice.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import { type LogPage, cursorOf, logPageOf, logPartOf, writtenWithText } from '../http/log-paging.ts'
import { productNameOf } from '../licenses/product-names.ts'
import { toJobCommand } from './commands.ts'
import { planOf } from './filter.ts'
import { jobTypeName } from './job-types.ts'
import { type JobContext, type JobRow, findJob, readCommands, readContexts, readKinds, readSlice } from './queries.ts'
import { readVisibility } from './visibility.ts'

type ListQuery = QueryOf<typeof listJobs>

/** The job log. Products report the jobs. */
export function createJobService(db: Db, now: () => Date) {
  const read = <T>(ctx: TenantContext, work: (tx: TenantTransaction) => Promise<T>) => withTenant(db, ctx, work, { readOnly: true })

  return {
    /** @throws invalid_request */
    list: (ctx: TenantContext, query: ListQuery): Promise<ResponseOf<typeof listJobs>> =>
      read(ctx, async (tx) => {
        const page = pageOf(query)
        const plan = planOf(query, await readVisibility(tx, ctx.actor), { tenantId: ctx.tenantId, now: now() })
        const slice = await readSlice(tx, plan, page)
        const newestFirst = page.direction === 'older' ? slice.rows : slice.rows.toReversed()
        const [first, last] = [newestFirst[0], newestFirst.at(-1)]
        const ends = { newest: first && positionOf(first), oldest: last && positionOf(last) }
        const part = logPartOf(page, slice, ends, plan.range)
        const toJob = await describer(tx, slice.rows)
        const rows = query.sort === 'createdAt' ? newestFirst.toReversed() : newestFirst
        return {
          items: rows.map((row) => ({ ...toJob(row), cursor: cursorOf(positionOf(row)) })),
          ...part,
          hasOlder: part.hasOlder && (page.direction === 'older' || page.from !== undefined),
        }
      }),

    /** @throws not_found */
    get: (ctx: TenantContext, jobId: string): Promise<JobDetails> =>
      read(ctx, async (tx) => {
        const row = await findJob(tx, await readVisibility(tx, ctx.actor), jobId)
        if (!row) throw problem('not_found')
        const contexts = await readContexts(tx, [row])
        const commands = (await readCommands(tx, [jobId], shownCommands)).map(toJobCommand)
        return { ...toJobFields(row, contexts.get(jobId), commands[0]), sections: row.sections, tasks: row.tasks, commands }
      }),

    listTypes: (ctx: TenantContext, language: Language): Promise<ResponseOf<typeof listJobTypes>> =>
      read(ctx, async (tx) => {
        const { operations, productCodes, resourceGroups } = await readKinds(tx, await readVisibility(tx, ctx.actor))
        const items = operations.map((operation) => ({
          operation,
          name: jobTypeName(operation, language),
          isCancellable: isCancellableJobType(operation),
        }))
        return { items: items.toSorted((a, b) => a.name.localeCompare(b.name, language)), productCodes, resourceGroups }
      }),
  }
}

export type JobService = ReturnType<typeof createJobService>

/** The first page of jobs in the order of time starts with the oldest. */
function pageOf(query: ListQuery): LogPage {
  const page = logPageOf(query, writtenWithText)
  return query.sort === 'createdAt' && page.from === undefined ? { ...page, direction: 'newer' } : page
}

const positionOf = ({ at, job_id: id }: JobRow): Position => ({ at, id })

/** Reads what belongs to the jobs of a page, in two statements. */
async function describer(tx: TenantTransaction, rows: readonly JobRow[]) {
  const contexts = await readContexts(tx, rows)
  const commands = await readCommands(
    tx,
    rows.map((row) => row.job_id),
    1,
  )
  const commandOf = new Map(commands.map((command) => [command.job_id, toJobCommand(command)]))
  return (row: JobRow) => toJobFields(row, contexts.get(row.job_id), commandOf.get(row.job_id))
}

/** A request that the end of the job has overtaken is not shown as pending. */
const shownCommand = (row: JobRow, command: JobCommand | undefined): JobCommand | null =>
  command === undefined || (command.state === 'Pending' && isEndedJob(row.status)) ? null : command

const toJobFields = (row: JobRow, context: JobContext | undefined, command: JobCommand | undefined): Omit<Job, 'cursor'> => ({
  jobId: row.job_id,
  productCode: row.product_code,
  productName: productNameOf(row.product_code),
  resourceGroupId: row.resource_group_id,
  resourceGroupName: context?.resource_group_name ?? null,
  operation: row.operation,
  workflowId: row.workflow_id,
  workflowName: row.workflow_name,
  workflowDescription: row.workflow_description,
  createdBy: row.created_by,
  createdByUserId: context?.user_id ?? null,
  createdAt: row.created_at.toISOString(),
  startTime: row.start_time?.toISOString() ?? null,
  endTime: row.end_time?.toISOString() ?? null,
  status: row.status,
  priority: row.priority,
  progress: row.progress,
  queuePosition: row.queue_position,
  reason: row.reason,
  isInteractive: row.is_interactive,
  reportedAt: row.reported_at.toISOString(),
  tags: context?.tags ?? [],
  groups: context?.groups ?? [],
  command: shownCommand(row, command),
})
