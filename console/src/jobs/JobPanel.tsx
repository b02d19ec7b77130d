import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { JobDetails } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { isGone } from '../api/problem.ts'
import { useDocumentTitle } from '../pages/titles.ts'
import { CopyButton } from '../ui/display/CopyButton.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { CommandHistory } from './CommandHistory.tsx'
import { CommandNote } from './CommandNote.tsx'
import { Overview, ReportedSections, Workflow } from './JobFields.tsx'
import { JobLinks } from './JobLinks.tsx'
import css from './JobPanel.module.css'
import { JobPanelActions } from './manage/JobPanelActions.tsx'
import { JobStatus } from './JobStatus.tsx'
import { jobQuery } from './queries.ts'
import { TaskTree } from './TaskTree.tsx'
import { useJobNames } from './useJobNames.ts'
import { usePolledJobs } from './usePolledJobs.ts'

const noJobs: JobDetails[] = []

/** A job with its sections, tasks and requests, over the list. */
export function JobPanel({ jobId }: { jobId: string }) {
  const navigate = useNavigate()
  const query = useQuery(jobQuery(jobId))
  const job = query.data
  const shown = useMemo(() => (job ? [job] : noJobs), [job])
  const { nameOf } = useJobNames(shown)
  usePolledJobs({ jobs: shown, refetch: query.refetch })
  const title = job ? nameOf(job.operation) : m.job_title()
  useDocumentTitle(title)
  return (
    <SidePanel
      size="medium"
      title={title}
      description={job ? <Summary job={job} /> : undefined}
      onClose={() => void navigate({ to: '/monitoring/job-log', search: true })}
    >
      <PanelBody>
        {/* A job that is gone, or was moved out of sight, must not stay as it was. */}
        {isGone(query.error) ? (
          <EmptyState title={m.job_gone_title()}>{m.job_gone_text()}</EmptyState>
        ) : job ? (
          <Details job={job} />
        ) : (
          <PendingState query={query} fallback={m.job_error()} lines={12} />
        )}
      </PanelBody>
    </SidePanel>
  )
}

function Summary({ job }: { job: JobDetails }) {
  return (
    <span className={css.summary}>
      <JobStatus of={job} />
      <CommandNote job={job} />
      <span className={css.id}>
        <Mono>{job.jobId}</Mono>
        <CopyButton value={job.jobId} label={m.job_copy_id()} />
      </span>
    </span>
  )
}

function Details({ job }: { job: JobDetails }) {
  return (
    <div className={css.page}>
      <JobPanelActions job={job} />
      {job.reason === '' ? null : <p className={css.reason}>{job.reason}</p>}
      <Overview job={job} />
      <TaskTree tasks={job.tasks} />
      <Workflow job={job} />
      <ReportedSections job={job} />
      <CommandHistory job={job} />
      <JobLinks job={job} />
    </div>
  )
}
