import { jobStatuses, type JobStatus } from '@steward/contract/catalogue/job-statuses'
import { rangeSearch, type RangeSearch } from '../ui/filter/rangeSearch.ts'
import { choicesParam, defaultLimit, idsParam, sortFrom, tableSearch, textParam } from '../ui/table/search.ts'

/** Search parameters of the job log. */
export interface JobsSearch extends RangeSearch {
  /** Part of a job id, workflow, username, operation or reason. */
  q?: string
  status?: JobStatus[]
  productCode?: string[]
  /** Codes of job types. */
  operation?: string[]
  /** Usernames, or names of programs. */
  createdBy?: string[]
  resourceGroupId?: string[]
  tagId?: string[]
  before?: string
  after?: string
  limit?: number
  /** `field`, or `-field` for descending. */
  sort?: string
}

/** The contract's sorts. */
export const sorts = ['createdAt', 'operation', 'status', 'createdBy', 'reason', 'resourceGroupName', 'productName'] as const

/** The newest jobs first. */
export const defaultSort = '-createdAt'

export const sortOf = ({ sort }: JobsSearch) => sortFrom(sort, sorts, defaultSort)

/** The contract's `days` without a choice. */
export const defaultDays = 7

/** The contract's limit for repeated values. */
const mostValues = 50

const cursorParam = (value: unknown): string | undefined => {
  const text = textParam(value)
  return text !== undefined && /^[\w-]{1,3000}$/.test(text) ? text : undefined
}

function textsParam(value: unknown, pattern: RegExp): string[] | undefined {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const texts = given.flatMap((one) => textParam(one)?.trim() ?? []).filter((text) => pattern.test(text))
  return texts.length > 0 ? [...new Set(texts)].slice(0, mostValues) : undefined
}

/** Parses the page's search parameters; invalid ones are left out. */
export function jobsSearch(raw: Record<string, unknown>): JobsSearch {
  const before = cursorParam(raw.before)
  const { limit, sort } = tableSearch(raw, sorts)
  const found = {
    ...rangeSearch(raw),
    q: textParam(raw.q)?.trim().slice(0, 320) || undefined,
    status: choicesParam(raw.status, jobStatuses),
    productCode: textsParam(raw.productCode, /^[A-Za-z0-9][\w.:/-]{0,99}$/),
    operation: textsParam(raw.operation, /^\P{Cc}{1,100}$/u),
    createdBy: textsParam(raw.createdBy, /^\P{Cc}{1,320}$/u),
    resourceGroupId: idsParam(raw.resourceGroupId),
    tagId: idsParam(raw.tagId),
    before,
    after: before === undefined ? cursorParam(raw.after) : undefined,
    limit,
    sort: sort === defaultSort ? undefined : sort,
  }
  // Every remaining value is defined.
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as JobsSearch
}

/** A change that clears search and filters, and keeps the range. */
export const noFilters = {
  q: undefined,
  status: undefined,
  productCode: undefined,
  operation: undefined,
  createdBy: undefined,
  resourceGroupId: undefined,
  tagId: undefined,
} satisfies Partial<JobsSearch>

export const isFiltered = (search: JobsSearch): boolean =>
  [search.q, search.status, search.productCode, search.operation, search.createdBy, search.resourceGroupId, search.tagId].some(
    (filter) => filter !== undefined,
  )

/** A change that shows the newest page. */
export const newestPage = { before: undefined, after: undefined } satisfies Partial<JobsSearch>

export const pageSize = ({ limit }: JobsSearch): number => limit ?? defaultLimit
