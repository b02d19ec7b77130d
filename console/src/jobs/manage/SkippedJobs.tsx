import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../../ui/display/Callout.tsx'
import { NamedOnes } from '../../ui/overlay/BulkResult.tsx'
import type { SkippedJob } from './managedJob.ts'
import css from './manage.module.css'
import { useJobName } from './useJobChange.tsx'

/** The selected jobs that an action leaves out, by reason. */
export function SkippedJobs({ skipped }: { skipped: readonly SkippedJob[] }) {
  const nameOf = useJobName()
  if (skipped.length === 0) return null
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  return (
    <Callout tone="info" title={m.jobs_manage_skipped({ count: skipped.length })}>
      <div className={css.stack}>
        {[...byReason].map(([reason, some]) => (
          <div key={reason} className={css.skipped}>
            {reason}
            <NamedOnes names={some.map(({ job }) => nameOf(job))} />
          </div>
        ))}
      </div>
    </Callout>
  )
}
