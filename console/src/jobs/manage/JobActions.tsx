import { Button } from '../../ui/form/Button.tsx'
import { jobActions } from './jobMenu.tsx'
import { useManageReason, useTimeOfRequests, type ManagedJob } from './managedJob.ts'
import { useJobActions } from './useJobActions.tsx'

/** Buttons for the selected jobs, in the selection bar of the job log. */
export function JobActions({ jobs }: { jobs: readonly ManagedJob[] }) {
  const { start, dialogs } = useJobActions()
  const now = useTimeOfRequests(jobs)
  return (
    <>
      {jobActions(jobs, { reason: useManageReason(), now }, start).map(({ kind, label, icon, disabledReason, onSelect }) => (
        <Button key={kind} small icon={icon} disabledReason={disabledReason} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {dialogs}
    </>
  )
}
