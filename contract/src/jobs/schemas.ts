import { z } from 'zod'
import { jobStatuses } from '../catalog/job-statuses.ts'
import { entityId, repeated, sortOf, timestamp } from '../fields.ts'
import { logPaging, logPartOf, logRange } from '../log-fields.ts'
import { dateRangeDays } from '../rules/date-ranges.ts'
import { exactText, keyText, lineText, multilineText, searchText } from '../text.ts'
import {
  deepestTask,
  jobCommandKinds,
  jobCommandStates,
  jobPriorities,
  jobSorts,
  longestCommandWait,
  mostChangedJobs,
  mostReportedJobs,
  mostFoundJobs,
  mostTasks,
  shownCommands,
} from './constants.ts'

const jobId = z
  .string()
  .regex(/^[A-Za-z0-9][\w.:-]{0,99}$/)
  .meta({ description: 'Chosen by the product, unique in the tenant', example: 'RM-20260314-000417' })
const productCode = z.string().regex(/^[A-Za-z0-9][\w.:/-]{0,99}$/)
const operation = exactText(100).min(1).meta({ description: 'Code of the job type, such as `BULK_EXPORT`' })
const status = z.enum(jobStatuses)
const priority = z.enum(jobPriorities)
const progress = z.number().int().min(0).max(100)
const times = { startTime: timestamp.nullable(), endTime: timestamp.nullable() }

// --- Reports of products -----------------------------------------------------------------------------------------------

export interface JobTask {
  name: string
  status: (typeof jobStatuses)[number]
  startTime: string | null
  endTime: string | null
  progress: number
  message: string
  tasks: JobTask[]
}

const taskFields = {
  name: lineText(200).min(1),
  status,
  startTime: timestamp.nullable().default(null),
  endTime: timestamp.nullable().default(null),
  progress: progress.default(0),
  message: lineText(500).default(''),
}
const taskAt = (depth: number): z.ZodType<JobTask> =>
  z.strictObject({
    ...taskFields,
    tasks:
      depth < deepestTask
        ? z
            .array(taskAt(depth + 1))
            .max(mostTasks)
            .default([])
        : z.array(z.never()).max(0).default([]),
  })

export const jobSectionSchema = z.strictObject({
  title: lineText(100).min(1),
  rows: z.array(z.strictObject({ label: lineText(100).min(1), value: lineText(500) })).max(50),
})
export type JobSection = z.output<typeof jobSectionSchema>

export const jobReportSchema = z.strictObject({
  jobId,
  sequence: z
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ description: "The product's own counter: of a job's reports, the one with the highest sequence wins" }),
  productCode,
  resourceGroupId: z.uuid().nullable().default(null).meta({ description: 'A resource group of Data Admin; it decides who sees the job' }),
  operation,
  workflowId: exactText(100).nullable().default(null),
  workflowName: lineText(200).default(''),
  workflowDescription: multilineText(1000).default(''),
  createdBy: keyText(320).meta({ description: 'Username of the person or name of the program that started it' }),
  createdAt: timestamp.meta({ description: "From the first report; later ones don't change it" }),
  startTime: timestamp.nullable().default(null),
  endTime: timestamp.nullable().default(null),
  status,
  priority: priority.default('Medium'),
  progress: progress.default(0),
  queuePosition: z.number().int().min(1).max(1_000_000_000).nullable().default(null),
  reason: lineText(500).default('').meta({ description: 'Why it has this status, such as why it failed' }),
  isInteractive: z.boolean().default(false),
  sections: z.array(jobSectionSchema).max(20).default([]),
  tasks: z.array(taskAt(1)).max(mostTasks).default([]),
})
export type JobReport = z.output<typeof jobReportSchema>

export const ingestJobsBody = z.strictObject({
  tenantName: keyText(100),
  jobs: z.array(jobReportSchema).min(1).max(mostReportedJobs),
})
export type IngestJobs = z.output<typeof ingestJobsBody>

export const ingestJobsResponse = z.strictObject({
  tenantName: z.string(),
  received: z.number().int(),
  /** Those that were newer than what was known. */
  taken: z.number().int(),
})

// --- Commands for products ---------------------------------------------------------------------------------------------

export const listJobCommandsQuery = z.strictObject({
  tenantName: keyText(100),
  productCode: productCode.optional().meta({ description: 'Only for jobs of this product' }),
  after: z.coerce.number().int().min(0).default(0).meta({ description: 'Only commands after this position; 0 for everything unanswered' }),
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(longestCommandWait)
    .default(0)
    .meta({ description: "Seconds to wait for a command if there aren't any" }),
})

