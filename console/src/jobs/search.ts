import { jobStatuses, type JobStatus } from '@steward/contract/catalog/job-statuses'
import { logSearch, textsParam, type LogSearch } from '../ui/filter/logSearch.ts'
import { choicesParam, idsParam, tableSearch } from '../ui/table/search.ts'

/** Search parameters of the job log; `q` is part of a job id, workflow, username, operation or reason. */
export interface JobsSearch extends LogSearch {
  status?: JobStatus[]
  productCode?: string[]
  /** Codes of job types. */
  operation?: string[]
  /** Usernames, or names of programs. */
  createdBy?: string[]
  resourceGroupId?: string[]
  tagId?: string[]
  /** `field`, or `-field` for descending. */
  sort?: string
}

/** The contract's sorts. */
export const sorts = ['createdAt', 'operation', 'status', 'createdBy', 'reason', 'resourceGroupName', 'productName'] as const

/** The newest jobs first. */
export const defaultSort = '-createdAt'

/** Parses the page's search parameters; invalid ones are left out. */
export function jobsSearch(raw: Record<string, unknown>): JobsSearch {
  const { sort } = tableSearch(raw, sorts)
  return logSearch(raw, {
    status: choicesParam(raw.status, jobStatuses),
    productCode: textsParam(raw.productCode, /^[A-Za-z0-9][\w.:/-]{0,99}$/),
    operation: textsParam(raw.operation, /^\P{Cc}{1,100}$/u),
    createdBy: textsParam(raw.createdBy, /^\P{Cc}{1,320}$/u),
    resourceGroupId: idsParam(raw.resourceGroupId),
    tagId: idsParam(raw.tagId),
    sort,
  })
}
