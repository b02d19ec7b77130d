import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ChangedJobs } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { alerts } from '../../api/alerts.ts'
import { problemMessage } from '../../api/problem.ts'
import { invalidateTables } from '../../api/query.ts'
import { formatNumber } from '../../i18n/time.ts'
import { BulkResultDialog } from '../../ui/overlay/BulkResult.tsx'
import { jobTables } from '../queries.ts'
import { useJobNames } from '../useJobNames.ts'
import type { ManagedJob } from './managedJob.ts'

interface JobChangeOptions<Input> {
  mutationKey: string
  /** All jobs that the dialog is about. */
  jobs: readonly ManagedJob[]
  run: (input: Input) => Promise<ChangedJobs>
  /** The success alert. */
  done: (of: { count: number; name: string }) => string
  failedTitle: (of: { count: number }) => string
  /** How many succeeded, above the failures. */
  failedText: (of: { succeeded: string; total: string }) => string
  /** The reason of a failure without a message from the server. */
  fallback: string
  onClose: () => void
  /** After the failures, the dialog is back as it was. */
  keepsOpen?: boolean
}

export interface JobChange<Input> {
  start: (input: Input) => void
  isPending: boolean
  /** Why the last attempt failed. */
  failure: string | undefined
  /** The failures by job, to show in place of the dialog. */
  result: ReactNode
}

/** A change of one job or several, each of which succeeds or fails alone: alert, failures, and the list read again. */
export function useJobChange<Input>(options: JobChangeOptions<Input>): JobChange<Input> {
  const nameOf = useJobName()
  const isMany = options.jobs.length > 1
  const mutation = useMutation({
    mutationKey: [options.mutationKey],
    mutationFn: options.run,
    onSettled: () => invalidateTables(jobTables),
    onSuccess: ({ succeeded, failed }) => {
      const [name = ''] = succeeded
      if (name !== '') alerts.success(options.done({ count: succeeded.length, name }))
      if (failed.length === 0) options.onClose()
    },
  })
  const { succeeded = [], failed = [] } = mutation.data ?? {}
  const jobOf = (jobId: string) => options.jobs.find((job) => job.jobId === jobId)
  const nameOfId = (jobId: string) => {
    const job = jobOf(jobId)
    return job === undefined ? jobId : nameOf(job)
  }
  return {
    start: mutation.mutate,
    isPending: mutation.isPending,
    failure: mutation.error ? problemMessage(mutation.error, options.fallback) : failed[0]?.message,
    result:
      isMany && failed.length > 0 ? (
        <BulkResultDialog
          title={options.failedTitle({ count: failed.length })}
          text={options.failedText({
            succeeded: formatNumber(succeeded.length),
            total: formatNumber(succeeded.length + failed.length),
          })}
          failures={failed.map(({ jobId, message }) => ({ id: jobId, name: nameOfId(jobId), message }))}
          onClose={options.keepsOpen ? mutation.reset : options.onClose}
        />
      ) : null,
  }
}

/** Names a job by its type and ID. */
export function useJobName(): (job: Pick<ManagedJob, 'jobId' | 'operation'>) => string {
  const { nameOf } = useJobNames(noJobs)
  return ({ jobId, operation }) => m.job_name({ operation: nameOf(operation), id: jobId })
}

const noJobs: ManagedJob[] = []