export const productCommandSchema = z.strictObject({
  commandId: z.uuid(),
  position: z.number().int(),
  jobId,
  productCode,
  kind: z.enum(jobCommandKinds),
  priority: priority.nullable().meta({ description: 'The new priority, for `Reprioritize`' }),
  requestedBy: z.string(),
  requestedAt: timestamp,
})
export type ProductCommand = z.output<typeof productCommandSchema>

export const listJobCommandsResponse = z.strictObject({
  items: z.array(productCommandSchema).meta({ description: 'At most 500, in the order they were created' }),
  after: z.number().int().meta({ description: 'For the next call' }),
})

export const jobCommandParams = z.strictObject({ commandId: entityId('jobCommand') })

export const answerJobCommandBody = z.strictObject({
  tenantName: keyText(100),
  outcome: z.enum(['accepted', 'refused']),
  reason: lineText(500).default('').meta({ description: 'Shown to administrators; should be given when refused' }),
})

// --- For administrators ------------------------------------------------------------------------------------------------

export const jobCommandSchema = z.strictObject({
  commandId: z.uuid(),
  kind: z.enum(jobCommandKinds),
  priority: priority.nullable(),
  requestedBy: z.string(),
  requestedAt: timestamp,
  state: z.enum(jobCommandStates),
  answeredAt: timestamp.nullable(),
  reason: z.string(),
})
export type JobCommand = z.output<typeof jobCommandSchema>

const jobFields = {
  jobId,
  productCode: z.string(),
  productName: z.string(),
  resourceGroupId: z.uuid().nullable(),
  resourceGroupName: z.string().nullable().meta({ description: "Null if it doesn't have one, or if it was deleted" }),
  operation: z.string(),
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  workflowDescription: z.string(),
  createdBy: z.string(),
  createdByUserId: z.uuid().nullable().meta({ description: 'Null if no user has this username' }),
  createdAt: timestamp,
  ...times,
  status,
  priority,
  progress,
  queuePosition: z.number().int().nullable(),
  reason: z.string(),
  isInteractive: z.boolean(),
  reportedAt: timestamp.meta({ description: 'When the product last reported it' }),
  tags: z.array(z.strictObject({ tagId: z.uuid(), tagName: z.string(), isActive: z.boolean() })),
  groups: z.array(z.strictObject({ groupId: z.uuid(), groupName: z.string() })),
  command: jobCommandSchema.nullable().meta({
    description:
      'The latest one; also null if the job ended before the product answered, although `commands` in its details still has it as `Pending`',
  }),
}

/** It has the value that the job log is sorted by, such as a reason. */
const jobCursor = exactText(3000).meta({ description: 'A position in the sorted list, from a response' })

export const jobSchema = z.strictObject({
  ...jobFields,
  cursor: jobCursor,
})
export type Job = z.output<typeof jobSchema>

const shownTaskAt = (depth: number): z.ZodType<JobTask> =>
  z.strictObject({
    name: z.string(),
    status,
    ...times,
    progress,
    message: z.string(),
    tasks: depth < deepestTask ? z.array(shownTaskAt(depth + 1)) : z.array(z.never()),
  })

export const jobDetailsSchema = z.strictObject({
  ...jobFields,
  sections: z.array(jobSectionSchema),
  tasks: z.array(shownTaskAt(1)),
  commands: z.array(jobCommandSchema).meta({ description: `Newest first, at most ${shownCommands}` }),
})
export type JobDetails = z.output<typeof jobDetailsSchema>

export const jobFilter = {
  ...logRange,
  status: repeated(status),
  productCode: repeated(productCode),
  operation: repeated(operation),
  createdBy: repeated(keyText(320)),
  resourceGroupId: repeated(z.uuid()),
  tagId: repeated(z.uuid()),
  search: searchText(320).optional().meta({
    description:
      'Part of a job id, workflow, username, operation or reason. The full id of a job or a workflow finds only its jobs, regardless of their age in the range',
  }),
}

export const listJobsQuery = z.strictObject({
  ...jobFilter,
  sort: sortOf(jobSorts).default('-createdAt').meta({
    description:
      'Sorts job types and products by their names in the language of the request, and statuses in the order of a job’s life; jobs without a reason or resource group come last. Among equals, the newest comes first',
  }),
  sortOrder: z.enum(['asc', 'desc']).optional().meta({ description: 'Instead of the sign of `sort`' }),
  ...logPaging,
  before: jobCursor.optional().meta({ description: 'Only jobs older than this position; if not sorted by time, those after it' }),
  after: jobCursor
    .optional()
    .meta({ description: 'Only jobs newer than this position, starting with the oldest; if not sorted by time, those before it' }),
})

