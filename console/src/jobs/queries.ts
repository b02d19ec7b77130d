import { getJob, listJobs, listJobTypes } from '@steward/contract/jobs/endpoints'
import { endpointQuery, listQuery } from '../api/query.ts'
import { logPageQuery } from '../ui/table/logPage.ts'
import { sortOf } from './filters.ts'
import type { JobsSearch } from './search.ts'

/** Tables behind a job and the names that it shows. */
export const jobTables = ['job', 'job_tag', 'job_group', 'job_command', 'tag', 'user_group', 'resource_group'] as const

/** A hundred running jobs report each second: one request answers them all. */
const live = { tables: jobTables, pauseMs: 1_000 }

/** The filters and the range as the calls have them, also for the export. */
export const filterQuery = (search: JobsSearch) => ({
  days: search.days,
  from: search.from,
  until: search.until,
  status: search.status,
  productCode: search.productCode,
  operation: search.operation,
  createdBy: search.createdBy,
  resourceGroupId: search.resourceGroupId,
  tagId: search.tagId,
  search: search.q,
})

/** The page of the log for a URL. */
export const jobsQuery = (search: JobsSearch) => ({
  ...listQuery(listJobs, jobTables, {
    query: { ...filterQuery(search), ...logPageQuery(search), sort: sortOf(search) },
  }),
  meta: live,
})

export const jobQuery = (jobId: string) => ({ ...endpointQuery(getJob, jobTables, { params: { jobId } }), meta: live })

/** Names of job types, products and resource groups. Not behind `job`: every report would read them again. */
export const jobTypesQuery = { ...endpointQuery(listJobTypes, ['resource_group'], {}), staleTime: 300_000 }
