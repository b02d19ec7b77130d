import { useRef, useState } from 'react'
import { jobPriorities, type JobPriority } from '@steward/contract/jobs/constants'
import { reprioritizeJobs } from '@steward/contract/jobs/endpoints'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../../api/client.ts'
import { formatNumber } from '../../i18n/time.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { RadioGroup } from '../../ui/form/RadioGroup.tsx'
import { NamedOnes } from '../../ui/overlay/BulkResult.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { priorityLabels } from '../labels.ts'
import { inBatches } from './changeJobs.ts'
import { splitJobs, type ManagedJob, useTimeOfRequests } from './managedJob.ts'
import css from './manage.module.css'
import { SkippedJobs } from './SkippedJobs.tsx'
import { useJobChange, useJobName } from './useJobChange.tsx'

/** Chooses a priority that products are asked to give to jobs. Jobs that have it already are left alone. */
export function PriorityDialog({ jobs, onClose }: { jobs: readonly ManagedJob[]; onClose: () => void }) {
  const nameOf = useJobName()
  const { possible, skipped } = splitJobs('priority', jobs, useTimeOfRequests(jobs))
  const [chosen, setChosen] = useState<JobPriority | ''>(() => commonPriority(possible) ?? '')
  const start = useRef<HTMLElement>(null)
  const changed = possible.filter((job) => job.priority !== chosen)
  const change = useJobChange({
    mutationKey: 'JobLog_reprioritize',
    jobs: changed,
    run: (priority: JobPriority) =>
      inBatches(
        changed.map((job) => job.jobId),
        m.jobs_manage_priority_error(),
        (jobIds) => api(reprioritizeJobs, { body: { jobIds, priority } }),
      ),
    done: m.jobs_manage_priority_done,
    failedTitle: m.jobs_manage_priority_failed,
    failedText: m.jobs_manage_requested,
    fallback: m.jobs_manage_priority_error(),
    onClose,
  })
  if (change.result !== null) return change.result
  const of = { count: possible.length, name: possible[0]?.jobId ?? '' }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.jobs_manage_priority_title(of)}
      initialFocus={start}
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button
            kind="primary"
            loading={change.isPending}
            disabledReason={reasonNot(chosen, changed.length, possible.length)}
            onClick={() => chosen !== '' && change.start(chosen)}
          >
            {m.jobs_manage_priority_confirm({ count: changed.length === 0 ? possible.length : changed.length })}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {change.failure === undefined ? null : (
          <Callout tone="danger" role="alert">
            {change.failure}
          </Callout>
        )}
        {skipped.length === 0 ? null : (
          <p>{m.jobs_manage_priority_some({ possible: formatNumber(possible.length), total: formatNumber(jobs.length) })}</p>
        )}
        <NamedOnes names={possible.map(nameOf)} />
        <div
          ref={(group) => {
            const radio = (state: string) => group?.querySelector<HTMLElement>(`[role="radio"]${state}`)
            start.current = radio('[aria-checked="true"]') ?? radio('') ?? null
          }}
        >
          <RadioGroup
            label={m.jobs_manage_priority_field()}
            value={chosen}
            onChange={setChosen}
            options={jobPriorities.map((priority) => ({
              value: priority,
              label: priorityLabels[priority](),
              hint: currentText(priority, possible),
            }))}
          />
        </div>
        <p>{m.jobs_manage_priority_text({ count: possible.length })}</p>
        <SkippedJobs skipped={skipped} />
      </div>
    </Dialog>
  )
}

/** The priority that all the jobs have. */
function commonPriority(jobs: readonly ManagedJob[]): JobPriority | undefined {
  const [priority] = new Set(jobs.map((job) => job.priority))
  return jobs.every((job) => job.priority === priority) ? priority : undefined
}

/** How many of the jobs have this priority now. */
function currentText(priority: JobPriority, jobs: readonly ManagedJob[]): string | undefined {
  const count = jobs.filter((job) => job.priority === priority).length
  if (count === 0) return undefined
  return jobs.length === 1 ? m.jobs_manage_priority_current() : m.jobs_manage_priority_current_of({ count })
}

function reasonNot(chosen: JobPriority | '', changed: number, possible: number): string | undefined {
  if (chosen === '') return m.jobs_manage_priority_choose()
  return changed === 0 ? m.jobs_manage_priority_same({ count: possible }) : undefined
}
