import type { SystemLogSearch } from './search.ts'

export const isFiltered = ({ q, kind, outcome, userId, address: from }: SystemLogSearch): boolean =>
  [q, kind, outcome, userId, from].some((filter) => filter !== undefined)

/** A change that clears search and filters, and keeps the range. */
export const noFilters = {
  q: undefined,
  kind: undefined,
  outcome: undefined,
  userId: undefined,
  address: undefined,
} satisfies Partial<SystemLogSearch>
