import { isCancellableJobType } from '@steward/contract/catalogue/jobs'
import type { Job } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../../session/permissions/permissions.ts'

/** What the actions need to know of a job: a row of the list and the details of a job both have it. */
export type ManagedJob = Pick<Job, 'jobId' | 'operation' | 'status' | 'priority' | 'tags' | 'groups'> & {
  command: Pick<NonNullable<Job['command']>, 'state'> | null
}

export type JobActionKind = 'cancel' | 'priority' | 'assign'

const isWaiting = ({ status }: ManagedJob) => status === 'Pending' || status === 'Queued'

/** Why the job can't be canceled, as the server would answer; undefined if it can. */
export function cancelRefusal(job: ManagedJob): string | undefined {
  if (!isWaiting(job) && job.status !== 'Running') return m.error_job_ended()
  if (!isCancellableJobType(job.operation)) return m.error_job_not_cancellable()
  return isUnanswered(job) ? m.error_job_command_pending() : undefined
}

/** Why the job's priority can't be changed; undefined if it can. */
export function priorityRefusal(job: ManagedJob): string | undefined {
  if (!isWaiting(job)) return m.error_job_not_waiting()
  return isUnanswered(job) ? m.error_job_command_pending() : undefined
}

/** The product isn't asked again before it has answered. */
const isUnanswered = ({ command }: ManagedJob) => command?.state === 'Pending'

const refusals: Record<JobActionKind, (job: ManagedJob) => string | undefined> = {
  cancel: cancelRefusal,
  priority: priorityRefusal,
  assign: () => undefined,
}

/** Why the action can't be done for any of the jobs; undefined if it can for one of them. */
export function refusalOfAll(kind: JobActionKind, jobs: readonly ManagedJob[]): string | undefined {
  const reasons = new Set(jobs.map(refusals[kind]))
  if (reasons.has(undefined)) return undefined
  const [reason] = reasons
  if (reasons.size === 1) return reason
  return kind === 'cancel' ? m.jobs_manage_cancel_none() : m.jobs_manage_priority_none()
}

/** Jobs for which the action is possible, and the others. */
export function splitJobs(kind: JobActionKind, jobs: readonly ManagedJob[]): { possible: ManagedJob[]; skipped: SkippedJob[] } {
  const possible: ManagedJob[] = []
  const skipped: SkippedJob[] = []
  for (const job of jobs) {
    const reason = refusals[kind](job)
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
