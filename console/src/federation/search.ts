import { choiceParam, given, queryParam, tableSearch, type TableSearch } from '../ui/table/search.ts'

/** URL state of the attempts table. */
export interface AttemptsSearch extends TableSearch {
  /** Part of a username, a reason or a reference. */
  q?: string
  outcome?: AttemptOutcome
}

const outcomes = ['success', 'failure', 'pending'] as const
export type AttemptOutcome = (typeof outcomes)[number]

/** Reads the page's search parameters; invalid values are dropped. */
export function attemptsSearch(raw: Record<string, unknown>): AttemptsSearch {
  return given<AttemptsSearch>({ ...tableSearch(raw, []), q: queryParam(raw), outcome: choiceParam(raw.outcome, outcomes) })
}

export const isFiltered = (search: AttemptsSearch): boolean => search.q !== undefined || search.outcome !== undefined

/** A patch that clears search and filters. */
export const noFilters = { q: undefined, outcome: undefined } satisfies Partial<AttemptsSearch>
