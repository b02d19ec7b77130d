import { products } from '@steward/contract/catalog/products'
import type { JobStatus } from '@steward/contract/catalog/job-statuses'
import { commandPatienceMs, type JobPriority } from '@steward/contract/jobs/constants'
import type { Job, JobCommand } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'

export const statusLabels: Record<JobStatus, () => string> = {
  Cancelled: m.jobs_status_cancelled,
  Failed: m.jobs_status_failed,
  Finished: m.jobs_status_finished,
  Pending: m.jobs_status_pending,
  Queued: m.jobs_status_queued,
  Running: m.jobs_status_running,
}

export const priorityLabels: Record<JobPriority, () => string> = {
  VeryLow: m.jobs_priority_very_low,
  Low: m.jobs_priority_low,
  Medium: m.jobs_priority_medium,
  High: m.jobs_priority_high,
  VeryHigh: m.jobs_priority_very_high,
}

/** The order of a job's life, for filters. */
export const statusOrder = ['Pending', 'Queued', 'Running', 'Finished', 'Failed', 'Cancelled'] as const satisfies readonly JobStatus[]

const productNames: ReadonlyMap<string, string> = new Map(products.map(({ productCode, productName }) => [productCode, productName]))

export const productLabel = (productCode: string): string => productNames.get(productCode) ?? productCode

/** Whether the job can still change: pending, queued or running. */
export const isActive = ({ status }: { status: JobStatus }): boolean => status === 'Pending' || status === 'Queued' || status === 'Running'

/** What there is to tell about the last request to a job, `now` in ms; undefined for nothing. */
type CommandNote = 'canceling' | 'changing' | 'unanswered' | 'cancelRefused' | 'priorityRefused'

export function commandNote(job: Pick<Job, 'status' | 'command'>, now: number): CommandNote | undefined {
  const { command } = job
  if (command === null || !isActive(job)) return undefined
  if (command.state === 'Refused') return command.kind === 'Cancel' ? 'cancelRefused' : 'priorityRefused'
  if (command.state === 'Accepted') return undefined
  if (isUnanswered(command, now)) return 'unanswered'
  return command.kind === 'Cancel' ? 'canceling' : 'changing'
}

export const isUnanswered = ({ state, requestedAt }: Pick<JobCommand, 'state' | 'requestedAt'>, now: number): boolean =>
  state === 'Pending' && now - Date.parse(requestedAt) >= commandPatienceMs

/** The text of a note. */
export function noteText(note: CommandNote, productName: string, reason: string): string {
  switch (note) {
    case 'canceling':
      return m.job_canceling()
    case 'changing':
      return m.job_changing_priority()
    case 'unanswered':
      return m.job_unanswered({ product: productName })
    case 'cancelRefused':
      return reason === '' ? m.job_cancel_refused() : m.job_cancel_refused_reason({ reason })
    case 'priorityRefused':
      return reason === '' ? m.job_priority_refused() : m.job_priority_refused_reason({ reason })
  }
}
