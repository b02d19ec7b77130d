import { m } from '@steward/contract/paraglide/messages'
import { Skipped } from '../../ui/overlay/Skipped.tsx'
import type { SkippedJob } from './managedJob.ts'
import { useJobName } from './useJobChange.tsx'

/** The selected jobs that an action leaves out, by reason. */
export function SkippedJobs({ skipped }: { skipped: readonly SkippedJob[] }) {
  const nameOf = useJobName()
  const named = skipped.map(({ job, reason }) => ({ name: nameOf(job), reason }))
  return <Skipped title={m.jobs_manage_skipped({ count: skipped.length })} skipped={named} />
}
