import { isEndedJob } from '@steward/contract/catalog/job-statuses'
import { isCancellableJobType } from '@steward/contract/catalog/jobs'
import { problem } from '@steward/contract/errors'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import { examinedJobs, mostFoundJobs, searchedJobs, shownCommands } from '@steward/contract/jobs/constants'
import type { findJobs, listJobs, listJobTypes } from '@steward/contract/jobs/endpoints'
import type { Job, JobCommand, JobDetails } from '@steward/contract/jobs/schemas'
import type { Language } from '@steward/contract/languages'
import type { Position } from '../db/log-slice.ts'
import type { Db } from '../db/pool.ts'
import type { Row } from '../db/types.ts'
import { type TenantContext, type TenantTransaction, fromReplica, tenantIdOf, withTenant } from '../db/tenant.ts'
import { type LogPage, cursorOf, logPageOf, logPartOf, writtenWithText } from '../http/log-paging.ts'
import { productNameOf } from '../licenses/product-names.ts'
import { toJobCommand } from './commands.ts'
import { planOf, readAges, sortedPlanOf } from './filter.ts'
import type { JobRow } from './job-row.ts'
import { jobTypeName } from './job-types.ts'
import { type JobContext, findJob, findJobsById, isIdOfJobs, readCommands, readContexts, readKinds, readSlice } from './queries.ts'
import { type SortColumn, type SortedPosition, orderOf, sortedCursorOf, sortedPageOf } from './sort.ts'
import { type ValueOrder, orderedValues } from './sort-values.ts'
import { readSortedSlice } from './sorted-slice.ts'
import { type Visibility, readVisibility } from './visibility.ts'

type ListQuery = QueryOf<typeof listJobs>

/** The job log. Products report the jobs. */
export function createJobService(db: Db, now: () => Date) {
  const read = <T>(ctx: TenantContext, work: (tx: TenantTransaction) => Promise<T>) => withTenant(db, ctx, work, fromReplica)

  return {
    /** @throws invalid_request */
    list: (ctx: TenantContext, query: ListQuery, language: Language): Promise<ResponseOf<typeof listJobs>> =>
      read(ctx, async (tx) => {
        const { column, isDescending } = orderOf(query)
        const moment = now()
        const visibility = await readVisibility(tx, ctx.actor)
        const isId = query.search !== undefined && (await isIdOfJobs(tx, visibility, query.search))
        if (column !== undefined) return listBy(tx, { query, column, isDescending, language, now: moment, visibility, isId })
        const isRising = !isDescending
        const page = pageOf(query, isRising)
        const ages = isId ? undefined : await readAges(tx, query, visibility, moment)
        const plan = planOf(query, visibility, { tenantId: ctx.tenantId, now: moment, ages, isId })
        const slice = await readSlice(tx, plan, { ...page, examined: examinedOf(query) })
        const newestFirst = page.direction === 'older' ? slice.rows : slice.rows.toReversed()
        const [first, last] = [newestFirst[0], newestFirst.at(-1)]
        const ends = { newest: first && positionOf(first), oldest: last && positionOf(last) }
        const part = logPartOf(page, slice, ends, plan.range)
        const toJob = await describer(tx, slice.rows)
        const rows = isRising ? newestFirst.toReversed() : newestFirst
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
        const commands = await readCommands(tx, [jobId], shownCommands)
        return {
          ...toJobFields(row, contexts.get(jobId), commands[0]),
          sections: row.sections,
          tasks: row.tasks,
          commands: commands.map(toJobCommand),
        }
      }),

    find: (ctx: TenantContext, { id }: QueryOf<typeof findJobs>, language: Language): Promise<ResponseOf<typeof findJobs>> =>
      read(ctx, async (tx) => {
        const rows = await findJobsById(tx, await readVisibility(tx, ctx.actor), id, mostFoundJobs)
        const items = rows.map((row) => ({
          jobId: row.job_id,
          workflowId: row.workflow_id,
          workflowName: row.workflow_name,
          operation: row.operation,
          operationName: jobTypeName(row.operation, language),
          status: row.status,
          createdAt: row.created_at.toISOString(),
        }))
        return { items }
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
function pageOf(query: ListQuery, isRising: boolean): LogPage {
  const page = logPageOf(query, writtenWithText)
  return isRising && page.from === undefined ? { ...page, direction: 'newer' } : page
}

const examinedOf = ({ search }: ListQuery): number => (search === undefined ? examinedJobs : searchedJobs)

interface ListBy {
  query: ListQuery
  column: SortColumn
  isDescending: boolean
  language: Language
  now: Date
  visibility: Visibility
  isId: boolean
}

/** A page of the jobs in the order of a column. */
async function listBy(tx: TenantTransaction, { query, column, isDescending, language, now, visibility, isId }: ListBy) {
  const page = sortedPageOf(column, query)
  const plan = sortedPlanOf(query, visibility, { tenantId: tenantIdOf(tx), now, column, isId })
  const values = plan && (await valuesOf(tx, column, { language, isDescending, wanted: plan.values }))
  const { rows, hasMore, examinedTo } = plan
    ? await readSortedSlice(tx, { column, isDescending, values }, plan, { ...page, examined: examinedOf(query) })
    : { rows: [], hasMore: false, examinedTo: undefined }
  const inOrder = page.isBackward ? rows.toReversed() : rows
  const toPosition = (row: JobRow): SortedPosition => ({ ...positionOf(row), value: row[column] })
  const [first, last] = [inOrder[0], inOrder.at(-1)].map((row) => row && toPosition(row))
  const cursor = (position: SortedPosition | undefined) => (position ? sortedCursorOf(column, position) : null)
  const isMore = hasMore || examinedTo !== undefined
  const toJob = await describer(tx, rows)
  return {
    items: inOrder.map((row) => ({ ...toJob(row), cursor: sortedCursorOf(column, toPosition(row)) })),
    newest: cursor(page.isBackward ? (examinedTo ?? first) : first),
    oldest: cursor(page.isBackward ? last : (examinedTo ?? last)),
    hasNewer: page.isBackward ? isMore : page.from !== undefined,
    hasOlder: page.isBackward || isMore,
    examinedTo: examinedTo?.at ?? null,
    from: plan?.range.from ?? null,
    until: plan?.range.until ?? null,
  }
}

/** The values of the column in the order of the list; undefined where there can be too many of them. */
async function valuesOf(tx: TenantTransaction, column: SortColumn, order: ValueOrder) {
  if (column !== 'created_by' && column !== 'reason') return orderedValues(tx, column, order)
  if (order.wanted === undefined) return undefined
  const rising = [...new Set(order.wanted)].toSorted((a, b) => a.localeCompare(b, order.language))
  return order.isDescending ? rising.toReversed() : rising
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
  const commandOf = new Map(commands.map((command) => [command.job_id, command]))
  return (row: JobRow) => toJobFields(row, contexts.get(row.job_id), commandOf.get(row.job_id))
}

/** A request that the end of the job has overtaken is not shown as pending, also when the job runs again. */
function shownCommand(row: JobRow, command: Row<'job_command'> | undefined): JobCommand | null {
  if (command === undefined) return null
  const isOvertaken = isEndedJob(row.status) || (row.ended_sequence ?? -1) > (command.job_sequence ?? Number.POSITIVE_INFINITY)
  return command.state === 'Pending' && isOvertaken ? null : toJobCommand(command)
}

const toJobFields = (row: JobRow, context: JobContext | undefined, command: Row<'job_command'> | undefined): Omit<Job, 'cursor'> => ({
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
