import { cancelJobs } from '@steward/contract/jobs/endpoints'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../../api/client.ts'
import { formatNumber } from '../../i18n/time.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { NamedOnes } from '../../ui/overlay/BulkResult.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { inBatches } from './changeJobs.ts'
import { splitJobs, type ManagedJob, useTimeOfRequests } from './managedJob.ts'
import css from './manage.module.css'
import { SkippedJobs } from './SkippedJobs.tsx'
import { useJobChange, useJobName } from './useJobChange.tsx'

/** Asks before products are asked to cancel jobs: which ones, and which of the selected can't be. */
export function CancelDialog({ jobs, onClose }: { jobs: readonly ManagedJob[]; onClose: () => void }) {
  const nameOf = useJobName()
  const { possible, skipped } = splitJobs('cancel', jobs, useTimeOfRequests(jobs))
  const of = { count: possible.length, name: possible[0]?.jobId ?? '' }
  const change = useJobChange({
    mutationKey: 'JobLog_cancel',
    jobs: possible,
    run: (jobIds: readonly string[]) =>
      inBatches(jobIds, m.jobs_manage_cancel_error(), (some) => api(cancelJobs, { body: { jobIds: some } })),
    done: m.jobs_manage_cancel_done,
    failedTitle: m.jobs_manage_cancel_failed,
    failedText: m.jobs_manage_requested,
    fallback: m.jobs_manage_cancel_error(),
    onClose,
  })
  if (change.result !== null) return change.result
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.jobs_manage_cancel_title(of)}
      cancelLabel={m.jobs_manage_cancel_keep({ count: possible.length })}
      confirmLabel={m.jobs_manage_cancel_confirm(of)}
      onConfirm={() => change.start(possible.map((job) => job.jobId))}
      loading={change.isPending}
    >
      <div className={css.stack}>
        {change.failure === undefined ? null : (
          <Callout tone="danger" role="alert">
            {change.failure}
          </Callout>
        )}
        {skipped.length === 0 ? null : (
          <p>{m.jobs_manage_cancel_some({ possible: formatNumber(possible.length), total: formatNumber(jobs.length) })}</p>
        )}
        <NamedOnes names={possible.map(nameOf)} />
        <p>{m.jobs_manage_cancel_text({ count: possible.length })}</p>
        <SkippedJobs skipped={skipped} />
      </div>
    </ConfirmDialog>
  )
}
