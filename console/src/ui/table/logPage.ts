import type { LogSearch } from '../filter/logSearch.ts'
import { defaultLimit } from './search.ts'

/** A change of the search parameters that shows the newest page of a log. */
export const newestPage = { before: undefined, after: undefined } satisfies Partial<LogSearch>

/** The page of a log, as a list call takes it. */
export const logPageQuery = ({ before, after, limit = defaultLimit }: LogSearch) => ({ before, after, limit })
