import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../../ui/form/Button.tsx'
import css from './manage.module.css'
import { jobActions } from './jobMenu.tsx'
import { useManageReason, useTimeOfRequests, type ManagedJob } from './managedJob.ts'
import { useJobActions } from './useJobActions.tsx'

/** What can be done with the job in the panel. */
export function JobPanelActions({ job }: { job: ManagedJob }) {
  const { start, dialogs } = useJobActions()
  const jobs = [job]
  const now = useTimeOfRequests(jobs)
  return (
    <div className={css.actions} role="group" aria-label={m.jobs_manage_label()}>
      {jobActions(jobs, { reason: useManageReason(), now }, start).map(({ kind, label, icon, disabledReason, onSelect }) => (
        <Button key={kind} small icon={icon} disabledReason={disabledReason} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {dialogs}
    </div>
  )
}
