import type { JobDetails } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { NameList } from '../ui/display/NameList.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { formatMoment } from '../i18n/time.ts'
import { Elapsed, RunningTime } from './Elapsed.tsx'
import css from './JobPanel.module.css'
import { JobStatus } from './JobStatus.tsx'
import { isActive, priorityLabels } from './labels.ts'
import { Section } from './Section.tsx'
import { TagChips } from './TagChips.tsx'

/** What is known about the job. */
export function Overview({ job }: { job: JobDetails }) {
  return (
    <Section title={m.job_overview()}>
      <DescriptionList
        items={[
          { term: m.jobs_column_product(), value: job.productName },
          { term: m.jobs_column_resource_group(), value: job.resourceGroupName ?? '–' },
          { term: m.jobs_column_created_by(), value: job.createdBy },
          { term: m.jobs_column_time(), value: <Time value={job.createdAt} /> },
          { term: m.job_waited(), value: <Waited job={job} /> },
          { term: m.jobs_column_duration(), value: <RunningTime of={job} /> },
          { term: m.jobs_column_priority(), value: priorityLabels[job.priority]() },
          ...(job.isInteractive ? [{ term: m.job_interactive(), value: m.job_interactive_yes() }] : []),
          { term: m.jobs_column_tags(), value: <TagChips tags={job.tags} isWhole /> },
          { term: m.jobs_column_groups(), value: <NameList names={job.groups.map(({ groupName }) => groupName)} shown={20} /> },
          { term: m.job_reported(), value: <RelativeTime value={job.reportedAt} /> },
        ]}
      />
    </Section>
  )
}

/** The workflow that the job is part of, and how far it is. */
export function Workflow({ job }: { job: JobDetails }) {
  return (
    <Section title={m.job_workflow()}>
      {job.workflowId === null && job.workflowName === '' ? <p className={css.muted}>{m.job_no_workflow()}</p> : null}
      <DescriptionList
        items={[
          ...(job.workflowId === null
            ? []
            : [{ term: m.job_workflow_id(), value: <CopyValue value={job.workflowId} label={m.job_copy_workflow_id()} /> }]),
          ...(job.workflowName === '' ? [] : [{ term: m.job_workflow_name(), value: job.workflowName }]),
          ...(job.workflowDescription === ''
            ? []
            : [{ term: m.job_workflow_description(), value: <span className={css.description}>{job.workflowDescription}</span> }]),
          { term: m.jobs_column_status(), value: <JobStatus of={job} /> },
          { term: m.jobs_column_start(), value: <Time value={job.startTime} /> },
          { term: m.jobs_column_end(), value: <Time value={job.endTime} /> },
        ]}
      />
    </Section>
  )
}

/** The sections that the product reported. */
export function ReportedSections({ job }: { job: JobDetails }) {
  return job.sections.map(({ title, rows }, index) => (
    // Titles come from the product, and can repeat.
    <Section key={index} title={title}>
      <DescriptionList items={rows.map(({ label, value }) => ({ term: label, value: value || '–' }))} />
    </Section>
  ))
}

/** How long the job waited before it started, or waits. */
function Waited({ job }: { job: JobDetails }) {
  if (job.startTime === null && !isActive(job)) return <Elapsed from={job.createdAt} to={job.endTime ?? job.reportedAt} />
  return <Elapsed from={job.createdAt} to={job.startTime} />
}

function Time({ value }: { value: string | null }) {
  if (value === null) return '–'
  return (
    <>
      {formatMoment(value)} (<RelativeTime value={value} />)
    </>
  )
}
