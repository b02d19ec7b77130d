import { sortFrom } from '../ui/table/search.ts'
import { defaultSort, sorts, type JobsSearch } from './search.ts'

export const sortOf = ({ sort }: JobsSearch) => sortFrom(sort, sorts, defaultSort)

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
