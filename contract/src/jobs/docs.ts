import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  answerJobCommandBody,
  cancelJobsBody,
  changedJobsSchema,
  exportJobsQuery,
  exportJobsResponse,
  getInteractiveLanesQuery,
  groupJobsBody,
  ingestJobsBody,
  ingestJobsResponse,
  interactiveLanesSchema,
  type Job,
  type JobCommand,
  jobCommandParams,
  jobCommandSchema,
  jobDetailsSchema,
  findJobsQuery,
  findJobsResponse,
  jobParams,
  listJobCommandsQuery,
  listJobCommandsResponse,
  listJobsQuery,
  listJobsResponse,
  listJobTypesResponse,
  reprioritizeJobsBody,
  tagJobsBody,
} from './schemas.ts'

const tag = 'Jobs'

const jobId = 'RM-20260314-000417'
const tagId = '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44'
const exampleCommand: JobCommand = {
  commandId: '0199c0de-bbbb-7c11-9d59-3b8f5f1c2a44',
  kind: 'Cancel',
  priority: null,
  requestedBy: 'grace.okafor@meridian-re.example',
  requestedAt: '2026-03-14T09:26:53.589Z',
  state: 'Refused',
  answeredAt: '2026-03-14T09:26:58.112Z',
  reason: 'Results are being written.',
}
const exampleJob = {
  jobId,
  productCode: 'RI-EXPOSUREIQ',
  productName: 'ExposureIQ',
  resourceGroupId: '0199c0de-8888-7c11-9d59-3b8f5f1c2a44',
  resourceGroupName: 'Accumulation control',
  operation: 'AccumulationRollup',
  workflowId: 'WF-8812',
  workflowName: 'Quarterly rollup',
  workflowDescription: 'All portfolios of the first quarter',
  createdBy: 'grace.okafor@meridian-re.example',
  createdByUserId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
  createdAt: '2026-03-14T09:20:00.000Z',
  startTime: '2026-03-14T09:21:10.000Z',
  endTime: null,
  status: 'Running',
  priority: 'High',
  progress: 64,
  queuePosition: null,
  reason: '',
  isInteractive: false,
  reportedAt: '2026-03-14T09:26:50.000Z',
  tags: [{ tagId, tagName: 'Q1_2026', isActive: true }],
  groups: [{ groupId: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44', groupName: 'Accumulation' }],
  command: exampleCommand,
} satisfies Omit<Job, 'cursor'>
const cursor = 'MjAyNi0wMy0xNFQwOToyMDowMC4wMDAwMDBaX1JNLTIwMjYwMzE0LTAwMDQxNw'
const task = {
  status: 'Running' as const,
  startTime: '2026-03-14T09:21:10.000Z',
  endTime: null,
  progress: 64,
  message: '',
}

export const jobsDocs = operations(endpoints, {
  ingestJobs: {
    summary: 'Report jobs',
    description:
      'For products. A report is the whole state of a job. The report with the highest `sequence` wins, regardless of the order in which reports arrive. Repeating a call changes nothing. If one job is invalid, the whole call is refused, and the error names the job by its index (`jobs.17.resourceGroupId`).',
    tag,
    body: ingestJobsBody,
    response: ingestJobsResponse,
    errors: ['ingest_tenant_unknown', 'ingest_refused'],
    examples: {
      body: {
        tenantName: 'meridian-re',
        jobs: [
          {
            jobId,
            sequence: 12,
            productCode: 'RI-EXPOSUREIQ',
            operation: 'AccumulationRollup',
            createdBy: 'grace.okafor@meridian-re.example',
            createdAt: '2026-03-14T09:20:00.000Z',
            startTime: '2026-03-14T09:21:10.000Z',
            status: 'Running',
            progress: 64,
            tasks: [{ name: 'Roll up portfolios', status: 'Running', progress: 64 }],
          },
        ],
      },
      response: { tenantName: 'meridian-re', received: 1, taken: 1 },
    },
  },
  listJobCommands: {
    summary: 'Get the commands of administrators for jobs',
    description:
      'For products. Responds immediately if there are unanswered commands after the position; otherwise as soon as there is one, or when `wait` is over.',
    tag,
    query: listJobCommandsQuery,
    response: listJobCommandsResponse,
    errors: ['ingest_tenant_unknown'],
    examples: {
      query: { tenantName: 'meridian-re', after: 41 },
      response: {
        items: [
          {
            commandId: exampleCommand.commandId,
            position: 42,
            jobId,
            productCode: 'RI-EXPOSUREIQ',
            kind: 'Cancel',
            priority: null,
            requestedBy: exampleCommand.requestedBy,
            requestedAt: exampleCommand.requestedAt,
          },
        ],
        after: 42,
      },
    },
  },
  answerJobCommand: {
    summary: 'Accept or refuse a command',
    description:
      "For products. Accepting a command doesn't change the job; its next report does. Repeating a call returns the same response.",
    tag,
    params: jobCommandParams,
    body: answerJobCommandBody,
    response: jobCommandSchema,
    errors: ['ingest_tenant_unknown', 'not_found', 'command_answered'],
    examples: {
      params: { commandId: exampleCommand.commandId },
      body: { tenantName: 'meridian-re', outcome: 'refused', reason: exampleCommand.reason },
      response: exampleCommand,
    },
  },
  listJobs: {
    summary: 'List jobs',
    description:
      'People see the jobs of the Data Admin resource groups that one of their groups is in; tenant administrators see all jobs. The filter that finds the fewest jobs uses an index; the others examine at most 50,000 of its jobs, and a search at most 10,000. If there are more, `examinedTo` says how far the call got; continue there with `oldest`. If not sorted by time, all filters examine jobs, and a call considers at most 1,000 creators or reasons; `examinedTo` then only says that there are more.',
    tag,
    query: listJobsQuery,
    response: listJobsResponse,
    errors: [],
    examples: {
      query: { days: 7, status: ['Running', 'Queued'] },
      response: {
        items: [{ ...exampleJob, cursor }],
        newest: cursor,
        oldest: null,
        hasNewer: false,
        hasOlder: false,
        examinedTo: null,
        from: '2026-03-07T09:30:00.000Z',
        until: null,
      },
    },
  },
  findJobs: {
    summary: 'Find jobs by job id or workflow id',
    description: 'Searches all jobs that the caller can see, regardless of their age.',
    tag,
    query: findJobsQuery,
    response: findJobsResponse,
    errors: [],
    examples: {
      query: { id: jobId },
      response: {
        items: [
          {
            jobId,
            workflowId: exampleJob.workflowId,
            workflowName: exampleJob.workflowName,
            operation: exampleJob.operation,
            operationName: 'Accumulation rollup',
            status: exampleJob.status,
            createdAt: exampleJob.createdAt,
          },
        ],
      },
    },
  },
  exportJobs: {
    summary: 'Export the filtered jobs as CSV',
    tag,
    query: exportJobsQuery,
    response: exportJobsResponse,
    errors: [],
    examples: {},
  },
  listJobTypes: {
    summary: 'List the job types, products and resource groups of the jobs that the caller can see',
    tag,
    response: listJobTypesResponse,
    errors: [],
    examples: {
      response: {
        items: [{ operation: 'AccumulationRollup', name: 'Accumulation rollup', isCancellable: true }],
        productCodes: ['RI-EXPOSUREIQ'],
        resourceGroups: [{ resourceGroupId: exampleJob.resourceGroupId, resourceGroupName: 'Accumulation control' }],
      },
    },
  },
  cancelJobs: {
    summary: 'Ask products to cancel jobs',
    description: 'Only job types that can be canceled, while they are pending, queued or running.',
    tag,
    body: cancelJobsBody,
    response: changedJobsSchema,
    errors: [],
    examples: { body: { jobIds: [jobId] }, response: { succeeded: [jobId], failed: [] } },
  },
  reprioritizeJobs: {
    summary: 'Ask products to change the priority of jobs',
    description: 'Only while they are pending or queued.',
    tag,
    body: reprioritizeJobsBody,
    response: changedJobsSchema,
    errors: [],
    examples: {
      body: { jobIds: [jobId], priority: 'VeryHigh' },
      response: { succeeded: [], failed: [{ jobId, code: 'job_not_waiting', message: 'This job is not waiting any more.' }] },
    },
  },
  tagJobs: {
    summary: 'Assign tags to jobs, or remove them',
    tag,
    body: tagJobsBody,
    response: changedJobsSchema,
    errors: ['tag_unknown'],
    examples: { body: { jobIds: [jobId], add: [tagId] }, response: { succeeded: [jobId], failed: [] } },
  },
  groupJobs: {
    summary: 'Assign user groups to jobs, or remove them',
    tag,
    body: groupJobsBody,
    response: changedJobsSchema,
    errors: ['group_unknown'],
    examples: { body: { jobIds: [jobId], add: [tagId] }, response: { succeeded: [jobId], failed: [] } },
  },
  getJob: {
    summary: 'Get a job with its sections, tasks and commands',
    tag,
    params: jobParams,
    response: jobDetailsSchema,
    errors: ['not_found'],
    examples: {
      params: { jobId },
      response: {
        ...exampleJob,
        sections: [{ title: 'Input', rows: [{ label: 'Portfolios', value: '48' }] }],
        tasks: [{ name: 'Roll up portfolios', ...task, tasks: [{ name: 'Europe', ...task, tasks: [] }] }],
        commands: [exampleCommand],
      },
    },
  },
  getInteractiveLanes: {
    summary: 'Compare interactive jobs with the lanes reserved for them',
    description: 'By hour, or by day for more than 30 days.',
    tag,
    query: getInteractiveLanesQuery,
    response: interactiveLanesSchema,
    errors: [],
    examples: {
      query: { days: 1 },
      response: {
        from: '2026-03-13T10:00:00.000Z',
        until: '2026-03-14T09:26:53.589Z',
        step: 'hour',
        items: [
          {
            productCode: 'RI-RISKMODELER',
            productName: 'Risk Modeler',
            lanes: 8,
            running: 1,
            waiting: 0,
            fullSeconds: 940,
            points: [{ at: '2026-03-14T09:00:00.000Z', peak: 5 }],
            jobs: [{ jobId, operation: 'MODEL_RUN', createdBy: exampleJob.createdBy, startTime: exampleJob.startTime, progress: 64 }],
          },
        ],
      },
    },
  },
})
