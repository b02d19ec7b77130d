import { isEndedJob } from '@steward/contract/catalog/job-statuses'
import { isCancellableJobType } from '@steward/contract/catalog/jobs'
import type { JobCommandKind } from '@steward/contract/jobs/constants'
import type { Job } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../../session/permissions/permissions.ts'
import { isUnanswered } from '../labels.ts'
import { useTicking } from '../ticker.ts'

/** What the actions need to know of a job: a row of the list and the details of a job both have it. */
export type ManagedJob = Pick<Job, 'jobId' | 'operation' | 'status' | 'priority' | 'tags' | 'groups'> & {
  command: Pick<NonNullable<Job['command']>, 'kind' | 'state' | 'requestedAt'> | null
}

export type JobActionKind = 'cancel' | 'priority' | 'assign'

/** Why the job can't be canceled, as the server would answer; undefined if it can. */
function cancelRefusal(job: ManagedJob, now: number): string | undefined {
  if (isEndedJob(job.status)) return m.error_job_ended()
  if (!isCancellableJobType(job.operation)) return m.error_job_not_cancellable()
  return isAsked(job, 'Cancel', now) ? m.error_job_command_pending() : undefined
}

/** Why the job's priority can't be changed; undefined if it can. */
function priorityRefusal(job: ManagedJob, now: number): string | undefined {
  if (isEndedJob(job.status)) return m.error_job_ended()
  if (job.status === 'Running') return m.error_job_not_waiting()
  return isAsked(job, 'Reprioritize', now) ? m.error_job_command_pending() : undefined
}

/** Whether the product was asked the same, and can still be expected to answer. */
const isAsked = ({ command }: ManagedJob, kind: JobCommandKind, now: number): boolean =>
  command?.kind === kind && command.state === 'Pending' && !isUnanswered(command, now)

const refusals: Record<JobActionKind, (job: ManagedJob, now: number) => string | undefined> = {
  cancel: cancelRefusal,
  priority: priorityRefusal,
  assign: () => undefined,
}

/** Why the action can't be done for any of the jobs; undefined if it can for one of them. */
export function refusalOfAll(kind: JobActionKind, jobs: readonly ManagedJob[], now: number): string | undefined {
  const reasons = new Set(jobs.map((job) => refusals[kind](job, now)))
  if (reasons.has(undefined)) return undefined
  const [reason] = reasons
  if (reasons.size === 1) return reason
  return kind === 'cancel' ? m.jobs_manage_cancel_none() : m.jobs_manage_priority_none()
}

/** Jobs for which the action is possible, and the others. */
export function splitJobs(
  kind: JobActionKind,
  jobs: readonly ManagedJob[],
  now: number,
): { possible: ManagedJob[]; skipped: SkippedJob[] } {
  const possible: ManagedJob[] = []
  const skipped: SkippedJob[] = []
  for (const job of jobs) {
    const reason = refusals[kind](job, now)
    if (reason === undefined) possible.push(job)
    else skipped.push({ job, reason })
  }
  return { possible, skipped }
}

export interface SkippedJob {
  job: ManagedJob
  reason: string
}

/** Why the user can't manage jobs; undefined if they can. */
export const useManageReason = (): string | undefined => (usePermission('Monitoring.ManageJobs') ? undefined : m.jobs_manage_reason())

const stepMs = 10_000

/** The time in steps of ten seconds while a product is asked for something, because it can be asked again after a while. */
export const useTimeOfRequests = (jobs: readonly ManagedJob[]): number =>
  useTicking(
    jobs.some(({ command }) => command?.state === 'Pending'),
    (now) => Math.floor(now / stepMs) * stepMs,
  )
