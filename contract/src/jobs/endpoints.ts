import type { Endpoint } from '../http.ts'
import type {
  answerJobCommandBody,
  cancelJobsBody,
  changedJobsSchema,
  exportJobsQuery,
  exportJobsResponse,
  findJobsQuery,
  findJobsResponse,
  getInteractiveLanesQuery,
  groupJobsBody,
  ingestJobsBody,
  ingestJobsResponse,
  interactiveLanesSchema,
  jobCommandParams,
  jobCommandSchema,
  jobDetailsSchema,
  jobParams,
  listJobCommandsQuery,
  listJobCommandsResponse,
  listJobsQuery,
  listJobsResponse,
  listJobTypesResponse,
  reprioritizeJobsBody,
  tagJobsBody,
} from './schemas.ts'

/**
 * Jobs: products report them and fetch what administrators want of them; the console shows and manages them (second specification
 * file, sections 2 to 4).
 */

const view = { permission: 'Navigation.JobLog' } as const
const manage = { permission: 'Monitoring.ManageJobs' } as const
const product = { service: 'jobs' } as const

export const ingestJobs: Endpoint<{ body: typeof ingestJobsBody; response: typeof ingestJobsResponse }> = {
  id: 'ingestJobs',
  method: 'PUT',
  path: '/jobs/ingest',
  access: product,
  largestBodyBytes: 16 * 1024 * 1024,
}

export const listJobCommands: Endpoint<{ query: typeof listJobCommandsQuery; response: typeof listJobCommandsResponse }> = {
  id: 'listJobCommands',
  method: 'GET',
  path: '/jobs/commands',
  access: product,
  pace: 'wait',
}

export const answerJobCommand: Endpoint<{
  params: typeof jobCommandParams
  body: typeof answerJobCommandBody
  response: typeof jobCommandSchema
}> = {
  id: 'answerJobCommand',
  method: 'POST',
  path: '/jobs/commands/{commandId}',
  access: product,
}

export const listJobs: Endpoint<{ query: typeof listJobsQuery; response: typeof listJobsResponse }> = {
  id: 'listJobs',
  method: 'GET',
  path: '/jobs',
  access: view,
}

export const findJobs: Endpoint<{ query: typeof findJobsQuery; response: typeof findJobsResponse }> = {
  id: 'findJobs',
  method: 'GET',
  path: '/jobs/find',
  access: view,
}

export const exportJobs: Endpoint<{ query: typeof exportJobsQuery; response: typeof exportJobsResponse }> = {
  id: 'exportJobs',
  method: 'GET',
  path: '/jobs/export',
  access: view,
  media: { response: 'text/csv' },
}

export const listJobTypes: Endpoint<{ response: typeof listJobTypesResponse }> = {
  id: 'listJobTypes',
  method: 'GET',
  path: '/jobs/types',
  access: view,
}

export const cancelJobs: Endpoint<{ body: typeof cancelJobsBody; response: typeof changedJobsSchema }> = {
  id: 'cancelJobs',
  method: 'POST',
  path: '/jobs/cancel',
  access: manage,
}

export const reprioritizeJobs: Endpoint<{ body: typeof reprioritizeJobsBody; response: typeof changedJobsSchema }> = {
  id: 'reprioritizeJobs',
  method: 'POST',
  path: '/jobs/reprioritize',
  access: manage,
}

export const tagJobs: Endpoint<{ body: typeof tagJobsBody; response: typeof changedJobsSchema }> = {
  id: 'tagJobs',
  method: 'POST',
  path: '/jobs/tags',
  access: manage,
  repeatable: true,
}

export const groupJobs: Endpoint<{ body: typeof groupJobsBody; response: typeof changedJobsSchema }> = {
  id: 'groupJobs',
  method: 'POST',
  path: '/jobs/groups',
  access: manage,
  repeatable: true,
}

export const getJob: Endpoint<{ params: typeof jobParams; response: typeof jobDetailsSchema }> = {
  id: 'getJob',
  method: 'GET',
  path: '/jobs/{jobId}',
  access: view,
}

export const getInteractiveLanes: Endpoint<{ query: typeof getInteractiveLanesQuery; response: typeof interactiveLanesSchema }> = {
  id: 'getInteractiveLanes',
  method: 'GET',
  path: '/monitoring/interactive-lanes',
  access: { permission: 'Navigation.InternalPreview' },
}