export const listJobsResponse = logPartOf(jobSchema).extend({
  newest: jobCursor
    .nullable()
    .meta({ description: 'For `after`; null if there are no items. If not sorted by time, the position of the first item' }),
  oldest: jobCursor
    .nullable()
    .meta({ description: 'For `before`; null on the last page. If not sorted by time, the position of the last item' }),
})

export const findJobsQuery = z.strictObject({
  id: exactText(100).min(1).meta({ description: 'A job id or a workflow id, exactly', example: 'RM-20260314-000417' }),
})

const foundJobSchema = z.strictObject({
  jobId,
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  operation: z.string(),
  operationName: z.string().meta({ description: 'In the language of the request' }),
  status,
  createdAt: timestamp,
})

export const findJobsResponse = z.strictObject({
  items: z.array(foundJobSchema).meta({ description: `Newest first, at most ${mostFoundJobs}` }),
})

export const exportJobsQuery = z.strictObject(jobFilter)
export const exportJobsResponse = z.string()

export const jobParams = z.strictObject({ jobId: jobId.meta({ entity: 'job' }) })

export const listJobTypesResponse = z.strictObject({
  items: z.array(
    z.strictObject({
      operation: z.string(),
      name: z.string().meta({ description: 'In the language of the request; the code if there is no name' }),
      isCancellable: z.boolean(),
    }),
  ),
  productCodes: z.array(z.string()).meta({ description: 'Products with jobs that the caller can see' }),
  resourceGroups: z
    .array(z.strictObject({ resourceGroupId: z.uuid(), resourceGroupName: z.string() }))
    .meta({ description: 'Resource groups of Data Admin whose jobs the caller can see' }),
})

const jobIds = z.array(jobId).min(1).max(mostChangedJobs)

export const cancelJobsBody = z.strictObject({ jobIds })

export const reprioritizeJobsBody = z.strictObject({ jobIds, priority })

const assignment = (kind: string) => ({
  add: z
    .array(z.uuid())
    .max(50)
    .default([])
    .meta({ description: `${kind} to assign` }),
  remove: z
    .array(z.uuid())
    .max(50)
    .default([])
    .meta({ description: `${kind} to remove` }),
})

export const tagJobsBody = z.strictObject({ jobIds, ...assignment('Tags') })

export const groupJobsBody = z.strictObject({ jobIds, ...assignment('Groups') })

/** Each job is in one of the lists. */
export const changedJobsSchema = z.strictObject({
  succeeded: z.array(jobId),
  failed: z.array(z.strictObject({ jobId, code: z.string(), message: z.string() })),
})
export type ChangedJobs = z.output<typeof changedJobsSchema>

// --- Interactive lanes -------------------------------------------------------------------------------------------------

export const getInteractiveLanesQuery = z.strictObject({
  days: z.coerce
    .number()
    .refine((days) => dateRangeDays.some((range) => range === days))
    .default(1)
    .meta({ description: 'A range that ends now: 1, 7, 30 or 92 days' }),
})

export const interactiveLanesSchema = z.strictObject({
  from: timestamp,
  until: timestamp,
  /** Products with a quota above 0 for concurrent interactive jobs. */
  items: z.array(
    z.strictObject({
      productCode: z.string(),
      productName: z.string(),
      lanes: z.number().int().meta({ description: 'The quota `maxInteractiveConcurrency`' }),
      running: z.number().int().meta({ description: 'Interactive jobs that are running now' }),
      waiting: z.number().int().meta({ description: 'Interactive jobs that are pending or queued now' }),
      fullSeconds: z.number().int().meta({ description: 'How long all lanes were busy in the range' }),
      /** The most concurrent interactive jobs of each hour, or of each day beyond 30 days. */
      points: z.array(z.strictObject({ at: timestamp, peak: z.number().int() })),
      jobs: z
        .array(
          z.strictObject({
            jobId: z.string(),
            operation: z.string(),
            createdBy: z.string(),
            startTime: timestamp.nullable(),
            progress,
          }),
        )
        .meta({ description: 'Currently running jobs, longest first, at most 50' }),
    }),
  ),
  step: z.enum(['hour', 'day']),
})
export type InteractiveLanes = z.output<typeof interactiveLanesSchema>
