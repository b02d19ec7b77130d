import type { JobPriority } from '@steward/contract/jobs/constants'
import type { JobReport, JobSection } from '@steward/contract/jobs/schemas'
import type { Choice, DemoJobType } from './job-type.ts'
import { type Random, pick, randomOf, spread, wholeBetween } from './random.ts'
import { tasksOf } from './tasks.ts'

/** What is known of a job of the demo company: all of its reports follow from it. Times in ms since 1970. */
export interface JobPlan {
  jobId: string
  type: DemoJobType
  resourceGroupId: string | null
  createdBy: string
  createdAt: number
  priority: JobPriority
  workflow: { id: string; name: string; description: string } | null
  /** Null as long as it waits, and if it never starts. */
  startTime: number | null
  /** How long it takes if nothing stops it. */
  durationMs: number
  /** How it ends; null if that is not known yet. */
  end: { status: 'Finished' | 'Failed' | 'Cancelled'; time: number; reason: string } | null
}

/** Jobs are taken into the queue this long after they were created. */
export const pendingMs = 2_000

/** The report of a job at a time. */
export function reportAt(
  plan: JobPlan,
  now: number,
  { sequence, queuePosition = null }: { sequence?: number; queuePosition?: number | null } = {},
): JobReport {
  const { type, startTime, durationMs } = plan
  const end = plan.end && plan.end.time <= now ? plan.end : null
  const hasStarted = startTime !== null && startTime <= now
  const done = hasStarted ? Math.min(1, ((end?.time ?? now) - startTime) / durationMs) : 0
  const isFinished = end?.status === 'Finished'
  const status = end?.status ?? (hasStarted ? 'Running' : now < plan.createdAt + pendingMs ? 'Pending' : 'Queued')
  // A running job is not done before its last report says so.
  const progress = isFinished ? 100 : Math.min(99, Math.floor(done * 100))
  return {
    jobId: plan.jobId,
    sequence: sequence ?? (end ? 200 : hasStarted ? 2 + progress : 1),
    productCode: type.productCode,
    resourceGroupId: plan.resourceGroupId,
    operation: type.operation,
    workflowId: plan.workflow?.id ?? null,
    workflowName: plan.workflow?.name ?? '',
    workflowDescription: plan.workflow?.description ?? '',
    createdBy: plan.createdBy,
    createdAt: new Date(plan.createdAt).toISOString(),
    startTime: hasStarted ? new Date(startTime).toISOString() : null,
    endTime: end ? new Date(end.time).toISOString() : null,
    status,
    priority: plan.priority,
    progress,
    queuePosition: status === 'Queued' ? queuePosition : null,
    reason: end?.reason ?? '',
    isInteractive: type.isInteractive === true,
    sections: sectionsOf(plan, isFinished),
    tasks: tasksOf(
      type.steps,
      hasStarted
        ? {
            startTime,
            durationMs,
            done: isFinished ? 1 : Math.min(done, 0.999),
            status: end?.status ?? 'Running',
            message: end?.reason ?? '',
          }
        : null,
    ),
  }
}

/** Inputs, and the outputs of finished jobs: from the job's id alone. */
function sectionsOf({ jobId, type }: JobPlan, isFinished: boolean): JobSection[] {
  const input = { title: 'Input', rows: rowsOf(type.inputs, randomOf(`${jobId} input`)) }
  return isFinished ? [input, { title: 'Output', rows: rowsOf(type.outputs, randomOf(`${jobId} output`)) }] : [input]
}

function rowsOf(choices: Readonly<Record<string, Choice>>, random: Random): JobSection['rows'] {
  const rows: JobSection['rows'] = []
  for (const [label, choice] of Object.entries(choices)) rows.push({ label, value: valueOf(choice, random, rows) })
  return rows
}

const wholeNumber = new Intl.NumberFormat('en-US')

function valueOf(choice: Choice, random: Random, before: JobSection['rows']): string {
  if ('by' in choice) return choice.values[before.find((row) => row.label === choice.by)?.value ?? ''] ?? ''
  if (!('from' in choice)) return pick(random, choice)
  const { from, to, unit = '' } = choice
  const value = to > 1_000 ? Math.round(spread(random, Math.max(1, from), to)) : wholeBetween(random, from, to)
  return `${wholeNumber.format(value)}${unit}`
}
