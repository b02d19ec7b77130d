import type { ResponseOf } from '@steward/contract/http'
import type { listJobs, listJobTypes } from '@steward/contract/jobs/endpoints'
import type { Job, JobCommand, JobDetails, JobTask } from '@steward/contract/jobs/schemas'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { queryClient } from '../api/query.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { buildProblemBody } from './problems.ts'

const id = (digit: string) => `0199c0de-${digit.repeat(4)}-7c11-9d59-3b8f5f1c2a44`

export function buildJob(given: Partial<Job> = {}): Job {
  return {
    jobId: 'EIQ-1',
    productCode: 'RI-EXPOSUREIQ',
    productName: 'ExposureIQ',
    resourceGroupId: id('8'),
    resourceGroupName: 'Accumulation control',
    operation: 'AccumulationRollup',
    workflowId: 'WF-8812',
    workflowName: 'Quarterly rollup',
    workflowDescription: 'All portfolios of the first quarter',
    createdBy: 'grace@company.example',
    createdByUserId: id('7'),
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
    tags: [],
    groups: [],
    command: null,
    cursor: 'c1',
    ...given,
  }
}

export function buildDetails(given: Partial<JobDetails> = {}): JobDetails {
  const { cursor: _, ...job } = buildJob()
  return { ...job, sections: [], tasks: [], commands: [], ...given }
}

export const buildTask = (name: string, given: Partial<JobTask> = {}): JobTask => ({
  name,
  status: 'Finished',
  startTime: '2026-03-14T09:21:10.000Z',
  endTime: '2026-03-14T09:22:10.000Z',
  progress: 100,
  message: '',
  tasks: [],
  ...given,
})

export const buildCommand = (given: Partial<JobCommand> = {}): JobCommand => ({
  commandId: id('b'),
  kind: 'Cancel',
  priority: null,
  requestedBy: 'ada@company.example',
  requestedAt: new Date().toISOString(),
  state: 'Pending',
  answeredAt: null,
  reason: '',
  ...given,
})

export const buildTag = (tagName: string): Job['tags'][number] => ({ tagId: id('a'), tagName, isActive: true })

type Part = ResponseOf<typeof listJobs>

export const buildPart = (items: Job[], given: Partial<Part> = {}): Part => ({
  items,
  newest: items[0]?.cursor ?? null,
  oldest: null,
  hasNewer: false,
  hasOlder: false,
  examinedTo: null,
  from: null,
  until: null,
  ...given,
})

const types: ResponseOf<typeof listJobTypes> = {
  items: [{ operation: 'AccumulationRollup', name: 'Accumulation rollup', isCancellable: true }],
  productCodes: ['RI-EXPOSUREIQ'],
  resourceGroups: [{ resourceGroupId: id('8'), resourceGroupName: 'Accumulation control' }],
}

/** A server that answers the calls of the job log, and remembers their URLs. */
export function fakeJobs(answers: { list?: (url: URL) => Part; job?: () => JobDetails | undefined; csv?: string }) {
  const asked: URL[] = []
  const answer = async (input: RequestInfo | URL): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    asked.push(url)
    if (url.pathname.endsWith('/jobs/types')) return Response.json(types)
    if (url.pathname.endsWith('/jobs/export')) return new Response(answers.csv ?? '', { headers: { 'content-type': 'text/csv' } })
    if (url.pathname.endsWith('/jobs')) return Response.json(answers.list?.(url) ?? buildPart([]))
    const job = answers.job?.()
    if (job !== undefined) return Response.json(job)
    return Response.json(buildProblemBody('not_found', 404), {
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    })
  }
  return { asked, answer, lists: () => asked.filter(({ pathname }) => pathname.endsWith('/jobs')) }
}

export function grant(...names: PermissionName[]): void {
  const permissions = Object.fromEntries(names.map((name) => [name, true]))
  // The facts behind the permissions are not looked at.
  queryClient.setQueryData(permissionsQuery.queryKey, { username: 'ada', permissions, facts: {} } as never)
}
