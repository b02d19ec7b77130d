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
      'For products. A report is the whole state of a job, and `sequence` decides which of its reports is the newest, in whatever order they arrive. The same call again changes nothing. One bad job refuses the call and is named by its index (`jobs.17.resourceGroupId`).',
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
    summary: 'Fetch what administrators want of jobs',
    description:
      'For products. Answers at once if there are commands without an answer after the position, otherwise as soon as there is one, or when `wait` is over.',
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
      'For products. An accepted command changes nothing by itself: the next report of the job does. The same answer again answers the same.',
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
      'People see the jobs of the Data Admin resource groups that one of their groups is in; a tenant administrator sees all. The filter that finds fewest jobs is looked up in an index; the others are compared with at most 50,000 of its jobs, and a search with at most 10,000. Where that was not enough, `examinedTo` tells how far the call came, and `oldest` continues there. In another order than by time, all filters are compared, and a call looks at no more than 1,000 creators or reasons; what matters of `examinedTo` is then only that it is not null.',
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
    summary: 'Find jobs by a job id or workflow id',
    description: 'Of those that the caller sees, whenever they were created.',
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
    summary: 'List the job types, products and resource groups of the jobs that the caller sees',
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
    description: 'Only the types that can be cancelled, while they are pending, queued or running.',
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
    summary: 'Assign tags to jobs, or take them away',
    tag,
    body: tagJobsBody,
    response: changedJobsSchema,
    errors: ['tag_unknown'],
    examples: { body: { jobIds: [jobId], add: [tagId] }, response: { succeeded: [jobId], failed: [] } },
  },
  groupJobs: {
    summary: 'Assign user groups to jobs, or take them away',
    tag,
    body: groupJobsBody,
    response: changedJobsSchema,
    errors: ['group_unknown'],
    examples: { body: { jobIds: [jobId], add: [tagId] }, response: { succeeded: [jobId], failed: [] } },
  },
  getJob: {
    summary: 'Read a job with its sections, tasks and commands',
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
    summary: 'Interactive jobs against the lanes reserved for them',
    description: 'By the hour, or by the day beyond 30 days.',
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
