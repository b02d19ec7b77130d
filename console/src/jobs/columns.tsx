import type { JobSort } from '@steward/contract/jobs/constants'
import type { Job } from '@steward/contract/jobs/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { NameList } from '../ui/display/NameList.tsx'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { CommandNote } from './CommandNote.tsx'
import { RunningTime } from './Elapsed.tsx'
import { JobStatus } from './JobStatus.tsx'
import css from './jobs.module.css'
import { priorityLabels } from './labels.ts'
import { TagChips } from './TagChips.tsx'

/** Columns of the job log (second specification file, section 2). `nameOf` names a job type by its code. */
export const jobColumns = (nameOf: (operation: string) => string): (DataColumn<Job> & { sort?: JobSort })[] => [
  {
    id: 'operation',
    header: m.jobs_column_operation(),
    sort: 'operation',
    cell: (job) => (
      <>
        <span className={css.operation}>{nameOf(job.operation)}</span>
        {job.workflowName === '' ? null : <span className={css.beneath}>{job.workflowName}</span>}
      </>
    ),
  },
  {
    id: 'status',
    header: m.jobs_column_status(),
    sort: 'status',
    cell: (job) => (
      <>
        <JobStatus of={job} />
        <CommandNote job={job} />
      </>
    ),
    width: 'status',
  },
  { id: 'createdBy', header: m.jobs_column_created_by(), cell: (job) => job.createdBy, sort: 'createdBy' },
  { id: 'time', header: m.jobs_column_time(), cell: (job) => timeCell(job.createdAt), sort: 'createdAt', width: 'time' },
  { id: 'reason', header: m.jobs_column_reason(), cell: (job) => job.reason || '–', sort: 'reason' },
  {
    id: 'resourceGroup',
    header: m.jobs_column_resource_group(),
    cell: (job) => job.resourceGroupName ?? '–',
    sort: 'resourceGroupName',
    from: 'desktop',
  },
  {
    id: 'product',
    header: m.jobs_column_product(),
    cell: (job) => job.productName,
    sort: 'productName',
    width: 'narrow',
    from: 'widescreen',
  },
  { id: 'priority', header: m.jobs_column_priority(), cell: (job) => priorityLabels[job.priority](), width: 'time', from: 'ultrawide' },
  { id: 'tags', header: m.jobs_column_tags(), cell: (job) => <TagChips tags={job.tags} />, from: 'ultrawide' },
  {
    id: 'groups',
    header: m.jobs_column_groups(),
    cell: (job) => <NameList names={job.groups.map(({ groupName }) => groupName)} />,
    optional: true,
  },
  { id: 'duration', header: m.jobs_column_duration(), cell: (job) => <RunningTime of={job} />, width: 'time', optional: true },
  { id: 'start', header: m.jobs_column_start(), cell: (job) => timeCell(job.startTime), width: 'time', optional: true },
  { id: 'end', header: m.jobs_column_end(), cell: (job) => timeCell(job.endTime), width: 'time', optional: true },
  { id: 'jobId', header: m.jobs_column_job_id(), cell: (job) => job.jobId, optional: true },
]
